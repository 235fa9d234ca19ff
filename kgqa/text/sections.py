"""A page as sections of prose, lists and tables, and as documents that passages are cut from.

Prose of a section is one document. Lists and tables are told item by item and row by row, in
documents of about a passage, each of which says the heading again: found alone, a row is
understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, assert_never

from kgqa.text.splitting import MOST_WORDS

LONGEST_CELL = 400
"""Characters of a cell or an item that are told."""
MOST_ROWS = 2_000
"""Rows of a table, and items of a list, that are told."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Paragraphs, one a line."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below the names of their columns, which may be missing."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


Block: TypeAlias = Prose | Items | Table


@dataclass(slots=True)
class Section:
    """What stands below a heading; the first of a page has none."""

    heading: str = ""
    blocks: list[Block] = field(default_factory=list)


def records(
    title: str, sections: Sequence[Section], *, id_: str, url: str = ""
) -> Iterator[dict[str, Any]]:
    """Yield the documents of a page as records; the first section keeps the id of the page."""
    number = 0
    for section in sections:
        for text in _texts(section):
            own = id_ if number == 0 else f"{id_}/{number}"
            number += 1
            yield {"id": own, "title": title, "text": text, "url": url}


def _texts(section: Section) -> Iterator[str]:
    prose = [block.text for block in section.blocks if isinstance(block, Prose)]
    said = "\n".join(text for text in prose if text)
    if said:
        yield f"{_sentence(section.heading)}\n{said}" if section.heading else said
    for block in section.blocks:
        match block:
            case Prose():
                pass
            case Items(items):
                yield from _chunks(section.heading, [_sentence(_cut(one)) for one in items])
            case Table(columns, rows, caption):
                about = " - ".join(part for part in (section.heading, caption) if part)
                yield from _chunks(about, [_row(columns, row) for row in rows])
            case _:
                assert_never(block)


def _row(columns: Sequence[str], row: Sequence[str]) -> str:
    """Return a row as `Year: 1989; Title: UHF.`; cells without a column stand alone."""
    names = [*columns, *[""] * (len(row) - len(columns))]
    cells = [
        f"{name}: {_cut(cell)}" if name else _cut(cell)
        for name, cell in zip(names, row, strict=False)
        if cell
    ]
    return _sentence("; ".join(cells))


def _chunks(heading: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield lines below their heading, as many as make a passage."""
    begin = _sentence(heading)
    room = MOST_WORDS - len(begin.split())
    held: list[str] = []
    words = 0
    for line in lines[:MOST_ROWS]:
        count = len(line.split())
        if held and words + count > room:
            yield " ".join([begin, *held]).strip()
            held, words = [], 0
        if line:
            held.append(line)
            words += count
    if held:
        yield " ".join([begin, *held]).strip()


def _cut(text: str) -> str:
    return " ".join(text.split())[:LONGEST_CELL]


def _sentence(text: str) -> str:
    """Return a text that ends as a sentence does."""
    text = text.strip()
    return text if not text or text[-1] in ".!?:" else f"{text}."
