"""The HTTP interface says what the command line says."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from served import Served

from kgqa.engine import LONGEST
from kgqa.serve.api import LONGEST_QUESTION

QUESTION = "Who directed Inception?"


def test_a_question_may_be_as_long_as_the_engine_takes_it() -> None:
    assert LONGEST_QUESTION == LONGEST


def command(*args: str) -> dict[str, object]:
    done = CliRunner().invoke(main, [*args, "--json"])
    assert done.exit_code in (0, 1, 3), done.output
    return without_times(json.loads(done.stdout))


def without_times(found: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in found.items() if name != "timings_ms"}


@pytest.mark.parametrize(
    "question",
    [
        QUESTION,
        "Who directed Whiplash?",
        "Which films did Denis Villeneuve direct?",
        "Is the Danube longer than the Rhine?",
        "Who invented the antigravity belt?",
    ],
)
def test_ask_gives_what_the_command_gives(server: Served, question: str) -> None:
    assert without_times(server.json("/ask", question=question)) == command("ask", question)


def test_a_posted_question_is_answered_as_one_in_the_address(server: Served) -> None:
    body = json.dumps({"question": QUESTION, "read": "never", "top": 1}).encode()
    said = server.send("/ask", body=body, headers={"Content-Type": "application/json"})

    assert said.status == 200
    found = server.json("/ask", question=QUESTION, read="never", top=1)
    assert without_times(said.json()) == without_times(found)


def test_at_most_so_many_answers_are_given_as_are_asked_for(server: Served) -> None:
    question = "Which films did Christopher Nolan direct?"
    whole, some = (server.json("/ask", question=question, **top) for top in ({}, {"top": 2}))

    assert len(whole["answers"]) > 2 and some["answers"] == whole["answers"][:2]


def test_labels_are_in_the_language_that_is_asked_for(server: Served) -> None:
    said = server.json("/ask", question="What is the capital of Germany?", lang="de")
    facts = said["answers"][0]["proofs"][0]["facts"]

    assert said["language"] == "de"
    assert "Deutschland" in json.dumps(facts, ensure_ascii=False)


@pytest.mark.parametrize(
    "algebra",
    [
        *("P57(Q25191)", "count(type(Q515))", "Q243 in P17(Q142)"),
        'director("Christopher Nolan")[publication date >= 2010]',
    ],
)
def test_query_gives_what_the_command_gives(server: Served, algebra: str) -> None:
    assert without_times(server.json("/query", algebra=algebra)) == command("query", algebra)


def test_link_gives_what_the_command_gives(server: Served) -> None:
    assert server.json("/link", text="Nolan") == command("link", "Nolan")
    found = server.json("/properties", text="date of birth")
    assert found == command("link", "--properties", "date of birth")


def test_an_entity_has_its_statements_with_qualifiers(server: Served) -> None:
    found = server.json("/entity/Q25188")
    by_property = {group["property"]["label"]: group["values"] for group in found["statements"]}

    assert found["label"] == "Inception" and found["types"] == [{"id": "Q11424", "label": "film"}]
    assert [one["value"]["label"] for one in by_property["director"]] == ["Christopher Nolan"]
    date = by_property["publication date"][0]
    assert date["value"]["value"] == "2010-07-16"
    assert date["qualifiers"][0]["value"]["label"] == "United States"


def test_an_entity_tells_who_leads_to_it(server: Served) -> None:
    incoming = server.json("/entity/Q25191")["incoming"]
    films = next(one for one in incoming if one["property"]["id"] == "P57")

    assert {"id": "Q25188", "label": "Inception"} in films["subjects"]


def test_a_property_tells_what_it_joins(server: Served) -> None:
    found = server.json("/entity/P57")

    assert found["label"] == "director" and found["edges"] > 0
    assert found["subject_classes"][0]["label"] == "film"


def test_passages_are_found_by_their_words(server: Served) -> None:
    hits = server.json("/text/search", text="Who directed Whiplash?", top=3)["hits"]

    assert len(hits) <= 3 and "Whiplash" in hits[0]["title"]


def test_sparql_is_explained(server: Served) -> None:
    found = server.json("/explain", sparql="SELECT ?x { ?x wdt:P57 wd:Q25191 }")

    assert found["algebra"] == "P57(Q25191)"
    assert found["english"] == "works directed by Christopher Nolan"


def test_names_are_completed(server: Served) -> None:
    found = server.json("/complete", text="christopher n", kind="entity")["completions"]

    assert found[0]["id"] == "Q25191"


def test_the_challenge_gets_its_query(server: Served) -> None:
    found = server.json("/text2sparql", dataset="https://example.org/d", question=QUESTION)

    assert found.keys() == {"dataset", "question", "query"}
    assert found["dataset"] == "https://example.org/d" and "wdt:P57" in found["query"]


@pytest.mark.parametrize(
    ("path", "fields", "status", "kind"),
    [
        ("/ask", {}, 422, "WrongParameter"),
        ("/ask", {"question": "?!"}, 400, "KgqaError"),
        ("/ask", {"question": "word " * 500}, 422, "WrongParameter"),
        ("/query", {"algebra": "P57(" * 2000}, 400, "NotationError"),
        ("/ask", {"question": "Who?", "pick": "<script>"}, 422, "WrongParameter"),
        ("/ask", {"question": "Who?", "top": "-1"}, 422, "WrongParameter"),
        ("/query", {"algebra": "P57("}, 400, "NotationError"),
        ("/query", {"algebra": "P57(Georgia)"}, 400, "UnclearName"),
        ("/query", {"algebra": "type(Q8502)[P2044 > 3 kilogram]"}, 400, "Incomparable"),
        ("/entity/Q0", {}, 422, "WrongParameter"),
        ("/entity/Q999999999999", {}, 404, "UnknownEntity"),
        ("/entity/..%2f..%2fetc%2fpasswd", {}, 422, "WrongParameter"),
        ("/static/..%2f..%2fapp.py", {}, 404, "Http"),
        ("/nowhere", {}, 404, "Http"),
        ("/text2sparql", {"question": "Blah blah blah?"}, 404, "NotUnderstood"),
    ],
)
def test_what_cannot_be_done_is_said_with_its_status(
    server: Served, path: str, fields: dict[str, str], status: int, kind: str
) -> None:
    said = server.send(path, **fields)

    assert (said.status, said.json()["error"]["kind"]) == (status, kind)
    assert said.json()["error"]["message"]


def test_an_error_of_notation_is_underlined(server: Served) -> None:
    message = server.send("/query", algebra="P57(Q25191").json()["error"]["message"]

    assert "^" in message


def test_a_body_that_is_no_question_is_refused(server: Served) -> None:
    for body in (b"{", b"[]", b'{"question": 3}', b'{"question": "Who?", "color": "red"}', b"\xff"):
        said = server.send("/ask", body=body, headers={"Content-Type": "application/json"})
        assert said.status in (400, 422), body


def test_the_server_says_that_it_lives_and_what_it_has_done(server: Served) -> None:
    server.json("/link", text="Berlin")

    assert server.json("/health")["status"] == "ok"
    figures = server.send("/metrics").text
    assert 'kgqa_requests_total{path="/link",status="200"}' in figures
    assert "# TYPE kgqa_workers_busy gauge" in figures


def test_the_interface_describes_itself(server: Served) -> None:
    paths = server.json("/openapi.json")["paths"]

    assert {"/ask", "/query", "/explain", "/sparql", "/link", "/entity/{id}"} <= paths.keys()
    assert "429" in paths["/ask"]["get"]["responses"]
