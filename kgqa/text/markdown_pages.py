"""A page in Markdown as sections of prose, lists and tables; code is dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kgqa.text.sections import Items, Prose, Section, Table, records

_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$")
_RULED = re.compile(r"^ {0,3}(=+|-+)\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,9}[.)])\s+(.*)$")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_FRONT = re.compile(r"\A---\r?\n(.{0,20000}?)\r?\n---\r?\n", re.DOTALL)
_TITLE = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_PICTURE = re.compile(r"!\[[^\[\]]{0,500}\]\([^()\s]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]]{1,1000})\](?:\([^()]{0,2000}\)|\[[^\[\]]{0,200}\])")
_MARKS = re.compile(r"(\*{1,3}|_{2,3}|`{1,2}|~~)(?=\S)(.{1,1000}?)(?<=\S)\1")


def markdown_records(text: str, *, id_: str, untitled: str) -> Iterator[dict[str, Any]]:
    """Yield the documents of a page as records; its title is `untitled` where it has none."""
    title = ""
    if front := _FRONT.match(text):
        told = _TITLE.search(front[1])
        title, text = (told[1] if told else ""), text[front.end() :]
    found, first = _sections(text)
    yield from records(title or first or untitled, found, id_=id_)


def _sections(text: str) -> tuple[list[Section], str]:
    """Return the sections of a page, and its first heading, which is no section of its own."""
    found, title = [Section()], ""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        heading, used = _heading(lines, at)
        if heading:
            if not title and not any(section.blocks for section in found):
                title = heading
            else:
                found.append(Section(heading))
            at += used
        elif _FENCE.match(lines[at]):
            at = _after_code(lines, at)
        else:
            at = _read_block(lines, at, found[-1])
    return found, title


def _heading(lines: list[str], at: int) -> tuple[str, int]:
    """Return the heading at a line and how many lines it takes; nothing where there is none."""
    if marked := _HEADING.match(lines[at]):
        return plain_markdown(marked[2]), 1
    line = lines[at].strip()
    is_ruled = at + 1 < len(lines) and _RULED.match(lines[at + 1]) is not None
    if is_ruled and line and "|" not in line and not _ITEM.match(line) and not _RULED.match(line):
        return plain_markdown(line), 2
    return "", 0


def _after_code(lines: list[str], at: int) -> int:
    fence = lines[at].strip()[:3]
    for number in range(at + 1, len(lines)):
        if lines[number].strip().startswith(fence):
            return number + 1
    return at + 1  # it is never closed: it was none


def _read_block(lines: list[str], at: int, section: Section) -> int:
    """Add the paragraph, list or table at a line to a section; return where the next begins."""
    if not lines[at].strip():
        return at + 1
    end = at
    while end < len(lines) and lines[end].strip() and not (end > at and _begins(lines, end)):
        end += 1
    block = lines[at:end]
    if len(block) > 1 and "|" in block[0] and _TABLE_RULE.match(block[1]):
        columns, rows = _cells(block[0]), [_cells(line) for line in block[2:]]
        section.blocks.append(Table(columns, tuple(rows)))
    elif _ITEM.match(block[0]):
        section.blocks.append(Items(tuple(_items(block))))
    else:
        said = plain_markdown(" ".join(line.strip().lstrip("> ") for line in block))
        section.blocks.append(Prose(said))
    return end


def _begins(lines: list[str], at: int) -> bool:
    """Whether something else begins at a line, though no empty one stands before it."""
    return bool(_HEADING.match(lines[at]) or _FENCE.match(lines[at]))


def _items(block: list[str]) -> Iterator[str]:
    held: list[str] = []
    for line in block:
        if found := _ITEM.match(line):
            if held:
                yield plain_markdown(" ".join(held))
            held = [found[1]]
        else:
            held.append(line.strip())
    if held:
        yield plain_markdown(" ".join(held))


def _cells(line: str) -> tuple[str, ...]:
    return tuple(plain_markdown(cell) for cell in line.strip().strip("|").split("|"))


def plain_markdown(text: str) -> str:
    """Return a line without pictures, and links and marks as what they say."""
    text = _LINK.sub(r"\1", _PICTURE.sub("", text))
    return _MARKS.sub(r"\2", text).strip()
