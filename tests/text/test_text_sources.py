from __future__ import annotations

import bz2
import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from kgqa_store.errors import SourceError
from kgqa_store.tally import Tally
from text_documents import write_lines

from kgqa.text.passages import Document
from kgqa.text.sources import documents, text_source


def read(path: Path, *, skip: int = 0, only_english: bool = False) -> tuple[list[Document], Tally]:
    source, tally = text_source(str(path)), Tally()
    stream = source.decoded()
    found = documents(source, stream, tally, skip=skip, only_english=only_english)
    return [one for one in found if one], tally


def from_lines(folder: Path, records: Sequence[object]) -> tuple[list[Document], Tally]:
    return read(write_lines(folder / "a.jsonl", records))


def test_a_record_is_a_document_with_all_its_fields(tmp_path: Path) -> None:
    fields = {"id": "x", "title": "T", "text": "Words.", "qid": "Q5", "url": "https://example.org"}
    (found,), _ = from_lines(tmp_path, [fields])

    assert found == Document("x", "T", "Words.", "Q5", "https://example.org")


def test_what_a_record_lacks_is_made_up_or_left_empty(tmp_path: Path) -> None:
    (found,), tally = from_lines(tmp_path, [{"text": "Words."}])

    assert found == Document("a.jsonl:1", "", "Words.")
    assert tally.counts["documents without a title"] == 1


@pytest.mark.parametrize("record", [{}, {"text": ""}, {"text": None}, {"text": 5}, {"text": " \n"}])
def test_a_record_without_text_is_left_out_and_counted(tmp_path: Path, record: object) -> None:
    found, tally = from_lines(tmp_path, [record])

    assert not found
    assert tally.dropped == {"documents without text": 1}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("Q42", "Q42"),
        ("http://www.wikidata.org/entity/Q42", "Q42"),
        ("P31", None),
        ("Q0", None),
        (42, None),
        ({"a": 1}, None),
    ],
)
def test_a_qid_is_one_or_none(tmp_path: Path, given: object, expected: str | None) -> None:
    (found,), tally = from_lines(tmp_path, [{"text": "Words.", "qid": given}])

    assert found.qid == expected
    assert tally.counts["documents with an unusable qid"] == (expected is None)


def test_fields_of_other_types_do_no_harm(tmp_path: Path) -> None:
    record = {"id": [1], "title": {"a": 1}, "text": ["One.", 2, "Two."], "url": "javascript:x"}
    (found,), _ = from_lines(tmp_path, [record])

    assert found == Document("a.jsonl:1", "", "One.\nTwo.")


def test_broken_lines_are_counted_with_their_place(tmp_path: Path) -> None:
    found, tally = from_lines(tmp_path, ["{oops", "[1]", "", '"text"', {"text": "Words."}])

    assert len(found) == 1
    assert tally.dropped == {"broken lines": 3}
    assert [problem.partition(": ")[0].rpartition("/")[2] for problem in tally.problems] == [
        "a.jsonl:1",
        "a.jsonl:2",
        "a.jsonl:4",
    ]


def test_too_many_broken_lines_end_the_reading(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="101 broken lines, of which 100 are allowed"):
        from_lines(tmp_path, ["oops"] * 200)


def test_a_line_with_broken_characters_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text": "caf\xe9 au lait"}\n')
    (found,), tally = read(path)

    assert found.text == "caf\ufffd au lait"
    assert tally.counts["documents with broken characters"] == 1


def test_a_line_of_many_kilobytes_is_one_document(tmp_path: Path) -> None:
    (found,), _ = from_lines(tmp_path, [{"text": "A sentence of words. " * 10_000}])

    assert len(found.text) > 200_000


def test_markup_and_other_languages_are_counted(tmp_path: Path) -> None:
    german = "Die Stadt liegt an der Donau und ist die Hauptstadt von Österreich seit dem Jahr."
    path = write_lines(tmp_path / "a.jsonl", [{"text": "<b>Bold</b> words."}, {"text": german}])
    found, tally = read(path)
    english, left = read(path, only_english=True)

    assert [one.text for one in found] == ["Bold words.", german]
    assert tally.counts["documents with markup"] == 1
    assert tally.counts["documents in another language"] == 1
    assert len(english) == 1
    assert left.dropped == {"documents in another language": 1}


PAGE = {"pageid": 7, "title": "T", "extract": "Words.", "fullurl": "https://example.org/T"}
SUMMARY = {
    "title": "T",
    "extract": "Words.",
    "pageid": 7,
    "wikibase_item": "Q5",
    "content_urls": {"desktop": {"page": "https://example.org/T"}},
}


@pytest.mark.parametrize(
    "value",
    [
        {"query": {"pages": {"7": PAGE | {"pageprops": {"wikibase_item": "Q5"}}}}},
        {"query": {"pages": [PAGE | {"pageprops": {"wikibase_item": "Q5"}}]}},
        {"pages": [SUMMARY]},
        [SUMMARY],
        SUMMARY,
    ],
)
def test_extracts_of_wikipedia_are_read_in_all_their_forms(tmp_path: Path, value: object) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    (found,), _ = read(path)

    assert found == Document("7", "T", "Words.", "Q5", "https://example.org/T")


def test_lines_in_a_file_called_json_are_read(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.json", [{"text": "One."}, {"text": "Two."}])

    assert [one.text for one in read(path)[0]] == ["One.", "Two."]


@pytest.mark.parametrize("value", [1, "text", None, [1, None]])
def test_json_that_holds_no_object_holds_no_document(tmp_path: Path, value: object) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    found, tally = read(path)

    assert not found
    assert tally.dropped["broken lines"] >= 1


def test_plain_text_is_a_document_a_paragraph(tmp_path: Path) -> None:
    path = tmp_path / "my_notes.txt"
    path.write_text("\nOne line\nand another.\n\n \nSecond.\n", encoding="utf-8")

    assert read(path)[0] == [
        Document("my_notes.txt:2", "my notes", "One line and another."),
        Document("my_notes.txt:6", "my notes", "Second."),
    ]


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress])
def test_compressed_sources_are_read(tmp_path: Path, compress: object) -> None:
    suffix = {gzip.compress: "gz", bz2.compress: "bz2"}[compress]  # type: ignore[index]
    path = tmp_path / f"a.jsonl.{suffix}"
    path.write_bytes(compress(b'{"text": "Words."}\n'))  # type: ignore[operator]

    assert len(read(path)[0]) == 1


def test_a_source_that_is_cut_off_ends_the_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"text": "Words."}\n' * 1000)[:-20])

    with pytest.raises(SourceError, match="cut off"):
        read(path)


@pytest.mark.parametrize("name", ["a.pdf", "a", "folder", "missing.jsonl"])
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "a.pdf").touch()
    (tmp_path / "a").touch()

    with pytest.raises(SourceError):
        text_source(str(tmp_path / name))


def test_records_that_were_read_before_are_passed_over(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", ["oops", {"text": "One."}, {"text": "Two."}])
    found, tally = read(path, skip=2)

    assert [(one.id, one.text) for one in found] == [("a.jsonl:3", "Two.")]
    assert (tally.lines, tally.dropped) == (1, {})
