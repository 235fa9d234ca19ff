"""The page without its script: what a person can do with links and forms alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from served import Said, Served, serving

HTML = {"Accept": "text/html"}
QUESTION = "Who directed Inception?"
EVIL = "<script>alert(1)</script>"


class Tags(HTMLParser):
    """All tags of a page with their attributes, and which were never closed."""

    VOID = frozenset({"meta", "link", "input", "img", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()


def page(server: Served, path: str = "/", **fields: object) -> Said:
    said = server.send(path, headers=HTML, **fields)
    assert said.type == "text/html"
    return said


ADDRESSES = {
    "home": ("/", {}),
    "answer": ("/", {"question": QUESTION}),
    "reading": ("/", {"question": QUESTION, "reading": 2}),
    "passage": ("/", {"question": "Who directed Whiplash?"}),
    "several": ("/", {"question": "Where is Springfield?"}),
    "none": ("/", {"question": "Who invented the antigravity belt?"}),
    "list": ("/", {"algebra": "type(Q515)", "view": "table", "page": 2}),
    "dates": ("/", {"algebra": "P57(Q25191)[P577 >= 2010]"}),
    "numbers": ("/", {"algebra": "type(Q8502)[P2044 > 8000 metre]"}),
    "map": ("/", {"algebra": "^P625(Q64)"}),
    "truth": ("/", {"algebra": "Q243 in P17(Q142)"}),
    "sparql": ("/", {"sparql": "SELECT ?x WHERE { ?x wdt:P57 wd:Q25191 }"}),
    "mistake": ("/", {"algebra": "P57("}),
    "entity": ("/entity/Q25188", {}),
    "property": ("/entity/P57", {}),
    "store": ("/store", {}),
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_page_is_whole_and_fetches_nothing_from_elsewhere(server: Served, name: str) -> None:
    path, fields = ADDRESSES[name]
    found = Tags(page(server, path, **fields).text)

    assert found.open == []
    for tag, attributes in found.tags:
        assert "style" not in attributes and not [a for a in attributes if a.startswith("on")]
        source = attributes.get("src") or (attributes.get("href") if tag == "link" else None)
        assert source is None or source.startswith("/static/")
        if tag in ("input", "textarea") and attributes.get("type") != "hidden":
            assert attributes["id"]


def test_an_answer_has_its_proof_and_what_was_understood(server: Served) -> None:
    text = page(server, question=QUESTION).text

    assert "Christopher Nolan" in text and "British film director" in text
    assert re.search(r'class="sure sure".*98 %|class="sure sure"', text, re.DOTALL)
    assert "Inception · director · Christopher Nolan" in text and "<svg" in text
    assert "the director of Inception" in text
    assert re.search(r'class="w name c0" title="Inception">Inception<', text)
    assert re.search(r'class="w relation c0" title="director">directed<', text)


def test_words_that_no_part_covers_stand_out(server: Served) -> None:
    text = page(server, question="Who directed the film Inception on Tuesdays?").text

    assert re.search(r'class="w unused[^>]*>Tuesdays<', text)
    assert not re.search(r'class="w unused[^>]*>directed<', text)


def links(text: str, containing: str) -> list[str]:
    found = (a.get("href") or "" for tag, a in Tags(text).tags if tag == "a")
    return [one for one in found if containing in one]


def follow(server: Served, address: str) -> Said:
    split = urlsplit(address)
    return page(server, split.path, **{k: v[0] for k, v in parse_qs(split.query).items()})


def test_a_name_is_switched_by_a_link(server: Served) -> None:
    text = page(server, question="Who wrote Dune?").text
    chosen = links(text, "pick=Q114819")

    assert chosen and "Frank Herbert" in text
    assert "screenwriter" in follow(server, chosen[0]).text


def test_a_relation_is_switched_by_a_link(server: Served) -> None:
    text = page(server, question=QUESTION).text
    chosen = [one for one in links(text, "algebra=") if "P86" in one]

    other = follow(server, chosen[0]).text
    assert "Hans Zimmer" in other and QUESTION.replace("?", "") in other


def test_another_reading_has_its_own_answers(server: Served) -> None:
    text = page(server, question=QUESTION).text
    readings = links(text, "reading=2")
    other = follow(server, readings[0]).text

    assert 'aria-current="true"' in other and other != text
    gone = page(server, question=QUESTION, reading=99)
    assert gone.status == 400 and "no reading 99" in gone.text
    again = [one for one in links(other, "reading=1") if one.endswith("reading=1")]
    assert "Christopher Nolan" in follow(server, again[0]).text


def test_a_long_list_has_pages(server: Served) -> None:
    text = page(server, algebra="type(Q515)").text
    (more,) = (one for one in links(text, "page=2") if "sort" not in one)
    second = follow(server, more).text

    assert "1 to 20 of" in text and "21 to 40 of" in second


def test_no_answer_says_why(server: Served) -> None:
    text = page(server, question="Who invented the antigravity belt?").text

    assert "No answer" in text and "no name in the question is known" in text


def test_several_meanings_stand_side_by_side(server: Served) -> None:
    text = page(server, question="When did Harry Potter come out?").text

    assert "seven novels" in text and "eight films" in text and 'class="meanings"' in text
    assert len(set(links(text, "pick="))) >= 2


def test_what_is_read_is_marked_in_its_passage(server: Served) -> None:
    assert "<mark>Damien Chazelle</mark>" in page(server, question="Who directed Whiplash?").text


def test_a_mistake_is_shown_with_the_editor(server: Served) -> None:
    said = page(server, algebra="P57(Q25191")

    assert said.status == 400 and "^" in said.text
    assert re.search(r'<textarea id="algebra"[^>]*>P57\(Q25191</textarea>', said.text)


def test_dates_and_numbers_are_drawn(server: Served) -> None:
    dates = page(server, algebra="P57(Q25191)[P577 >= 2010]").text
    numbers = page(server, algebra="type(Q8502)[P2044 > 8000 metre]").text

    assert 'class="axis"' in dates and "2010-07-16" in dates
    assert 'class="bars"' in numbers and "8,848" in numbers.replace("8,849", "8,848")


def test_the_stream_tells_the_stages_and_then_the_answer(server: Served) -> None:
    said = server.send("/stream", question=QUESTION)
    events = [one.split("\n")[0] for one in said.text.strip().split("\n\n")]

    assert said.type == "text/event-stream"
    assert events[0] == "event: stage" and events[-1] == "event: done"
    assert "data: understanding" in said.text and "data: querying" in said.text
    assert "Christopher Nolan" in said.text


@pytest.mark.parametrize("form", ["csv", "tsv", "markdown", "turtle", "jsonld", "graphml"])
def test_answers_can_be_had_as_files(server: Served, form: str) -> None:
    for asked in ({"question": QUESTION}, {"algebra": "^P57(Q25188)"}):
        said = server.send("/download", format=form, **asked)
        assert said.status == 200 and "Q25191" in said.text
        assert said.headers["content-disposition"].endswith(f'answers.{form}"')
    assert server.send("/download", format=form).status == 400


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server on a store whose names are scripts."""
    folder = tmp_path_factory.mktemp("hostile")
    wd, wdt = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    lines = [
        f'<{wd}Q1> <{label}> "Evil {EVIL}"@en .',
        f'<{wd}Q2> <{label}> "\\" onload=\\"alert(1) {EVIL}"@en .',
        f'<{wd}P57> <{label}> "director{EVIL}"@en .',
        f"<{wd}P57> <http://wikiba.se/ontology#directClaim> <{wdt}P57> .",
        f"<{wd}Q1> <{wdt}P57> <{wd}Q2> .",
        f'<{wd}Q1> <http://schema.org/description> "{EVIL}"@en .',
        f'<{wd}Q1> <{wdt}P1476> "</svg>{EVIL}"@en .',
    ]
    source = folder / "evil.nt"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = CliRunner().invoke(
        main, ["store", "build", str(source), "--out", str(folder / "store"), "--quiet"]
    )
    assert done.exit_code == 0, done.output
    with serving("--store", str(folder / "store"), "--workers", "1") as found:
        yield found


def test_names_that_are_scripts_stay_text(hostile: Served) -> None:
    pages = [
        page(hostile, algebra="^P57(Q1)"),
        page(hostile, algebra="^P1476(Q1)"),
        page(hostile, "/entity/Q1"),
        page(hostile, "/entity/P57"),
        page(hostile, "/store"),
        page(hostile),
        page(hostile, question=f"Who directed Evil {EVIL}?"),
        page(hostile, sparql=f'SELECT ("{EVIL}" AS ?x) {{}}'),
        page(hostile, algebra=f'"{EVIL}'),
        page(hostile, algebra="^P57(Q1)", about=EVIL),
    ]
    for said in pages:
        assert EVIL not in said.text and "<script" not in said.text.replace("<script src=", "")
        assert not [a for _, a in Tags(said.text).tags if "onload" in a]
    assert any("&lt;script&gt;" in said.text for said in pages)


def test_a_store_that_is_built_anew_is_taken_up(tmp_path: Path) -> None:
    def build(name: str) -> None:
        source = tmp_path / "one.nt"
        label = "http://www.w3.org/2000/01/rdf-schema#label"
        text = f'<http://www.wikidata.org/entity/Q1> <{label}> "{name}"@en .\n'
        source.write_text(text, encoding="utf-8")
        command = ["store", "build", str(source), "--out", str(tmp_path / "store"), "--quiet"]
        assert CliRunner().invoke(main, command).exit_code == 0

    build("before")
    with serving("--store", str(tmp_path / "store"), "--workers", "1") as server:
        assert server.json("/entity/Q1")["label"] == "before"
        build("after")
        assert server.json("/entity/Q1")["label"] == "after"
