"""Documents for tests of text indexes: written as sources, and indexed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kgqa.text.index import TextIndex
from kgqa.text.index_build import build_index

Record = dict[str, Any]

WORLD: list[Record] = [
    {
        "id": "dune",
        "title": "Dune (novel)",
        "text": "Dune is a novel by Frank Herbert. It was published by Chilton Books in 1965.",
        "qid": "Q190192",
        "url": "https://example.org/dune",
    },
    {
        "id": "film",
        "title": "Dune (2021 film)",
        "text": "The film was directed by Denis Villeneuve and written with Jon Spaihts.",
        "qid": "Q60834962",
    },
    {"id": "curie", "title": "Marie Curie", "text": "She was born in Warsaw.", "qid": "Q7186"},
    {"id": "city", "title": "Warsaw", "text": "Warsaw is the capital of Poland.", "qid": "Q270"},
    {"id": "sand", "title": "Sand", "text": "Sand is moved by the wind into dunes."},
]


def write_lines(path: Path, records: Sequence[object]) -> Path:
    """Write records as JSON lines; what is text already is a line as it stands."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def indexed(folder: Path, records: Sequence[object] = WORLD) -> TextIndex:
    """Return an open index of records, in a folder of its own."""
    build_index([write_lines(folder / "source.jsonl", records)], folder / "index")
    return TextIndex(folder / "index")


def titles(index: TextIndex, query: str, **options: Any) -> list[str]:  # noqa: ANN401
    """Return the titles of what is found."""
    return [hit.passage.title for hit in index.search(query, **options)]
