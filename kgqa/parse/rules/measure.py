"""Words that compare: which of two values is the greater, and by what property."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from kgqa_store.sorted_sets import among

from kgqa.algebra import Comparator
from kgqa.parse.analysis import Measure
from kgqa.parse.item import Evidence, Item
from kgqa.parse.order_keys import properties_of
from kgqa.parse.scene import Scene
from kgqa.parse.words import usual_keys

MOST = 4
"""Properties by which things may be compared: the most likely ones."""
USUAL = -2.0
"""A property that an adjective measures is no less likely than by this logarithm."""

TIMES: tuple[tuple[str, Comparator], ...] = (("before", "<"), ("after", ">"))
SIZES: tuple[tuple[str, Comparator], ...] = (("more", ">"), ("fewer", "<"))
"""The cues that compare times, and any values."""


@dataclass(frozen=True, slots=True)
class Comparing:
    """Words that compare two values."""

    comparator: Comparator
    """How the value of what is spoken of compares with that of the other."""
    words: frozenset[int]
    keys: tuple[str, ...] = ()
    """The properties that an adjective measures, if one compares."""
    is_timed: bool = False
    """Whether only dates are compared."""
    behind: int = -1
    """Where `than` stands, before what is exceeded."""
    spans: tuple[tuple[str, str], ...] = ()
    """The pairs of dates between which the time lies that an adjective measures."""


def keys_of(scene: Scene, measure: Measure) -> tuple[str, ...]:
    """Return what an adjective measures, beside the other words of the question."""
    return measure.adjective.meant(scene.normal)


def _spans(scene: Scene, measure: Measure) -> tuple[tuple[str, str], ...]:
    pairs = [properties_of(key) for key in keys_of(scene, measure)]
    return tuple((pair[0], pair[1]) for pair in pairs if len(pair) > 1)


def comparing(scene: Scene) -> list[Comparing]:
    """Return the words of a question that compare."""
    analysis = scene.analysis
    than = next((min(cue) for cue in scene.cue("than")), -1)
    behind = frozenset({than}) if than >= 0 else frozenset[int]()
    found = [
        Comparing(
            ">" if measure.adjective.extreme == "max" else "<",
            behind | {measure.place},
            tuple(key for key in keys_of(scene, measure) if scene.way(key) is not None),
            behind=than if measure.place < than else -1,
            spans=_spans(scene, measure),
        )
        for measure in analysis.measures
    ]
    for name, comparator in TIMES:
        for cue in scene.cue(name):
            found.append(Comparing(comparator, cue, is_timed=True, behind=max(cue)))
    for name, comparator in SIZES:
        for cue in scene.cue(name) if than >= 0 else ():
            if not cue & analysis.bounds:
                found.append(Comparing(comparator, cue | behind, behind=than))
    return found


def exceeding_of(scene: Scene) -> frozenset[int]:
    """Return the places of the words that say what exceeds another, and so not what is first.

    Of what stands before each `than` it is the last that measures: the highest one lower than that.
    """
    analysis = scene.analysis
    places = {measure.place for measure in analysis.measures}
    places |= {analysis.most[0]} if analysis.most is not None else set()
    before = [[place for place in places if place < min(cue)] for cue in scene.cue("than")]
    last = frozenset(max(some) for some in before if some)
    return last | (analysis.bounds & places)


def keys(scene: Scene, item: Item, words: Comparing) -> Iterator[tuple[int, Evidence]]:
    """Yield the ways to values by which the members of a set may be compared."""
    ways, likely = scene.around(item), scene.alignment.likely(item.evidence.named)
    usual = [way for key in words.keys if (way := scene.way(key)) is not None]
    usual = [way for way in usual if among(np.array([way]), ways)[0] and scene.ways.ordered[way]]
    first = _usual_of_kind(scene, item)
    usual = [first] if first in usual else usual
    for way in usual:
        yield way, scene.saying(item.evidence, way, max(float(likely[way]), USUAL))
    kept = ways[scene.ways.timed[ways] if words.is_timed else scene.ways.ordered[ways]]
    for way, chance in scene.likeliest(item, kept, MOST):
        if way not in usual:
            yield way, scene.saying(item.evidence, way, chance)


def _usual_of_kind(scene: Scene, item: Item) -> int | None:
    """Return the way by which things of the kind of a set are measured before all else."""
    if item.nodes[0] >= scene.graph.adjacency.entities:
        return None
    types = {scene.graph.text(node) for node in scene.types(int(item.nodes[0]))}
    return next((scene.way(key) for class_, key in usual_keys().items() if class_ in types), None)
