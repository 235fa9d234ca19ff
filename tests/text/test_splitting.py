from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.text.passages import Document, Passage, parse_passage, passage_line
from kgqa.text.splitting import MOST_WORDS, WORD, sentences, split

TEXTS = st.text(st.sampled_from("ab AZ.!?\n\t\"'()1é水。 "), max_size=2_000) | st.text(max_size=300)


def passages(text: str, most: int = MOST_WORDS) -> list[Passage]:
    return list(split(Document("d", "Title", text, "Q1", "https://example.org"), most=most))


def sentence_texts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@given(TEXTS, st.integers(1, 30))
def test_passages_are_short_pieces_of_the_text_and_hold_all_of_it(text: str, most: int) -> None:
    found = passages(text, most)

    assert all(0 < len(WORD.findall(one.text)) <= most for one in found)
    assert all(text[one.start : one.start + len(one.text)] == one.text for one in found)
    assert "".join("".join(one.text.split()) for one in found) == "".join(text.split())


def test_a_passage_ends_where_a_sentence_ends() -> None:
    text = " ".join(f"Sentence number {n} is here and has nine words." for n in range(30))
    found = passages(text)

    assert len(found) == 3
    assert all(one.text.startswith("Sentence") and one.text.endswith("words.") for one in found)
    assert [one.id for one in found] == ["d#1", "d#2", "d#3"]


def test_a_short_document_is_one_passage_with_its_own_id() -> None:
    (found,) = passages(" One. Two. ")

    assert found == Passage("d", "Title", "One. Two.", "Q1", "https://example.org", 1)


def test_a_sentence_that_is_too_long_is_cut_between_words() -> None:
    found = passages("word " * 250)

    assert [len(one.text.split()) for one in found] == [100, 100, 50]


def test_a_word_without_end_is_cut_too() -> None:
    found = passages("x" * 50_000)

    assert len(found) == 7
    assert sum(len(one.text) for one in found) == 50_000


def test_signs_of_chinese_count_as_words() -> None:
    assert [len(one.text) for one in passages("水" * 250)] == [100, 100, 50]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He met J. R. R. Tolkien. It rained.", ["He met J. R. R. Tolkien.", "It rained."]),
        ("Dr. Watson came. He sat.", ["Dr. Watson came.", "He sat."]),
        ("It cost 3.5 million. Fine.", ["It cost 3.5 million.", "Fine."]),
        ("It ended in 1990.He left.", ["It ended in 1990.", "He left."]),
        ('"Go!" She went. ', ['"Go!"', "She went."]),
        ("First line\nsecond line", ["First line", "second line"]),
        ("水。火。", ["水。", "火。"]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_sentences_end_where_a_reader_sees_it(text: str, expected: list[str]) -> None:
    assert sentence_texts(text) == expected


def test_a_long_text_without_an_end_takes_no_long_time() -> None:
    began = time.process_time()
    passages("a. " * 100_000)
    passages("(" * 200_000)
    passages('."' * 100_000)

    assert time.process_time() - began < 5


@given(st.builds(Passage, st.text(), st.text(), st.text(), st.none() | st.just("Q5"), st.text()))
def test_a_passage_survives_being_written(passage: Passage) -> None:
    assert parse_passage(passage_line(passage)) == passage
