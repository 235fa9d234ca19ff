"""The pages of things: passages by the entity that they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa_store.tally import Tally

from kgqa.generate.errors import GenerateError
from kgqa.generate.world import World
from kgqa.text.passages import Document
from kgqa.text.sample import PASSAGES
from kgqa.text.sources import documents, text_source
from kgqa.text.splitting import sentences

SAMPLE = "sample"
"""The passages of the embedded sample. A file of that name is written ./sample."""


@dataclass(frozen=True, slots=True)
class Page:
    """A passage about a thing."""

    id: str
    title: str
    url: str
    text: str

    def sentences(self) -> list[str]:
        """Return its sentences."""
        return [self.text[start:end] for start, end in sentences(self.text)]


class Pages:
    """Passages by the id of what they are about: as they say it, else by their title."""

    def __init__(self, names: Sequence[str], world: World) -> None:
        """Read files of passages, or all files of a folder."""
        self._pages: defaultdict[str, list[Page]] = defaultdict(list)
        for name in _files(names):
            before = len(self._pages)
            first = self._read(name, world)
            if len(self._pages) == before:
                raise GenerateError(
                    f"{name}, line {first}: neither this passage nor any other says what it is "
                    "about.",
                    hint="each needs a qid, or the name of an entity as its title",
                )

    def _read(self, name: str, world: World) -> int:
        """Take the passages of a file; return the first line that is about nothing known."""
        first = 0
        for number, document in _documents(name):
            id_ = document.qid or _titled(document, world)
            if id_ is None:
                first = first or number
            else:
                self._pages[id_].append(_page(document))
        return first or 1

    def of(self, id_: str) -> list[Page]:
        """Return the passages about a thing."""
        return self._pages.get(id_, [])


def read_pages(names: Sequence[str]) -> list[Page]:
    """Return all passages of some files, whatever they are about."""
    return [_page(document) for name in _files(names) for _, document in _documents(name)]


def _documents(name: str) -> Iterator[tuple[int, Document]]:
    """Yield the documents of a file, each with its line."""
    source = text_source(name)
    for number, document in enumerate(documents(source, source.decoded(), Tally()), 1):
        if document is not None:
            yield number, document


def _page(document: Document) -> Page:
    return Page(document.id, document.title, document.url, document.text)


def _titled(document: Document, world: World) -> str | None:
    if not document.title:
        return None
    found = world.names.exact(document.title, world.language, limit=1)
    return found[0].id if found else None


def _files(names: Iterable[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        path = PASSAGES if name == SAMPLE else Path(name)
        found += sorted(map(str, path.glob("*.jsonl*"))) if path.is_dir() else [name]
    if not found:
        raise GenerateError("There are no passages to look for evidence in.")
    return found
