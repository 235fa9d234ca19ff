"""What is looked at before a query leaves this machine, and after an endpoint has rejected it.

An endpoint may know more than SPARQL 1.1, so what our parser does not know is sent all the same,
unless it could be an update. A text without a word of updates is none. One that has such a word,
in a label for instance, is sent if the engine's parser takes it for a query. The parser runs in a
process of its own that ends at the deadline.
"""

from __future__ import annotations

import re

from kgqa_store.errors import LimitReached, QueryError, QueryRefused, StoreError
from kgqa_store.limits import Limits
from kgqa_store.query_text import UPDATES
from kgqa_store.supervise import Worker

# Without boundaries, because parsers need none; and by the standard any letter may be an escape.
_MAY_UPDATE = re.compile("|".join(sorted(UPDATES - {"WITH"})) + r"|\\u00[4-7]", re.IGNORECASE)


def refuse_updates(sparql: str, limits: Limits) -> None:
    """Refuse what could change the graph of an endpoint: updates, and what may hide one."""
    found = _MAY_UPDATE.search(sparql)
    if found is None:
        return
    error = _parse_error(sparql, limits)
    if isinstance(error, QueryError):
        raise QueryRefused(
            f"The query is not sent: {found[0]!r} may stand for an update, and this is no query of "
            f"SPARQL 1.1. {error}",
            hint=error.hint,
        )
    if error is not None:
        raise error


def not_sparql(sparql: str, limits: Limits) -> StoreError | None:
    """Return what is wrong with a query that an endpoint rejected, if our parser knows it."""
    error = _parse_error(sparql, limits)
    return None if isinstance(error, LimitReached) else error


def _parse_error(sparql: str, limits: Limits) -> StoreError | None:
    """Return why `sparql` is no query."""
    worker = Worker(None)
    try:
        worker.parse(sparql, limits)
    except StoreError as error:
        return error
    finally:
        worker.kill()
    return None
