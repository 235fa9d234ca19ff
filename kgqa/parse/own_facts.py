"""What the edges of a graph of one's own say of its properties, classes and texts."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from kgqa_store.adjacency import Adjacency
from kgqa_store.adjacency_content import Ints
from kgqa_store.adjacency_terms import NUMBER_NODE, TEXT_NODE
from kgqa_store.names_text import normalise
from kgqa_store.schema import Property, Schema
from kgqa_store.schema_words import stem
from kgqa_store.vocabulary import UNKNOWN_VALUE

from kgqa.algebra.units import unit_names, units
from kgqa.parse.countries import country_names
from kgqa.parse.own_lives import lives_of
from kgqa.parse.own_places import places_of
from kgqa.parse.schema_lexicon import schema_lexicon
from kgqa.parse.synonyms import NOTHING, Synonyms
from kgqa.parse.words import cue_set

SEEN = 64
"""Values of a property that are looked at to tell what they are."""
MANY = 400
"""A property with more different texts than these names nothing that a question would say."""
LONGEST = 5
"""Words of a text that a question would say."""
MOSTLY = 0.9
"""The share of what has a number that must have a unit beside it."""
RENAMED = 0.2
"""Below this share of things with a name, those of a class are no things but values."""

OF = "of"
"""What stands behind what a work of art is."""
PER = "per"
"""What stands before what an amount is told for: the hours per week."""
Words = tuple[str, ...]
_TRUTHS = ("true", "false")


@dataclass(frozen=True, slots=True)
class OwnFacts:
    """What is known of a graph beside the names in it."""

    amounts: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By its place, a property that leads to nodes without a name, with those of their numbers."""
    texts: Mapping[Words, tuple[str, ...]] = field(default_factory=dict)
    """By the stems of their words, the texts that many things share: job titles, colours."""
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the last word of its name, what classes are called so: a sales order is an order."""
    units: Mapping[int, str] = field(default_factory=dict)
    """By its place, the unit that the name or the description of a property says."""
    beside: Mapping[int, int] = field(default_factory=dict)
    """By its place, a property of numbers, with that which tells their unit or currency."""
    values: frozenset[str] = frozenset()
    """Classes whose instances have no names and only hold numbers: prices, measurements."""
    nameless: frozenset[str] = frozenset()
    """Classes whose instances have no names, where most have: employments, order lines."""
    through: frozenset[int] = frozenset()
    """The places of properties that lead to nodes without names, and on to what these tell."""
    phrases: frozenset[Words] = frozenset()
    """The stems of the names of properties: `team lead`."""
    people: frozenset[str] = frozenset()
    """Classes that are called as people are, and those below them."""
    lives: tuple[tuple[int, int | None], ...] = ()
    """The ways to the dates of a birth or another beginning, with those to the ends of the same."""
    places: tuple[tuple[int, int | None], ...] = ()
    """The ways to points, and to latitudes with those to the longitudes of the same things."""
    words: frozenset[str] = frozenset()
    """The words that properties and classes are called and described by."""


@dataclass(frozen=True, slots=True)
class OwnGraph:
    """What is known of a graph that tells things in its own way."""

    flags: tuple[tuple[str, tuple[frozenset[str], ...]], ...] = ()
    """The properties whose values are true and false, with the stems of their names."""
    subjects: tuple[str, ...] = ()
    """For each property the class that most of its subjects are of; empty where there is none."""
    facts: OwnFacts = field(default_factory=OwnFacts)


def own_facts(adjacency: Adjacency, schema: Schema, synonyms: Synonyms = NOTHING) -> OwnFacts:
    """Return what the edges of a graph and its ontology say, and people by other words."""
    places = range(len(adjacency.properties))
    named = _classes_of_values(adjacency, schema)
    told = _Values(adjacency, schema, named)
    amounts = {place: found for place in places if (found := told.amounts(place))}
    heads: defaultdict[str, dict[str, None]] = defaultdict(dict)
    words: set[str] = set()
    for class_ in _classes(schema, adjacency):
        parts = normalise(schema.class_label(class_) or "").split()
        for said in (parts, *(normalise(text).split() for text in synonyms.get(class_, ()))):
            words |= {*said}
            heads[_head(said)][class_] = None
    for property_ in adjacency.properties:
        entry = schema.property(property_)
        texts = (entry.label, *entry.aliases, entry.description) if entry else ()
        for text in (*texts, *synonyms.get(property_, ())):
            words |= {*normalise(text).split()}
    return OwnFacts(
        amounts,
        _shared_texts(adjacency),
        {head: tuple(found) for head, found in heads.items()},
        {place: unit for place in places if (unit := _unit(schema, adjacency.properties[place]))},
        _units_beside(adjacency, schema),
        frozenset(map(adjacency.text, _of_values(adjacency, named, amounts))),
        nameless := _nameless(adjacency, schema, named),
        frozenset(place for place in places if told.is_through(place, nameless)),
        frozenset(_phrases(schema, adjacency.properties)),
        frozenset(_people(schema, adjacency)),
        lives_of(adjacency.properties, schema),
        places_of(adjacency, schema),
        frozenset(word for word in words if word.isalpha()),
    )


def _head(words: Sequence[str]) -> str:
    """Return the word of a name that says what it is: that before `of`, else the last one."""
    of = words.index(OF) if OF in words[1:] else len(words)
    return words[of - 1] if words else ""


def _classes(schema: Schema, adjacency: Adjacency) -> Iterator[str]:
    found: dict[str, None] = {}
    for property_ in adjacency.properties:
        entry = schema.property(property_)
        for one in (*entry.subject_classes, *entry.object_classes) if entry else ():
            found[one.id] = None
            found |= dict.fromkeys(schema.superclasses(one.id))
    yield from found


def _classes_of_values(adjacency: Adjacency, schema: Schema) -> frozenset[int]:
    """Return the nodes of classes whose instances have no names: prices, measurements."""
    found = set()
    for class_ in _classes(schema, adjacency):
        node = adjacency.entity(class_)
        some = adjacency.instances(node)[:SEEN] if node is not None else ()
        ids = [adjacency.text(one) for one in np.asarray(some).tolist()]
        labels = schema.labels(ids)
        own = [one for one in ids if not _is_from_iri(labels.get(one, one), one)]
        if node is not None and ids and len(own) < RENAMED * len(ids):
            found.add(node)
    return frozenset(found)


def _nameless(adjacency: Adjacency, schema: Schema, named: frozenset[int]) -> frozenset[str]:
    """Return the classes of things without names; none where that is how the graph is."""
    every = sum(1 for _ in _classes(schema, adjacency))
    return frozenset(map(adjacency.text, named)) if 2 * len(named) < every else frozenset()


def _is_from_iri(label: str, id_: str) -> bool:
    """Whether a label says no more than the end of an IRI."""
    end = id_.rstrip(">").replace("#", "/").replace(":", "/").rsplit("/", 1)[-1]
    return label in ("", id_) or normalise(label).replace(" ", "") == normalise(end).replace(
        " ", ""
    )


@dataclass(frozen=True, slots=True)
class _Values:
    """The nodes that only hold numbers: of classes whose instances have no names, or of none."""

    adjacency: Adjacency
    schema: Schema
    classes: frozenset[int]

    def amounts(self, place: int) -> tuple[int, ...]:
        """Return the places of the numbers of the nodes of a property, if these are values."""
        adjacency = self.adjacency
        objects: Ints = np.unique(adjacency.sorted_objects(adjacency.properties[place]))[:SEEN]
        if not len(objects) or int(objects[0]) >= adjacency.entities:
            return ()
        if not all(map(self._is_one, objects.tolist())):
            return ()
        ways = [way for way in adjacency.ways_around(objects).tolist() if not way & 1]
        return tuple(
            way >> 1
            for way in ways
            if _all_of(adjacency, adjacency.objects(adjacency.properties[way >> 1], objects))
        )

    def is_through(self, place: int, nameless: frozenset[str]) -> bool:
        """Whether all that a property leads to are nodes without names."""
        objects = np.unique(self.adjacency.sorted_objects(self.adjacency.properties[place]))[:SEEN]
        if not len(objects) or int(objects[-1]) >= self.adjacency.entities:
            return False
        return all(self._is_nameless(node, nameless) for node in objects.tolist())

    def _is_nameless(self, node: int, nameless: frozenset[str]) -> bool:
        types = self.adjacency.types(node).tolist()
        if types:
            return any(self.adjacency.text(one) in nameless for one in types)
        return UNKNOWN_VALUE in self.adjacency.text(node)

    def _is_one(self, node: int) -> bool:
        types = self.adjacency.types(node).tolist() if node < self.adjacency.entities else []
        if types or node >= self.adjacency.entities:
            return not self.classes.isdisjoint(types)
        id_ = self.adjacency.text(node)
        return _is_from_iri(self.schema.labels([id_]).get(id_, ""), id_)


def _of_values(adjacency: Adjacency, values: frozenset[int], places: Iterable[int]) -> set[int]:
    """Return those of some classes that properties lead to."""
    objects = [adjacency.sorted_objects(adjacency.properties[place])[:SEEN] for place in places]
    types = [adjacency.types(node).tolist() for one in objects for node in one.tolist()]
    return {*itertools.chain.from_iterable(types)} & values


def _people(schema: Schema, adjacency: Adjacency) -> Iterator[str]:
    """Yield the classes whose names say people, and all below them."""
    said = schema_lexicon().people
    for class_ in _classes(schema, adjacency):
        above = (class_, *schema.superclasses(class_))
        heads = [normalise(schema.class_label(one) or "").split()[-1:] for one in above]
        if any(said.issuperset(head) for head in heads if head):
            yield class_


def _phrases(schema: Schema, properties: Iterable[str]) -> Iterator[Words]:
    for property_ in properties:
        entry = schema.property(property_)
        for text in (entry.label, *entry.aliases) if entry else ():
            words = normalise(text).split()
            while words and words[0] in cue_set("auxiliaries"):
                del words[0]
            if words:
                yield tuple(map(stem, words))


def _all_of(adjacency: Adjacency, nodes: Ints) -> bool:
    return all(adjacency.kind(node) == NUMBER_NODE for node in nodes[:SEEN].tolist())


def _shared_texts(adjacency: Adjacency) -> dict[Words, tuple[str, ...]]:
    """Return the texts that things share, by the stems of their words."""
    found: defaultdict[Words, dict[str, None]] = defaultdict(dict)
    for property_ in adjacency.properties:
        for texts in adjacency.all_qualifiers(adjacency.statements(property_).numbers).values():
            for text in map(adjacency.text, texts[:MANY].tolist()):
                words = tuple(stem(word) for word in normalise(text.partition("\0")[0]).split())
                if 0 < len(words) <= LONGEST and min(map(len, words)) > 2:
                    found[words][text.partition("\0")[0]] = None
        objects = adjacency.sorted_objects(property_)
        nodes = np.unique(objects)
        for name, code in _countries(adjacency, nodes):
            found[name][code] = None
        is_shared = len(nodes) <= MANY and len(nodes) < len(objects)
        for node in nodes.tolist() if is_shared else ():
            if adjacency.kind(node) == TEXT_NODE:
                text = adjacency.text(node)
                words = tuple(stem(word) for word in normalise(text).split())
                if 0 < len(words) <= LONGEST and text not in _TRUTHS and min(map(len, words)) > 2:
                    found[words][text] = None
    return {words: tuple(texts) for words, texts in found.items()}


def _countries(adjacency: Adjacency, nodes: Ints) -> Iterator[tuple[Words, str]]:
    """Yield the names of countries with their codes, where a property tells countries so."""
    known = country_names()
    some = nodes[:MANY].tolist()
    texts = [adjacency.text(one) for one in some if adjacency.kind(one) == TEXT_NODE]
    if texts and len(texts) == len(some) and all(text in known for text in texts):
        for text in texts:
            for name in known[text]:
                yield tuple(map(stem, normalise(name).split())), text


def _units_beside(adjacency: Adjacency, schema: Schema) -> dict[int, int]:
    """Return by a property of numbers the one whose name says that it tells their unit."""
    entries = [schema.property(property_) for property_ in adjacency.properties]
    said = schema_lexicon().units
    telling = [
        place
        for place, entry in enumerate(entries)
        if entry is not None and not said.isdisjoint(normalise(entry.label).split())
    ]
    numbers = [i for i, entry in enumerate(entries) if entry and entry.datatype == "Quantity"]
    found = {}
    for other in telling:
        having = adjacency.subjects_of_any(adjacency.properties[other])
        for place in numbers:
            subjects = adjacency.subjects_of_any(adjacency.properties[place])
            share = len(np.intersect1d(subjects, having)) / max(1, len(subjects))
            if place != other and share > MOSTLY and place not in found:
                found[place] = other
    # A thing with several numbers has one unit: its currency is that of money, and of no weight.
    return found if len(found) <= 1 else {p: o for p, o in found.items() if _is_amount(entries[p])}


def _is_amount(entry: Property | None) -> bool:
    """Whether the name of a property says that its numbers are an amount, or money."""
    words = normalise(entry.label).split() if entry is not None else []
    return not schema_lexicon().amounts.isdisjoint(map(stem, words))


def _unit(schema: Schema, property_: str) -> str:
    """Return the unit that the end of a name says, or a description: `weight g`, `in grams`."""
    entry = schema.property(property_)
    if entry is None or entry.datatype != "Quantity":
        return ""
    names = [text.split() for text in (entry.label, *entry.aliases)]
    ends = [_unit_word(words) for words in names if len(words) > 1]
    known = unit_names()
    for word in (*ends, *itertools.islice(normalise(entry.description).split(), 12)):
        for one in (word, word.lower(), word.lower().removesuffix("s"), word.upper()):
            if (len(one) > 2 or word in ends) and one in known and known[one] in units():
                return known[one]
    return ""


def _unit_word(words: Sequence[str]) -> str:
    """Return the word of a name that may be a unit: the last one, or that before `per`."""
    place = words.index(PER) - 1 if PER in words[1:] else -1
    return words[place]
