"""What the rules of the chart look at: one question, its names and words, and the graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.sorted_sets import NOTHING
from numpy.typing import NDArray

from kgqa.algebra import Apply, Entity, Inverse, Property, Query, Text, Things, Type
from kgqa.algebra.units import dimension, factor
from kgqa.denote import Denotation, Evaluator, Graph, TooLarge
from kgqa.parse import quantities
from kgqa.parse.alignment import WORST, Alignment, Floats, best
from kgqa.parse.analysis import Analysis
from kgqa.parse.expected import Expected
from kgqa.parse.item import Evidence, Item
from kgqa.parse.lexicon import lexicon
from kgqa.parse.linking import Linked, Noun
from kgqa.parse.own_facts import OwnGraph
from kgqa.parse.schema_lexicon import schema_lexicon
from kgqa.parse.texts_named import addresses_named, texts_named, texts_shared
from kgqa.parse.ways import Ways
from kgqa.parse.words import cue_set
from kgqa.parse.world import world

SEEN = 16
"""Members of a set whose edges are looked at."""
MOST = 200_000
"""A larger set is no item of the chart."""
STARTS = 3
"""Properties from whose subjects a question starts that names nothing."""
MEANT = 8
"""Properties that the words of a question may mean: more than any reading follows."""
IMPLIED = -2.0
"""The only property that leads to what is named is no less likely than by this logarithm."""
SUBJECTS = 40
"""Subjects of a property whose classes are looked at."""
STATED = 400
"""Statements of a name whose qualifiers are looked at."""

TRUE, FALSE = "true", "false"
"""How a graph writes that something is so, and that it is not."""


def _plainly(names: tuple[frozenset[str], ...]) -> list[frozenset[str]]:
    """Return names of marks without the words that people leave out: `prescription only`."""
    plain = [name - schema_lexicon().marking for name in names]
    return [name for name in plain if name and name not in names]


@dataclass(frozen=True)
class Scene:
    """One question over one graph."""

    analysis: Analysis
    linked: Linked
    alignment: Alignment
    graph: Graph
    ways: Ways
    expected: Expected
    noun: Noun | None
    """The noun that says what is asked for."""
    own: OwnGraph | None = None
    """What is known of a graph that tells things in its own way."""
    hidden: frozenset[str] = frozenset()
    """Properties that are not followed, as if the graph had none of their edges."""
    _denoted: dict[Query, Denotation] = field(default_factory=dict)
    _around: dict[int, Ints] = field(default_factory=dict)
    _types: dict[int, list[int]] = field(default_factory=dict)
    _kinds: dict[str, tuple[Things, ...]] = field(default_factory=dict)
    _meant: dict[frozenset[int], list[tuple[int, float]]] = field(default_factory=dict)
    _cues: dict[str, tuple[frozenset[int], ...]] = field(default_factory=dict)
    _relations: dict[int, Property | Inverse] = field(default_factory=dict)

    @cached_property
    def _evaluator(self) -> Evaluator:
        return Evaluator(self.graph, self._denoted, MOST)

    # --- Items --------------------------------------------------------------------------------

    def item(self, query: Query, evidence: Evidence, rule: str, *children: Item) -> Item | None:
        """Return an item for a query; None where it denotes nothing, or too much to look at."""
        try:
            value = self._evaluator.denote(query)
        except TooLarge:
            return None
        if isinstance(value, np.ndarray | tuple) and not len(value):
            return None
        return Item(query, value, evidence, rule, children)

    def numbers(self, item: Item) -> tuple[Decimal, ...]:
        """Return the numbers that an item denotes."""
        if isinstance(item.value, tuple):
            return item.value
        return tuple(map(self.graph.amount, item.nodes.tolist()))

    @cached_property
    def nothing(self) -> Evidence:
        """The evidence of no word."""
        return Evidence(np.zeros(len(self.analysis.words), np.float32))

    @cached_property
    def values(self) -> list[tuple[quantities.Quantity, frozenset[int]]]:
        """The dates, numbers and amounts of the question, with the places of their words."""
        return [
            (one, self.analysis.between(one.start, one.end))
            for one in quantities.spans(self.analysis.question)
        ]

    @cached_property
    def _counted(self) -> NDArray[np.bool_]:
        """Where the words of the values of the question stand, but for places in an order."""
        found = np.zeros(len(self.analysis.words), np.bool_)
        for value, places in self.values:
            if not isinstance(value, quantities.Ordinal):
                found[sorted(places)] = True
        return found

    def told(self, way: int, value: quantities.Quantity) -> quantities.Quantity:
        """Return a value as a property tells it whose numbers have no unit, but for its name."""
        if self.own is None or not isinstance(value, quantities.Amount):
            return value
        if self.graph.is_duration(self.property(way).id):
            return value
        unit = self.own.facts.units.get(way >> 1, value.unit)
        if dimension(unit) != dimension(value.unit):
            return value
        number = value.value * factor(value.unit) / factor(unit)
        return quantities.Number(value.start, value.end, number, value.comparator)

    # --- Words --------------------------------------------------------------------------------

    @cached_property
    def normal(self) -> list[str]:
        """The words of the question in their normal forms."""
        return [word.normal for word in self.analysis.words]

    def cue(self, name: str, *items: Item) -> list[frozenset[int]]:
        """Return the places of each cue of a name that no item has used, in order."""
        found = self._cues.get(name)
        if found is None:
            found = self._cues[name] = tuple(lexicon().found(name, self.normal))
        return [cue for cue in found if not any(cue & one.evidence.spent for one in items)]

    @cached_property
    def denied(self) -> dict[frozenset[int], frozenset[int]]:
        """By the places of each denial those of the names that it is about.

        That is the next one behind it in its clause, and what is listed with that: this, or that.
        """
        return {cue: self._denied_by(cue) for cue in self.cue("deny")}

    def _denied_by(self, cue: frozenset[int]) -> frozenset[int]:
        clauses = frozenset[int]().union(*self.cue("clause"))
        passed = frozenset[int]().union(*self.cue("listed"), *self.cue("deny"))
        names = [name[0].places for name in self.linked.names if name and name[0].is_name]
        found, last = frozenset[int](), max(cue)
        for places in sorted(names, key=min):
            between = frozenset(range(last + 1, min(places)))
            if min(places) <= last:
                continue
            light = {one for one in between if self.normal[one] in cue_set("articles")}
            if between & clauses if not found else not between or not between <= passed | light:
                break
            found, last = found | places, max(places)
        return found

    @cached_property
    def traits(self) -> list[tuple[Things, frozenset[int]]]:
        """The sets of what is as a word says, with the places of the words: women, landlocked."""
        said = lexicon().traits
        named = [
            (i, world().traits[said[word]]) for i, word in enumerate(self.normal) if word in said
        ]
        return [
            (Apply(Property(property_), Entity(value)), frozenset({i}))
            for i, (property_, value) in named
        ] + self._flags

    @cached_property
    def _flags(self) -> list[tuple[Things, frozenset[int]]]:
        """The sets of what is marked as a word says, where a graph marks it by true and false."""
        stems = {word.stem: i for i, word in enumerate(self.analysis.words)}
        flags = self.own.flags if self.own else ()
        denied = {one.removeprefix(no): i for one, i in stems.items() for no in schema_lexicon().un}
        return [
            (Apply(Property(property_), Text(truth)), frozenset(places[one] for one in name))
            for truth, places in ((TRUE, stems), (FALSE, denied))
            for property_, names in flags
            for name in (*names, *_plainly(names))
            if name <= places.keys() and (truth == TRUE or not name & stems.keys())
        ]

    @cached_property
    def texts_told(self) -> frozenset[int]:
        """The places of words with capitals or figures that a text of the graph is found by."""
        if self.own is None:
            return frozenset()
        found = texts_shared(self.analysis, self.own.facts.texts)
        capital = {i for i, word in enumerate(self.analysis.words) if word.is_capital and i}
        return frozenset(place for _, places in found for place in places & capital)

    def lookups(self) -> list[Item]:
        """Return the items of texts in the question that the graph has as they are written."""
        if self.own is None:
            return []
        adjacency = self.graph.adjacency
        made = [
            self.item(Text(text), self.nothing.spending(places), "text")
            for text, places in texts_named(self.analysis, adjacency)
        ]
        made += [
            self.item(Text(text), self.nothing.spending(places), "text")
            for text, places in texts_shared(self.analysis, self.own.facts.texts)
        ]
        made += [
            self.item(Entity(id_), self.nothing.spending(places), "text")
            for id_, places in addresses_named(self.analysis, adjacency)
        ]
        made += [] if self.linked.names or self.linked.nouns else self._subjects()
        return [item for item in made if item is not None]

    def _subjects(self) -> list[Item | None]:
        """Return the items of all that have what the words say, where nothing else is named."""
        subjects = self.own.subjects if self.own else ()
        likely = self.alignment.likely(frozenset())[::2]
        best = np.argsort(-likely, kind="stable")[:STARTS].tolist()
        classes = dict.fromkeys(self.widest(place) for place in best if subjects[place])
        return [self.item(Type(Entity(class_)), self.nothing, "kind") for class_ in classes]

    def widest(self, place: int) -> str:
        """Return the class that all subjects of a property are of: not only painters, artists."""
        adjacency = self.graph.adjacency
        found = adjacency.subjects_of_any(adjacency.properties[place])
        nodes = found[:: len(found) // SUBJECTS + 1].tolist()
        shared = set(self.types(nodes[0])).intersection(*map(self.types, nodes))
        sizes = {one: len(adjacency.instances(one)) for one in shared}
        own = self.own.subjects[place] if self.own is not None else ""
        return adjacency.text(min(sizes, key=lambda one: sizes[one])) if sizes else own

    @property
    def asks_truth(self) -> bool:
        """Whether the question asks if something holds."""
        return self.analysis.form in ("truth", "compare")

    # --- Kinds --------------------------------------------------------------------------------

    def kinds(self, class_: str) -> tuple[Things, ...]:
        """Return the sets of what is of a class, the most usual ones first.

        Those are its instances, all who have it as a role, and its instances without those of
        narrower classes.
        """
        found = self._kinds.get(class_)
        if found is None:
            entity = Entity(class_)
            ways = (*world().roles, world().instance)
            sets: tuple[Things, ...] = (
                Type(entity),
                *(Apply(Property(way), entity) for way in ways),
            )
            found = self._kinds[class_] = tuple(one for one in sets if self._has_any(one))
        return found

    def _has_any(self, things: Things) -> bool:
        try:
            return bool(len(self._evaluator.things(things)))
        except TooLarge:
            return True

    # --- Ways ---------------------------------------------------------------------------------

    def around(self, item: Item) -> Ints:
        """Return the ways that lead on from some members of a set."""
        key = id(item.value)
        found = self._around.get(key)
        if found is None:
            adjacency = self.graph.adjacency
            nodes = item.nodes[:SEEN]
            if not isinstance(item.query, Text):
                nodes = nodes[nodes < adjacency.entities]
            found = adjacency.ways_around(nodes) if len(nodes) else NOTHING
            found = found[self.ways.followed[found]]
            if self.hidden:
                kept = [self.property(way).id not in self.hidden for way in found.tolist()]
                found = found[np.array(kept, np.bool_)]
            self._around[key] = found
        return found

    def types(self, node: int) -> list[int]:
        """Return the classes of a node, and all above them."""
        found = self._types.get(node)
        if found is None:
            found = self._types[node] = self.graph.adjacency.types(node).tolist()
        return found

    def likeliest(self, item: Item, ways: Ints, most: int) -> list[tuple[int, float]]:
        """Return the likeliest of some ways from an item, with their logarithms."""
        if not len(ways):
            return []
        likely = self.alignment.likely(item.evidence.named)
        if self.own is not None and isinstance(item.query, Entity | Text):
            likely = self._implied(item, likely)
        return best(likely, ways, most)

    def _implied(self, item: Item, likely: Floats) -> Floats:
        """Return how likely ways are where the only one from what is named need not be said.

        Steel is what parts are made of, and an order is open by its status.
        """
        ways = self.around(item)
        if len(ways) != 1 or not ways[0] & 1:
            return likely
        found = likely.copy()
        found[ways[0]] = max(found[ways[0]], IMPLIED)
        return found

    def meant(self, named: frozenset[int]) -> list[tuple[int, float]]:
        """Return the properties that other words than names mean most, by their places."""
        found = self._meant.get(named)
        if found is None:
            likely = np.where(self.ways.followed, self.alignment.likely(named), WORST)
            places = np.arange(len(likely) // 2, dtype=np.int32)
            found = self._meant[named] = best(likely.reshape(-1, 2).max(axis=1), places, MEANT)
        return found

    @cached_property
    def verbatim(self) -> dict[int, int]:
        """The properties that are named in the question as they are called, with how many words."""
        named = {
            place
            for name in self.linked.names
            for link in name[:1]
            for place in link.places
            if link.is_name
        }
        words = enumerate(self.analysis.words)
        said = frozenset(word.stem for place, word in words if place not in named)
        found = {
            place: max((len(name) for name in names if name <= said), default=0)
            for place, names in enumerate(self.ways.names)
        }
        return {place: length for place, length in found.items() if length}

    def same(self, place: int) -> int:
        """Return the place of the property that stands for all that say the same as one."""
        return self.ways.same[place]

    def property(self, way: int) -> Property:
        """Return the property of a way."""
        return Property(self.graph.adjacency.properties[way >> 1])

    def relation(self, way: int) -> Property | Inverse:
        """Return the relation that a way applies to a set: forwards its objects are asked for."""
        found = self._relations.get(way)
        if found is None:
            property_ = self.property(way)
            found = self._relations[way] = property_ if way & 1 else Inverse(property_)
        return found

    def saying(self, evidence: Evidence, way: int, likely: float) -> Evidence:
        """Return the evidence with a way that is said; no number or date says a property."""
        cover = self.alignment.cover(way)
        return evidence.saying(way >> 1, likely, np.where(self._counted, np.float32(0), cover))

    def way(self, property_: str) -> int | None:
        """Return the way that leads to the objects of a property, if the graph has it."""
        place = self.graph.adjacency.place(property_)
        return None if place is None else 2 * place

    # --- Statements -----------------------------------------------------------------------------

    def stated(self, item: Item, most: int) -> list[tuple[int, float]]:
        """Return the likeliest ways from an item whose statements have qualifiers."""
        ways = self.around(item)
        return self.likeliest(item, ways[self.ways.stated[ways]], most)

    def qualifiers(self, item: Item, way: int) -> dict[int, Ints]:
        """Return what the statements of an item say beside, by the places of properties."""
        statements = self.graph.adjacency.statements(self.property(way).id)
        numbers = statements.to(item.nodes) if way & 1 else statements.of(item.nodes)
        return self.graph.adjacency.all_qualifiers(numbers[:STATED])

    def qualifiers_between(self, item: Item, way: int, other: Item) -> Ints:
        """Return the places of the qualifiers of statements that lead from one item to another."""
        statements = self.graph.adjacency.statements(self.property(way).id)
        numbers = np.intersect1d(statements.of(item.nodes), statements.to(other.nodes))
        found = self.graph.adjacency.all_qualifiers(numbers) if len(numbers) else {}
        return np.array(sorted(found), dtype=np.int32)
