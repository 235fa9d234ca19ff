"""What speaks for a query to be what a question asks: numbers by name, whoever proposed it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.adjacency_terms import DATE_NODE, ENTITY_NODE, NUMBER_NODE
from kgqa_store.names_text import singulars
from kgqa_store.sorted_sets import among

from kgqa.parse.alignment import WORST
from kgqa.parse.item import Item
from kgqa.parse.question_kinds import Guess
from kgqa.parse.scene import Scene
from kgqa.parse.word_order import word_order

RULES = (
    *("step", "type", "meet", "minus", "union", "filter", "exceed", "order"),
    *("qualifier", "told", "count", "claim", "compare", "difference", "exists", "age", "now"),
    *("named", "living"),
)
FEATURES = (
    *("links", "link", "worst_link", "first_links", "missed_names", "common_links"),
    *("relations", "said", "mean_said", "worst_said", "best_said", "unsaid", "repeated"),
    *("behind", "worst_behind", "lost", "outdone", "verbatim", "unheard", "rarest"),
    *("covered", "uncovered", "missed_operators", "missed_values", "missed_traits", "spare"),
    *("blank", "blank_names", "widest", "crossed", "inverted", "doubled", "unmet"),
    *("asks_truth", "asks_number", "gives_truth", "gives_number", "gives_date", "gives_text"),
    "gives_entity",
    *("denied", "fits", "misfits", "kind", "unkind", "sort", "shape"),
    *("size", "single", "many", "plural", "echoes"),
    *RULES,
)
"""All features, in the order in which models are learned."""
RISING = frozenset(("said", "mean_said", "worst_said", "covered", "fits", "kind", "first_links"))
"""More of these never makes a query less likely to be meant."""
FALLING = frozenset(
    (
        *("uncovered", "missed_names", "missed_operators", "missed_values", "missed_traits"),
        *("misfits", "unkind", "unsaid", "lost", "outdone", "behind", "worst_behind", "unheard"),
        *("spare", "blank", "blank_names", "crossed", "inverted", "unmet"),
    )
)
"""More of these never makes it more likely."""
SEEN = 12
"""Members of a set whose kinds are looked at."""
UNSAID = -6.0
"""A property that is less likely than by this logarithm is not said."""
LEAST = 1e-4
"""No name is less likely to mean a thing."""
BLANK = 0.5
"""A word that is covered less far says nothing in a query."""


@dataclass(frozen=True)
class Features:
    """The features of queries for one question."""

    scene: Scene
    guess: Guess
    """Of which kind the question is, by its words alone."""
    empty: tuple[Item, ...] = ()
    """What the question says in full, and nothing in the graph is."""

    def of(self, item: Item) -> dict[str, float]:
        """Return what speaks for an item, and against it."""
        rules = Counter(_rules(item))
        return {
            **self._links(item),
            **_said(item),
            **self._lost(item),
            **self._named(item),
            **self._covered(item),
            **word_order(self.scene, item),
            **self._value(item),
            "shape": self._shape(item, rules),
            **{rule: float(min(2, rules[rule])) for rule in RULES if rules[rule]},
        }

    # --- Names --------------------------------------------------------------------------------

    def _links(self, item: Item) -> dict[str, float]:
        links = item.evidence.links
        chances = [math.log(max(LEAST, link.chance)) for link in links]
        firsts = {name[0].id for name in self.scene.linked.names if name}
        named = [name[0] for name in self.scene.linked.names if name and name[0].is_name]
        missed = sum(not link.places & item.evidence.spent for link in named)
        return {
            "links": float(len(links)),
            "link": sum(chances),
            "worst_link": min(chances, default=0.0),
            "first_links": float(sum(link.id in firsts for link in links)),
            "missed_names": float(missed),
            "common_links": float(sum(not link.is_name for link in links)),
        }

    # --- Properties -----------------------------------------------------------------------------

    def _lost(self, item: Item) -> dict[str, float]:
        """Return how likely a property is meant that is not followed, whatever the graph tells.

        Where the best that the graph tells is not what the words say, it is lacking.
        """
        evidence = item.evidence
        meant = self.scene.meant(evidence.named)
        followed = {self.scene.same(place) for place in evidence.ways}
        lost = next((one for place, one in meant if self.scene.same(place) not in followed), WORST)
        return {"lost": lost, "outdone": max(0.0, lost - min(evidence.said, default=WORST))}

    def _named(self, item: Item) -> dict[str, float]:
        """Return how far the properties are followed that the question names as they are called.

        Of two such names the longer one is a better sign.
        """
        ways, said = frozenset(item.evidence.ways), self.scene.verbatim
        unheard = [length for place, length in said.items() if place not in ways]
        adjacency = self.scene.graph.adjacency
        counts = [len(adjacency.sorted_objects(adjacency.properties[place])) for place in ways]
        return {
            "verbatim": float(sum(said.get(place, 0) for place in ways)),
            "unheard": float(max(unheard, default=0)),
            "rarest": math.log10(1 + min(counts)) if counts else 0.0,
        }

    # --- Words --------------------------------------------------------------------------------

    @cached_property
    def _needed(self) -> frozenset[int]:
        analysis = self.scene.analysis
        return analysis.content | analysis.cues

    def _covered(self, item: Item) -> dict[str, float]:
        cover, spent = item.evidence.cover, item.evidence.spent
        needed = sorted(self._needed)
        share = float(cover[needed].sum()) if needed else 0.0
        values = [places for _, places in self.scene.values]
        relations = len(item.evidence.said)
        free = float(cover[[place for place in needed if place not in spent]].sum())
        blank = [place for place in needed if cover[place] < BLANK]
        words = self.scene.analysis.words
        return {
            "covered": share / max(1, len(needed)),
            "uncovered": len(needed) - share,
            "missed_operators": float(len(self.scene.analysis.cues - spent)),
            "missed_values": sum(len(one - spent) / len(one) for one in values if one),
            "missed_traits": float(sum(not words & spent for _, words in self.scene.traits)),
            "spare": max(0.0, relations - free),
            "blank": float(len(blank)),
            "blank_names": float(sum(words[place].is_capital for place in blank if place)),
            "unmet": max((self._beyond(one, item) for one in self.empty), default=0.0),
        }

    def _beyond(self, full: Item, item: Item) -> float:
        """Return how many words an item leaves that what the question says in full covers."""
        needed = sorted(self._needed)
        more = full.evidence.cover[needed] - item.evidence.cover[needed]
        return float(more.clip(min=0.0).sum())

    # --- What it gives --------------------------------------------------------------------------

    def _value(self, item: Item) -> dict[str, float]:
        analysis, value = self.scene.analysis, item.value
        asked = {
            "asks_truth": float(analysis.form in ("truth", "compare")),
            "asks_number": float(analysis.form == "count"),
        }
        if isinstance(value, bool):
            sort = self.guess.sorts["boolean"]
            return {**asked, "gives_truth": 1.0, "denied": float(not value), "sort": sort}
        if isinstance(value, tuple):
            told = {"gives_number": 1.0, "single": 1.0, "sort": self.guess.sorts["numerical"]}
            return {**asked, **told, **self._fit("number")}
        kind = self._kind(int(item.nodes[0]))
        return {
            **asked,
            f"gives_{kind}": 1.0,
            "size": math.log10(len(item.nodes)),
            "single": float(len(item.nodes) == 1),
            "many": float(len(item.nodes) > 50),
            "plural": self._plural,
            "echoes": float(bool(among(self._asked_about, item.nodes).any())),
            "sort": self.guess.sorts[_SORTS[kind]],
            **self._fit(kind),
            **(self._kinds(item) if kind == "entity" else {}),
        }

    @cached_property
    def _plural(self) -> float:
        """Whether the noun of what is asked for stands in the plural."""
        noun, words = self.scene.noun, self.scene.analysis.words
        last = words[max(noun.places)].normal if noun is not None else ""
        return float(any(True for _ in singulars(last)))

    @cached_property
    def _asked_about(self) -> Ints:
        """What the names of the question most likely mean: it is seldom asked for itself."""
        entity = self.scene.graph.adjacency.entity
        firsts = [entity(name[0].id) for name in self.scene.linked.names if name]
        return np.array(sorted({one for one in firsts if one is not None}), np.int32)

    def _kind(self, node: int) -> str:
        return _KINDS.get(self.scene.graph.term(node).kind, "text")

    def _fit(self, kind: str) -> dict[str, float]:
        """Return whether a kind of value is what the question word asks for."""
        expected = self.scene.expected
        if expected.kinds:
            return {"fits" if kind in expected.kinds else "misfits": 1.0}
        if expected.classes and kind != "entity":
            return {"misfits": 1.0}
        return {}

    @cached_property
    def _classes(self) -> tuple[frozenset[int], frozenset[int]]:
        """The classes of what the question word asks for, and of the noun beside it."""
        graph, scene = self.scene.graph, self.scene
        noun = scene.noun.classes if scene.noun is not None else ()
        wanted, named = (
            frozenset(node for id_ in ids if (node := graph.adjacency.entity(id_)) is not None)
            for ids in (scene.expected.classes, noun)
        )
        return wanted, named

    def _kinds(self, item: Item) -> dict[str, float]:
        """Return which share of the members is of the kind that the question asks for."""
        wanted, named = self._classes
        if not wanted and not named:
            return {}
        nodes = item.nodes[:SEEN].tolist()
        types = [frozenset(self.scene.types(node)) for node in nodes]
        found = {}
        if wanted and not self.scene.expected.kinds:
            share = sum(bool(one & wanted) for one in types) / len(types)
            found["fits"], found["misfits"] = share, float(share == 0)
        if named:
            share = sum(bool(one & named) for one in types) / len(types)
            found["kind"], found["unkind"] = share, float(share == 0)
        return found

    def _shape(self, item: Item, rules: Counter[str]) -> float:
        """Return how likely the words ask for a query of this shape, as a logarithm."""
        kinds = self.guess.kinds
        for rule, names in _SHAPES:
            if rules[rule]:
                return max(kinds[name] for name in names)
        if len(item.evidence.links) > 1:
            return max(kinds["intersection"], kinds["multihop"])
        return kinds["multihop"] if rules["step"] > 1 else kinds["generic"]


_KINDS = {ENTITY_NODE: "entity", DATE_NODE: "date", NUMBER_NODE: "number"}
_SORTS = {"entity": "entity", "date": "date", "number": "numerical", "text": "string"}
_SHAPES = (
    ("claim", ("yesno",)),
    ("compare", ("yesno", "comparative")),
    ("count", ("count",)),
    ("minus", ("difference",)),
    ("exceed", ("comparative", "superlative")),
    ("order", ("superlative", "ordinal", "comparative")),
)


def _said(item: Item) -> dict[str, float]:
    said = item.evidence.said
    properties = Counter(item.evidence.ways)
    return {
        "relations": float(len(said)),
        "said": sum(said),
        "mean_said": sum(said) / len(said) if said else 0.0,
        "worst_said": min(said, default=0.0),
        "best_said": max(said, default=0.0),
        "unsaid": float(sum(one < UNSAID for one in said)),
        "behind": sum(item.evidence.behind),
        "worst_behind": max(item.evidence.behind, default=0.0),
        "repeated": float(sum(n - 1 for n in properties.values())),
    }


def _rules(item: Item) -> Iterator[str]:
    yield item.rule
    for child in item.children:
        yield from _rules(child)


def row(found: Mapping[str, float]) -> np.ndarray:
    """Return features as a row of numbers."""
    return np.array([found.get(name, 0.0) for name in FEATURES], np.float32)
