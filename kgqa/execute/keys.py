"""From superlatives and ordinals to graph patterns.

A key that compares exactly is one expression. A date of coarse precision is a span of days, and
stands as two, near and far: towards the smallest, near is its end and far its start, because a span
is behind another only if it starts where that one ends; towards the largest, the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import sparql_templates as templates
from kgqa.algebra import (
    Entity,
    Key,
    Lapse,
    Ordinal,
    Property,
    Stated,
    Superlative,
    Tally,
    Things,
    Told,
    Way,
)
from kgqa.errors import KgqaError
from kgqa.execute import rdf
from kgqa.execute.conditions import again_by
from kgqa.execute.estimates import is_better_apart
from kgqa.execute.stated import (
    Source,
    amount_pattern,
    edge_source,
    place_pattern,
    qualifier_source,
    span_pattern,
)

if TYPE_CHECKING:
    from kgqa.execute.patterns import Patterns

FURTHEST = 100
"""No later place is asked for where keys are spans: each place more makes the query longer."""
Step = Callable[[str, str], str]
"""Given variables for a member, or a statement, and its value, the pattern that finds them."""
Keyed = Callable[..., str]
"""Given a variable for a member and one (or two) for its key, the pattern that finds them."""


class Keys:
    """The graph patterns of superlatives and ordinals."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns

    def pattern(self, things: Superlative | Ordinal, x: str) -> str:
        """Return the pattern whose solutions for `x` are the members with that key."""
        match things:
            case Superlative(extreme, members, key):
                return self._superlative(members, key, extreme == "max", x)
            case Ordinal(place, members, key) if abs(place) == 1:
                return self._superlative(members, key, place < 0, x)
            case Ordinal(place, members, Stated() as key):
                return self._at_turn(members, key, place, x)
            case Ordinal(place, members, key) if not self._is_distinct(key):
                return self._peeled(members, key, place, x)
            case Ordinal(place, members, key):
                return self._at_place(members, key, place, x)

    def ranking(self, members: Things, key: Key, largest: bool, x: str) -> tuple[str, str]:
        """Return the pattern of the members with their keys, and what to order them by."""
        keys = [self.patterns.fresh("key") for _ in range(2 if self._has_spans(key) else 1)]
        order = _descending if largest else _ascending
        return self._keyed(members, key, largest)(x, *keys), order(keys[0])

    def ranked(self, members: Things, key: Key, largest: bool, x: str, value: str) -> str:
        """Return the pattern of the members, each with the one of its keys that counts."""
        return self._one_key(self._keyed(members, key, largest), key, largest)(x, value)

    def _superlative(self, members: Things, key: Key, largest: bool, x: str) -> str:
        spans = self._has_spans(key)
        parts: dict[str, templates.Part] = {
            "having": partial(self._having, members, key),
            "keyed": self._keyed(members, key, largest),
            "order": _descending if largest else _ascending,
            "keeps": _reaches_up if largest else _reaches_down,
        }
        name = "algebra/superlative_span" if spans else "algebra/superlative"
        if self._is_regular(key):
            name = "algebra/superlative_value"
        return self.patterns.fill(name, parts, x=x)

    def _at_place(self, members: Things, key: Key, place: int, x: str) -> str:
        largest = place < 0
        parts: dict[str, templates.Part] = {
            "keyed": self._one_key(self._keyed(members, key, largest), key, largest),
            "order": _descending if largest else _ascending,
            "skipped": abs(place) - 1,
            "having": partial(self._having, members, key),
        }
        by_value = self._is_regular(key) and self._is_single(key)
        name = "algebra/ordinal_value" if by_value else "algebra/ordinal"
        return self.patterns.fill(name, parts, x=x)

    def _at_turn(self, members: Things, key: Stated, place: int, x: str) -> str:
        parts: dict[str, templates.Part] = {
            "turns": partial(self.turns, members, key, place < 0),
            "order": _descending if place < 0 else _ascending,
            "skipped": abs(place) - 1,
        }
        return self.patterns.fill("algebra/ordinal_turn", parts, x=x)

    def _peeled(self, members: Things, key: Key, place: int, x: str) -> str:
        """Take the extreme ones away until those at the place are extreme."""
        if abs(place) > FURTHEST:
            raise KgqaError(
                f"Place {abs(place):,} is too far: by dates, {FURTHEST} is the last.",
                hint="count from the other end, or narrow the set",
            )
        largest = place < 0
        keyed = self._one_key(self._keyed(members, key, largest), key, largest)
        keeps: templates.Operand = _reaches_up if largest else _reaches_down
        if not self._has_spans(key):
            keyed, keeps = partial(_doubled, keyed), _at_least if largest else _at_most
        parts: dict[str, templates.Part] = {
            "keyed": keyed,
            "order": _descending if largest else _ascending,
            "keeps": keeps,
        }

        def passed(levels: int, best: str) -> str:
            if levels == 1:
                return self.patterns.fill("algebra/peel_first", parts, best=best)
            deeper = {**parts, "passed": partial(passed, levels - 1)}
            return self.patterns.fill("algebra/peel_next", deeper, best=best)

        before = partial(passed, abs(place) - 1)
        whole = {**parts, "passed": before, "passed_again": before}
        return self.patterns.fill("algebra/ordinal_span", whole, x=x)

    def _having(self, members: Things, key: Key, x: str, value: str) -> str:
        """Return the pattern of the few members that have this value as their key."""
        assert not isinstance(key, Tally | Stated | Lapse)  # noqa: S101  no value of a member to look up
        return f"{self.patterns.pairs(key, x, value)}\n{self.patterns.test(members, x, 1.0)}"

    def _is_regular(self, key: Key) -> bool:
        """Whether the things with a key are found by looking its value up."""
        if isinstance(key, Tally | Stated | Lapse):
            return False
        known = self.patterns.conditions.measure(key)
        return known.is_regular and not known.is_mixed

    # --- Members with their keys ---

    def _has_spans(self, key: Key) -> bool:
        if isinstance(key, Tally | Stated | Lapse):
            return False
        known = self.patterns.conditions.measure(key)
        return known.kind in ("date", "any") and bool(known.precisions)

    def _is_distinct(self, key: Key) -> bool:
        """Whether keys that are different terms are different places, as DISTINCT takes them."""
        if isinstance(key, Tally | Stated | Lapse):
            return True
        return self.patterns.conditions.measure(key).is_regular and not self._has_spans(key)

    def _keyed(self, things: Things, key: Key, largest: bool) -> Keyed:
        if isinstance(key, Tally):
            return partial(self.tallied, things, key)
        if isinstance(key, Stated):
            return partial(self._stated, things, key)
        if isinstance(key, Lapse):
            return partial(self.lapsed, things, key)
        return partial(self._valued, things, key, largest)

    def _valued(self, things: Things, way: Way, largest: bool, x: str, *keys: str) -> str:
        rows = self.patterns.estimates.rows(things)
        member = partial(self.patterns.start, things)
        known = self.patterns.conditions.measure(way)
        again = again_by(member, partial(self.patterns.pairs, way))
        step = partial(self.patterns.pairs, way)
        values: Keyed = partial(self._values, step, edge_source(way, known, rows, again), largest)
        if is_better_apart(self.patterns.estimates.edges(way), rows):
            everywhere = edge_source(way, known)
            values = partial(self._apart_keys, partial(self._values, step, everywhere, largest))
        return f"{member(x)}\n{values(x, *keys)}"

    def _values(self, step: Step, source: Source, largest: bool, x: str, *keys: str) -> str:
        """Return the pattern of the keys of `x`, which is a member or a statement."""
        known = source.measure
        key = keys[0]
        if known.is_mixed:
            value = self.patterns.fresh("value")
            return f"{step(x, value)}\n{self._mixed(source, largest, x, value, *keys)}"
        if known.kind == "text":
            value = self.patterns.fresh("value")
            return f"{step(x, value)}\nBIND(xsd:decimal({value}) AS {key})\nFILTER(BOUND({key}))"
        found = step(x, key)
        if known.kind in ("any", "entity"):
            found += f"\nFILTER(isNumeric({key}) || DATATYPE({key}) = xsd:dateTime)"
        return found

    def _mixed(self, source: Source, largest: bool, x: str, value: str, *keys: str) -> str:
        if source.measure.kind == "number":
            amount = amount_pattern(self.patterns, source, x, value, keys[0])
            other = source.measure.other_units
            return f"{amount}\nFILTER(BOUND({keys[0]}))" if other else amount
        start, end = keys if largest else reversed(keys)
        found = place_pattern if source.measure.kind == "any" else span_pattern
        return found(self.patterns, source, x, value, start, end)

    def turns(self, members: Things, key: Stated, backwards: bool, x: str, value: str) -> str:
        """Return the pattern of the members with the qualifiers at which a turn of theirs begins.

        Of several in a row it is the smallest, or the largest from behind.
        """
        parts: dict[str, templates.Part] = {"keyed": partial(self.edges, members, key)}
        name = "algebra/turns_from_behind" if backwards else "algebra/turns"
        return self.patterns.fill(name, parts, x=x, key=value)

    def told(self, told: Told, value: str) -> str:
        """Return the pattern whose solutions for `value` are what edges say by a qualifier."""
        if told.place is None:
            return self._told(told, value)
        parts: dict[str, templates.Part] = {
            "dates": partial(self._told_dates, told),
            "order": _descending if told.place < 0 else _ascending,
            "skipped": abs(told.place) - 1,
        }
        return self.patterns.fill("algebra/told_at_place", parts, x=value)

    def _told_dates(self, told: Told, value: str) -> str:
        known = self.patterns.conditions.qualifier_measure(told.key.qualifier)
        form = known.form or "dateTime"
        return f"{self._told(told, value)}\nFILTER(DATATYPE({value}) = xsd:{form})"

    def _told(self, told: Told, value: str) -> str:
        names = {name: self.patterns.fresh(name) for name in ("x", "statement", "y")}
        return self.telling(told, value, **names)

    def telling(self, told: Told, value: str, *, x: str, statement: str, y: str) -> str:
        """Return the pattern of what edges say by a qualifier, with these edges."""
        things, key = told.things, told.key
        rows = self.patterns.estimates.rows(things)
        reached = rows * max(1.0, self.patterns.estimates.fan_out(key.relation))
        return "\n".join([
            self.patterns.start(things, x),
            self.patterns.conditions.qualifier_step(key.qualifier, statement, value),
            self.patterns.statements(key.relation, x, y, statement),
            self.patterns.test(key.things, y, reached),
        ])  # fmt: skip

    def _stated(self, things: Things, key: Stated, x: str, value: str) -> str:
        return self.edges(things, key, x, self.patterns.fresh("statement"), value)

    def edges(
        self, things: Things, key: Stated, x: str, statement: str, value: str, y: str = ""
    ) -> str:
        """Return the pattern of the members with their edges, and the qualifiers of these.

        What an edge leads to is found in the variable `y`.
        """
        # The qualifiers come first: behind the OPTIONAL of a test a triple would be found for
        # every statement of the store.
        steps, length = self._qualifier_of(key, statement, value)
        found = [self.patterns.start(things, x), steps]
        if isinstance(key.things, Entity) and not y:
            found.append(
                self.patterns.statements(key.relation, x, rdf.entity(key.things), statement)
            )
        else:
            y = y or self.patterns.fresh("y")
            rows = self.patterns.estimates.rows(things)
            reached = rows * max(1.0, self.patterns.estimates.fan_out(key.relation))
            found.append(self.patterns.statements(key.relation, x, y, statement))
            found.append(self.patterns.test(key.things, y, reached))
        return "\n".join([*found, length])

    def _qualifier_of(self, key: Stated, statement: str, value: str) -> tuple[str, str]:
        """Return the pattern of the key of a statement, and for the time between two its length."""
        step = self.patterns.conditions.qualifier_step
        if key.since is not None:
            start, end = self.patterns.fresh("start"), self.patterns.fresh("end")
            both = [step(key.since, statement, start), step(key.qualifier, statement, end)]
            return "\n".join(both), _length(start, end, value)
        known = self.patterns.conditions.qualifier_measure(key.qualifier)
        source = qualifier_source(key.qualifier, replace(known, precisions=()))
        return self._values(partial(step, key.qualifier), source, False, statement, value), ""

    def lapsed(
        self, things: Things, key: Lapse, x: str, value: str, statement: str = "", y: str = ""
    ) -> str:
        """Return the pattern of the members with the times between their dates.

        Where the later one is a qualifier, its edge is found in `statement` and leads to `y`.
        """
        start, end = self.patterns.fresh("start"), self.patterns.fresh("end")
        born = self.patterns.pairs(key.since, x, start)
        length = _length(start, end, value)
        if isinstance(key.until, Property):
            ended = self.patterns.pairs(key.until, x, end)
            return "\n".join([self.patterns.start(things, x), born, ended, length])
        edge = statement or self.patterns.fresh("statement")
        return "\n".join([born, self.edges(things, key.until, x, edge, end, y), length])

    def _apart_keys(self, values: Keyed, x: str, *keys: str) -> str:
        name = "algebra/span_apart" if len(keys) == 2 else "algebra/key_apart"
        names = dict(zip(("near", "far") if len(keys) == 2 else ("key",), keys, strict=True))
        return self.patterns.fill(name, {"keys": values}, x=x, **names)

    def tallied(self, things: Things, key: Tally, x: str, number: str) -> str:
        """Return the pattern of the members with the numbers of their values."""
        rows = self.patterns.estimates.rows(things)

        def counted(member: str, y: str) -> str:
            step = self.patterns.pairs(key.relation, member, y)
            if key.within is None:
                return step
            reached = rows * max(1.0, self.patterns.estimates.fan_out(key.relation))
            within = self.patterns.test(key.within, y, reached)
            return f"{self.patterns.start(things, member)}\n{step}\n{within}"

        # What stands in an OPTIONAL is found without regard to what stands before it.
        apart = key.within is not None or is_better_apart(
            self.patterns.estimates.edges(key.relation), rows
        )
        parts: dict[str, templates.Part] = {
            # rdflib 7.6 loses the row of a VALUES that an OPTIONAL follows; a sub-SELECT keeps it.
            "things": partial(
                self.patterns.apart if isinstance(things, Entity) else self.patterns.generate,
                things,
            ),
            "counted": partial(self._apart, counted) if apart else counted,
        }
        return self.patterns.fill("algebra/tally", parts, x=x, number=number)

    def _apart(self, pairs: Callable[[str, str], str], x: str, y: str) -> str:
        return self.patterns.fill("relation/apart", {"pairs": pairs}, x=x, y=y)

    def _one_key(self, keyed: Keyed, key: Key, largest: bool) -> Keyed:
        """Give every member one key: of several the smallest, or the largest from behind."""
        if isinstance(key, Tally | Stated) or self._is_single(key):
            return keyed
        kind = "span" if self._has_spans(key) else "key"
        name = f"algebra/{kind}_{'largest' if largest else 'smallest'}"

        def one(x: str, *keys: str) -> str:
            names = dict(zip(("near", "far") if kind == "span" else ("key",), keys, strict=True))
            return self.patterns.fill(name, {"keyed": keyed}, x=x, **names)

        return one

    def _is_single(self, way: Key) -> bool:
        if self.patterns.statistics is None or not isinstance(way, Property):
            return False
        use = self.patterns.estimates.of_property(way)
        return use.edges == use.subjects


def _length(start: str, end: str, value: str) -> str:
    """Return the pattern that gives the days between two dates, in months of 31 days."""
    parts = [f"{part}({end}) - {part}({start})" for part in ("YEAR", "MONTH", "DAY")]
    years, months, days = parts
    length = f"({years}) * 372 + ({months}) * 31 + ({days})"
    return f"BIND({length} AS {value})\nFILTER({value} >= 0)"


def _descending(key: str) -> str:
    return f"DESC({key})"


def _ascending(key: str) -> str:
    return f"ASC({key})"


def _doubled(keyed: Keyed, x: str, near: str, far: str) -> str:
    """Give an exact key as a span that begins and ends with it."""
    return f"{keyed(x, near)}\nBIND({near} AS {far})"


def _at_least(key: str, best: str) -> str:
    return f"({key} >= {best})"


def _at_most(key: str, best: str) -> str:
    return f"({key} <= {best})"


def _reaches_up(far: str, best: str) -> str:
    """Whether a span ends after the latest start."""
    return f"({far} > {best})"


def _reaches_down(far: str, best: str) -> str:
    """Whether a span starts before the earliest end."""
    return f"({far} < {best})"
