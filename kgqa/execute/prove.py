"""Why an answer is one: the facts that it rests on, operator by operator.

`Prover.facts(things, members)` returns for every member the edges that make it one. It asks the
store once for each operator and all members together, starting from the members, which are few.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import partial
from typing import assert_never

import pyoxigraph as ox
from kgqa_store.graph_vocabulary import WIKIDATA
from kgqa_store.results import Node, Table
from kgqa_store.statistics import Statistics

import sparql_templates as templates
from kgqa.algebra import (
    Apply,
    Condition,
    Date,
    Difference,
    Entity,
    Filter,
    Having,
    Intersection,
    Key,
    Lapse,
    Named,
    Near,
    Number,
    Ordinal,
    Property,
    Quantity,
    Relation,
    Sign,
    Stated,
    Superlative,
    Tally,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Way,
)
from kgqa.algebra.printer import key_text
from kgqa.answers import NAME, Fact, Measurement
from kgqa.execute.estimates import property_of
from kgqa.execute.missing import missing_facts
from kgqa.execute.near import located
from kgqa.execute.own_statements import statements_of
from kgqa.execute.patterns import Patterns, class_paths
from kgqa.execute.proof_ways import prefixed, shortest
from kgqa.execute.reading import value_of
from kgqa.execute.statements import Pair

Facts = dict[Node, list[Fact]]
"""The facts of each member."""

EXAMPLES = 3
"""How many values a fact is shown with where one would do."""
BATCH = 400
"""How many members one query asks about."""


class Prover:
    """Finds the facts that answers rest on."""

    def __init__(
        self, run: Callable[[str], Table], statistics: Statistics | None, *, limit: int
    ) -> None:
        """Take `run`, which runs a SELECT query within what is left of the time."""
        self.statistics, self.limit = statistics, limit
        self.vocabulary = WIKIDATA if statistics is None else statistics.vocabulary
        self.run = prefixed(run, self.vocabulary)
        self.value = partial(value_of, vocabulary=self.vocabulary)
        found = statements_of(self.select, self.vocabulary)
        self.facts_of, self.facts_by_statement = found.facts_of, found.facts_by_statement

    # --- Asking the store ---

    def select(self, pattern: str, columns: tuple[str, ...]) -> Table:
        """Return the solutions of a pattern."""
        names = " ".join(f"?{column}" for column in columns)
        return self.run(f"SELECT DISTINCT {names} WHERE {{\n{pattern}\n}}")

    def about(
        self,
        members: Sequence[Node],
        pattern: str | Callable[[templates.Operand], str],
        columns: tuple[str, ...],
    ) -> Iterable[tuple[Node | None, ...]]:
        """Yield the solutions of a pattern in which ?x is one of the members, batch by batch.

        A pattern that must find the members again is a function of what finds them.
        """
        for start in range(0, len(members), BATCH):
            among = partial(_among, members[start : start + BATCH])
            body = pattern(among) if callable(pattern) else pattern
            yield from self.select(f"{among('?x')}\n{body}", columns).rows

    def is_in(self, things: Things, member: Node) -> bool:
        """Whether a term is a member of a set."""
        return bool(self.kept(things, [member]))

    def kept(self, things: Things, members: Sequence[Node]) -> list[Node]:
        """Return those that are members of a set."""
        pattern = Patterns(self.statistics).test(things, "?x", float(len(members)))
        return [row[0] for row in self.about(members, pattern, ("x",)) if row[0] is not None]

    def some(self, things: Things, number: int) -> list[Node]:
        """Return a few members of a set."""
        pattern = Patterns(self.statistics).generate(things, "?x")
        table = self.run(f"SELECT DISTINCT ?x WHERE {{\n{pattern}\n}} LIMIT {number}")
        return table.column("x")

    # --- Operators ---

    def facts(self, things: Things, members: Sequence[Node]) -> Facts:
        """Return for each of the members why it is in the set."""
        if not members:
            return {}
        match things:
            case Entity() | Text() | Date() | Number() | Quantity():
                return {}
            case Type(entity):
                return self._type(entity, members)
            case Apply(Typed(relation, type_), inner):
                return joined(
                    self.facts(Apply(relation, inner), members), self._type(type_, members)
                )
            case Apply(relation, inner):
                return self._apply(relation, inner, members)
            case Intersection(operands):
                return joined(*(self.facts(operand, members) for operand in operands))
            case Union(operands):
                return joined(*(self.facts(o, self.kept(o, members)) for o in operands))
            case Difference(left, right):
                absent = {member: missing_facts(self, right, member) for member in members}
                return joined(self.facts(left, members), absent)
            case Filter(inner, conditions):
                passed = [self._condition(condition, members) for condition in conditions]
                return joined(self.facts(inner, members), *passed)
            case Named(inner, sign, text):
                return joined(self.facts(inner, members), self._named(sign, text, members))
            case Having(inner, tally):
                counted = self.keys(tally, members, listed=self.limit)
                return joined(self.facts(inner, members), counted)
            case Near(inner):
                return joined(self.facts(inner, members), located(self, things, members))
            case Told():
                return self._told(things, members)
            case Superlative(extreme, inner, key):
                return self._extreme(inner, key, members, -1 if extreme == "max" else 1)
            case Ordinal(1 | -1 as place, inner, key):
                return self._extreme(inner, key, members, place)
            case Ordinal(place, inner, key):
                nearer = Ordinal(place + (1 if place < 0 else -1), inner, key)
                rivals = self.some(nearer, EXAMPLES)
                if isinstance(key, Stated):
                    own = self._stated(inner, key, members, place)
                    before = self._stated(inner, key, rivals, nearer.place)
                    return self._compared(inner, key, own, before, "place before")
                return self._ordered(inner, key, members, rivals, place < 0, "place before")
            case _:
                assert_never(things)

    def _type(self, entity: Entity, members: Sequence[Node]) -> Facts:
        parts = Patterns(self.statistics).class_parts(entity)
        pattern = templates.fill("proof/type", lambda stem: f"?{stem}", parts)
        pairs = self._examples(self.about(members, pattern, ("x", "y")), 1)
        target = self.node(entity)
        chains = self._chains({y for _, y in pairs if y != target}, target)
        direct = self.facts_of(self.vocabulary.instance, pairs)
        found: Facts = defaultdict(list)
        for x, y in pairs:
            found[x] += [direct[x, y], *chains.get(y, [])]
        return found

    def _chains(self, starts: set[Node], target: Node) -> dict[Node, list[Fact]]:
        """Return for each class a shortest way up to its superclass."""
        if not starts:
            return {}
        parts: dict[str, templates.Part] = {
            "classes": [{"class": str(start)} for start in starts],
            "entity": str(target),
            **class_paths(self.vocabulary),
        }
        pattern = templates.fill("proof/chains", lambda stem: f"?{stem}", parts)
        steps: dict[Node | None, list[Node | None]] = defaultdict(list)
        for x, y in self.select(pattern, ("x", "y")).rows:
            steps[x].append(y)
        ways = {start: shortest(start, target, steps) for start in starts}
        return {
            start: list(map(self._above, itertools.pairwise(way))) for start, way in ways.items()
        }

    def _above(self, pair: tuple[Node, Node]) -> Fact:
        return Fact(self.value(pair[0]), self.vocabulary.subclass, self.value(pair[1]))

    def node(self, entity: Entity) -> Node:
        """Return an item as an RDF term."""
        return ox.NamedNode(self.vocabulary.iri_of(entity.id) or f"urn:kgqa:unknown:{entity.id}")

    def _apply(self, relation: Relation, things: Things, members: Sequence[Node]) -> Facts:
        if isinstance(things, Text | Date | Number | Quantity):
            way = relation.relation if isinstance(relation, Typed) else relation
            return self._condition(Condition(way, "=", things), members)
        patterns = Patterns(self.statistics)
        step = patterns.pairs(relation, "?x", "?y", "?statement")
        inner = patterns.test(things, "?y", float(len(members)))
        return self._edges(relation, f"{step}\n{inner}", members, things)

    def _condition(self, condition: Condition, members: Sequence[Node]) -> Facts:
        def pattern(again: templates.Operand) -> str:
            return Patterns(self.statistics).conditions.met_by(condition, "?x", "?y", again)

        return self._edges(condition.relation, pattern, members, None)

    def _edges(
        self,
        relation: Relation,
        pattern: str | Callable[[templates.Operand], str],
        members: Sequence[Node],
        things: Things | None,
    ) -> Facts:
        """Return the facts of the edges from members, and why what they lead to is in `things`."""
        with_statement = isinstance(pattern, str) and "?statement " in pattern
        columns = ("x", "y", "statement") if with_statement else ("x", "y")
        rows = list(self.about(members, pattern, columns))
        pairs = self._examples(rows, EXAMPLES if len(members) < BATCH else 1)
        wanted = [row[2] for row in rows if len(row) > 2 and row[2] is not None]
        property_, backwards = property_of(relation)
        edges = {(x, y): (y, x) if backwards else (x, y) for x, y in pairs}
        told = self.facts_of(property_.id, edges.values(), wanted=wanted)
        reached = list(dict.fromkeys(y for _, y in pairs))
        deeper = self.facts(things, reached) if things is not None else {}
        found: Facts = defaultdict(list)
        for x, y in pairs:
            found[x] += [told[edges[x, y]], *deeper.get(y, [])]
        return found

    def _examples(self, rows: Iterable[Sequence[Node | None]], number: int) -> list[Pair]:
        """Return the first few pairs of each member."""
        found: dict[Node, dict[Node, None]] = defaultdict(dict)
        for x, y, *_ in rows:
            if x is not None and y is not None and len(found[x]) < number:
                found[x][y] = None
        return [(x, y) for x, ys in found.items() for y in ys]

    def _named(self, sign: Sign, text: Text, members: Sequence[Node]) -> Facts:
        """Return the names of members that pass a test."""
        pattern = Patterns(self.statistics).named(lambda _: "", sign, text, "?x", "?y")
        found: Facts = defaultdict(list)
        for x, name in self._examples(self.about(members, pattern, ("x", "y")), 1):
            found[x].append(Fact(self.value(x), NAME, self.value(name)))
        return found

    def _told(self, told: Told, members: Sequence[Node]) -> Facts:
        """Return the facts of the edges that say values by a qualifier, and why there are such."""
        names = {"x": "?start", "statement": "?statement", "y": "?end"}
        pattern = Patterns(self.statistics).keys.telling(told, "?x", **names)
        rows = self.about(members, pattern, ("x", "start", "end", "statement"))
        known = [(v, s, e, by) for v, s, e, by in rows if v and s and e and by]
        property_, backwards = property_of(told.key.relation)
        pairs = {(s, e): (e, s) if backwards else (s, e) for _, s, e, _ in known}
        said = self.facts_by_statement(property_.id, pairs.values())
        is_said = told.things == Apply(told.key.relation, told.key.things)
        those = [] if is_said else list(dict.fromkeys(s for _, s, _, _ in known))
        starts = self.facts(told.things, those)
        ends = self.facts(told.key.things, list(dict.fromkeys(e for _, _, e, _ in known)))
        found: Facts = defaultdict(list)
        for value, s, e, by in known:
            found[value] += [said[pairs[s, e], by], *starts.get(s, []), *ends.get(e, [])]
        return found

    # --- Keys ---

    def _extreme(self, inner: Things, key: Key, members: Sequence[Node], place: int) -> Facts:
        if isinstance(key, Stated):
            own = self._stated(inner, key, members, place)
            others = self.some(Ordinal(2 * place, inner, key), 1)
            return self._compared(
                inner, key, own, self._stated(inner, key, others, 2 * place), "runner-up"
            )
        rivals = self._runners_up(inner, key, place < 0, members)
        return self._ordered(inner, key, members, rivals, place < 0, "runner-up")

    def _ordered(
        self,
        inner: Things,
        key: Way | Tally | Lapse,
        members: Sequence[Node],
        rivals: list[Node],
        largest: bool,
        role: str,
    ) -> Facts:
        if isinstance(key, Lapse):
            lapsed = self._lapsed(inner, key, members, largest)
            others = self._lapsed(inner, key, rivals, largest)
            return self._compared(inner, key, lapsed, others, role)
        own = self.keys(key, members, listed=self.limit)
        return self._compared(inner, key, own, self.keys(key, rivals, listed=0), role)

    def _compared(self, inner: Things, key: Key, own: Facts, others: Facts, role: str) -> Facts:
        """Return why members are in a set, by their keys, and by those of others."""
        compared = [
            Fact(f.subject, f.property, f.object, f.qualifiers, f.statement, role=role)
            for facts in others.values()
            for f in facts
        ]
        members = list(own)
        edge = key.until if isinstance(key, Lapse) else key
        is_said = isinstance(edge, Stated) and inner == Apply(edge.relation, edge.things)
        why = {} if is_said else self.facts(inner, members)
        return joined(own, why, dict.fromkeys(members, compared))

    def _runners_up(
        self, things: Things, key: Key, largest: bool, members: Sequence[Node]
    ) -> list[Node]:
        """Return one whose key comes next to the extreme one, if there is any."""
        pattern, order = Patterns(self.statistics).keys.ranking(things, key, largest, "?x")
        # A member with several keys stands in several rows.
        number = 3 * (len(members) + 1)
        table = self.run(f"SELECT ?x WHERE {{\n{pattern}\n}} ORDER BY {order} LIMIT {number}")
        others = [node for node in dict.fromkeys(table.column("x")) if node not in members]
        return others[:1]

    def keys(self, key: Way | Tally, members: Sequence[Node], *, listed: int) -> Facts:
        """Return the facts of the keys of members; of what is counted, up to `listed` for each."""
        if isinstance(key, Tally):
            return self._tally(key, members, listed)
        pattern = Patterns(self.statistics).pairs(key, "?x", "?y", "?statement")
        return self._edges(key, pattern, members, None)

    def _stated(self, inner: Things, key: Stated, members: Sequence[Node], place: int) -> Facts:
        """Return the facts of the edges by whose qualifiers members are at a place."""
        keys = Patterns(self.statistics).keys
        ranked = keys.turns(inner, key, place < 0, "?member", "?key")
        order = "DESC(?key)" if place < 0 else "ASC(?key)"
        first = f"SELECT ?member ?key WHERE {{\n{ranked}\n}} ORDER BY {order}"
        found = keys.edges(inner, key, "?x", "?statement", "?same", "?y")
        at = f"{{ {first} LIMIT 1 OFFSET {abs(place) - 1} }}"
        pattern = f"{at}\n{found}\nFILTER(?same = ?key)"
        return self._edges(key.relation, pattern, members, None)

    def _lapsed(self, inner: Things, key: Lapse, members: Sequence[Node], largest: bool) -> Facts:
        """Return the facts of the dates of members; of several, of those whose time counts."""
        since = self.keys(key.since, members, listed=0)
        if isinstance(key.until, Property):
            return joined(since, self.keys(key.until, members, listed=0))
        keys = Patterns(self.statistics).keys
        best = keys.ranked(inner, key, largest, "?x", "?best")
        rows = keys.lapsed(inner, key, "?x", "?lapse", "?statement", "?y")
        pattern = f"{best}\n{rows}\nFILTER(?lapse = ?best)"
        return joined(since, self._edges(key.until.relation, pattern, members, None))

    def _tally(self, key: Tally, members: Sequence[Node], listed: int) -> Facts:
        patterns = Patterns(self.statistics)
        pattern = patterns.pairs(key.relation, "?x", "?y")
        if key.within is not None:
            pattern += "\n" + patterns.test(key.within, "?y", float(len(members)))
        rows = list(self.about(members, pattern, ("x", "y")))
        counts: dict[Node, set[Node]] = {member: set() for member in members}
        for x, y in rows:
            if x is not None and y is not None:
                counts.setdefault(x, set()).add(y)
        name = key_text(key)
        totals: Facts = {
            x: [Fact(self.value(x), name, Measurement(Decimal(len(ys))))]
            for x, ys in counts.items()
        }
        if not listed:
            return totals
        property_, backwards = property_of(key.relation)
        pairs = self._examples(rows, listed)
        edges = {(x, y): (y, x) if backwards else (x, y) for x, y in pairs}
        told = self.facts_of(property_.id, edges.values())
        return joined(totals, *({x: [told[edges[x, y]]]} for x, y in pairs))


def _among(members: Sequence[Node], x: str) -> str:
    """Return the pattern whose solutions are the members."""
    return f"VALUES {x} {{ {' '.join(map(str, members))} }}"


def joined(*parts: Facts) -> Facts:
    """Return all facts of each member, each once, in order."""
    found: dict[Node, dict[Fact, None]] = defaultdict(dict)
    for part in parts:
        for member, facts in part.items():
            found[member].update(dict.fromkeys(facts))
    return {member: list(facts) for member, facts in found.items()}
