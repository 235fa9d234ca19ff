"""Passages on their way into an index: written one after the other, and resumed after a crash.

A checkpoint says how far the sources were read and how long each file was then; whatever was
written after it is cut off when the work goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import orjson
from kgqa_store.manifest import SourceRecord
from kgqa_store.progress import Advanced, Progress
from kgqa_store.tally import Tally

from kgqa.text.manifest import write_json
from kgqa.text.passages import PASSAGES, Document, Passage, parse_passage, passage_line
from kgqa.text.sources import TextSource, documents
from kgqa.text.splitting import split

STATE = "state.json"
ENDS = "ends.spool"
TEXTS = "texts.spool"
IDS = "ids.spool"
FILES = (PASSAGES, ENDS, TEXTS, IDS)
EVERY = 20_000
"""Records between two checkpoints."""
LARGEST = 1 << 24
"""Characters between two checkpoints, where documents are large."""


@dataclass(slots=True)
class Spool:
    """Passages in a folder, and how far the sources have been read for them."""

    folder: Path
    plan: dict[str, Any]
    """What is being built from what; a checkpoint of another plan is of no use."""
    tally: Tally
    done: list[SourceRecord] = field(default_factory=list)
    """The sources that have been read to their end."""
    records: int = 0
    """How many records of the next source have been read."""
    sizes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FILES, 0))

    def save(self) -> None:
        """Write a checkpoint; the files must have reached the disk."""
        tally = self.tally.as_fields()
        sources = [asdict(one) for one in self.done]
        fields = {"plan": self.plan, "tally": tally, "done": sources, "records": self.records}
        write_json(self.folder / STATE, {**fields, "sizes": self.sizes})

    def restore(self) -> bool:
        """Take over the checkpoint in the folder, if there is one of the same plan."""
        try:
            fields = orjson.loads((self.folder / STATE).read_bytes())
            if fields["plan"] != self.plan:
                return False
            tally = fields["tally"]
            sizes = {name: int(fields["sizes"][name]) for name in self.sizes}
            if any((self.folder / name).stat().st_size < size for name, size in sizes.items()):
                return False
            self.done = [SourceRecord(**one) for one in fields["done"]]
        except (OSError, ValueError, KeyError, TypeError):
            return False
        self.records, self.sizes = int(fields["records"]), sizes
        self.tally.lines, self.tally.problems = int(tally["lines"]), list(tally["problems"])
        self.tally.counts.update(tally["counts"])
        self.tally.dropped.update(tally["dropped"])
        return True


Ties: TypeAlias = Callable[[Iterable[str]], Mapping[str, str]]
"""From the addresses of pages to the entities that they are about, as far as these are known."""


def write_passages(
    spool: Spool,
    sources: Sequence[TextSource],
    *,
    only_english: bool,
    progress: Progress,
    ties: Ties | None = None,
) -> None:
    """Write the passages of all sources that have not been read into the files of `spool`.

    Documents that do not say what they are about are tied to an entity by their addresses.
    """
    for name, size in spool.sizes.items():
        (spool.folder / name).touch()
        os.truncate(spool.folder / name, size)
    seen = {
        name: set(np.fromfile(spool.folder / name, np.uint64).tolist()) for name in (TEXTS, IDS)
    }
    for source in sources[len(spool.done) :]:
        before = sum(one.bytes for one in spool.done)
        stream = source.decoded()
        skip = spool.records
        found = documents(source, stream, spool.tally, skip=skip, only_english=only_english)
        for block in _batches(found):
            _write(spool, _tied(block, ties, spool.tally) if ties else block, seen)
            progress(Advanced("passages", before + stream.raw_bytes))
        record = SourceRecord(
            source.name, source.kind, stream.raw_bytes, stream.sha256, spool.records
        )
        spool.done.append(record)
        spool.records = 0
        spool.save()
    spool.tally.finish()


def _batches(found: Iterator[Document | None]) -> Iterator[list[Document | None]]:
    """Yield documents in lists that fit into memory."""
    block: list[Document | None] = []
    size = 0
    for document in found:
        block.append(document)
        size += len(document.text) if document else 0
        if len(block) >= EVERY or size >= LARGEST:
            yield block
            block, size = [], 0
    if block:
        yield block


def _tied(block: list[Document | None], ties: Ties, tally: Tally) -> list[Document | None]:
    """Return documents with the entities that their addresses are about."""
    untied = [one.url for one in block if one is not None and one.url and not one.qid]
    about = ties(untied) if untied else {}
    tally.counts["documents tied by their address"] += sum(url in about for url in untied)
    return [
        replace(one, qid=about[one.url])
        if one is not None and not one.qid and one.url in about
        else one
        for one in block
    ]


def _write(spool: Spool, block: list[Document | None], seen: dict[str, set[int]]) -> None:
    """Write the passages of a block of documents, without those that were there before."""
    new: dict[str, list[int]] = {TEXTS: [], IDS: []}
    lines: list[bytes] = []
    for document in filter(None, block):
        text = _digest(document.title + "\0" + document.text)
        if text in seen[TEXTS]:
            spool.tally.drop("repeated documents")
            spool.tally.counts["documents"] -= 1
            continue
        seen[TEXTS].add(text)
        new[TEXTS].append(text)
        named = _with_own_id(document, seen[IDS], new[IDS], spool.tally)
        lines.extend(passage_line(passage) for passage in split(named))
    ends = np.cumsum([len(line) for line in lines], dtype=np.uint64)
    ends += np.uint64(spool.sizes[PASSAGES])
    parts = {
        PASSAGES: b"".join(lines),
        ENDS: ends.tobytes(),
        **{name: np.array(digests, np.uint64).tobytes() for name, digests in new.items()},
    }
    for name, part in parts.items():
        with (spool.folder / name).open("ab") as file:
            file.write(part)
            file.flush()
            os.fsync(file.fileno())
        spool.sizes[name] += len(part)
    spool.tally.counts["passages"] += len(lines)
    spool.records += len(block)
    spool.save()


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def _with_own_id(document: Document, seen: set[int], new: list[int], tally: Tally) -> Document:
    """Return the document, under another id where another document has its own."""
    id_, times = document.id, 1
    while (digest := _digest(id_)) in seen:
        times += 1
        id_ = f"{document.id}~{times}"
    tally.counts["repeated ids"] += times > 1
    seen.add(digest)
    new.append(digest)
    return document if times == 1 else replace(document, id=id_)


def read_passages(folder: Path) -> Iterator[Passage]:
    """Yield the passages that were written into `folder`, in order."""
    with (folder / PASSAGES).open("rb") as file:
        for line in file:
            yield parse_passage(line)
