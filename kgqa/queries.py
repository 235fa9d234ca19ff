"""From the text of an expression, in which names may stand for ids, to its answers."""

from __future__ import annotations

from dataclasses import replace

from kgqa_store.store import Store

from kgqa.algebra import Query
from kgqa.answers import Result
from kgqa.execute.run import execute
from kgqa.parse.expressions import read_expression
from kgqa.settings import DEFAULTS, Settings


def run_expression(expression: str | Query, store: Store, settings: Settings = DEFAULTS) -> Result:
    """Return the answers to an expression, and what the names in it were taken for."""
    if not isinstance(expression, str):
        return execute(expression, store, settings)
    read = read_expression(expression, store, language=settings.language)
    return replace(execute(read.query, store, settings), links=read.links)
