"""What papers report about the benchmarks, with where it stands and whether it can be compared."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PATH = Path(__file__).with_name("published.toml")


@dataclass(frozen=True, slots=True)
class Source:
    """A paper."""

    key: str
    citation: str
    url: str


@dataclass(frozen=True, slots=True)
class Published:
    """A row of a paper's table: scores by the names of our metrics."""

    benchmark: str
    system: str
    source: Source
    split: str
    table: str
    """Where the figure stands: the table or page."""
    scores: Mapping[str, float]
    comparable: bool
    why: str
    """What differs from a run here."""
    language: str = "en"

    @property
    def described(self) -> str:
        """Who reports it, for which questions, and where it stands."""
        language = f", {self.language}" if self.language != "en" else ""
        return f"{self.source.citation.split(':')[0]}, {self.split}{language}; {self.table}"


@cache
def published() -> tuple[Published, ...]:
    """Return all rows."""
    content = tomllib.loads(PATH.read_text(encoding="utf-8"))
    sources = {one["key"]: Source(**one) for one in content["source"]}
    return tuple(Published(**row | {"source": sources[row["source"]]}) for row in content["row"])


def rows_for(benchmark: str) -> tuple[Published, ...]:
    """Return the rows of one benchmark, best first by their first score, which is the main one."""
    found = [row for row in published() if row.benchmark == benchmark]
    return tuple(sorted(found, key=lambda row: -next(iter(row.scores.values()))))
