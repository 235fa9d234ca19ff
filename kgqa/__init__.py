"""Questions over Wikidata, answered offline, every answer with its proof.

`ask("Who directed Inception?")` answers a question, and `query("P57(Q25191)", store)` returns the
answers to an expression of the algebra; the names of `__all__` are all there is to import. What is
heavy is imported when it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from kgqa_store.errors import StoreError
    from kgqa_store.opening import open_store
    from kgqa_store.store import Store

    from kgqa.algebra import AlgebraError, Query, parse_expression, to_english, to_text
    from kgqa.answers import Answer, Reply, Result
    from kgqa.engine import Engine, ask
    from kgqa.errors import KgqaError
    from kgqa.explanations import Explanation
    from kgqa.settings import Settings

__all__ = [
    "AlgebraError",
    "Answer",
    "Engine",
    "KgqaError",
    "Reply",
    "Result",
    "Settings",
    "StoreError",
    "ask",
    "explain",
    "open_store",
    "parse_expression",
    "query",
    "to_english",
    "to_text",
]

_HOMES = {
    "AlgebraError": "kgqa.algebra",
    "Answer": "kgqa.answers",
    "Engine": "kgqa.engine",
    "KgqaError": "kgqa.errors",
    "Reply": "kgqa.answers",
    "Result": "kgqa.answers",
    "Settings": "kgqa.settings",
    "StoreError": "kgqa_store.errors",
    "ask": "kgqa.engine",
    "open_store": "kgqa_store.opening",
    "parse_expression": "kgqa.algebra",
    "to_english": "kgqa.algebra",
    "to_text": "kgqa.algebra",
}


def query(
    expression: str | Query, store: Store | str | Path, *, settings: Settings | None = None
) -> Result:
    """Return the answers to an expression, each with its proof.

    In a text names may stand for ids; `links` of the result tells what they were taken for.
    `store` is one that `open_store` returned, or else its folder or URL, opened for this query.
    """
    from pathlib import Path

    from kgqa.queries import run_expression
    from kgqa.settings import DEFAULTS

    if not isinstance(store, str | Path):
        return run_expression(expression, store, settings or DEFAULTS)
    from kgqa_store.opening import open_store

    with open_store(store) as opened:
        return run_expression(expression, opened, settings or DEFAULTS)


def explain(
    sparql: str,
    store: Store | str | Path = "sample",
    *,
    column: str | None = None,
    settings: Settings | None = None,
) -> Explanation:
    """Return what a SPARQL query asks for, in the algebra and in English.

    The names are those of `store`: an open store, its folder or URL, or `sample`. `column` says
    which variable is meant where the query has several.
    """
    from pathlib import Path

    from kgqa.explanations import explained
    from kgqa.settings import DEFAULTS

    language = (settings or DEFAULTS).language
    if not isinstance(store, str | Path):
        return explained(sparql, store, column=column, language=language)
    from kgqa.engine import opened_store

    with opened_store(store) as opened:
        return explained(sparql, opened, column=column, language=language)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'kgqa' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
