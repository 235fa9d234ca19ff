import socket
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from kgqa_store.build import build
from kgqa_store.errors import QueryError, QueryRefused
from kgqa_store.local import LocalStore
from kgqa_store.results import Table, Triples
from kgqa_store.vocabulary import PREFIXES, XSD
from small_store import STATISTICS, THINGS, lay_out, quads


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("worker") / "store")


@pytest.fixture(scope="module")
def store(directory: Path) -> Iterator[LocalStore]:
    with LocalStore(directory, workers=2) as opened:
        yield opened


# --- Results ----


def test_a_select_query_gives_a_table(store: LocalStore) -> None:
    table = store.select("SELECT ?x ?none { ?x wdt:P31 wd:Q2 } ORDER BY ?x LIMIT 2", seconds=10)

    assert table.variables == ("x", "none")
    assert table.rows[0] == (ox.NamedNode("http://www.wikidata.org/entity/Q1"), None)
    assert len(table.rows) == 2


def test_an_ask_query_gives_a_truth(store: LocalStore) -> None:
    assert store.ask("ASK { wd:Q1 wdt:P31 wd:Q2 }", seconds=10) is True
    assert store.ask("ASK { wd:Q1 wdt:P31 wd:Q3 }", seconds=10) is False


def test_construct_and_describe_give_triples(store: LocalStore) -> None:
    made = store.run("CONSTRUCT { ?x a ?y } WHERE { ?x wdt:P31 ?y }", seconds=10)
    described = store.run("DESCRIBE wd:Q1", seconds=10)

    assert isinstance(made, Triples)
    assert len(made.triples) == THINGS
    assert isinstance(described, Triples)
    assert len(described.triples) == 2


def test_no_rows_and_no_variables_are_told_apart(store: LocalStore) -> None:
    assert store.run("SELECT ?x { ?x wdt:P999 ?y }", seconds=10) == Table(("x",), ())
    assert store.run("SELECT * {}", seconds=10) == Table((), ((),))


def test_a_result_of_many_blocks_is_complete(store: LocalStore) -> None:
    query = "SELECT ?x ?y ?z { ?x wdt:P31 ?k . ?y wdt:P31 ?k . ?z wdt:P31 ?k } LIMIT 20000"

    table = store.select(query, seconds=30)

    assert len(table.rows) == 20_000
    assert all(None not in row for row in table.rows)


def test_every_kind_of_term_arrives_as_it_was(tmp_path: Path) -> None:
    values = [
        *(ox.Literal(text) for text in ("", "a\tb\r\nc", "\"'\\", "é 😀 \u2028", "\x01\x7f")),
        *(ox.Literal(text, language="en") for text in ("", "tab\t", "new\nline")),
        *(ox.Literal(text, datatype=ox.NamedNode(f"{XSD}decimal")) for text in ("5", "-1.50", "x")),
        *(
            ox.Literal(text, datatype=ox.NamedNode(f"{XSD}double"))
            for text in ("1e9", "NaN", "-INF")
        ),
        ox.Literal("007", datatype=ox.NamedNode(f"{XSD}integer")),
        ox.Literal("-0044-03-15T00:00:00Z", datatype=ox.NamedNode(f"{XSD}dateTime")),
        ox.Literal("1952-00-00T00:00:00Z", datatype=ox.NamedNode(f"{XSD}dateTime")),
        ox.Literal("Point(1 2)", datatype=ox.NamedNode(f"{PREFIXES['geo']}wktLiteral")),
        ox.Literal("true", datatype=ox.NamedNode(f"{XSD}boolean")),
        ox.NamedNode("http://x/é?a=b#c"),
        ox.BlankNode("b1"),
    ]
    edge = ox.NamedNode("http://x/p")
    graph = [ox.Quad(ox.NamedNode(f"http://x/{i}"), edge, value) for i, value in enumerate(values)]
    memory = ox.Store()
    memory.extend(graph)
    query = "SELECT ?s ?o { ?s <http://x/p> ?o }"

    with LocalStore(lay_out(tmp_path / "store", graph=graph)) as store:
        arrived = store.select(query, seconds=10)
        triples = store.run("CONSTRUCT WHERE { ?s <http://x/p> ?o }", seconds=10)

    assert set(arrived.rows) == {tuple(solution) for solution in memory.query(query)}  # type: ignore[arg-type]
    assert set(triples.triples) == {quad.triple for quad in memory}  # type: ignore[union-attr]


def test_labels_come_in_the_language_or_for_all_languages(tmp_path: Path) -> None:
    def label(thing: str, text: str, language: str) -> ox.Quad:
        subject = ox.NamedNode(f"{PREFIXES['wd']}{thing}")
        edge = ox.NamedNode(f"{PREFIXES['rdfs']}label")
        return ox.Quad(subject, edge, ox.Literal(text, language=language))

    graph = [
        label("Q1", "Erde", "de"),
        label("Q1", "Earth", "en"),
        label("Q2", "Ada", "mul"),
        label("Q3", "Ada", "mul"),
        label("Q3", "Ada Lovelace", "en"),
        label("Q4", "Mars", "de"),
        label("P31", "instance of", "en"),
    ]
    with LocalStore(lay_out(tmp_path / "store", graph=graph)) as store:
        found = store.labels(["Q1", "Q2", "Q3", "Q4", "Q5", "P31", "Q1"])
        german = store.labels(["Q1", "Q4"], "de")

    assert found == {"Q1": "Earth", "Q2": "Ada", "Q3": "Ada Lovelace", "P31": "instance of"}
    assert german == {"Q1": "Erde", "Q4": "Mars"}


def test_labels_of_more_things_than_fit_in_one_query(store: LocalStore) -> None:
    found = store.labels(f"Q{number}" for number in range(1, 1300))

    assert len(found) == THINGS


def test_two_stores_share_the_name_index_of_a_generation(tmp_path: Path) -> None:
    source = tmp_path / "small.nt"
    source.write_text("".join(f"{quad.triple} .\n" for quad in quads()))
    build([source], tmp_path / "store")

    with LocalStore(tmp_path / "store") as one:
        with LocalStore(tmp_path / "store") as other:
            assert one.labels(["Q7", "Q999"]) == other.labels(["Q7"]) == {"Q7": "thing 7"}
            assert one.names is other.names is not None
        assert one.labels(["Q8"]) == {"Q8": "thing 8"}


def test_what_is_no_id_has_no_place_in_a_query(store: LocalStore) -> None:
    with pytest.raises(ValueError, match="no id"):
        store.labels(["Q1> } #"])


def test_the_statistics_of_the_generation_are_there(store: LocalStore) -> None:
    assert store.statistics == STATISTICS


# --- Bad queries ----


@pytest.mark.parametrize(
    ("query", "line", "column", "marked", "hint"),
    [
        ("SELECT ?x WHERE { ?x wdt:P31 }", 1, 30, "}", "For instance"),
        ("SELEC ?x {}", 1, 1, "SELEC", "SELECT"),
        ("SELECT ?x {\n  ?x wdd:P31 ?y }", 2, 6, "wdd:P31", "wdt"),
        ("SELECT ?x {\n\t?x foo:bar ?y }", 2, 5, "foo:bar", "PREFIX foo:"),
        ("SELECT ?x { ?x ?p ?o .\n\n FILTR(?o > 1) }", 3, 2, "FILTR", "FILTER"),
        ("SELECT ?x { ?x ?p ?o FILTER(FOO(?o)) }", 1, 29, "FOO", "FLOOR"),
        ("SELECT ?x { ?x ?p ?o } ORDR BY ?x", 1, 24, "ORDR", "ORDER"),
        ("SELECT ?x { ?x ?p ?o } LIMIT -1", 1, 30, "-", "For instance"),
        ("SELECT ?x { ?x ?p ?o", 1, 11, "{", "Add a }"),
        ("SELECT ?x { ?x ?p ?o } }", 1, 24, "}", "Remove"),
        ("SELECT ?x { ?x ?p 'o }", 1, 19, "'", "Close"),
        ("SELECT ?x { ?x <rel> ?o }", 1, 16, "<rel>", "wd:Q42"),
        ("SELECT COUNT(?x) { ?x ?p ?o }", 1, 8, "COUNT", "(COUNT(?x) AS ?name)"),
        ("SELECT ?x ?p { ?x ?p ?o } GROUP BY ?x", 1, 1, "SELECT", "GROUP BY"),
        ("SELECT ?é { ?é ?p ?o OPTIONAL ?x }", 1, 31, "?x", "{"),
    ],
)
def test_a_malformed_query_is_underlined(
    store: LocalStore, query: str, line: int, column: int, marked: str, hint: str
) -> None:
    with pytest.raises(QueryError) as caught:
        store.run(query, seconds=10)

    message, shown, marks = str(caught.value).split("\n")
    assert f"line {line}, column {column}:" in message
    assert shown[2:] == query.split("\n")[line - 1].replace("\t", " ")
    assert marks == "  " + " " * (column - 1) + "^" * len(marked)
    assert hint in caught.value.hint


@pytest.mark.parametrize("query", ["", "  \n", "# only a comment"])
def test_an_empty_query_is_refused(store: LocalStore, query: str) -> None:
    with pytest.raises(QueryError, match="empty"):
        store.run(query, seconds=10)


def test_a_query_that_nests_too_deeply_is_refused(store: LocalStore) -> None:
    with pytest.raises(QueryError, match="deeply"):
        store.run("SELECT * {" + "{" * 20_000 + "}" * 20_000 + "}", seconds=10)
    assert store.ask("ASK {}", seconds=10)


def test_an_unknown_function_is_refused(store: LocalStore) -> None:
    with pytest.raises(QueryError, match="http://f"):
        store.run("SELECT (<http://f>(1) AS ?y) {}", seconds=10)


def test_half_a_character_is_no_crash(store: LocalStore) -> None:
    with pytest.raises(QueryError):
        store.run("SELECT ?x { ?x \udc80 ?y }", seconds=10)


@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { wd:Q1 wdt:P31 wd:Q5 }",
        "PREFIX x: <http://x/>\n# comment\ndelete where { ?s ?p ?o }",
        "BASE <http://x/> LOAD <http://x/>",
        "CLEAR ALL",
        "DROP GRAPH <http://x/>",
        "WITH <http://x/> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    ],
)
def test_an_update_is_refused(store: LocalStore, query: str) -> None:
    with pytest.raises(QueryRefused, match="only read"):
        store.run(query, seconds=10)


@pytest.mark.parametrize(
    "template",
    [
        "SELECT * { SERVICE <URL> { ?s ?p ?o } }",
        "SELECT * { service silent<URL>{ ?s ?p ?o } }",
        "SELECT * { ?a ?b ?c FILTER(?a<?b)SERVICE<URL>{ ?s ?p ?o } }",
        "SELECT * { ?a wd:x\\'y ?c . SERVICE <URL> { ?s ?p 'x' } }",
        "SELECT * { VALUES ?u { <URL> } SERVICE ?u { ?s ?p ?o } }",
        "SELECT * { \\u0053ERVICE <URL> { ?s ?p ?o } }",
    ],
)
def test_no_query_reaches_another_server(store: LocalStore, template: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        query = template.replace("URL", f"http://127.0.0.1:{server.getsockname()[1]}/")

        with pytest.raises((QueryRefused, QueryError)):
            store.run(query, seconds=2)

        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize(
    "query",
    [
        "ASK { ?x rdfs:label 'SERVICE' }",
        "ASK { ?service ?p '''it's a SERVICE''' } # SERVICE",
        'ASK { ?x <http://x/SERVICE> "INSERT"@service }',
        "PREFIX insert: <http://x/> ASK { ?x insert:service ?y }",
    ],
)
def test_the_words_of_names_and_texts_are_no_keywords(store: LocalStore, query: str) -> None:
    assert store.ask(query, seconds=10) is False


def test_the_label_service_of_wikidata_gets_its_own_hint(store: LocalStore) -> None:
    with pytest.raises(QueryRefused) as caught:
        store.run("SELECT * { SERVICE wikibase:label { bd:x wikibase:language 'en' } }", seconds=1)

    assert "rdfs:label" in caught.value.hint
