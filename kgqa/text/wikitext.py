"""Wiki markup as sections of prose, lists and tables; templates are dropped.

Everything is read in one pass without going back, so that no page, however broken, takes long.
What is opened and never closed ends at the end of its section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.text.markup import plain
from kgqa.text.sections import Items, Prose, Section, Table

MOST_SPAN = 100
"""Rows and columns that a cell may span."""
MOST_CELLS = 60
"""Cells of a row."""
LONGEST_ATTRIBUTES = 400
"""Characters before a cell that say how it looks."""

_TAG = re.compile(
    r"<(/?)(ref|math|gallery|timeline|score|imagemap|syntaxhighlight|pre|code)\b[^<>]{0,500}>",
    re.IGNORECASE,
)
LONGEST_LINK = 20_000
"""Characters of a picture with its caption."""
_SWITCH = re.compile(r"__[A-Z]{3,}__")
_BRACES = re.compile(r"\{\{|\}\}")
_TABLES = re.compile(r"^[ \t:*]*\{\||^[ \t]*\|\}", re.MULTILINE)
_HEADING = re.compile(r"^(={2,6})\s*(.+?)\s*\1\s*$")
_MEDIA = re.compile(r"\[\[\s*(?:file|image|category|datei|fichier|archivo)\s*:", re.IGNORECASE)
_BRACKETS = re.compile(r"\[\[|\]\]")
_SPAN = re.compile(r"(row|col)span\s*=\s*[\"']?\s*(\d{1,4})", re.IGNORECASE)
_BOUND = re.compile(r"\|\||!!|\[\[|\]\]")


def sections(text: str) -> list[Section]:
    """Return the sections of a page in wiki markup."""
    text = without_templates(_without_tags(_without_comments(text)))
    text = without_media(_SWITCH.sub("", text))
    found = [Section()]
    for is_table, part in _parted(text):
        if is_table:
            table = table_of(part)
            if table.rows:
                found[-1].blocks.append(table)
        else:
            _read_lines(part, found)
    return [section for section in found if section.blocks]


def without_templates(text: str) -> str:
    """Return a text without its templates, and what stands in them."""
    return _without(text, _BRACES, "{{")


def without_media(text: str) -> str:
    """Return a text without links to pictures and categories, and their captions."""
    kept: list[str] = []
    at = 0
    while found := _MEDIA.search(text, at):
        kept.append(text[at : found.start()])
        depth, at = 0, len(text)
        for bracket in _BRACKETS.finditer(text, found.start(), found.start() + LONGEST_LINK):
            depth += 1 if bracket[0] == "[[" else -1
            if depth == 0:
                at = bracket.end()
                break
        else:  # it is never closed: it ends with its line
            line = text.find("\n", found.end())
            at = len(text) if line < 0 else line
    return "".join([*kept, text[at:]])


def _without_comments(text: str) -> str:
    """Return a text without comments; one that is never closed ends with its line."""
    first, *others = text.split("<!--")
    kept = [first]
    for part in others:
        _, closed, after = part.partition("-->")
        kept.append(after if closed else part.partition("\n")[2])
    return "".join(kept)


def _without_tags(text: str) -> str:
    """Return a text without notes, formulas and what else is no text; unclosed tags only go."""
    kept: list[str] = []
    at = 0
    opened: re.Match[str] | None = None
    for tag in _TAG.finditer(text):
        if tag[1]:
            is_end = opened is not None and opened[2].lower() == tag[2].lower()
            begin = opened.start() if opened is not None and is_end else tag.start()
            kept.append(text[at:begin])
            at, opened = tag.end(), None
        elif tag[0].endswith("/>"):
            if opened is None:
                kept.append(text[at : tag.start()])
                at = tag.end()
        elif opened is None:
            opened = tag
    return " ".join([*kept, text[at:]])


def _without(text: str, signs: re.Pattern[str], opening: str) -> str:
    kept: list[str] = []
    depth = at = 0
    for sign in signs.finditer(text):
        if sign[0] == opening:
            if depth == 0:
                kept.append(text[at : sign.start()])
            depth += 1
        elif depth:
            depth -= 1
            at = sign.end()
    return "".join(kept) + ("" if depth else text[at:])


def _parted(text: str) -> Iterator[tuple[bool, str]]:
    """Yield what is a table and what is none, in order; a table in a table is a part of it."""
    depth = at = 0
    for sign in _TABLES.finditer(text):
        if sign[0].endswith("{|"):
            if depth == 0:
                yield False, text[at : sign.start()]
                at = sign.end()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield True, text[at : sign.start()]
                at = sign.end()
    yield depth > 0, text[at:]


def _read_lines(text: str, found: list[Section]) -> None:
    """Add the prose and the lists of a text to the last section, and begin new ones."""
    prose: list[str] = []
    items: list[str] = []

    def end() -> None:
        if prose:
            found[-1].blocks.append(Prose("\n".join(prose)))
        if items:
            found[-1].blocks.append(Items(tuple(items)))
        prose.clear()
        items.clear()

    for line in text.split("\n"):
        if heading := _HEADING.match(line):
            end()
            found.append(Section(plain(heading[2])[0]))
            continue
        mark = line[:1]
        said = plain(line.lstrip("*#:; ") if mark in "*#:;" and mark else line)[0]
        if said and not said.startswith(("|", "!", "}")):
            (items if mark in ("*", "#") else prose).append(said)
    end()


def table_of(text: str) -> Table:
    """Return the rows of a table in wiki markup, without the signs around it."""
    caption, rows, heads = "", [], []
    row: list[tuple[str, int, int]] = []
    is_head = True
    lines = text.split("\n")[1:]  # behind {| stand only attributes
    for line in [*lines, "|-"]:
        sign = line.lstrip()
        if sign.startswith("|+"):
            caption = _cell(sign[2:])[0]
        elif sign.startswith("|-"):
            if row:
                rows.append(row)
                heads.append(is_head)
            row, is_head = [], True
        elif sign[:1] in ("|", "!"):
            is_head = is_head and sign[0] == "!"
            cells = _cells(sign[1:], is_head=sign[0] == "!")
            row.extend(cells[: MOST_CELLS - len(row)])
        elif row and sign:
            said, down, across = row[-1]
            row[-1] = (f"{said} {plain(sign)[0]}".strip(), down, across)
    filled = _filled(rows)
    columns = filled[0] if filled and heads[0] else ()
    return Table(columns, tuple(filled[1:] if columns else filled), caption)


def _cells(line: str, *, is_head: bool) -> list[tuple[str, int, int]]:
    """Return the cells of a line; what parts them does not count within a link."""
    cells, depth, at = [], 0, 0
    for found in _BOUND.finditer(line):
        if found[0] in ("[[", "]]"):
            depth = max(0, depth + (1 if found[0] == "[[" else -1))
        elif depth == 0 and (found[0] == "||" or is_head):
            cells.append(line[at : found.start()])
            at = found.end()
    return [_cell(part) for part in [*cells, line[at:]][:MOST_CELLS]]


def _cell(text: str) -> tuple[str, int, int]:
    """Return what a cell says, and how many rows and columns it spans."""
    before, bar, after = text.partition("|")
    is_said = "=" in before and "[" not in before and len(before) < LONGEST_ATTRIBUTES
    attributes = before if bar and is_said else ""
    spans = {kind.lower(): int(count) for kind, count in _SPAN.findall(attributes)}
    down, across = (max(1, min(MOST_SPAN, spans.get(kind, 1))) for kind in ("row", "col"))
    said = plain(after if attributes or (bar and not before.strip()) else text)[0]
    return said.replace("\n", " "), down, across


def _filled(rows: list[list[tuple[str, int, int]]]) -> list[tuple[str, ...]]:
    """Return rows with each cell in every row and column that it spans."""
    filled: list[tuple[str, ...]] = []
    waiting: dict[int, tuple[str, int]] = {}
    for row in rows:
        cells: list[str] = []
        rest = iter(row)
        while len(cells) < MOST_CELLS:
            at = len(cells)
            if at in waiting:
                said, left = waiting.pop(at)
                cells.append(said)
                if left > 1:
                    waiting[at] = said, left - 1
                continue
            cell = next(rest, None)
            if cell is None:
                break
            said, down, across = cell
            for _ in range(min(across, MOST_CELLS - at)):
                if down > 1:
                    waiting[len(cells)] = said, down - 1
                cells.append(said)
        filled.append(tuple(cells))
    return filled
