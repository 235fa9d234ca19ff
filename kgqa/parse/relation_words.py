"""Which words a relation explains: stems that people use where they ask for it.

Where the words `born` and `director` are said, a reading with neither a birth nor a director in it
leaves them unexplained, however likely its relations are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.parse.relations_lexicon import Relation
from kgqa.parse.relations_words import content_stems

if TYPE_CHECKING:
    from kgqa.parse.relations_questions import Example

FILE = Path(__file__).parent / "data" / "relation_words.txt"
ROUNDS = 6
TIMES = 3.0
"""A stem is a relation's own if it is so many times likelier beside it than elsewhere."""
LEAST = 2.0
"""A stem that fewer questions have beside a relation is left out."""
FULL = 300.0
"""Questions of one relation beyond so many count less: sets are full of a few relations."""

Stems = Mapping[Relation, frozenset[str]]
Counts = dict[Relation, dict[str, float]]


def align(
    examples: Iterable[Example], common_words: Collection[str]
) -> dict[Relation, frozenset[str]]:
    """Return the stems of each relation: each word is told by a relation, or by nothing at all.

    Words that are not among `common_words` may be names, and are left out.
    """
    asked = [
        (
            frozenset(s for at, s in content_stems(one.words) if one.words[at] in common_words),
            one.relations,
            one.weight,
        )
        for one in examples
    ]
    totals: dict[Relation, float] = defaultdict(float)
    for _, relations, weight in asked:
        for relation in relations:
            totals[relation] += weight / len(relations)
    scale = {r: min(1.0, FULL / total) for r, total in totals.items()}
    common = _common(asked, scale)
    told: Counts = {}
    for _ in range(ROUNDS):
        told = _expected(asked, scale, told, common)
    chances = {r: _chances(stems) for r, stems in told.items()}
    return {
        relation: frozenset(
            stem
            for stem, count in told[relation].items()
            if count >= LEAST and chances[relation][stem] >= TIMES * common[stem]
        )
        for relation in told
    }


def _common(
    asked: list[tuple[frozenset[str], tuple[Relation, ...], float]], scale: Mapping[Relation, float]
) -> dict[str, float]:
    """Return how likely each stem is where nothing is known of the relation."""
    counts: dict[str, float] = defaultdict(float)
    for stems, relations, weight in asked:
        for stem in stems:
            counts[stem] += weight * max(scale[r] for r in relations)
    return _chances(counts)


def _chances(counts: Mapping[str, float]) -> dict[str, float]:
    total = sum(counts.values()) or 1.0
    return {stem: count / total for stem, count in counts.items()}


def _expected(
    asked: list[tuple[frozenset[str], tuple[Relation, ...], float]],
    scale: Mapping[Relation, float],
    told: Counts,
    common: Mapping[str, float],
) -> Counts:
    """Return how often each relation tells each stem, given how often it was thought to before."""
    chances = {r: _chances(stems) for r, stems in told.items()}
    found: Counts = defaultdict(lambda: defaultdict(float))
    for stems, relations, weight in asked:
        for stem in stems:
            parts = {r: chances[r].get(stem, 0.0) if told else 1.0 for r in relations}
            whole = sum(parts.values()) / len(parts) + (common[stem] if told else 1.0)
            for relation, part in parts.items():
                share = part / len(parts) / whole
                found[relation][stem] += share * weight * scale[relation]
    return found


def save(stems: Stems, path: Path) -> None:
    """Write a line for each relation: its name, then its stems."""
    lines = [
        f"{'^' if inverse else ''}{name} {' '.join(sorted(stems[name, inverse]))}\n"
        for name, inverse in sorted(stems, key=lambda one: (int(one[0][1:]), one[1]))
        if stems[name, inverse]
    ]
    path.write_text("".join(lines), encoding="utf-8")


def load(path: Path) -> dict[Relation, frozenset[str]]:
    """Return what `save` has written."""
    found: dict[Relation, frozenset[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, *stems = line.split()
        found[name.removeprefix("^"), name.startswith("^")] = frozenset(stems)
    return found


@cache
def said_stems() -> frozenset[str]:
    """Return the stems by which people ask for any relation."""
    return frozenset[str]().union(*shipped().values())


@cache
def shipped() -> Stems:
    """Return the stems that come with kgqa; read once in a process."""
    return load(FILE)
