"""No query makes the engine ask another server, however its words are cut."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kgqa_store.endpoint import Endpoint
from kgqa_store.errors import QueryError, QueryRefused, StoreError, TimeLimit
from kgqa_store.local import LocalStore
from kgqa_store.query_text import kind_of, tokens_of, undeclared
from kgqa_store.service_clauses import may_ask_others, refuse_services
from kgqa_store.vocabulary import PREFIXES
from small_store import lay_out
from stub_endpoint import Stub, stub_endpoint

EMPTY = b'{"head":{"vars":[]},"results":{"bindings":[{}]}}'


@dataclass
class Other:
    """Another server, and how often it was reached."""

    url: str = ""
    reached: int = 0


@pytest.fixture(scope="module")
def other() -> Iterator[Other]:
    with listening() as server:
        yield server


@contextmanager
def listening() -> Iterator[Other]:
    found = Other()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found.reached += 1
            self.send_response(200)
            self.send_header("Content-Type", "application/sparql-results+json")
            self.send_header("Content-Length", str(len(EMPTY)))
            self.end_headers()
            self.wfile.write(EMPTY)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.url = f"http://127.0.0.1:{server.server_address[1]}/"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()


def graph(url: str) -> ox.Store:
    """A graph in which the patterns below find something, so that a SERVICE behind them runs."""
    store = ox.Store()
    subject, edge = ox.NamedNode(url + "s"), ox.NamedNode(url + "p")
    number = ox.NamedNode("http://www.w3.org/2001/XMLSchema#")
    for value in (
        ox.Literal(1),
        ox.Literal("1.0", datatype=ox.NamedNode(number.value + "decimal")),
        ox.Literal("1e5", datatype=ox.NamedNode(number.value + "double")),
        ox.Literal(True),
        ox.Literal("x"),
        ox.Literal("x", language="en"),
        ox.NamedNode(url + "y"),
    ):
        store.add(ox.Quad(subject, edge, value))
    return store


def reaches(store: ox.Store, query: str, other: Other) -> bool:
    """Whether plain pyoxigraph asks the other server for `query`."""
    before = other.reached
    try:
        results = store.query(query, prefixes=dict(PREFIXES))
        for _ in () if isinstance(results, ox.QueryBoolean) else results:
            pass
    except (SyntaxError, RuntimeError, ValueError, OSError):
        pass
    return other.reached > before


def is_refused(query: str) -> bool:
    if not may_ask_others(query):
        return False
    try:
        refuse_services(query)
    except (QueryRefused, SyntaxError):
        return True
    return False


# Every token that may stand before a keyword in a group, and what may follow this one.
BEFORE = (
    *("", "{}", "?s ?p ?o", "?s ?p ?o.", "?s ?p ?o;", "?s :p 1", "?s :p 1.0", "?s :p 1e5"),
    *("?s :p +1", "?s :p true", "?s :p 'x'", '?s :p """x"""', "?s :p 'x'@en", "?s :p x:y"),
    *("?s :p :y", "?s :p <URLy>", "?s ?p _:b", "?s ?p []", "?s :p []", "[] ?p ?o", "?s :p ()"),
    *("?s :p 'x'^^<http://www.w3.org/2001/XMLSchema#string>", "?s a ?c", "?s :p|:q ?o"),
    *("FILTER(true)", "FILTER(1<2)", "FILTER EXISTS{}", "FILTER(?s<?p)", "BIND(1 AS ?z)"),
    *(
        "BIND('service'AS?service)",
        "VALUES ?v{1}",
        "VALUES(?v){(1.)}",
        "OPTIONAL{}",
        "MINUS{?q ?r 5}",
    ),
    *("{}UNION{}", "GRAPH ?g{}", "# SERVICE\n", "#\r", "FILTER STRSTARTS('x','x')", "SELECT*{}"),
)
AFTER = (
    *("<URL>{}", " <URL>{ ?a ?b ?c }", ":x{}", " x:x {}", "x:x{}", "SILENT<URL>{}", " silent :x{}"),
    *("SILENTx:x{}", " #\n<URL>{}", "?v{}", " ?service {}", "#SERVICE\nSILENT#\n:x{}", ":x ?p ?o"),
)
KEYWORDS = ("SERVICE", "service", "SeRvIcE")


def query_of(other: Other, inner: str) -> str:
    text = f"PREFIX : <{other.url}> PREFIX x: <{other.url}> PREFIX SERVICE: <{other.url}> "
    return text + f"SELECT * {{ {inner} }}".replace("URL", other.url)


def test_whatever_stands_before_and_behind_a_service_is_refused_if_it_asks(other: Other) -> None:
    store, asked = graph(other.url), 0

    for before, space, keyword, after in product(BEFORE, ("", " "), KEYWORDS[:2], AFTER):
        query = query_of(other, before + space + keyword + after)
        if reaches(store, query, other):
            asked += 1
            assert is_refused(query), query

    assert asked > 500  # or it would prove nothing


PIECES = st.sampled_from([*BEFORE, *AFTER, *KEYWORDS, *KEYWORDS, "SILENT", "{", "}", ".", "(", ")"])


@given(pieces=st.lists(st.tuples(PIECES, st.sampled_from(["", " "])), max_size=8))
def test_no_mixture_of_tokens_that_is_let_through_asks(
    other: Other, pieces: list[tuple[str, str]]
) -> None:
    query = query_of(other, "".join(piece + space for piece, space in pieces))

    assert is_refused(query) or not reaches(graph(other.url), query, other)


NAMES = st.sampled_from(
    [
        *("?service ?p ?Service", "service:x ?p ?o", "?s service:service 1", "?s ?p _:service"),
        *("?s ?p 'SERVICE <http://x/> {}'", '?s ?p "x"@service', "?s <http://service/> ?o"),
        *("# SERVICE <http://x/> {}\n", "BIND(1 AS ?service1)", "?s ?p ?o. SERVICE:x a 1.0"),
        *("?s ?p '''it's a SERVICE'''", "FILTER(?service<?SERVICE)", "VALUES ?xservice {1}"),
    ]
)


@given(st.lists(NAMES, min_size=1, max_size=4, unique=True))
def test_names_texts_and_comments_may_hold_the_word(parts: list[str]) -> None:
    inner = "} UNION {".join(f"{part}\n" for part in parts)
    query = f"PREFIX SERVICE: <http://a/> PREFIX service: <http://b/> SELECT * {{{{ {inner} }}}}"
    ox.Store().query(query)  # it is one

    assert not is_refused(query)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStore]:
    with LocalStore(lay_out(tmp_path_factory.mktemp("services") / "store")) as store:
        yield store


@pytest.mark.parametrize(
    "inner",
    [
        "SERVICE:x {?a ?b ?c}",
        "SERVICEx:x {?a ?b ?c}",
        "?s ?p 1.0SERVICE<URL>{?a ?b ?c}",
        "SERVICESILENT<URL>{?a ?b ?c}",
        "{} SERVICE <URL> {?a ?b ?c} FILTER(1 = )",
    ],
)
def test_a_store_asks_no_other_server(local: LocalStore, other: Other, inner: str) -> None:
    before = other.reached

    with pytest.raises(QueryRefused, match="another server"):
        local.run(query_of(other, inner), seconds=10)

    assert other.reached == before


def test_a_prefix_may_be_called_service(local: LocalStore) -> None:
    query = "PREFIX service: <http://www.wikidata.org/entity/> ASK { service:Q1 wdt:P31 ?service }"

    assert local.ask(query, seconds=10) is True


UNLOCKED = """
import sys
import pyoxigraph as ox
from kgqa_store import service_clauses, worker
from kgqa_store.no_network import forbid_network

if sys.argv[2] == "known":
    sys.exit(0 if forbid_network() else 3)
service_clauses.refuse_services = lambda sparql: None  # as if it could be got round
worker.answer(ox.Store(), sys.argv[1], sys.stdout.buffer.write, bytes, 10, 1000)
"""


def test_should_a_service_clause_get_through_the_kernel_refuses_the_socket(other: Other) -> None:
    def run(query: str, mode: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-c", UNLOCKED, query, mode]
        return subprocess.run(command, capture_output=True, timeout=60, check=False)

    if run("", "known").returncode == 3:
        pytest.skip("the system has no filter of calls, or does not allow one")
    before = other.reached

    done = run(f"SELECT * {{ SERVICE <{other.url}> {{ ?a ?b ?c }} }}", "unlocked")

    assert b"Permission denied" in done.stdout
    assert other.reached == before


# --- Updates do not leave ----


@pytest.fixture
def stub() -> Iterator[Stub]:
    with stub_endpoint() as running:
        yield running


PROLOGUES = (
    "",
    "\ufeff",
    "PREFIX:<http://x/>",
    "BASE<http://x/>#c\n",
    'VERSION"1.2"',
    "DEFINE x:y 2",
)
UPDATES = (
    *(
        "INSERT DATA{<http://a> <http://b> 1}",
        "insertdata{}",
        "DELETE WHERE{?s ?p ?o}",
        "CLEAR ALL",
    ),
    *(
        "LOAD<http://x/>",
        "DROP:g",
        "WITH<http://g>DELETE{?s ?p ?o}WHERE{}",
        "CREATE GRAPH<http://g>",
    ),
    *("ADD DEFAULT TO<http://g>", "MOVE:a TO:b", "COPY DEFAULT TO:b", "\\u0049NSERT DATA{}"),
)


def test_no_update_is_sent_however_its_words_are_cut(stub: Stub) -> None:
    for prologue, update in zip(PROLOGUES * 2, UPDATES, strict=True):
        with pytest.raises(QueryRefused):
            Endpoint(stub.url + "/good").run(prologue + update, seconds=20)

    assert stub.requests == []


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?x { ?x ?address 'INSERT DATA {}' } # DROP ALL",
        "SELECT ?x { SERVICE wikibase:label { ?x <http://add/> 'load' } }",
        "SELECT ?x WITH { SELECT ?x { ?x ?p ?o } } AS %mine { INCLUDE %mine }",
    ],
)
def test_what_is_no_update_is_sent_with_words_of_updates_and_with_extensions(
    stub: Stub, query: str
) -> None:
    Endpoint(stub.url + "/good").run(query, seconds=20)

    assert query in stub.requests[0][3]


def test_looking_at_a_query_for_an_endpoint_asks_no_other_server(stub: Stub, other: Other) -> None:
    before = other.reached
    query = query_of(other, "SERVICE:load {?a ?b ?c}")

    with pytest.raises(QueryError):
        Endpoint(stub.url + "/400").run(query, seconds=20)

    assert len(stub.requests) == 1  # it is the endpoint's matter whom it asks
    assert other.reached == before


# --- Reading a query takes time in proportion to its length ----

HOSTILE = (
    *("1.", "a.", "a-", "a", "1e", '\\"', '\\"""', "\\'''", "'''", '"', "<a", "<", "\\u", "@a-"),
    *("?", ":%", "service#", "SERVICE ", "service\n", "{", "(", "\n", "#", "_:", ".:", "'\\\n"),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_cutting_a_text_into_words_takes_time_in_proportion(piece: str) -> None:
    text = 'SELECT * { ?s ?p "x" ' + piece * 50_000

    deadline = time.monotonic() + 10  # its square would take many minutes

    for _ in tokens_of(text, deadline=deadline):
        pass
    assert kind_of(text) == "SELECT"
    assert undeclared(text, PREFIXES, deadline=deadline) == {}


def test_cutting_a_text_into_words_ends_at_the_deadline() -> None:
    with pytest.raises(TimeoutError):
        list(tokens_of("a " * 100_000, deadline=time.monotonic()))


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_query_is_over_at_its_deadline(local: LocalStore, piece: str) -> None:
    start = time.monotonic()

    with pytest.raises(StoreError):
        local.run("SELECT * { ?s ?p " + piece * 20_000, seconds=2)

    assert time.monotonic() - start < 2.5


ENDLESS = (
    "ASK { "
    + "".join(f"VALUES ?{name} {{ {' '.join(map(str, range(200)))} }} " for name in "abcdefg")
    + "FILTER(?a + ?b + ?c + ?d + ?e + ?f + ?g < 0) }"
)


@pytest.mark.parametrize("query", [ENDLESS, "SELECT * {" + "{" * 20_000 + "}" * 20_000 + "}"])
def test_a_query_that_an_endpoint_rejects_is_looked_at_within_its_deadline(
    stub: Stub, query: str
) -> None:
    start = time.monotonic()

    with pytest.raises(QueryError):
        Endpoint(stub.url + "/400").run(query, seconds=2)

    assert time.monotonic() - start < 2.5


def test_a_query_that_is_not_understood_in_time_is_not_sent(stub: Stub, tmp_path: Path) -> None:
    with pytest.raises(TimeLimit):
        Endpoint(stub.url + "/good").run(ENDLESS + "# INSERT", seconds=0.5)

    assert stub.requests == []
