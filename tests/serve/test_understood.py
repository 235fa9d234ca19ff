"""What was understood comes first, and every part of it can be switched where it stands."""

from __future__ import annotations

import re
from urllib.parse import unquote_plus

from served import Served

HTML = {"Accept": "text/html"}


def page(server: Served, **fields: object) -> str:
    return server.send("/", headers=HTML, **fields).text


def summaries(text: str) -> list[str]:
    """Return what the chips of a page say, one after the other."""
    found = re.findall(r"<details class=\"chip.*?<summary>(.*?)</summary>", text, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", " ", one).split()) for one in found]


def test_a_person_sees_what_was_understood_before_the_answer(server: Served) -> None:
    text = page(server, question="Which films did Denis Villeneuve direct?")

    assert text.index('id="understood"') < text.index('id="answers"')


def test_below_a_word_stands_what_it_was_taken_for(server: Served) -> None:
    text = page(server, question="Where was the director of Titanic born?")

    assert summaries(text) == [
        "director director P57",
        "Titanic Titanic Q44578",
        "born place of birth P19",
    ]


def test_words_that_say_one_relation_are_one_chip(server: Served) -> None:
    text = page(server, question="What is the place of birth of Christopher Nolan?")

    assert "place of birth place of birth P19" in summaries(text)


def test_a_name_in_an_expression_can_be_switched(server: Served) -> None:
    text = page(server, algebra="^P57(Q60834962)")

    assert "thing Dune Q60834962" in summaries(text)
    addresses = [unquote_plus(one) for one in re.findall(r'href="/\?(algebra=[^"]*)"', text)]
    assert any(one.startswith("algebra=^P57(Q114819)") for one in addresses)


def test_after_a_switch_the_words_are_still_told_apart(server: Served) -> None:
    text = page(server, algebra="^P86(Q25188)", about="Who directed Inception?")

    assert summaries(text) == ["Inception Inception Q25188", "relation composer P86"]


def test_a_question_without_an_answer_shows_its_names(server: Served) -> None:
    text = page(server, question="Who is the mother of Inception?")

    assert "No answer" in text and "Inception Inception Q25188" in summaries(text)


def test_sparql_that_the_algebra_can_say_is_read_back(server: Served) -> None:
    text = page(server, sparql="SELECT ?film WHERE { ?film wdt:P57 wd:Q25191 }")

    assert "works directed by Christopher Nolan" in text
    assert "thing Christopher Nolan Q25191" in summaries(text)


def test_a_mistake_is_marked_in_the_editor(server: Served) -> None:
    algebra, sparql = 'P57("Christofer Nolan")', "SELECT ?x WHERE { ?x wdt:P57 "

    assert 'data-wrong="4,22"' in page(server, algebra=algebra)
    assert 'data-wrong="16,17"' in page(server, sparql=sparql.strip())


def test_the_proof_tells_the_qualifiers_of_its_facts(server: Served) -> None:
    text = page(server, algebra="P39{P580 = 1997-05-02}(Q14211)")

    assert re.search(r'class="edge-note"[^>]*>start time: 1997-05-02<', text)


def test_the_largest_of_many_are_drawn_wherever_they_stand(server: Served) -> None:
    text = page(server, algebra="type(Q8502)[P2044 > 3000]")
    first = re.search(r'<ol class="bars">.*?</li>', text, re.DOTALL)

    assert first and "Mount Everest" in first.group() and "8,849 metre" in first.group()
    assert re.search(r"and \d+ smaller ones", text)
    by_value = page(server, algebra="type(Q8502)[P2044 > 3000]", sort="value")
    row = re.search(r"<tbody>.*?</tr>", by_value, re.DOTALL)
    assert row and "Mount Everest" in row.group()


def test_results_of_sparql_can_be_had_as_files(server: Served) -> None:
    query = "SELECT ?film WHERE { ?film wdt:P57 wd:Q25191 } ORDER BY ?film LIMIT 1"
    said = server.send("/download", sparql=query, format="csv")

    assert said.status == 200 and said.text.splitlines()[0] == "film"
    assert server.send("/download", sparql=query, format="graphml").status == 400
    graph = server.send(
        "/download", sparql="CONSTRUCT WHERE { wd:Q25188 wdt:P57 ?o }", format="turtle"
    )
    assert "wdt:P57" in graph.text
