"""Questions over Wikidata, answered offline, every answer with its proof.

`ask("Who directed Inception?")` answers a question, and `query("P57(Q25191)")` returns the
answers to an expression of the algebra; the names of `__all__` are all there is to import. What is
heavy is imported when it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from kgqa_store.errors import StoreError
    from kgqa_store.store import Store

    from kgqa.algebra import AlgebraError, Query, parse_expression, to_english, to_text
    from kgqa.answers import Answer, Reply, Result
    from kgqa.engine import Engine, ask
    from kgqa.errors import KgqaError
    from kgqa.explanations import Explanation
    from kgqa.names import link, properties
    from kgqa.settings import Settings
    from kgqa.stores import open_store

    __version__: str

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
    "link",
    "open_store",
    "parse_expression",
    "properties",
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
    "link": "kgqa.names",
    "open_store": "kgqa.stores",
    "parse_expression": "kgqa.algebra",
    "properties": "kgqa.names",
    "to_english": "kgqa.algebra",
    "to_text": "kgqa.algebra",
}


def query(
    expression: str | Query,
    store: Store | str | Path | None = None,
    *,
    settings: Settings | None = None,
) -> Result:
    """Return the answers to an expression, each with its proof.

    In a text names may stand for ids; `links` of the result tells what they were taken for.
    `store` is one that `open_store` returned, or else its folder, `sample` or a URL, opened for
    this query; without one it is the store of the settings.
    """
    from kgqa.errors import WrongArgument
    from kgqa.queries import run_expression
    from kgqa.settings import current
    from kgqa.stores import using

    if not isinstance(expression, str) and not type(expression).__module__.startswith("kgqa."):
        raise WrongArgument(
            f"An expression is a text, not {type(expression).__name__}.",
            hint='kgqa.query("P57(Q25191)")',
        )
    chosen = settings or current().settings
    with using(chosen.store if store is None else store) as opened:
        return run_expression(expression, opened, chosen)


def explain(
    sparql: str,
    store: Store | str | Path | None = None,
    *,
    column: str | None = None,
    settings: Settings | None = None,
) -> Explanation:
    """Return what a SPARQL query asks for, in the algebra and in English.

    The names are those of `store`, which is as for `query`. `column` says which variable is meant
    where the query has several.
    """
    from kgqa.explanations import explained
    from kgqa.settings import current
    from kgqa.stores import using

    chosen = settings or current().settings
    with using(chosen.store if store is None else store) as opened:
        return explained(sparql, opened, column=column, language=chosen.language)


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("kgqa")
    if name not in _HOMES:
        raise AttributeError(f"module 'kgqa' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
