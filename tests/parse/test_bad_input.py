"""Whatever is asked has a clear outcome within the time limit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from store_sources import triple, write

from kgqa.answers import Reply, value_text
from kgqa.engine import Engine
from kgqa.errors import KgqaError
from kgqa.settings import Settings

MANY = 10_000
STRANGE = [
    "the of and",
    "who what where",
    "SELECT ?x WHERE { ?x wdt:P31 wd:Q5 }",
    "Who directed Inception? } INSERT DATA { wd:Q1 wdt:P1 wd:Q2 } #",
    'Who is "}} . DROP ALL #"?',
    "Who directed \"Inception'`´?",
    "{{{{ [[[ ((( <<< \\\\ %s %d {0} ${HOME}",
    "谁导演了盗梦空间？",
    "Кто снял фильм «Начало»?",
    "من أخرج فيلم البداية؟",
    "Who 🎬 directed 🙂 Inception 🎥?",
    "Who directed Incep\0tion?",
    "\x1b[31mWho\x1b[0m directed \u202eInception\u202c?",
    "Z͑ͫa̴l͓g̈́o directed what?",
    "of " * 300,
    "Berlin " * 140,
    "a" * 1000,
    "(" * 999 + "a",
    "1 2 3 4 5 6 7 8 9 10",
    "P57(Q25191)",
    "Q42",
]
REFUSED = ["\ud800 who?", "", "  \t\n", "?!", "\0", "🙂", "x" * 1001, "Who? " * 2000]


@pytest.mark.parametrize("question", STRANGE, ids=lambda question: ascii(question[:20]))
def test_a_strange_question_has_an_outcome(engine: Engine, question: str) -> None:
    reply = engine.ask(question)

    assert reply.outcome in ("answered", "ambiguous", "no-answer")
    assert reply.answers or reply.reason
    assert reply.timings["total"] < 10_000


@pytest.mark.parametrize("question", REFUSED, ids=lambda question: ascii(question[:20]))
def test_what_is_no_question_is_refused_with_a_hint(engine: Engine, question: str) -> None:
    with pytest.raises(KgqaError) as caught:
        engine.ask(question)

    assert caught.value.hint


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Ten thousand people of one name."""
    from kgqa_store.build import Options, build

    lines = [triple("wd:P106", "rdfs:label", '"occupation"@en')]
    lines += [triple(f"wd:Q{10 + n}", "rdfs:label", f'"trade {n}"@en') for n in range(7)]
    for number in range(MANY):
        person = f"wd:Q{100_000 + number}"
        lines.append(triple(person, "rdfs:label", '"John Smith"@en'))
        lines.append(triple(person, "wdt:P31", "wd:Q5"))
        lines.append(triple(person, "wdt:P106", f"wd:Q{10 + number % 7}"))
    folder = tmp_path_factory.mktemp("crowd")
    source = write(folder / "crowd.nt", "".join(lines))
    build([source], folder / "store", options=Options(check_room=False))
    with Engine(folder / "store", settings=Settings(timeout=10)) as engine:
        yield engine


@pytest.mark.parametrize(
    "question", ["John Smith", "What is the occupation of John Smith?", "Who is John Smith?"]
)
def test_a_name_of_ten_thousand_people_has_an_outcome(crowd: Engine, question: str) -> None:
    start = time.monotonic()
    reply = crowd.ask(question)

    assert time.monotonic() - start < 10
    assert reply.outcome in ("ambiguous", "no-answer", "answered")
    assert len(reply.interpretations) <= 5


def test_threads_get_the_same_replies_as_one(engine: Engine) -> None:
    questions = [
        "Who directed Inception?",
        "Which countries border Germany?",
        "Who directed Dune?",
        "Is the Danube longer than the Rhine?",
        "Tell me about Berlin",
        "Who directed the Danube?",
    ]

    def said(reply: Reply) -> list[tuple[object, str, object]]:
        # How many rivals of a reading are run depends on the time that is left.
        return [(a.value, value_text(a.value, reply.labels), a.proofs) for a in reply.answers]

    alone = [said(engine.ask(question)) for question in questions]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda q: said(engine.ask(q)), questions * 6))

    assert together == alone * 6


def test_the_limit_of_time_is_an_outcome(sample_store: Path) -> None:
    with Engine(sample_store, settings=Settings(timeout=0.001)) as engine:
        reply = engine.ask("Which countries border both France and Germany?")

    assert (reply.outcome, reply.answers) == ("failed", ())
    assert "limit of 0.001 s" in reply.reason
