"""The sample's passages: their form, and that they tell what the graph leaves out."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from urllib.parse import quote

import pytest
from kgqa_store.sample import SOURCES
from kgqa_store.sample.compile import Sample, load_sample
from sample_passages import FILES, RECORDS, Fact, Names, is_stated, is_told, names_of

from kgqa.text.sample import PASSAGES

TOPICS = {
    "movies",
    "music",
    "sports",
    "books",
    "geography",
    "politics",
    "video_games",
    "history",
}
WITHHELD: list[Fact] = [
    fact
    for file in sorted(SOURCES.glob("withheld*.toml"))
    for fact in tomllib.loads(file.read_text(encoding="utf-8"))["fact"]
]


@pytest.fixture(scope="module")
def sample() -> Sample:
    return load_sample(SOURCES)


@pytest.fixture(scope="module")
def names(sample: Sample) -> Names:
    return names_of(sample)


# --- Their form ------------------------------------------------------------------------------


def test_every_topic_has_its_file_and_there_are_220_passages() -> None:
    assert FILES.keys() == TOPICS
    assert len(RECORDS) >= 220
    assert min(text.count("\n") for text in FILES.values()) >= 20


def test_the_card_tells_how_many_there_are() -> None:
    card = (PASSAGES.parent / "README.md").read_text(encoding="utf-8")
    assert f"{len(RECORDS)} passages" in card


def test_ids_are_counted_through_in_every_file() -> None:
    for topic, text in FILES.items():
        ids = [json.loads(line)["id"] for line in text.splitlines()]
        assert ids == [f"{topic}-{number:03}" for number in range(1, len(ids) + 1)]


def test_a_passage_names_an_entity_of_the_sample_and_its_page(sample: Sample) -> None:
    titles = {entity.name: entity.title for entity in sample.entities}
    for record in RECORDS:
        assert list(record) == ["id", "title", "text", "qid", "url"], record["id"]
        assert record["title"] == titles[record["qid"]], record["id"]
        page = quote(record["title"].replace(" ", "_"))
        assert record["url"] == f"https://en.wikipedia.org/wiki/{page}"


def test_a_passage_has_40_to_95_words_of_plain_text(names: Names) -> None:
    for record in RECORDS:
        text = record["text"]
        assert 40 <= len(text.split()) <= 95, record["id"]
        assert not re.search(r"[<>{}\[\]*_|\\\n\t]|  |\.\.|&[a-z]+;", text), record["id"]
        assert text[0].isupper() or text[0].isdigit(), record["id"]
        assert text.endswith("."), record["id"]
        assert any(name in text for name in names[record["qid"]]), record["id"]


def test_no_entity_has_two_passages_and_no_sentence_stands_twice() -> None:
    assert max(Counter(record["qid"] for record in RECORDS).values()) == 1
    sentences = [part for record in RECORDS for part in re.split(r"(?<=\w{2}\.) ", record["text"])]
    assert [part for part, times in Counter(sentences).items() if times > 1] == []


def test_a_passage_opens_as_few_others_do() -> None:
    """Sentences made from a template would begin alike once the name is left out."""
    openings = Counter(
        " ".join(record["text"].replace(record["title"], "", 1).split()[:5]) for record in RECORDS
    )
    assert max(openings.values()) <= 5


# --- What they tell --------------------------------------------------------------------------


@pytest.mark.parametrize("fact", WITHHELD, ids=lambda fact: "-".join(list(fact.values())[:3]))
def test_a_withheld_fact_is_told_by_the_passage_of_its_entity(names: Names, fact: Fact) -> None:
    assert is_told(fact, names)


def test_no_withheld_fact_is_in_the_graph(sample: Sample) -> None:
    assert len(WITHHELD) >= 120
    assert [fact for fact in WITHHELD if is_stated(fact, sample)] == []
