import time
import urllib.request
from collections.abc import Iterator

import kgqa_store.endpoint
import pyoxigraph as ox
import pytest
from kgqa_store.endpoint import Endpoint
from kgqa_store.errors import (
    EndpointError,
    MemoryLimit,
    QueryError,
    QueryRefused,
    StoreError,
    TimeLimit,
)
from kgqa_store.results import Table, Triples
from kgqa_store.transfer import is_same_server
from real_server import free_port, serving
from small_store import ENDLESS, THINGS, quads
from stub_endpoint import Stub, stub_endpoint

SELECT = "SELECT ?x { ?x ?p ?o }"
RESULT = Table(("x",), ((ox.NamedNode("http://a/"),),))


# --- A real server ----


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("server") / "graph"
    store = ox.Store(place)
    store.bulk_extend(quads())
    store.flush()
    del store
    with serving(place) as address:
        yield address


@pytest.fixture
def endpoint(server: str) -> Iterator[Endpoint]:
    with Endpoint(server) as opened:
        yield opened


def test_a_real_server_answers_every_kind_of_query(endpoint: Endpoint) -> None:
    table = endpoint.select("SELECT ?x ?none { ?x wdt:P31 wd:Q2 } ORDER BY ?x", seconds=10)
    graph = endpoint.run("CONSTRUCT WHERE { ?x wdt:P31 ?y }", seconds=10)
    described = endpoint.run("DESCRIBE wd:Q1", seconds=10)

    assert table.rows[0] == (ox.NamedNode("http://www.wikidata.org/entity/Q1"), None)
    assert isinstance(graph, Triples)
    assert len(graph.triples) == THINGS
    assert isinstance(described, Triples)
    assert endpoint.ask("ASK { wd:Q1 wdt:P31 wd:Q2 }", seconds=10) is True
    assert endpoint.ask("ASK { wd:Q1 wdt:P31 wd:Q3 }", seconds=10) is False


def test_a_real_server_gives_labels(endpoint: Endpoint) -> None:
    found = endpoint.labels([f"Q{number}" for number in range(1, 700)])

    assert len(found) == THINGS
    assert found["Q7"] == "thing 7"


def test_a_real_server_is_left_at_the_deadline(endpoint: Endpoint) -> None:
    start = time.monotonic()

    with pytest.raises(TimeLimit):
        endpoint.run(ENDLESS, seconds=0.3)

    assert time.monotonic() - start < 0.6
    assert endpoint.ask("ASK { ?s ?p ?o }", seconds=10)


def test_a_malformed_query_is_underlined_although_a_server_rejected_it(endpoint: Endpoint) -> None:
    with pytest.raises(QueryError) as caught:
        endpoint.run("SELECT ?x {\n ?x wdt:P31 }", seconds=10)

    assert "line 2, column 13" in str(caught.value)


def test_updates_never_leave_the_house(endpoint: Endpoint) -> None:
    with pytest.raises(QueryRefused):
        endpoint.run("DELETE WHERE { ?s ?p ?o }", seconds=10)


def test_rows_and_bytes_are_bounded(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(endpoint.run(SELECT, seconds=10, rows=2 * THINGS).rows) == 2 * THINGS  # type: ignore[union-attr]
    with pytest.raises(MemoryLimit, match="rows"):
        endpoint.run(SELECT, seconds=10, rows=2 * THINGS - 1)
    with pytest.raises(MemoryLimit, match="rows"):
        endpoint.run("CONSTRUCT WHERE { ?s ?p ?o }", seconds=10, rows=10)
    monkeypatch.setattr(kgqa_store.endpoint, "SIZE", 1000)
    with pytest.raises(MemoryLimit, match="bytes"):
        endpoint.run(SELECT, seconds=10)


# --- A server that misbehaves ----


@pytest.fixture
def stub() -> Iterator[Stub]:
    with stub_endpoint() as running:
        yield running


def error_of(stub: Stub, path: str, *, seconds: float = 5.0, query: str = SELECT) -> StoreError:
    with pytest.raises(StoreError) as caught:
        Endpoint(stub.url + path).run(query, seconds=seconds)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    return caught.value


def test_a_short_query_is_sent_by_get_with_our_name(stub: Stub) -> None:
    assert Endpoint(stub.url + "/good").run(SELECT, seconds=5) == RESULT

    ((method, path, headers, sparql),) = stub.requests
    assert (method, path, sparql) == ("GET", "/good", SELECT)
    assert headers["User-Agent"].startswith("kgqa/")
    assert "application/sparql-results+json" in headers["Accept"]


def test_a_long_query_is_sent_by_post(stub: Stub) -> None:
    query = SELECT + "#" * 3000

    assert Endpoint(stub.url + "/good").run(query, seconds=5) == RESULT
    assert stub.requests[0][0] == "POST"
    assert stub.requests[0][3] == query


def test_an_address_with_parameters_keeps_them(stub: Stub) -> None:
    assert Endpoint(stub.url + "/good?graph=x").run(SELECT, seconds=5) == RESULT
    assert stub.requests[0][0] == "POST"


def test_the_prefixes_a_query_uses_are_declared_for_it(stub: Stub) -> None:
    query = "PREFIX wd: <http://mine/> SELECT ?x { ?x wdt:P31 wd:Q5 } # rdfs:label"
    Endpoint(stub.url + "/good").run(query, seconds=5)

    assert stub.requests[0][3] == f"PREFIX wdt: <http://www.wikidata.org/prop/direct/> {query}"


def test_results_in_xml_are_read_too(stub: Stub) -> None:
    assert Endpoint(stub.url + "/xml").run(SELECT, seconds=5) == RESULT


def test_a_redirection_is_followed_with_the_query(stub: Stub) -> None:
    for query in (SELECT, SELECT + "#" * 3000):
        assert Endpoint(stub.url + "/moved").run(query, seconds=5) == RESULT
        assert stub.requests[-1][1] == "/good"
        assert stub.requests[-1][3] == query


@pytest.mark.parametrize("path", ["/429/once", "/503/date"])
def test_a_busy_endpoint_is_asked_again_when_it_says(stub: Stub, path: str) -> None:
    start = time.monotonic()

    assert Endpoint(stub.url + path).run(SELECT, seconds=5) == RESULT
    assert len(stub.requests) == 2
    assert path == "/503/date" or 1.0 <= time.monotonic() - start < 2.0


def test_an_endpoint_that_wants_us_to_wait_beyond_the_deadline_is_not_waited_for(
    stub: Stub,
) -> None:
    start = time.monotonic()
    error = error_of(stub, "/429/long", seconds=2)

    assert time.monotonic() - start < 1
    assert isinstance(error, EndpointError)
    assert "3600 s" in str(error)
    assert error.hint == "Try again later."


def test_an_endpoint_that_is_always_busy_is_given_up(stub: Stub) -> None:
    error = error_of(stub, "/503")

    assert "too much to do (HTTP 503)" in str(error)
    assert "Down & enjoy" in str(error)
    assert len(stub.requests) == 4


@pytest.mark.parametrize("path", ["/slow", "/drip/headers", "/drip/body", "/drip/error"])
def test_the_deadline_holds_against_slow_servers(stub: Stub, path: str) -> None:
    start = time.monotonic()
    error = error_of(stub, path, seconds=0.3)

    assert isinstance(error, TimeLimit)
    assert 0.3 <= time.monotonic() - start < 0.6


def test_the_size_is_bounded_against_endless_servers(
    stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kgqa_store.endpoint, "SIZE", 1_000_000)

    assert isinstance(error_of(stub, "/endless"), MemoryLimit)


@pytest.mark.parametrize("path", ["/cut/length", "/cut/json", "/cut/chunk", "/empty"])
def test_a_result_that_is_cut_off_is_no_result(stub: Stub, path: str) -> None:
    error = error_of(stub, path)

    assert isinstance(error, EndpointError)
    assert "cut off" in str(error)


def test_a_graph_that_is_cut_off_is_no_result(stub: Stub) -> None:
    assert "cut off" in str(error_of(stub, "/cut/turtle", query="DESCRIBE <http://a/>"))


@pytest.mark.parametrize("path", ["/trace", "/500/trace", "/anytime", "/504"])
def test_an_endpoint_that_gave_up_is_recognised(stub: Stub, path: str) -> None:
    error = error_of(stub, path)

    assert isinstance(error, TimeLimit)
    assert "its own time limit" in str(error)


def test_a_failure_in_the_middle_of_a_result_is_recognised(stub: Stub) -> None:
    assert "failed in the middle" in str(error_of(stub, "/other/trace"))


def test_a_result_that_ends_where_all_results_end_is_refused(stub: Stub) -> None:
    assert isinstance(error_of(stub, "/maxrows"), MemoryLimit)
    assert Endpoint(stub.url + "/maxrows").run(SELECT + " LIMIT 1", seconds=5) == RESULT


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/403", "refuses access (HTTP 403). It says: Forbidden: bad user agent"),
        ("/404", "no SPARQL service at"),
        ("/500", "failed (HTTP 500). It says: Out of cheese"),
        ("/html", "answers a web page instead of SPARQL results (Welcome & enjoy)"),
        ("/html/as/json", "instead of SPARQL results"),
        ("/csv", "answers text/csv instead"),
        ("/plain", "answers text/plain instead"),
        ("/other/json", "cut off or garbled"),
        ("/loop", "redirects without an end"),
        ("/to/file", "redirects"),
        ("/hang/up", "broke the connection off"),
        ("/garbage", "cannot be asked"),
    ],
)
def test_what_is_no_result_is_told_in_one_sentence(stub: Stub, path: str, words: str) -> None:
    error = error_of(stub, path)

    assert isinstance(error, EndpointError)
    assert words in str(error)
    assert error.exit_code == 4


def test_a_query_that_only_the_endpoint_rejects_keeps_its_reason(stub: Stub) -> None:
    error = error_of(stub, "/400")

    assert isinstance(error, QueryError)
    assert "I dislike it" in str(error)


def test_a_query_is_not_sent_on_to_another_server(stub: Stub) -> None:
    with stub_endpoint() as other:
        port = other.url.rpartition(":")[2]
        for query in (SELECT, SELECT + "#" * 3000):
            error = error_of(stub, f"/elsewhere?port={port}", query=query)

            assert isinstance(error, EndpointError)
            assert "redirects to another server" in str(error)
            assert error.hint.endswith(f"--store {other.url}/good")
    assert other.requests == []


@pytest.mark.parametrize(
    ("url", "other", "is_same"),
    [
        ("http://a/x", "http://a/y", True),
        ("http://a/x", "https://a/x", True),
        ("http://a:80/x", "http://A/x", True),
        ("https://a/x", "http://a/x", False),
        ("http://a/x", "http://b/x", False),
        ("http://a:1/x", "http://a:2/x", False),
        ("http://a/x", "http://a.b/x", False),
    ],
)
def test_a_server_is_its_host_and_its_port(url: str, other: str, is_same: bool) -> None:
    assert is_same_server(url, other) is is_same


def test_a_wait_in_figures_that_are_none_is_passed_over(stub: Stub) -> None:
    assert Endpoint(stub.url + "/429/odd").run(SELECT, seconds=5) == RESULT


@pytest.mark.parametrize("query", [SELECT, "SELECT ?x ?y {}", "SELECT (1 AS ?x) (?x AS ?z) {}"])
def test_a_reply_with_other_variables_is_no_result(stub: Stub, query: str) -> None:
    error = error_of(stub, "/other/variables", query=query)

    assert isinstance(error, EndpointError)
    assert "?y instead of ?x" in str(error)


def test_the_columns_of_a_reply_are_put_in_the_order_of_the_query(stub: Stub) -> None:
    given = Endpoint(stub.url + "/turned").run("SELECT ?x ?y {}", seconds=5)

    assert given == Table(("x", "y"), ((ox.Literal("1"), ox.Literal("2")),))


def test_a_truth_is_no_table(stub: Stub) -> None:
    assert "another kind of result" in str(error_of(stub, "/other/variables", query="ASK {}"))


def test_nothing_listens() -> None:
    with pytest.raises(EndpointError, match="nothing listens there"):
        Endpoint(f"http://127.0.0.1:{free_port()}/").run(SELECT, seconds=5)


def test_a_host_nobody_knows() -> None:
    with pytest.raises((EndpointError, TimeLimit)) as caught:
        Endpoint("http://no-such-host.invalid/sparql").run(SELECT, seconds=2)
    assert isinstance(caught.value, TimeLimit) or "host is not known" in str(caught.value)


def test_proxies_of_the_environment_are_used(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("no_proxy", "")
    assert urllib.request.getproxies()["http"]

    with pytest.raises(EndpointError, match="nothing listens"):
        Endpoint(stub.url + "/good").run(SELECT, seconds=5)
