"""The SPARQL 1.1 protocol, with clients that others wrote."""

from __future__ import annotations

import csv
import io
import json
import warnings
import xml.etree.ElementTree as ET
from urllib.parse import urlencode

import pytest
import rdflib
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from served import Served
from SPARQLWrapper import JSON, TURTLE, XML, SPARQLWrapper

FILMS = "SELECT ?film WHERE { ?film wdt:P57 wd:Q25191 }"
GRAPH = "CONSTRUCT { ?film wdt:P57 wd:Q25191 } WHERE { ?film wdt:P57 wd:Q25191 }"
ASK = "ASK { wd:Q25188 wdt:P57 wd:Q25191 }"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PLAIN = {"Content-Type": "application/sparql-query; charset=utf-8"}
DIRECT = "PREFIX wdt: <http://www.wikidata.org/prop/direct/>\n"
WD = "PREFIX wd: <http://www.wikidata.org/entity/>\n"


def films(server: Served) -> set[str]:
    rows = server.json("/sparql", query=FILMS)["results"]["bindings"]
    return {row["film"]["value"] for row in rows}


def test_a_query_is_sent_in_three_ways(server: Served) -> None:
    by_get = server.send("/sparql", query=FILMS)
    by_form = server.send("/sparql", body=urlencode({"query": FILMS}).encode(), headers=FORM)
    by_body = server.send("/sparql", body=FILMS.encode(), headers=PLAIN)

    assert by_get.status == 200 and len(by_get.json()["results"]["bindings"]) > 5
    assert by_get.body == by_form.body == by_body.body


@pytest.mark.parametrize(
    ("accept", "type_"),
    [
        ("", "application/sparql-results+json"),
        ("*/*", "application/sparql-results+json"),
        ("text/csv", "text/csv"),
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("text/csv;q=0.2, text/tab-separated-values;q=0.9", "text/tab-separated-values"),
        ("text/turtle, application/json", "application/json"),
        ("text/*", "text/xml"),
    ],
)
def test_a_table_has_the_format_that_is_liked_best(server: Served, accept: str, type_: str) -> None:
    said = server.send("/sparql", query=FILMS, headers={"Accept": accept})

    assert (said.status, said.type) == (200, type_)


@pytest.mark.parametrize(
    ("accept", "type_", "format_"),
    [
        ("*/*", "text/turtle", "turtle"),
        ("application/n-triples", "application/n-triples", "nt"),
        ("application/ld+json", "application/ld+json", "json-ld"),
        ("application/rdf+xml", "application/rdf+xml", "xml"),
    ],
)
def test_a_graph_has_the_format_that_is_asked_for(
    server: Served, accept: str, type_: str, format_: str
) -> None:
    said = server.send("/sparql", query=GRAPH, headers={"Accept": accept})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # rdflib warns of its own
        found = rdflib.Graph().parse(data=said.text, format=format_)

    assert said.type == type_
    assert {str(subject) for subject in found.subjects()} == films(server)


def test_the_formats_of_a_table_say_the_same(server: Served) -> None:
    query = "SELECT ?x ?label WHERE { VALUES ?x { wd:Q25188 } OPTIONAL { ?x rdfs:label ?label } }"
    said = {
        type_: server.send("/sparql", query=query, headers={"Accept": type_}).text
        for type_ in ("application/json", "application/sparql-results+xml", "text/csv")
    }
    rows = json.loads(said["application/json"])["results"]["bindings"]
    labels = sorted(row["label"]["value"] for row in rows)
    space = "{http://www.w3.org/2005/sparql-results#}"
    tree = ET.fromstring(said["application/sparql-results+xml"])

    assert sorted(one.text or "" for one in tree.iter(f"{space}literal")) == labels
    assert sorted(r["label"] for r in csv.DictReader(io.StringIO(said["text/csv"]))) == labels


def test_xml_survives_what_texts_may_hold(server: Served) -> None:
    query = r'SELECT ?a ?b WHERE { VALUES (?a ?b) { ("<b>&\u0001\"</b>" "x"@en-GB) } }'
    said = server.send("/sparql", query=query, headers={"Accept": "application/xml"})
    literals = [one.text for one in ET.fromstring(said.text).iter() if one.tag.endswith("literal")]

    assert literals == ['<b>&\ufffd"</b>', "x"]


def test_a_truth_has_all_formats(server: Served) -> None:
    assert server.send("/sparql", query=ASK).json()["boolean"] is True
    said = server.send("/sparql", query=ASK, headers={"Accept": "application/xml"})
    assert "<boolean>true</boolean>" in said.text


def test_sparqlwrapper_understands_the_answers(server: Served) -> None:
    client = SPARQLWrapper(f"{server.url}sparql")
    client.setQuery(DIRECT + WD + FILMS)
    for method in ("GET", "POST"):
        client.setMethod(method)
        for form in (JSON, XML):
            client.setReturnFormat(form)
            found = client.query().convert()
            assert len(films(server)) == (
                len(found["results"]["bindings"])
                if form == JSON
                else len(found.getElementsByTagName("result"))
            )
    client.setQuery(DIRECT + WD + GRAPH)
    client.setReturnFormat(TURTLE)
    graph = rdflib.Graph().parse(data=client.query().convert(), format="turtle")
    assert len(graph) == len(films(server))


def test_rdflib_asks_it_as_a_store(server: Served) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # rdflib warns of its own
        graph = rdflib.Graph(SPARQLStore(f"{server.url}sparql", returnFormat="json"))
        found = {str(row[0]) for row in graph.query(DIRECT + WD + FILMS)}

    assert found == films(server)


def test_the_service_describes_itself(server: Served) -> None:
    said = server.send("/sparql", headers={"Accept": "text/turtle"})
    graph = rdflib.Graph().parse(data=said.text, format="turtle")
    sd = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")

    assert (None, sd.supportedLanguage, sd.SPARQL11Query) in graph
    assert str(next(graph.objects(None, sd.endpoint))) == f"{server.url}sparql"


# The examples of bad requests in the W3C's suite for the protocol, and what a store must refuse.
@pytest.mark.parametrize(
    ("status", "request_"),
    [
        (400, {"query": "SELECT WHERE"}),
        (400, {"query": ["ASK {}", "SELECT * {}"]}),
        (400, {"default-graph-uri": "http://example.org/g"}),
        (400, {"query": ASK, "default-graph-uri": "http://example.org/g"}),
        (400, {"query": ASK, "timeout": "soon"}),
        (403, {"query": "INSERT DATA { <urn:a> <urn:b> 1 }"}),
        (403, {"query": "LOAD <file:///etc/passwd>"}),
        (403, {"query": "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }"}),
        (403, {"update": "CLEAR ALL"}),
    ],
)
def test_what_is_no_query_is_refused(
    server: Served, status: int, request_: dict[str, object]
) -> None:
    assert server.send("/sparql", **request_).status == status
    body = urlencode(request_, doseq=True).encode()
    assert server.send("/sparql", body=body, headers=FORM).status == status


def test_other_types_and_methods_are_refused(server: Served) -> None:
    plain = {"Content-Type": "text/plain"}
    assert server.send("/sparql", body=ASK.encode(), headers=plain).status == 415
    update = {"Content-Type": "application/sparql-update"}
    assert server.send("/sparql", body=b"CLEAR ALL", headers=update).status == 403
    assert server.send("/sparql", body=b"x", method="PUT").status == 405
    assert server.send("/sparql", body=b"\xff", headers=PLAIN).status == 400
    assert server.send("/sparql", query=ASK, headers={"Accept": "image/png"}).status == 406


def test_a_mistake_is_shown_at_its_place(server: Served) -> None:
    message = server.send("/sparql", query="SELECT ?x WHERE { ?x wdt:P57 }").json()["error"]

    assert message["kind"] == "QueryError" and "line 1" in message["message"]
