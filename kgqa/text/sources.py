"""Where text comes from: JSON, plain text, dumps of wikis, pages in HTML and Markdown.

Everything read is of unknown origin: what is no document is passed over and counted, with its
place; what is one is cleaned of markup. Fields are found under the names that Wikipedia's own
interfaces and its extractors give them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, assert_never

import orjson
from kgqa_store.errors import SourceError
from kgqa_store.sources import COMPRESSIONS, STDIN, Decoded, Source, whole_lines
from kgqa_store.tally import Tally

from kgqa.text.folders import PAGES, FolderStream, page_files
from kgqa.text.html_pages import html_records
from kgqa.text.languages import is_english
from kgqa.text.markdown_pages import markdown_records
from kgqa.text.markup import plain
from kgqa.text.passages import Document
from kgqa.text.wiki_dump import page_records, pages

Kind: TypeAlias = Literal["lines", "json", "text", "wiki", "html", "markdown", "folder"]
Stream: TypeAlias = Decoded | FolderStream
"""The bytes of a source, which count what was read of them."""
KINDS: Mapping[str, Kind] = {
    ".jsonl": "lines",
    ".ndjson": "lines",
    ".json": "json",
    ".txt": "text",
    ".text": "text",
    ".xml": "wiki",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
}
LARGEST_JSON = 1 << 28
"""Bytes of a file that is one JSON value, which must be read as a whole."""
LONGEST_PARAGRAPH = 1 << 20
"""Characters of plain text after which a paragraph ends, wherever it is."""
LONGEST_TITLE = 300

_TEXT = ("text", "extract", "contents", "content", "passage")
_ID = ("id", "_id", "pageid", "docid")
_QID = ("qid", "wikidata", "wikidata_id", "wikibase_item")
_URL = ("url", "fullurl", "canonicalurl")
_ENTITY = re.compile(r"(?:^|/)(Q[1-9]\d{0,14})$")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class TextSource:
    """A file, or standard input, and how documents stand in it."""

    name: str
    kind: Kind

    def decoded(self) -> Stream:
        """Return its bytes without their compression, to be read once."""
        if self.kind == "folder":
            return FolderStream(Path(self.name))
        return Decoded(Source(self.name, "json"))  # what it says there is not looked at

    @property
    def size(self) -> int | None:
        """How many bytes it has as it lies on disk; nothing for standard input."""
        if self.kind == "folder":
            return sum(path.stat().st_size for path in page_files(Path(self.name)))
        return Source(self.name, "json").size

    @property
    def changed(self) -> int:
        """When it was last written to, in nanoseconds; 0 for standard input."""
        if self.size is None:
            return 0
        path = Path(self.name)
        files = page_files(path) if self.kind == "folder" else [path]
        return max((one.stat().st_mtime_ns for one in files), default=0)


def text_source(name: str) -> TextSource:
    """Return the source called `name`, if it is there and of a kind that can be read."""
    if name == STDIN:
        return TextSource(name, "lines")
    path = Path(name)
    if path.is_dir():
        if page_files(path):
            return TextSource(name, "folder")
        raise SourceError(
            f"{name} is a folder without pages in HTML or Markdown.",
            hint=f"Name its files: {name}/*.jsonl",
        )
    if not path.exists():
        raise SourceError(f"There is no file {name}.")
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    kind = KINDS.get(suffixes[-1]) if suffixes else None
    if kind is None:
        raise SourceError(
            f"{name} is of no known kind.",
            hint="A source ends in .jsonl, .json, .txt, .xml, .html or .md, perhaps with .gz, .bz2 "
            "or .zst, or is a folder of pages.",
        )
    return TextSource(name, kind)


class Record(NamedTuple):
    """What may be a document, and where it stands."""

    place: str
    fields: dict[str, Any] | None = None
    problem: str = ""
    """Why there are no fields."""
    is_mended: bool = False
    """Whether characters in it had to be replaced."""


def documents(
    source: TextSource, stream: Stream, tally: Tally, *, skip: int = 0, only_english: bool = False
) -> Iterator[Document | None]:
    """Yield the documents of a source, and None for each record that gives none.

    The first `skip` records are passed over: they were read and counted before.
    """
    for record in islice(_records(source, stream), skip, None):
        tally.lines += 1
        tally.counts["documents with broken characters"] += record.is_mended
        if record.fields is None:
            tally.broken(record.place, record.problem)
            yield None
        else:
            yield _document(record.fields, record.place, tally, only_english)


def _records(source: TextSource, stream: Stream) -> Iterator[Record]:
    match source.kind:
        case "lines":
            return _lines(source, _whole_lines(stream))
        case "json":
            return _whole(source, stream)
        case "text":
            return _paragraphs(source, stream)
        case "wiki":
            return _articles(source, stream)
        case "html" | "markdown":
            return _page(source.name, Path(source.name), b"".join(stream))
        case "folder":
            return _pages(source, stream)
        case _:
            assert_never(source.kind)


def _whole_lines(stream: Stream) -> Iterator[bytes]:
    assert isinstance(stream, Decoded)  # noqa: S101 - a folder has no lines of its own
    return whole_lines(stream)


def _articles(source: TextSource, stream: Stream) -> Iterator[Record]:
    """Yield the sections, lists and tables of the articles of a wiki."""
    for page in pages(source.name, stream):
        for fields in page_records(page):
            yield Record(f"{source.name}:{page.title}", fields)


def _pages(source: TextSource, stream: Stream) -> Iterator[Record]:
    assert isinstance(stream, FolderStream)  # noqa: S101 - for the type checker
    for path, content in stream.pages():
        yield from _page(f"{source.name}/{path}", path, content)


def _page(place: str, path: Path, content: bytes) -> Iterator[Record]:
    """Yield the sections, lists and tables of one page; its path is its id."""
    text = content.decode("utf-8", "replace")
    is_mended = "\ufffd" in text
    name = path.name if path.is_absolute() else path.as_posix()
    known = html_records if PAGES.get(_suffix(path)) == "html" else markdown_records
    found = list(known(text, id_=name, untitled=path.name.partition(".")[0].replace("_", " ")))
    if not found:
        yield Record(place, {})
    for fields in found:
        yield Record(place, fields, is_mended=is_mended)


def _suffix(path: Path) -> str:
    """Return the last suffix of a path that is no compression."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    return next((one for one in reversed(suffixes) if one not in COMPRESSIONS), "")


def _lines(source: TextSource, blocks: Iterator[bytes]) -> Iterator[Record]:
    number = 0
    for block in blocks:
        lines = block.split(b"\n")
        for line in lines if lines[-1] else lines[:-1]:
            number += 1
            if line and not line.isspace():
                yield _record(f"{source.name}:{number}", line)


def _record(place: str, line: bytes) -> Record:
    is_mended = False
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        try:
            value = orjson.loads(line.decode("utf-8", "replace"))
        except orjson.JSONDecodeError:
            return Record(place, problem=f"no JSON, {error}")
        is_mended = True
    if not isinstance(value, dict):
        return Record(place, problem="no JSON object")
    return Record(place, value, is_mended=is_mended)


def _whole(source: TextSource, stream: Stream) -> Iterator[Record]:
    """Yield the records of one JSON value; a file of lines that is called .json is read, too."""
    content = bytearray()
    for block in stream:
        content += block
        if len(content) > LARGEST_JSON:
            raise SourceError(
                f"{source.name} is more than {LARGEST_JSON:,} bytes of JSON.",
                hint="Write one document a line, and call the file .jsonl",
            )
    try:
        value = orjson.loads(content)
    except orjson.JSONDecodeError:
        yield from _lines(source, iter([bytes(content)]))
        return
    for number, found in enumerate(_flattened(value), 1):
        place = f"{source.name}:{number}"
        is_object = isinstance(found, dict)
        yield Record(place, found) if is_object else Record(place, problem="no JSON object")


def _flattened(value: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON can be anything
    """Yield the pages of an answer of MediaWiki, the members of a list, or the value itself."""
    if isinstance(value, dict) and isinstance(value.get("query"), dict):
        value = value["query"].get("pages", [])
        value = list(value.values()) if isinstance(value, dict) else value
    elif isinstance(value, dict) and isinstance(value.get("pages"), list):
        value = value["pages"]
    if isinstance(value, list):
        yield from value
    else:
        yield value


def _paragraphs(source: TextSource, stream: Stream) -> Iterator[Record]:
    """Yield each paragraph of plain text; the name of the file is its title."""
    title = Path(source.name).name.partition(".")[0].replace("_", " ")
    held: list[str] = []
    begin, number, length = 1, 0, 0
    for block in _whole_lines(stream):
        for line in block.decode("utf-8", "replace").splitlines():
            number += 1
            is_blank = not line.strip()
            if held and (is_blank or length > LONGEST_PARAGRAPH):
                yield Record(f"{source.name}:{begin}", {"text": " ".join(held), "title": title})
                held, length = [], 0
            if not is_blank:
                begin = begin if held else number
                held.append(line)
                length += len(line)
    if held:
        yield Record(f"{source.name}:{begin}", {"text": " ".join(held), "title": title})


def _document(
    record: dict[str, Any], place: str, tally: Tally, only_english: bool
) -> Document | None:
    text, had_markup = plain(_text(record))
    if not text:
        tally.drop("documents without text")
        return None
    if not is_english(text):
        if only_english:
            tally.drop("documents in another language")
            return None
        tally.counts["documents in another language"] += 1
    title = _SPACE.sub(" ", plain(_words(record.get("title")))[0])[:LONGEST_TITLE]
    tally.counts["documents"] += 1
    tally.counts["documents with markup"] += had_markup
    tally.counts["documents without a title"] += not title
    return Document(
        id=_words(_first(record, _ID)).strip() or Path(place).name,
        title=title,
        text=text,
        qid=_qid(record, tally),
        url=_url(record),
    )


def _text(record: dict[str, Any]) -> str:
    found = _first(record, _TEXT)
    if isinstance(found, list):
        return "\n".join(one for one in found if isinstance(one, str))
    return found if isinstance(found, str) else ""


def _qid(record: dict[str, Any], tally: Tally) -> str | None:
    properties = record.get("pageprops")
    given = _first(record, _QID)
    if given is None and isinstance(properties, dict):
        given = properties.get("wikibase_item")
    if not given:
        return None
    found = _ENTITY.search(given.strip()) if isinstance(given, str) else None
    tally.counts["documents with an unusable qid"] += found is None
    return found[1] if found else None


def _url(record: dict[str, Any]) -> str:
    found = _words(_first(record, _URL))
    if not found and isinstance(record.get("content_urls"), dict):
        desktop = record["content_urls"].get("desktop")
        found = _words(desktop.get("page")) if isinstance(desktop, dict) else ""
    found = found.strip()
    return found if found.lower().startswith(("http://", "https://")) else ""


def _first(record: dict[str, Any], names: tuple[str, ...]) -> Any:  # noqa: ANN401 - JSON
    return next((record[name] for name in names if record.get(name) is not None), None)


def _words(value: object) -> str:
    """Return what a field says in words; numbers are words, too."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
