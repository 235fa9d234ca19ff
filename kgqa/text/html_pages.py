"""A page in HTML as sections of prose, lists and tables; scripts, styles and menus are dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from kgqa.text.sections import Items, Prose, Section, Table, records

_GONE = {"script", "style", "noscript", "template", "nav", "footer", "svg", "math", "form"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_LISTS = {"ul", "ol", "dl"}
_ENDS = {"p", "div", "section", "article", "main", "header", "br", "blockquote", "pre", "figure"}
_ALONE = {"br", "img", "hr", "input", "meta", "link", "source", "wbr", "col", "area", "base"}


@dataclass(slots=True)
class _Grid:
    """A table that is being read."""

    caption: str = ""
    columns: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    is_head: bool = True
    in_cell: bool = False


class _Reader(HTMLParser):
    """Reads a page from start to end."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.sections = [Section()]
        self._said: list[str] = []
        self._items: list[str] = []
        self._grid: _Grid | None = None
        self._tables = self._lists = self._gone = 0
        self._is_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title":
            self._is_title = True
        elif tag in _GONE and tag not in _ALONE:
            self._gone += 1
        elif not self._gone:
            self._start(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._is_title = False
        elif tag in _GONE:
            self._gone = max(0, self._gone - 1)
        elif not self._gone:
            self._end(tag)

    def handle_data(self, data: str) -> None:
        if self._is_title:
            self.title += data
        elif not self._gone:
            self._said.append(data)

    def _start(self, tag: str) -> None:
        if tag == "table":
            self._end_prose()
            self._tables += 1
            self._grid = self._grid or _Grid()
        elif self._grid is not None and tag in ("td", "th", "tr"):
            self._end_cell(self._grid)
            if tag == "tr":
                self._end_row(self._grid)
            else:
                self._grid.in_cell = True
                self._grid.is_head &= tag == "th"
        elif tag in _LISTS and self._grid is None:
            self._end_item() if self._lists else self._end_prose()
            self._lists += 1
        elif tag in ("li", "dt", "dd") and self._grid is None:
            self._end_item()
        elif tag in _HEADINGS or (tag in _ENDS and not self._lists):
            self._end_prose()

    def _end(self, tag: str) -> None:
        if self._grid is not None:
            self._end_in_table(tag)
        elif tag in _HEADINGS:
            heading = self._taken()
            if tag == "h1" and not any(section.blocks for section in self.sections):
                self.title = heading or self.title
            elif heading:
                self.sections.append(Section(heading))
        elif tag in ("li", "dt", "dd"):
            self._end_item()
        elif tag in _LISTS:
            self._end_item()
            self._lists = max(0, self._lists - 1)
            if not self._lists:
                self._end_list()
        elif tag in _ENDS and not self._lists:
            self._end_prose()

    def _end_in_table(self, tag: str) -> None:
        grid = self._grid
        assert grid is not None  # noqa: S101 - who calls has looked
        if tag == "caption":
            grid.caption = self._taken()
        elif tag in ("td", "th"):
            self._end_cell(grid)
        elif tag in ("tr", "table"):
            self._end_cell(grid)
            self._end_row(grid)
        if tag == "table":
            self._tables -= 1
            if self._tables <= 0:
                table = Table(grid.columns, tuple(grid.rows), grid.caption)
                self.sections[-1].blocks += [table] if grid.rows else []
                self._grid, self._tables = None, 0

    def _end_cell(self, grid: _Grid) -> None:
        """Take the cell that is open, if one is: pages need not close them."""
        said = self._taken()
        if grid.in_cell:
            grid.row.append(said)
        grid.in_cell = False

    def _end_row(self, grid: _Grid) -> None:
        if grid.row and grid.is_head and not grid.columns and not grid.rows:
            grid.columns = tuple(grid.row)
        elif any(grid.row):
            grid.rows.append(tuple(grid.row))
        grid.row, grid.is_head = [], True

    def _end_item(self) -> None:
        if said := self._taken():
            self._items.append(said)

    def _end_list(self) -> None:
        if self._items:
            self.sections[-1].blocks.append(Items(tuple(self._items)))
            self._items = []

    def _end_prose(self) -> None:
        if self._grid is None and (said := self._taken()):
            self.sections[-1].blocks.append(Prose(said))

    def _taken(self) -> str:
        said = " ".join("".join(self._said).split())
        self._said = []
        return said

    def finish(self) -> None:
        """Close what was left open."""
        self.close()
        self._end_item() if self._lists else self._end_prose()
        self._end_list()
        if self._grid is not None:
            self._tables = 1
            self._end_in_table("table")


def html_records(text: str, *, id_: str, untitled: str) -> Iterator[dict[str, Any]]:
    """Yield the documents of a page as records; its title is `untitled` where it has none."""
    reader = _Reader()
    reader.feed(text)
    reader.finish()
    title = " ".join(reader.title.split()) or untitled
    yield from records(title, reader.sections, id_=id_)
