"""Generate a graph of Wikidata's shape: `python benchmarks/wikidata_shape.py --out FILE.nt.zst`.

Its vocabulary, its properties and its upper classes are Wikidata's; its people, films, places,
mountains and things are made up. How often an entity is pointed at follows Zipf's law, classes form
a deep hierarchy with a few huge and many small ones, names repeat, dates have three precisions,
heights three units, statements have ranks and qualifiers, and some values are unknown.
A seed always gives the same file. 10 M triples take about a minute on one core.
"""

from __future__ import annotations

import argparse
import gzip
import io
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count as count_from_zero
from pathlib import Path
from random import Random
from typing import IO

import wikidata_names as names
from wikidata_entities import (
    COUNTRY_COUNT,
    OWN_SUBCLASSES,
    UPPER,
    Sizes,
    concept,
    country,
    person,
    place,
)
from wikidata_lines import (
    ALIAS,
    DAY,
    DESCRIPTION,
    DOLLAR,
    FOOT,
    KILOMETRE,
    LABEL,
    METRE,
    MINUTE,
    MONTH,
    ONE,
    SQUARE_KILOMETRE,
    YEAR,
    Amount,
    Item,
    Lines,
    Moment,
    Unknown,
)

LINES_PER_TAKE = 20_000
FEWEST_THINGS = 20


class World:
    """Makes the entities of a graph, one after the other."""

    def __init__(self, *, triples: int, seed: int) -> None:
        self.random = Random(seed)
        self.triples = triples
        self.sizes = Sizes.of(triples)
        self.lines = Lines()
        self.classes_below: dict[str, list[str]] = {}

    def make(self) -> Iterator[None]:
        """Make everything, pausing after each entity."""
        sizes = self.sizes
        self._properties()
        yield from self._classes()
        kinds: tuple[tuple[int, Callable[[int], None]], ...] = (
            (COUNTRY_COUNT, self._country),
            (sizes.awards, partial(self._concept, "award", "Q618779")),
            (sizes.positions, partial(self._concept, "position", "Q4164871")),
            (sizes.genres, partial(self._concept, "genre", "Q201658")),
            (sizes.professions, partial(self._concept, "profession", "Q28640")),
            (sizes.places, self._place),
            (sizes.mountains, self._mountain),
            (sizes.people, self._person),
            (sizes.films, self._film),
        )
        for count, make in kinds:
            for number in range(count):
                make(number)
                yield
        for number in count_from_zero():
            if number >= FEWEST_THINGS and self.lines.count >= self.triples:
                break
            self._thing(number)
            yield

    # --- drawing

    def _rank(self, count: int, *, flat: float = 1.0) -> int:
        """Draw k < count with a chance in proportion to 1 / (k + flat)."""
        return int(((count + flat) / flat) ** self.random.random() * flat - flat)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _country_id(self) -> str:
        return country(self._rank(COUNTRY_COUNT))

    def _moment(self, earliest: int, latest: int) -> Moment:
        draw = self.random.random
        year = earliest + int(draw() * (latest - earliest + 1))
        match draw():
            case share if share < 0.25:
                return Moment(year, 1, 1, YEAR)
            case share if share < 0.35:
                return Moment(year, 1 + int(draw() * 12), 1, MONTH)
            case _:
                return Moment(year, 1 + int(draw() * 12), 1 + int(draw() * 28), DAY)

    # --- what every entity has

    def _named(self, id_: str, name: str, description: str, *, famous: float = 0.3) -> None:
        lines = self.lines
        lines.text(id_, LABEL, name, "en")
        for language, share in (("de", 0.4), ("fr", 0.35), ("es", 0.2)):
            if self._chance(share):
                lines.text(id_, LABEL, names.translated(name, language), language)
        if self._chance(0.3):
            lines.text(id_, ALIAS, names.alias(name), "en")
        if self._chance(0.6):
            lines.text(id_, DESCRIPTION, description, "en")
            if self._chance(0.3):
                lines.text(id_, DESCRIPTION, names.translated(description, "de"), "de")
        if self._chance(famous):
            lines.sitelink(id_, f"{name} ({id_})")

    def _properties(self) -> None:
        for id_, (label, datatype) in names.PROPERTIES.items():
            self.lines.property(id_, label, datatype)
        for id_, label in names.UNITS.items():
            self.lines.text(id_, LABEL, label, "en")

    # --- kinds

    def _classes(self) -> Iterator[None]:
        for id_, above in UPPER.items():
            self.lines.text(id_, LABEL, names.CLASSES[id_], "en")
            if above:
                self.lines.edge(id_, "P279", above)
        number = 0
        for top, share in OWN_SUBCLASSES.items():
            below = self.classes_below[top] = [top]
            for _ in range(int(self.sizes.classes * share)):
                number += 1
                id_ = f"Q{10_000_000 + number}"
                self._named(id_, names.thing(self.random), f"kind of {names.CLASSES[top]}")
                # A random parent among the earlier ones gives a depth in the logarithm of the size.
                parents = {below[self._rank(len(below), flat=3)]}
                if self._chance(0.15):
                    parents.add(below[self._rank(len(below), flat=3)])
                for parent in sorted(parents):
                    self.lines.edge(id_, "P279", parent)
                below.append(id_)
                yield

    def _instance(self, id_: str, top: str, *, plain: float) -> None:
        below = self.classes_below[top]
        class_ = top if self._chance(plain) else below[self._rank(len(below))]
        self.lines.edge(id_, "P31", class_)

    def _country(self, number: int) -> None:
        id_ = country(number)
        self._named(id_, names.place(self.random), "country", famous=1.0)
        self.lines.edge(id_, "P31", "Q6256")
        self.lines.statement(
            id_, "P2046", Amount(self.random.randrange(1000, 10**7), SQUARE_KILOMETRE)
        )

    def _concept(self, kind: str, class_: str, number: int) -> None:
        id_ = concept(kind, number)
        self._named(id_, names.thing(self.random), kind, famous=0.8)
        self.lines.edge(id_, "P31", class_)
        if kind in {"award", "position"}:
            self.lines.edge(id_, "P17", self._country_id())

    def _place(self, number: int) -> None:
        id_ = place(number)
        self._named(id_, names.place(self.random), "place")
        self._instance(id_, "Q486972", plain=0.2)
        self.lines.edge(id_, "P17", self._country_id())
        if number:
            self.lines.edge(id_, "P131", place(self._rank(number, flat=5)))
        borders = {int(self.random.random() * self.sizes.places) for _ in range(self._rank(4))}
        for border in sorted(borders - {number}):
            self.lines.edge(id_, "P47", place(border))
        self._populations(id_, 10 ** (2 + 5 * self.random.random()))
        if self._chance(0.4):
            self._height(id_, self.random.randrange(0, 3000))

    def _populations(self, id_: str, size: float) -> None:
        counts = 1 + self._rank(4)
        for n in range(counts):
            latest = n == counts - 1
            self.lines.statement(
                id_,
                "P1082",
                Amount(int(size * (1 + n / 10)), ONE),
                rank="Preferred" if latest and counts > 1 else "Normal",
                truthy=latest,
                qualifiers=(("P585", Moment(1980 + 10 * n, 1, 1, YEAR)),),
            )

    def _height(self, id_: str, metres: int) -> None:
        match self.random.random():
            case share if share < 0.85:
                height = Amount(metres, METRE)
            case share if share < 0.95:
                height = Amount(int(metres / 0.3048), FOOT)
            case _:
                height = Amount(max(1, metres // 1000), KILOMETRE)
        self.lines.statement(id_, "P2044", height)
        if self._chance(0.03):
            wrong = Amount(metres * 10, METRE)
            self.lines.statement(id_, "P2044", wrong, rank="Deprecated", truthy=False)

    def _mountain(self, number: int) -> None:
        id_ = f"Q{30_000_000 + number}"
        self._named(id_, f"Mount {names.place(self.random)}", "mountain")
        self._instance(id_, "Q8502", plain=0.7)
        self.lines.edge(id_, "P17", self._country_id())
        if self._chance(0.5):
            self.lines.edge(id_, "P131", place(self._rank(self.sizes.places, flat=20)))
        self._height(id_, self.random.randrange(200, 8800))

    def _person(self, number: int) -> None:
        id_, lines, sizes = person(number), self.lines, self.sizes
        self._named(id_, names.person(self.random), "person")
        lines.edge(id_, "P31", "Q5")
        home = self._country_id()
        lines.edge(id_, "P27", home)
        for profession in sorted({self._rank(sizes.professions) for _ in range(1 + self._rank(3))}):
            lines.edge(id_, "P106", concept("profession", profession))
        if self._chance(0.7):
            lines.edge(id_, "P19", place(self._rank(sizes.places, flat=10)))
        self._life(id_, self.random.randrange(1850, 2005) if self._chance(0.97) else None)
        if number and self._chance(0.1):
            lines.edge(id_, "P26", person(int(self.random.random() * number)))
        self._honours(id_)

    def _life(self, id_: str, born: int | None) -> None:
        if born is None:  # somebody of long ago
            born = self.random.randrange(-500, 1800)
        if self._chance(0.85):
            self.lines.statement(id_, "P569", self._moment(born, born))
        if born < 1950 and self._chance(0.7):
            self.lines.statement(id_, "P570", self._moment(born + 20, born + 90))
        elif self._chance(0.03):
            self.lines.statement(id_, "P570", Unknown())

    def _honours(self, id_: str) -> None:
        lines, draw = self.lines, self.random.random
        awards = self._rank(12) if self._chance(0.25) else 0
        for award in sorted({self._rank(self.sizes.awards, flat=2) for _ in range(awards)}):
            year = self._moment(1930, 2023)
            lines.statement(
                id_, "P166", Item(concept("award", award)), qualifiers=(("P585", year),)
            )
        offices = 1 + self._rank(4) if self._chance(0.1) else 0
        for office in sorted({self._rank(self.sizes.positions, flat=2) for _ in range(offices)}):
            start = self._moment(1900, 2020)
            qualifiers: tuple[tuple[str, Moment | Unknown], ...] = (("P580", start),)
            if draw() < 0.8:
                end = Unknown() if draw() < 0.03 else self._moment(start.year, start.year + 12)
                qualifiers = (*qualifiers, ("P582", end))
            lines.statement(id_, "P39", Item(concept("position", office)), qualifiers=qualifiers)
        if draw() < 0.02:
            lines.no_value(id_, "P40")

    def _film(self, number: int) -> None:
        id_, lines, sizes = f"Q{50_000_000 + number}", self.lines, self.sizes
        self._named(id_, names.title(self.random), "film", famous=0.5)
        self._instance(id_, "Q11424", plain=0.85)
        directors = {self._rank(sizes.people // 10, flat=20) for _ in range(1 + self._chance(0.1))}
        for director in sorted(directors):
            lines.edge(id_, "P57", person(director))
        cast = {self._rank(sizes.people // 2, flat=50) for _ in range(self._rank(15))}
        for actor in sorted(cast):
            lines.edge(id_, "P161", person(actor))
        lines.edge(id_, "P495", self._country_id())
        for genre in sorted({self._rank(sizes.genres) for _ in range(1 + self._rank(3))}):
            lines.edge(id_, "P136", concept("genre", genre))
        if self._chance(0.95):
            lines.statement(id_, "P577", self._moment(1920, 2024))
        if self._chance(0.5):
            lines.statement(id_, "P2047", Amount(self.random.randrange(40, 200), MINUTE))
        if self._chance(0.15):
            lines.statement(id_, "P2142", Amount(int(10 ** (3 + 6 * self.random.random())), DOLLAR))

    def _thing(self, number: int) -> None:
        id_ = f"Q{60_000_000 + number}"
        self._named(id_, names.thing(self.random), "thing", famous=0.1)
        self._instance(id_, "Q488383", plain=0.0)
        self.lines.edge(id_, "P17", self._country_id())
        if number:
            self.lines.edge(id_, "P361", f"Q{60_000_000 + self._rank(number, flat=3)}")


def generate(*, triples: int, seed: int) -> Iterator[str]:
    """Give the graph in pieces of N-Triples text: `triples` or a few more, all different."""
    world = World(triples=triples, seed=seed)
    for _ in world.make():
        if len(world.lines.pending) >= LINES_PER_TAKE:
            yield world.lines.take()
    yield world.lines.take()


def write(path: Path, *, triples: int, seed: int) -> int:
    """Write the graph to a file, compressed as its name says, and count its triples."""
    count = 0
    with _opened(path) as file:
        for text in generate(triples=triples, seed=seed):
            file.write(text.encode())
            count += text.count("\n")
    return count


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes] | io.BufferedIOBase]:
    if path.suffix == ".zst":
        import zstandard

        with path.open("wb") as raw, zstandard.ZstdCompressor(level=3).stream_writer(raw) as file:
            yield file
    elif path.suffix == ".gz":
        # No name and no time in the header: the same seed gives the same bytes.
        with path.open("wb") as raw, gzip.GzipFile("", "wb", 1, raw, mtime=0) as file:
            yield file
    else:
        with path.open("wb") as file:
            yield file


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--triples", type=int, default=1_000_000, help="about how many (1000000)")
    parser.add_argument("--seed", type=int, default=7, help="another seed, another graph (7)")
    parser.add_argument("--out", type=Path, required=True, help="FILE.nt, .nt.gz or .nt.zst")
    options = parser.parse_args()
    started = time.perf_counter()
    count = write(options.out, triples=options.triples, seed=options.seed)
    print(f"{count:,} triples in {time.perf_counter() - started:.1f} s: {options.out}")


if __name__ == "__main__":
    main()
