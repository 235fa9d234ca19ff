"""From an expression of the algebra to a question: the grammar's ways, filled."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import cast

import numpy as np
from kgqa_store.adjacency_content import Ints

from kgqa.algebra import (
    Apply,
    Comparison,
    Count,
    Difference,
    Entity,
    Intersection,
    Inverse,
    Membership,
    Ordinal,
    Property,
    Query,
    Superlative,
    Tally,
    Things,
    Type,
    Typed,
    Union,
)
from kgqa.algebra.inflection import plural
from kgqa.generate import predicates
from kgqa.generate.grammar import Grammar
from kgqa.generate.groups import PERSON, Group, Name, Said, Unsaid
from kgqa.generate.relations import THING, Relation
from kgqa.generate.sayer_values import ValueSayer
from kgqa.generate.world import World

Slots = dict[str, str]
MOSTLY = 0.8
"""The share of people among those who are asked for by `who`, where something else is with them."""


class Sayer:
    """Asks in words for what expressions denote."""

    def __init__(self, world: World, grammar: Grammar) -> None:
        """Call the things of a world by their names."""
        self.world, self.grammar = world, grammar
        self._values = ValueSayer(self)

    def ask(self, query: Query, rng: random.Random) -> str | None:
        """Return one of the ways to ask for what a query denotes; None where there is none."""
        try:
            operator, slots = self._values.asked(query, rng) or self._asked(query, rng)
        except Unsaid:
            return None
        ways = self.grammar.fitting(operator, slots)
        return rng.choice(ways).filled(slots) if ways else None

    def _asked(self, query: Query, rng: random.Random) -> tuple[str, Slots]:
        match query:
            case Difference(left, Apply() as right):
                group = self.group(left)
                other = self.said(right)
                return "difference", self.slots(group, rng) | self._second(group, other, rng)
            case Count(things):
                return "count", self._counted(self.group(things), rng)
            case Superlative(extreme, Union((Entity(a), Entity(b))), Property(key)):
                return self._choice(extreme, a, b, key)
            case Superlative(extreme, things, Property(key)):
                operator, slots = self._placed(self.group(things), key, extreme, 1, rng)
                return operator, slots | self._best(query, rng)
            case Superlative(extreme, things, Tally(Property(key))):
                few = "most" if extreme == "max" else "fewest"
                words = {"most": few, "key": plural(self._relation(key).wording.object)}
                return "superlative", self._set(self.group(things), rng) | words
            case Ordinal(place, things, Property(key)):
                extreme = "min" if place > 0 else "max"
                operator, slots = self._placed(self.group(things), key, extreme, abs(place), rng)
                return operator, slots | self._best(query, rng)
            case Comparison(
                Apply(Inverse(Property(key)), Entity(a)), sign, Apply(Inverse(), Entity(b))
            ):
                return self._compared(key, a, sign, b)
            case Membership(Entity(member), things):
                return "membership", self._membership(member, self.group(things), rng)
            case _:
                group = self.group(cast(Things, query))
                slots = self.slots(group, rng)
                if len(group.said) == 2:
                    slots |= self._second(group, group.said[1], rng)
                    return "intersection", slots
                return "apply", slots

    # --- Sets ---

    def name(self, id_: str) -> Name:
        """Return a thing by its name."""
        label = self.world.label(id_)
        return Name(label, self.grammar.needs_the(label))

    def nodes(self, things: Things) -> Ints:
        """Return the members of a set."""
        return cast(Ints, self.world.denote(things))

    def _relation(self, id_: str) -> Relation:
        return self.world.relation(id_)

    def said(self, apply: Apply) -> Said:
        """Return what an application of a relation says."""
        relation = apply.relation
        if isinstance(relation, Typed):
            relation = relation.relation
        is_inverse = isinstance(relation, Inverse)
        property_ = relation.relation if isinstance(relation, Inverse) else relation
        filler = (
            self.name(apply.things.id)
            if isinstance(apply.things, Entity)
            else self.group(apply.things)
        )
        return Said(self._relation(cast(Property, property_).id), is_inverse, filler)

    def group(self, things: Things) -> Group:
        """Return a set in words."""
        nodes = self.nodes(things)
        is_person = self.world.are_called(PERSON, nodes)
        match things:
            case Apply(Typed(_, class_), _):
                said, noun = self.said(things), self._class_noun(class_.id)
                role = said.relation.role if said.is_inverse and said.relation.role == noun else ""
                said = replace(said, noun=noun)
                return Group(noun, (said,), self.grammar, is_person, role)
            case Apply():
                return self.applied(self.said(things), nodes)
            case Type(class_):
                return Group(self._class_noun(class_.id), (), self.grammar, is_person)
            case Intersection(operands):
                parts = [self.said(one) for one in operands if isinstance(one, Apply)]
                nouns = [self._class_noun(o.entity.id) for o in operands if isinstance(o, Type)]
                noun = nouns[0] if nouns else self._noun(parts, nodes)
                named = tuple(replace(one, noun=noun) for one in parts)
                return Group(noun, named, self.grammar, is_person)
            case _:
                return Group(THING, (), self.grammar)

    def applied(self, said: Said, nodes: Ints) -> Group:
        """Return what a relation leads to, in words."""
        is_person = self.world.are_called(PERSON, nodes)
        role = said.relation.role if said.is_inverse else ""
        role = "" if role == THING else role
        noun = self._noun([said], nodes)
        if noun == THING:
            expected = said.relation.values if said.is_inverse else said.relation.wording.noun
            is_person = expected == PERSON and self.world.share_called(PERSON, nodes) >= MOSTLY
            noun = role if role and not said.relation.is_written else THING
        said = replace(said, noun=noun)
        return Group(noun, (said,), self.grammar, is_person, role, len(nodes) == 1)

    def _noun(self, parts: list[Said], nodes: Ints) -> str:
        """Return the first noun that a relation lends to its things and that names them all."""
        known = self.world.kinds.nouns
        for said in parts:
            first = said.relation.values if said.is_inverse else said.relation.wording.noun
            if first != THING and (first not in known or self.world.are_called(first, nodes)):
                return first
        return self.world.noun_for(nodes)

    def _class_noun(self, id_: str) -> str:
        return self.world.noun_of(id_) or self.world.label(id_)

    # --- Holes ---

    def _set(self, group: Group, rng: random.Random) -> Slots:
        """Return the set as a noun phrase, where it has a noun."""
        phrase = group.phrase(rng) if group.noun != THING or group.role else None
        return {"set": phrase} if phrase else {}

    def slots(self, group: Group, rng: random.Random) -> Slots:
        """Return what is said of a set, and what it is called."""
        who = self.grammar.words["who"]
        kind = "person" if group.is_person else "other"
        slots = {"who_are": who[f"{kind}_are"]}
        if group.noun in (PERSON, THING):
            slots["who"] = who[kind]
        if group.noun != THING:
            slots |= {"nouns": group.nouns, "noun": group.noun}
        else:
            slots["everything"] = who["everything"]
        if group.said:
            slots |= self._of_said(group, group.said[0], rng)
        return slots | self._set(group, rng)

    def _of_said(self, group: Group, said: Said, rng: random.Random) -> Slots:
        slots = {}
        if own := said.predicates():
            chosen = rng.choice(own)
            for name, many in (("predicate", False), ("predicates", True)):
                slots[name] = said.filled(predicates.inflected(chosen, many=many), rng)
                if (denied := predicates.negated(chosen)) is not None:
                    denied = predicates.inflected(denied, many=many)
                    slots[name.replace("predicate", "negated")] = said.filled(denied, rng)
        options = {
            "inverted": said.inverted(),
            "modifier": group.modifiers(said, rng),
            "reduced": said.reduced(rng),
            "relative": group.relatives(said, rng),
        }
        return slots | {name: rng.choice(found) for name, found in options.items() if found}

    def _counted(self, group: Group, rng: random.Random) -> Slots:
        """Return what asks for a number; where two things are said, both are in each hole."""
        slots = self.slots(group, rng)
        if len(group.said) < 2:
            return slots
        whole = {name: text for name, text in slots.items() if name in ("nouns", "set", "noun")}
        other = self._second(group, group.said[1], rng)
        if "predicates" in slots and "predicates2" in other:
            whole["predicates"] = f"{slots['predicates']} and {other['predicates2']}"
        return whole

    def _second(self, group: Group, said: Said, rng: random.Random) -> Slots:
        return {f"{name}2": text for name, text in self._of_said(group, said, rng).items()}

    # --- Orders ---

    def _placed(
        self, group: Group, key: str, extreme: str, place: int, rng: random.Random
    ) -> tuple[str, Slots]:
        """Return what asks for one at a place in the order of a key."""
        relation, places = self._relation(key), self.grammar.words["places"]
        who, kind = self.grammar.words["who"], "person" if group.is_person else "other"
        slots = self._set(group, rng)
        slots |= {f"who_{be}": who[f"{kind}_{be}"] for be in ("is", "was")}
        operator = "superlative" if place == 1 else "ordinal"
        if relation.wording.is_time and relation.happened:
            end = "least" if extreme == "min" else "most"
            turned = places["second" if extreme == "min" else "second_last"]
            slots |= {"happened": relation.happened, "first": places[end]}
            slots |= {"place": turned[place - 2]} if place > 1 else {}
            return f"{operator}_time", slots | ({"to": relation.to} if relation.to else {})
        words = relation.wording
        slots |= {"most": words.most if extreme == "max" else words.least, "key": words.object}
        slots |= {"place": places["second"][place - 2]} if place > 1 else {}
        if relation.extremes:
            slots["extreme"] = relation.extremes[0 if extreme == "max" else 1]
        return operator, slots

    def _best(self, things: Things, rng: random.Random) -> Slots:
        """Return the one at a place in an order as a noun phrase, where there is one."""
        try:
            return {"best": self._values.best(things, rng)}
        except Unsaid:
            return {}

    def _pair(self, a: str, b: str) -> Slots:
        nodes = as_nodes([self.world.graph.entity(one) for one in (a, b)])
        kind = "person_of_two" if self.world.are_called(PERSON, nodes) else "other_of_two"
        which = self.grammar.words["who"][kind]
        return {"a": self.name(a).said, "b": self.name(b).said, "which": which}

    def _choice(self, extreme: str, a: str, b: str, key: str) -> tuple[str, Slots]:
        relation, places = self._relation(key), self.grammar.words["places"]
        slots = self._pair(a, b)
        if relation.wording.is_time and relation.happened:
            slots |= {"happened": relation.happened, "to": relation.to}
            return "choice_time", slots | {"first": places["least" if extreme == "min" else "most"]}
        return "choice", slots | self.more(key, is_more=extreme == "max")

    def more(self, key: str, *, is_more: bool) -> Slots:
        """Return how one of two is said to have more or less of a key."""
        relation = self._relation(key)
        words = relation.wording
        most = words.most if is_more else words.least
        more = self.grammar.words["comparatives"].get(most, "")
        slots = {"key": words.object}
        if more:
            slots |= {"more": more, "verdict": more}
        if relation.compared:
            slots["compared"] = relation.compared[0 if is_more else 1]
        return slots

    def _compared(self, key: str, a: str, sign: str, b: str) -> tuple[str, Slots]:
        relation, places = self._relation(key), self.grammar.words["places"]
        slots = self._pair(a, b)
        if not (relation.wording.is_time and relation.happened):
            return "comparison", slots | self.more(key, is_more=sign == ">")
        is_before = sign == "<"
        slots |= {"happened": relation.happened, "key": relation.wording.object}
        slots["before"] = places["before" if is_before else "after"]
        slots["earlier"] = places["earlier" if is_before else "later"]
        slots["an_earlier"] = places["an_earlier" if is_before else "a_later"]
        return "comparison_time", slots | ({"to": relation.to} if is_before else {})

    def _membership(self, member: str, group: Group, rng: random.Random) -> Slots:
        subject, said = self.name(member), group.said[0]
        slots = {"a": subject.said} | self._set(group, rng)
        own = said.predicates()
        if own:
            chosen = rng.choice(own)
            slots["statement"] = (
                f"{subject.said} {said.filled(predicates.inflected(chosen, many=False), rng)}"
            )
            if (asked := predicates.asked_of(chosen, subject.said)) is not None:
                slots["question"] = said.filled(predicates.inflected(asked, many=False), rng)
        actives = [one for one in said.actives() if predicates.gap(one)]
        if actives and isinstance(said.filler, Name):
            asked = predicates.asked_of(rng.choice(actives), said.filler.said)
            if asked is not None:
                slots["asked_actively"] = predicates.filled(
                    predicates.inflected(asked, many=False), subject.text, the=subject.the
                )
        return slots


def as_nodes(ids: list[int]) -> Ints:
    """Return nodes as an array."""
    return np.array(sorted(ids), dtype=np.int32)
