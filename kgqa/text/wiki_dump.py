"""A dump of a wiki (`pages-articles.xml.bz2`), page by page, as it streams by.

Only articles are taken: pages of the first namespace that are no redirects. A document type
declaration, which no dump has, is refused, so that nothing in a file can grow when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import quote
from xml.parsers import expat

from kgqa_store.errors import SourceError

from kgqa.text.sections import records
from kgqa.text.wikitext import sections

LARGEST = 1 << 22
"""Characters of a page that are read; the longest articles have a million."""
_KEPT = {"title", "ns", "id", "text", "base", "model"}


class Page(NamedTuple):
    """An article: its title, its number, its text in wiki markup, and the address of the wiki."""

    title: str
    id: str
    text: str
    base: str


@dataclass(slots=True)
class _Reading:
    """What was read of the page that is being read, and the articles that are complete."""

    fields: dict[str, str] = field(default_factory=dict)
    held: list[str] | None = None
    length: int = 0
    base: str = ""
    is_redirect: bool = False
    inside: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def start(self, name: str, _: dict[str, str]) -> None:
        self.inside.append(name)
        if name == "page":
            self.fields, self.is_redirect = {}, False
        self.is_redirect |= name == "redirect"
        # The number of a page is its first; revisions and who wrote them have some of their own.
        is_new = name not in self.fields
        self.held, self.length = ([] if name in _KEPT and is_new else None), 0

    def say(self, text: str) -> None:
        if self.held is not None and self.length < LARGEST:
            self.held.append(text)
            self.length += len(text)

    def end(self, name: str) -> None:
        self.inside.pop()
        if self.held is not None and name in _KEPT:
            said = "".join(self.held)[:LARGEST]
            self.held = None
            if name == "base":
                self.base = said.rpartition("/")[0] + "/"
            else:
                self.fields[name] = said
        if name == "page":
            self._take()

    def _take(self) -> None:
        told = self.fields
        is_article = told.get("ns", "0").strip() == "0" and not self.is_redirect
        if is_article and told.get("model", "wikitext") == "wikitext" and told.get("title"):
            page = Page(told["title"], told.get("id", ""), told.get("text", ""), self.base)
            self.pages.append(page)


def pages(name: str, blocks: Iterable[bytes]) -> Iterator[Page]:
    """Yield the articles of a dump."""
    reading = _Reading()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reading.start
    parser.EndElementHandler = reading.end
    parser.CharacterDataHandler = reading.say
    parser.StartDoctypeDeclHandler = _refused
    try:
        for block in blocks:
            parser.Parse(block, False)
            yield from reading.pages
            reading.pages.clear()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise SourceError(
            f"{name} is no dump of a wiki: {error}.", hint="Fetch pages-articles.xml.bz2 again."
        ) from error
    yield from reading.pages


def page_records(page: Page) -> Iterator[dict[str, Any]]:
    """Yield the documents of an article as records."""
    url = page.base + quote(page.title.replace(" ", "_"), safe=";@$!*(),/~:") if page.base else ""
    yield from records(page.title, sections(page.text), id_=page.id or page.title, url=url)


def _refused(*_: object) -> None:
    raise SourceError("The file declares a document type, and no dump of a wiki does.")
