"""How likely an item of a chart is what was asked, over a graph that nothing was learned of.

It counts what the words say: names, properties, words that are left over, and whether what comes
out is of the kind that is asked for. The weights were set by hand on two graphs of our own.
"""

from __future__ import annotations

import math
from dataclasses import fields, is_dataclass

import numpy as np
from kgqa_store.adjacency_terms import DATE_NODE, NUMBER_NODE, OTHER_NODE
from kgqa_store.vocabulary import UNKNOWN_VALUE

from kgqa.algebra import (
    Aggregate,
    Apply,
    Count,
    Difference,
    Entity,
    Existence,
    Inverse,
    Membership,
    Ordinal,
    Property,
    Query,
    Superlative,
    Tally,
    Way,
)
from kgqa.parse.item import Evidence, Item
from kgqa.parse.scene import Scene
from kgqa.parse.schema_lexicon import schema_lexicon

LINK, SAID, UNCOVERED, STEP, PART = 0.5, 0.35, -2.0, -0.5, -0.2
"""What the logarithms of names and properties count, a word that is left over, and sizes."""
FITS, MISFITS = 1.0, -2.5
"""What it counts that answers are of the kind asked for, or not."""
TELLING, NAMING = 2.0, 2.6
"""How many other words a number or a superlative counts, and a word of a name."""
WHOLE = ("label", "alias")
"""How a name is found by all of its words."""
LEFT = 0.5
"""Below so much cover a name is left over."""
PARTIAL = "word"
"""How a name is found by one of its words."""
RETURN = -2.5
"""What it counts that a property is followed back."""
AGAIN = 0.2
"""How much of a return it is that a property is followed further on."""
ITSELF = -2.5
"""What it counts that a name of the question is among the answers."""
ALONE = -2.0
"""What it counts that what is added up is had by one thing alone."""
TIED = -2.0
"""What it counts that all who have any of something have the most: each has one."""
UNTIMED = -2.5
"""What it counts that what is the latest, or the most recent, is not so by a date."""
SOMEBODY = 0.6
"""What it counts that an answer to `who` is a person; a firm may be one, too."""
AFTER = frozenset({"what", "when", "how"})
"""Words that ask for something else where another question word is behind the first."""
FLAGS = frozenset({"true", "false"})
LOOKED_AT = 40
"""Members whose kinds are looked at."""
LEAST = 1e-3
LEAST_SAID = -7.0
"""No property is less likely to be said."""


class UntrainedRank:
    """Ranks the items of one question."""

    def __init__(self, scene: Scene) -> None:
        """Look at the words that say something, and at what is asked for."""
        self._scene = scene
        analysis = scene.analysis
        self._form = analysis.form
        self._is_total = any(word in schema_lexicon().totals for word in scene.normal)
        self._is_timely = not schema_lexicon().timely.isdisjoint(scene.normal)
        self._needed = np.zeros(len(analysis.words), np.float32)
        self._needed[sorted(analysis.content | analysis.cues)] = 1.0
        named = {
            place
            for name in scene.linked.names
            if name and name[0].is_name and not name[0].how.startswith(PARTIAL)
            for place in name[0].places
        }
        self._names = [
            name[0].places
            for name in scene.linked.names
            if name and name[0].is_name and name[0].how in WHOLE
        ]
        values = {place for _, places in scene.values for place in places}
        values |= scene.texts_told
        self._weights = self._needed.copy()
        for place in named | values | analysis.cues:
            self._weights[place] *= NAMING if place in named else TELLING

    def __call__(self, item: Item) -> float:
        """Return how likely an item is what was asked: a logarithm of nothing in particular."""
        evidence = item.evidence
        links = sum(math.log(max(LEAST, link.chance)) for link in evidence.links)
        told = self._told(item)
        said = sum(max(LEAST_SAID, one) for one in told)
        left = float(self._weights @ (1.0 - np.minimum(evidence.cover, 1.0)))
        sizes = STEP * len(told) + PART * _parts(item)
        sizes += RETURN * self._returns(item.query) + self._order(item)
        return LINK * links + SAID * said + UNCOVERED * left + sizes + self._kind(item)

    def _told(self, item: Item) -> list[float]:
        """Return of each property how likely it is meant.

        To a node without a name, and on from there, it is one, said by the words of either.
        """
        evidence = item.evidence
        through = self._scene.own.facts.through if self._scene.own else frozenset[int]()
        if len(evidence.said) != len(evidence.ways) or through.isdisjoint(evidence.ways):
            return list(evidence.said)
        told: list[float] = []
        is_open = is_joined = False
        for place, likely in zip(evidence.ways, evidence.said, strict=True):
            is_node = place in through
            is_joined = bool(told) and not is_joined and (is_open or is_node)
            if is_joined:
                told[-1] = max(told[-1], likely)
            else:
                told.append(likely)
            is_open = is_node and not is_joined
        return told

    def fits(self, item: Item) -> bool:
        """Whether what comes out may be of the kind that is asked for, and no name is left over."""
        is_left = any(item.evidence.cover[sorted(one)].max() < LEFT for one in self._names)
        return self._kind(item) > MISFITS and not is_left

    def share(self, item: Item) -> float:
        """Return what share of the words that say something an item covers, names above all."""
        return self.share_of(item.evidence)

    def share_of(self, evidence: Evidence) -> float:
        """Return the same of evidence alone."""
        covered = float(self._weights @ np.minimum(evidence.cover, 1.0))
        return covered / max(1.0, float(self._weights.sum()))

    def _returns(self, query: Query) -> float:
        """Return how often a property is followed back; the same team as hers is no such return."""
        scene = self._scene
        places = scene.own.facts.amounts if scene.own is not None else {}
        nodes = frozenset(scene.property(2 * place) for place in places)
        return 0.0 if scene.cue("same") else _returns(query, (), nodes)

    def _kind(self, item: Item) -> float:
        scene = self._scene
        is_truth = isinstance(item.value, bool)
        if is_truth != scene.asks_truth:
            return 2 * MISFITS
        if is_truth:
            if isinstance(item.query, Membership) and scene.cue("there"):
                return 2 * MISFITS
            is_any = isinstance(item.query, Existence)
            if is_any and item.rule == "exists" and self._is_flag(item.children[0]):
                return MISFITS
            return MISFITS / 2 * is_any * ((not item.value) + bool(scene.cue("every")))
        if isinstance(item.query, Aggregate):
            return ALONE if len(item.children[0].nodes) == 1 else FITS * (self._form == "count")
        if self._form == "count":
            return self._counted(item) if isinstance(item.query, Count) else self._amounts(item)
        if not item.is_set:
            return 0.0
        if isinstance(item.query, Entity):
            return 2 * MISFITS
        named = self._names_itself(item)
        strange = MISFITS * self._is_no_answer(item)
        if self._form == "choose":
            return strange + (FITS if named else MISFITS)
        return self._of_set(item) + strange + ITSELF * named

    def _order(self, item: Item) -> float:
        """Return what speaks against the orders in an item: most are first, or time is meant."""
        against = UNTIMED * len(self._untimed(item.query)) if self._is_timely else 0.0
        return against + self._tied(item)

    def _tied(self, item: Item) -> float:
        against = sum(map(self._tied, item.children))
        match item.query:
            case Superlative("max", _, Tally(relation)) if item.rule == "order":
                return against + TIED * (len(item.nodes) > 1 and self._are_all(item, relation))
            case _:
                return against

    def _are_all(self, item: Item, relation: Way) -> bool:
        """Whether those with the most of something are all that have any of it."""
        (child, *_) = item.children
        back = relation.relation if isinstance(relation, Inverse) else Inverse(relation)
        alike = Apply(relation, Apply(back, child.things))
        having = self._scene.item(alike, item.evidence, "")
        return having is not None and len(np.intersect1d(having.nodes, child.nodes)) == len(
            item.nodes
        )

    def _untimed(self, node: object) -> list[object]:
        """Return the keys in a query by which something is ordered, and which are no dates."""
        found: list[object] = []
        if isinstance(node, Superlative | Ordinal):
            key = node.key
            way = self._scene.way(key.id) if isinstance(key, Property) else None
            is_other = way is not None and not self._scene.ways.timed[way]
            found += [key] if is_other or isinstance(key, Tally) else []
        if is_dataclass(node):
            parts = [getattr(node, each.name) for each in fields(node)]
        else:
            parts = list(node) if isinstance(node, tuple) else []
        return found + [key for part in parts for key in self._untimed(part)]

    def _counted(self, item: Item) -> float:
        """Return what it counts that those are counted which the question asks for."""
        share = self._of_noun(item.children[0]) if self._scene.noun is not None else 1.0
        return FITS * share + MISFITS * (1 - share)

    def _amounts(self, item: Item) -> float:
        return FITS / 2 if item.is_set and self._share_of(item, NUMBER_NODE) > 0.5 else 2 * MISFITS

    def _of_set(self, item: Item) -> float:
        scene = self._scene
        asks, kinds = scene.analysis.asks, scene.expected.kinds
        if self._is_total and len(item.nodes) > 1 and self._share_of(item, NUMBER_NODE) > 0.5:
            return MISFITS  # one number of many is asked for
        wanted = DATE_NODE if "date" in kinds else NUMBER_NODE if "number" in kinds else None
        if wanted is not None:
            share = self._share_of(item, wanted)
            return FITS * share + MISFITS * (1 - share)
        if scene.noun is not None:
            share = self._of_noun(item)
            return FITS * share + MISFITS * (1 - share)
        if asks not in ("who", "whom", "where") or AFTER & set(scene.normal[1:]):
            return 0.0
        literals = float((item.nodes >= scene.graph.adjacency.entities).mean())
        somebody = MISFITS if asks == "where" else SOMEBODY
        return MISFITS * literals + somebody * self._of_people(item)

    def _of_people(self, item: Item) -> float:
        """Return what share of a set are people."""
        scene = self._scene
        people = scene.own.facts.people if scene.own is not None else frozenset[str]()
        classes, nodes = {scene.graph.entity(one) for one in people}, item.nodes[:LOOKED_AT]
        return sum(self._is_any(node, classes) for node in nodes.tolist()) / len(nodes)

    def _of_noun(self, item: Item) -> float:
        scene, noun = self._scene, self._scene.noun
        nodes = item.nodes[:LOOKED_AT].tolist()
        wanted = {scene.graph.entity(class_) for class_ in noun.classes} if noun else set()
        fitting = [node for node in nodes if self._is_any(node, wanted)]
        return len(fitting) / len(nodes)

    def _is_any(self, node: int, classes: set[int]) -> bool:
        is_entity = node < self._scene.graph.adjacency.entities
        return is_entity and not classes.isdisjoint(self._scene.types(node))

    def _share_of(self, item: Item, kind: int) -> float:
        graph = self._scene.graph
        nodes = item.nodes[:LOOKED_AT].tolist()
        kinds = {kind, OTHER_NODE} if kind == NUMBER_NODE else {kind}  # durations are amounts
        return sum(graph.term(node).kind in kinds for node in nodes) / len(nodes)

    def _is_no_answer(self, item: Item) -> bool:
        """Whether a set is of what no question asks for: truths, nodes that only hold a number."""
        scene = self._scene
        if int(item.nodes[0]) >= scene.graph.adjacency.entities:
            return self._is_flag(item) or self._is_unit(item)
        if self._is_nameless(int(item.nodes[0])):
            return True
        amounts = scene.own.facts.amounts if scene.own is not None else {}
        return (
            isinstance(item.query, Apply)
            and isinstance(item.query.relation, Inverse)
            and bool(item.evidence.ways)
            and item.evidence.ways[-1] in amounts
        )

    def _is_unit(self, item: Item) -> bool:
        """Whether a set is of the units of numbers, and no word asks for units."""
        scene = self._scene
        units = scene.own.facts.beside.values() if scene.own is not None else ()
        is_last = bool(item.evidence.ways) and item.evidence.ways[-1] in units
        return is_last and schema_lexicon().units.isdisjoint(scene.normal)

    def _is_nameless(self, node: int) -> bool:
        """Whether a thing has no name, and is not of the kind that a noun asks for."""
        scene = self._scene
        if scene.own is None:
            return False
        types = scene.types(node)
        if not types:
            return UNKNOWN_VALUE in scene.graph.text(node)
        wanted = {scene.graph.entity(one) for one in scene.noun.classes} if scene.noun else set()
        nameless = {scene.graph.entity(one) for one in scene.own.facts.nameless}
        return not nameless.isdisjoint(types) and wanted.isdisjoint(types)

    def _is_flag(self, item: Item) -> bool:
        """Whether a set is of nothing but `true` and `false`."""
        graph = self._scene.graph
        return {graph.text(node) for node in item.nodes[:3].tolist()} <= FLAGS

    def _names_itself(self, item: Item) -> bool:
        nodes = {self._scene.graph.entity(link.id) for link in item.evidence.links}
        return any(node in nodes for node in item.nodes[:LOOKED_AT].tolist())


def _returns(
    node: object, behind: tuple[Property | Inverse, ...], nodes: frozenset[Property]
) -> float:
    """Return how often a query follows a property back, or once more, that led to where it is.

    To nodes that only hold a number, and back, is no return; nor is what is left out of a set.
    """
    match node:
        case Apply((Property() as property_) | Inverse(Property() as property_), things):
            if property_ in nodes:
                return _returns(things, behind, nodes)
            is_turned = isinstance(node.relation, Inverse)
            relation, back = property_, Inverse(property_)
            one, other = (back, relation) if is_turned else (relation, back)
            again = AGAIN * (one in behind) + (other in behind)
            return again + _returns(things, (*behind, one), nodes)
        case Difference(left, _):
            return _returns(left, behind, nodes)
        case tuple():
            return sum(_returns(one, behind, nodes) for one in node)
        case _ if is_dataclass(node):
            parts = (getattr(node, each.name) for each in fields(node))
            return sum(_returns(part, behind, nodes) for part in parts)
        case _:
            return 0.0


def _parts(item: Item) -> int:
    """Return of how many items an item is made."""
    return 1 + sum(map(_parts, item.children))
