"""A store as questions are made from it: nodes, their names, their classes, its relations."""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
from kgqa_store.adjacency_content import Ints, Truths
from kgqa_store.names import NameIndex
from kgqa_store.sorted_sets import among
from kgqa_store.store import Store

from kgqa.algebra import Query
from kgqa.denote import denote
from kgqa.denote.evaluate import Denotation
from kgqa.denote.graph import Graph
from kgqa.generate.errors import NothingToAsk
from kgqa.generate.relations import THING, Kinds, Relation, Relations, is_singular, shipped_kinds

UNKNOWN, NAMELESS, NAMED = -1, 0, 1
LONGEST_NAME = 60
"""Characters of a name that fits into a question."""


def _is_common(label: str) -> bool:
    """Whether a label is a common noun in the singular: no `Tour de France`, no `member states`."""
    is_proper = not label[:1].islower() and not label.startswith(("U.S. ", "American "))
    return is_singular(label) and not is_proper


class World:
    """A graph with the names of its things."""

    def __init__(self, store: Store, relations: Relations, *, language: str = "en") -> None:
        """Look at a store that has adjacency arrays and an index of names."""
        graph = Graph.of_store(store)
        names = getattr(store, "names", None)
        if graph is None or names is None:
            raise NothingToAsk(
                f"{store.location} has no index to draw questions from.",
                hint="build a store with kgqa store build, without --no-index",
            )
        self.store, self.graph, self.language = store, graph, language
        self.names: NameIndex = names
        self.adjacency = graph.adjacency
        self.relations = relations
        self.kinds: Kinds = shipped_kinds()
        self._named = np.full(self.adjacency.entities, UNKNOWN, dtype=np.int8)
        self._clear: dict[int, bool] = {}
        if not self.instance_of or not len(self.adjacency.edges(self.instance_of).subjects):
            raise NothingToAsk(
                f"{store.location} says of nothing what it is: no question has a noun.",
                hint="build it with --profile, which names the property that leads to classes",
            )

    @property
    def instance_of(self) -> str:
        """The property that leads to the class of a thing."""
        return self.adjacency.classes[0] if self.adjacency.classes else ""

    @cached_property
    def usable(self) -> frozenset[str]:
        """The properties that questions are made of: those that can be said, but for some."""
        unsaid = self.kinds.unsaid_relations | set(self.adjacency.classes)
        named = self._property_labels.keys() - unsaid
        return frozenset(id_ for id_ in named if self._is_said(id_))

    def _is_said(self, id_: str) -> bool:
        relation = self.relation(id_)
        return relation.is_written or self.kinds.is_noun(relation.label)

    @cached_property
    def _property_labels(self) -> dict[str, str]:
        return self.names.labels(self.adjacency.properties, self.language)

    def relation(self, id_: str) -> Relation:
        """Return a property in words."""
        return self.relations.of(id_, self._property_labels.get(id_, id_))

    def is_asked(self, id_: str, *, is_inverse: bool) -> bool:
        """Whether questions are made of a property in one direction."""
        return id_ in self.usable and not (is_inverse and self.relation(id_).asked == "subjects")

    # --- Names ---

    def id(self, node: int) -> str:
        """Return the id of an entity."""
        return self.adjacency.text(node)

    def label(self, id_: str) -> str:
        """Return the label of an entity, or its id."""
        return self.names.labels([id_], self.language).get(id_, id_)

    def aliases(self, id_: str) -> tuple[str, ...]:
        """Return the other names of an entity."""
        entry = self.names.describe(id_, self.language)
        return entry.aliases if entry is not None else ()

    def are_named(self, nodes: Ints) -> Truths:
        """Return of each entity whether it has a label."""
        unknown = nodes[self._named[nodes] == UNKNOWN]
        if len(unknown):
            ids = [self.id(node) for node in unknown.tolist()]
            labels = self.names.labels(ids, self.language)
            self._named[unknown] = [NAMED if one in labels else NAMELESS for one in ids]
        return np.asarray(self._named[nodes] == NAMED)

    def is_clear(self, node: int) -> bool:
        """Whether a thing can be asked for by its label: no better known thing has that name."""
        if node not in self._clear:
            self._clear[node] = self._looked_up(self.id(node))
        return self._clear[node]

    def _looked_up(self, id_: str) -> bool:
        label = self.names.labels([id_], self.language).get(id_, "")
        if not label or len(label) > LONGEST_NAME or not any(map(str.isalpha, label)):
            return False
        if label.startswith(self.kinds.unsaid_starts):
            return False
        found = self.names.exact(label, self.language, limit=1)
        return bool(found) and found[0].id == id_

    # --- Classes ---

    def classes_of(self, nodes: Ints) -> Ints:
        """Return the classes that entities are stated to be of, each as often as that is."""
        return self.adjacency.edges_from(self.instance_of, nodes).objects

    @lru_cache(maxsize=512)  # noqa: B019 - a world lives as long as the program
    def instances(self, class_: int) -> Ints:
        """Return the instances of a class, and of those below it."""
        return self.adjacency.instances(class_)

    def noun_of(self, class_: str) -> str | None:
        """Return what an instance of a class is called, if anybody would ask for it."""
        if class_ in self.kinds.called:
            return self.kinds.called[class_]
        label = self.names.labels([class_], self.language).get(class_, "")
        unsaid = class_ in self.kinds.unsaid_classes or not label or len(label) > 40
        if (
            unsaid
            or not _is_common(label)
            or label.startswith(self.kinds.unsaid_starts)
            or "/" in label
            or "(" in label
        ):
            return None
        return label

    @cached_property
    def _members(self) -> dict[str, Ints]:
        found = {}
        for noun, ids in self.kinds.nouns.items():
            nodes = [node for id_ in ids if (node := self.adjacency.entity(id_)) is not None]
            sets = [self.adjacency.instances(node) for node in nodes]
            found[noun] = np.unique(np.concatenate(sets)) if sets else np.empty(0, np.int32)
        return found

    def share_called(self, noun: str, nodes: Ints) -> float:
        """Return the share of some entities that are what a noun names."""
        members = self._members.get(noun)
        return 0.0 if members is None or not len(nodes) else float(among(nodes, members).mean())

    def are_called(self, noun: str, nodes: Ints) -> bool:
        """Whether all of some entities are what a noun names."""
        return self.share_called(noun, nodes) == 1.0

    def noun_for(self, nodes: Ints, first: str = "") -> str:
        """Return a noun that names all of some entities; `first` where it does."""
        if first and self.are_called(first, nodes):
            return first
        named = next((noun for noun in self._members if self.are_called(noun, nodes)), None)
        return named or self._class_of_all(nodes) or THING

    def _class_of_all(self, nodes: Ints) -> str | None:
        """Return what instances of a class are called that all of some entities are of."""
        for class_ in self.classes_of(nodes[:1]).tolist():
            noun = self.noun_of(self.id(class_))
            if noun is not None and among(nodes, self.instances(class_)).all():
                return noun
        return None

    # --- Answers ---

    def denote(self, query: Query) -> Denotation:
        """Return what a query denotes."""
        return denote(query, self.graph)
