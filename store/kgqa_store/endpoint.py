"""A store somewhere else: any SPARQL 1.1 endpoint, asked with SPARQLWrapper."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Iterable
from functools import cache
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import pyoxigraph as ox

from kgqa_store.endpoint_errors import (
    BUSY,
    cut_off,
    http_error,
    no_results,
    other_form,
    other_variables,
    unreachable,
    wait_is_too_long,
    wanted_wait,
)
from kgqa_store.errors import MemoryLimit, StoreMissing
from kgqa_store.labels import fetch_labels
from kgqa_store.limits import Limits, time_limit, too_much
from kgqa_store.query_text import kind_of, projected, tokens_of, undeclared
from kgqa_store.remote_queries import refuse_updates
from kgqa_store.results import (
    Result,
    Table,
    Triples,
    expect_table,
    expect_truth,
    read_results,
    read_triples,
)
from kgqa_store.statistics import Statistics
from kgqa_store.store import MEMORY, ROWS, SIZE
from kgqa_store.transfer import Reply, fetch, whole_number
from kgqa_store.vocabulary import PREFIXES

LONG = 1500
"""Queries of more characters are sent by POST: some servers refuse URLs above 2 kB."""
LABEL_SECONDS = 30.0
TABLES = "application/sparql-results+json, application/sparql-results+xml;q=0.5"
GRAPHS = "application/n-triples, text/turtle;q=0.8, application/rdf+xml;q=0.5"


class Endpoint:
    """The graph behind the SPARQL endpoint at `url`; nothing is known of it beforehand."""

    statistics: Statistics | None = None

    def __init__(self, url: str) -> None:
        """Take the address; the first query is the first contact."""
        self.location = checked(url)

    def run(self, sparql: str, *, seconds: float, memory: int = MEMORY, rows: int = ROWS) -> Result:
        """Return the result of a query; `memory` bounds what is received of it."""
        limits = Limits(seconds, memory, rows, min(memory, SIZE))
        refuse_updates(sparql, limits)
        reply = self._reply(sparql, limits)
        if reply.status != 200:
            raise http_error(self.location, reply, sparql, limits)
        if reply.is_too_long:
            raise too_much("bytes")
        return parsed(self.location, reply, sparql, rows)

    def _reply(self, sparql: str, limits: Limits) -> Reply:
        """Return the first reply that does not ask to come again later."""
        attempt, deadline, seconds = 0, limits.deadline, limits.seconds
        while True:
            try:
                asked = request(self.location, sparql, deadline)
                reply = fetch(asked, deadline=deadline, size=limits.size)
            except TimeoutError:
                raise time_limit(seconds) from None
            except OSError as error:
                raise unreachable(self.location, error) from error
            wait = wanted_wait(reply, attempt)
            if reply.status not in BUSY or wait is None:
                return reply
            if time.monotonic() + wait >= deadline:
                raise wait_is_too_long(self.location, reply, wait, seconds)
            time.sleep(wait)
            attempt += 1

    def select(self, sparql: str, *, seconds: float) -> Table:
        """Return the solutions of a SELECT query."""
        return expect_table(self.run(sparql, seconds=seconds))

    def ask(self, sparql: str, *, seconds: float) -> bool:
        """Return the truth of an ASK query."""
        return expect_truth(self.run(sparql, seconds=seconds))

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        """Return the label of each of `ids` that has one in `language`, or in all languages."""
        return fetch_labels(ids, language, lambda query: self.select(query, seconds=LABEL_SECONDS))

    def close(self) -> None:
        """Do nothing: no connection outlives its query."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def checked(url: str) -> str:
    """Return `url` if it can be the address of an endpoint."""
    try:
        parts = urlsplit(url)
        is_fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_fine = False
    if not is_fine or any(sign.isspace() for sign in url):
        raise StoreMissing(
            f"{url} is no address of a SPARQL endpoint.",
            hint="Write it like https://query.wikidata.org/sparql",
        )
    if parts.username is not None:
        raise StoreMissing(
            "The address of an endpoint must not hold a name or a password.",
            hint=f"Write it like {parts.scheme}://{parts.hostname}{parts.path}",
        )
    return url


def request(url: str, sparql: str, deadline: float) -> urllib.request.Request:
    """Return the HTTP request that asks the endpoint at `url` for `sparql`."""
    from SPARQLWrapper import GET, POST, SPARQLWrapper

    kind = kind_of(sparql)
    declarations = undeclared(sparql, PREFIXES, deadline=deadline)
    prologue = "".join(f"PREFIX {name}: <{iri}> " for name, iri in declarations.items())
    wrapper = SPARQLWrapper(url, agent=agent())
    wrapper.setQuery(prologue + sparql)
    wrapper.queryType = kind or "SELECT"  # ours skips texts and comments; theirs guesses
    wrapper.setOnlyConneg(True)
    wrapper.setMethod(POST if len(prologue + sparql) > LONG or "?" in url else GET)
    wrapper.addCustomHttpHeader("Accept", GRAPHS if kind in ("CONSTRUCT", "DESCRIBE") else TABLES)
    # Blazegraph, behind Wikidata's own service, then stops when nobody waits any more.
    seconds = deadline - time.monotonic()
    wrapper.addCustomHttpHeader("X-BIGDATA-MAX-QUERY-MILLIS", str(max(1, int(seconds * 1000))))
    made: urllib.request.Request = wrapper._createRequest()
    return made


@cache
def agent() -> str:
    """Return the name under which endpoints know this program."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"kgqa/{version('kgqa')}"
    except PackageNotFoundError:
        return "kgqa"


def parsed(url: str, reply: Reply, sparql: str, rows: int) -> Result:
    """Return the result that `reply` spells out, if it is a whole one."""
    if reply.is_cut or "X-SQL-State" in reply.headers:  # Virtuoso gives up with what it has
        raise cut_off(url, reply)
    try:
        if kind_of(sparql) in ("CONSTRUCT", "DESCRIBE"):
            return _graph(url, reply, rows)
        return _table(url, reply, sparql, rows)
    except (SyntaxError, ValueError) as error:
        raise cut_off(url, reply) from error


def _graph(url: str, reply: Reply, rows: int) -> Triples:
    syntax = ox.RdfFormat.from_media_type(reply.media_type)
    if syntax is None:
        raise no_results(url, reply)
    graph = read_triples(reply.body, syntax, base=url, rows=rows + 1)
    if len(graph.triples) > rows:
        raise too_much("rows")
    return graph


def _table(url: str, reply: Reply, sparql: str, rows: int) -> Table | bool:
    syntax = ox.QueryResultsFormat.from_media_type(reply.media_type)
    if syntax is None or syntax == ox.QueryResultsFormat.CSV:
        raise no_results(url, reply)
    results = read_results(reply.body, syntax, rows=rows + 1)
    kind = kind_of(sparql)
    if kind in ("SELECT", "ASK") and isinstance(results, Table) != (kind == "SELECT"):
        raise other_form(url, kind)
    if not isinstance(results, Table):
        return results
    if len(results.rows) > rows:
        raise too_much("rows")
    _refuse_silent_limit(reply, sparql, len(results.rows))
    return _as_asked(url, results, projected(sparql))


def _as_asked(url: str, table: Table, variables: tuple[str, ...] | None) -> Table:
    """Return `table` with its columns in the order of the query, if it has those of the query."""
    if variables is None or variables == table.variables:
        return table
    if sorted(variables) != sorted(table.variables):
        raise other_variables(url, variables, table.variables)
    places = [table.variables.index(name) for name in variables]
    return Table(variables, tuple(tuple(row[place] for place in places) for row in table.rows))


def _refuse_silent_limit(reply: Reply, sparql: str, rows: int) -> None:
    """Refuse a result that ends where the server ends all results, as DBpedia's does at 10,000."""
    most = whole_number(reply.headers.get("X-SPARQL-MaxRows", "")) or 0
    has_limit = any(token.text.upper() == "LIMIT" for token in tokens_of(sparql))
    if rows >= most > 0 and not has_limit:
        raise MemoryLimit(
            f"The endpoint gives at most {most} rows, so that this result is cut off.",
            hint=f"Ask for parts: LIMIT {most} OFFSET 0, and so on.",
        )
