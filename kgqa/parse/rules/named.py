"""Those of a set whose names have such words or letters: `X[name ~ "t"]`, `X[name ^= "t"]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.algebra import Entity, Named, Sign, Text
from kgqa.parse.item import Item
from kgqa.parse.lexicon import lexicon
from kgqa.parse.rules.exists import narrowed
from kgqa.parse.scene import Scene
from kgqa.parse.words import cue_set

NEAR = 4
"""So many words may stand between `begins` and the letter."""
_QUOTED = re.compile(r"[\"“«]\s*([^\"“”«»]+?)\s*[\"”»]")


@dataclass(frozen=True, slots=True)
class _Tested:
    """A test on names as a question says it, and the places of its words."""

    sign: Sign
    text: str
    words: frozenset[int]


def named(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the members of a set whose names begin as the question says, or have such words."""
    if isinstance(item.query, Entity) or int(item.nodes[0]) >= scene.graph.adjacency.entities:
        return
    for tested in _tests(scene):
        if not tested.words & item.evidence.spent:
            query = Named(item.things, tested.sign, Text(tested.text))
            evidence = item.evidence.spending(tested.words)
            yield from narrowed(scene, query, evidence, "named", item)


def _tests(scene: Scene) -> Iterator[_Tested]:
    spoken = frozenset(i for i, word in enumerate(scene.normal) if word in lexicon().name_words)
    for cue in scene.cue("starting"):
        for text, words in _texts(scene, cue, spoken):
            yield from (_Tested(sign, text, words) for sign in _BEGINNING[: len(text)])
    for cue in scene.cue("containing") if spoken else ():
        for text, words in _texts(scene, cue, spoken):
            yield _Tested("~", text, words)


_BEGINNING: tuple[Sign, ...] = ("^=", "~")
"""Names that begin with a word have it, and people say the one for the other; not of a letter."""


def _texts(
    scene: Scene, cue: frozenset[int], spoken: frozenset[int]
) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield what stands behind a cue: what is in quotes, else the next word that says something."""
    analysis = scene.analysis
    first = max(cue) + 1
    for quoted in _QUOTED.finditer(analysis.question):
        places = analysis.between(*quoted.span(1))
        if places and first <= min(places) <= first + NEAR:
            between = frozenset(range(first, min(places)))
            yield quoted[1].lower(), cue | places | between | spoken
            return
    passed = cue_set("articles") | cue_set("prepositions") | lexicon().name_words
    for place in range(first, min(len(scene.normal), first + NEAR)):
        if scene.normal[place] not in passed:
            between = frozenset(range(first, place + 1))
            yield scene.normal[place], cue | between | spoken
            return
