"""What asks for dates and amounts, or tests them: the operators of the grammar and their holes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, cast

from kgqa.algebra import (
    Apply,
    Comparison,
    Condition,
    Count,
    Difference,
    Entity,
    Filter,
    Inverse,
    Membership,
    Number,
    Ordinal,
    Property,
    Qualified,
    Quantity,
    Query,
    Stated,
    Superlative,
    Things,
    Told,
    Union,
    Years,
)
from kgqa.algebra.inflection import with_article
from kgqa.generate import measures, predicates
from kgqa.generate.groups import Group, Name, Said, Unsaid
from kgqa.generate.relations import THING, Relation

if TYPE_CHECKING:
    from kgqa.generate.sayer import Sayer, Slots

BORN, DIED, SEX = "P569", "P570", "P21"
BEGUN, ENDED = "P580", "P582"


class ValueSayer:
    """Asks for dates and amounts, and for what passes tests of them."""

    def __init__(self, sayer: Sayer) -> None:
        """Call sets and things as a sayer does."""
        self.sayer, self.world = sayer, sayer.world
        self.words = sayer.grammar.words

    def asked(self, query: Query, rng: random.Random) -> tuple[str, Slots] | None:
        """Return the operator of the grammar and its holes; None for what is no such question."""
        match query:
            case Count(Filter(things, tests)):
                operator, slots = self._filtered(things, tests, rng)
                return f"{operator}_count", slots
            case Filter(things, tests):
                return self._filtered(things, tests, rng)
            case Apply(Inverse(Property(id_)), Entity() | Superlative() | Ordinal() as things):
                return self._fact(id_, things, rng)
            case Apply(Qualified() | Inverse(Qualified()), Entity()):
                return self._at_a_time(query, rng)
            case Membership(Entity(id_), Superlative() | Ordinal() as things):
                name = self.sayer.name(id_).said
                return "membership_best", {"a": name, "best": self.best(things, rng)}
            case Comparison(
                Apply(Inverse(Property(key)), Entity(id_)), sign, Number() | Quantity() as v
            ):
                return self._beyond(key, id_, Condition(Property(key), sign, v), rng)
            case Difference(
                Apply(Inverse(Property(key)), Entity(a)), Apply(Inverse(), Entity(b))
            ) if self.world.relation(key).wording.is_number:
                return self._excess(key, a, b)
            case Told(Entity(id_), key):
                return self._when(id_, key, rng)
            case Years(Apply(Inverse(Property("P569")), Entity(id_)), end):
                return self._age(id_, end, rng)
            case _:
                return None

    # --- Tests ---

    def _filtered(
        self, things: Things, tests: tuple[Condition, ...], rng: random.Random
    ) -> tuple[str, Slots]:
        if not measures.is_about_one(tests):
            raise Unsaid(str(tests))
        group = self.sayer.group(things)
        slots = self.sayer.slots(group, rng) | {"that": self._joint(group)}
        relation = self.world.relation(cast(Property, tests[0].relation).id)
        if relation.wording.is_time:
            return "filter_time", slots | self._in_time(relation, tests, rng)
        return "filter", slots | self._in_amounts(relation, tests[0], rng)

    def _joint(self, group: Group) -> str:
        said: str = self.words["relative"]["person" if group.is_person else "other"]
        return said

    def _in_time(
        self, relation: Relation, tests: tuple[Condition, ...], rng: random.Random
    ) -> Slots:
        when = measures.span(tests, self.words["bounds"], rng)
        if when is None or not relation.happened:
            raise Unsaid(relation.id)
        slots = {"when": when, "happeneds": measures.happened_to_many(relation)}
        slots["happened"] = relation.happened
        participle = measures.participle(relation)
        return slots | ({"happening": participle} if participle else {})

    def _in_amounts(self, relation: Relation, test: Condition, rng: random.Random) -> Slots:
        words, value = self.words["bounds"], cast("Number | Quantity", test.bound)
        label = self.world.label(value.unit.id) if isinstance(value, Quantity) else None
        said = measures.amount(value, label, words)
        more = measures.bound(test.comparator, said, words, rng)
        slots = {"amount": said, "bound": more, "key": relation.wording.object}
        slots["a_key"] = with_article(relation.wording.object)
        if relation.amounts:
            template = rng.choice(relation.amounts).replace("{}", more)
            slots["amounts"] = predicates.inflected(template, many=True)
            slots["has_amount"] = template
        if relation.compared and test.comparator in "<>":
            slots["compared"] = relation.compared[0 if test.comparator == ">" else 1]
        return slots

    def _beyond(self, key: str, id_: str, test: Condition, rng: random.Random) -> tuple[str, Slots]:
        relation, name = self.world.relation(key), self.sayer.name(id_).said
        slots = {"a": name}
        if relation.wording.is_time:
            slots |= self._in_time(relation, (test,), rng)
            return "truth_time", slots | {"asked": measures.happened_to(relation, name)}
        slots |= self._in_amounts(relation, test, rng)
        if has := slots.get("has_amount"):
            slots["statement"] = f"{name} {predicates.inflected(has, many=False)}"
            if asked := measures.asked_about(has, name):
                slots["asked"] = asked
        return "truth", slots

    def _excess(self, key: str, a: str, b: str) -> tuple[str, Slots]:
        relation = self.world.relation(key)
        slots = {"a": self.sayer.name(a).said, "b": self.sayer.name(b).said}
        return "excess", slots | self.sayer.more(key, is_more=True) | {
            "key": relation.wording.object
        }

    # --- What one thing has ---

    def _fact(self, id_: str, things: Things, rng: random.Random) -> tuple[str, Slots]:
        name = self.sayer.name(things.id) if isinstance(things, Entity) else None
        said = name.said if name else self.best(things, rng, asked=id_)
        relation = self.world.relation(id_)
        slots = {"a": said, "key": relation.wording.object}
        own = {"asked": rng.choice(relation.asks).replace("{}", said)} if relation.asks else {}
        if relation.wording.is_time and relation.to:
            return "fact_time", slots | own | {"happened": measures.happened_to(relation, said)}
        if relation.wording.is_number or relation.asks:
            return "fact_amount", slots | own
        return "fact", self._related(relation, things, name or Name(said), rng)

    def _related(self, relation: Relation, things: Things, name: Name, rng: random.Random) -> Slots:
        """Return what asks for the things that one has by a relation: `the capital of X`."""
        query = Apply(Inverse(Property(relation.id)), things)
        nodes = self.sayer.nodes(query)
        group = self.sayer.applied(Said(relation, True, name), nodes)
        slots = self.sayer.slots(group, rng)
        kind = "person" if group.is_person else "other"
        slots |= {"who_is": self.words["who"][f"{kind}_is"], "a": name.said}
        other = ("nouns", "predicates", "set") if len(nodes) == 1 else ("noun",)
        slots = {name: text for name, text in slots.items() if name not in other}
        if group.role and len(nodes) == 1:
            of = predicates.filled(relation.wording.of, name.text, the=name.the)
            slots["the_one"] = f"the {predicates.inflected(f'{group.role} {of}', many=False)}"
        for said in relation.subjects if relation.values == "place" else ():
            asked = predicates.asked_of(said, name.said)
            if asked is not None and asked.endswith(" in {}"):
                asked = predicates.inflected(asked.removesuffix(" in {}"), many=False)
                slots["asked_in"] = asked[:1].lower() + asked[1:]
        return slots

    def best(self, things: Things, rng: random.Random, *, asked: str = "") -> str:
        """Return the one at a place in the order of a key: `the second highest mountain in X`.

        Where it is `asked` for what this one has, no verb is part of its name: nobody understands
        when the first person to die was born.
        """
        match things:
            case Superlative(extreme, inner, Property(key)) if not isinstance(inner, Union):
                place = 1
            case Ordinal(number, inner, Property(key)):
                extreme, place = ("min" if number > 0 else "max"), abs(number)
            case _:
                raise Unsaid(str(things))
        group, relation = self.sayer.group(inner), self.world.relation(key)
        found = self._extremes(relation, extreme, place, group, rng)
        if asked and relation.wording.is_time and relation.to:
            found = found[:-1]
        if not found:
            raise Unsaid(relation.id)
        return rng.choice(found)

    def _one_of(self, group: Group, rng: random.Random) -> str:
        """Return what one of a set is called: `mountain in X`."""
        if group.noun == THING or len(group.said) > 1:
            raise Unsaid(group.noun)
        if not group.said:
            return group.noun
        behind = group.said[0].reduced(rng, many=False)
        behind = behind or group.relatives(group.said[0], rng, many=False)
        if not behind:
            raise Unsaid(group.noun)
        return f"{group.noun} {rng.choice(behind)}"

    def _first(self, relation: Relation, extreme: str, place: int, called: str) -> str:
        """Return the one at a place in time: `the second to last film by X`."""
        places = self.words["places"]
        first = places["least" if extreme == "min" else "most"]
        if place > 1:
            first = places["second" if extreme == "min" else "second_last"][place - 2]
        return f"the {first} {called}"

    def _extremes(
        self, relation: Relation, extreme: str, place: int, group: Group, rng: random.Random
    ) -> list[str]:
        called = self._one_of(group, rng)
        side = 0 if extreme == "max" else 1
        places, words = self.words["places"], relation.wording
        nth = f"{places['second'][place - 2]} " if place > 1 else ""
        most = words.most if extreme == "max" else words.least
        adjectives = relation.extremes[side : side + 1]
        found = [f"the {nth}{one} {called}" for one in adjectives]
        if place > 1 and places["least"] in relation.extremes:  # no film is the second first
            found = [self._first(relation, extreme, place, called)]
        if group.noun in relation.largest:
            found = [f"the {nth}{most} {called}"] * 2 + found
        if words.is_time:
            first = self._first(relation, extreme, place, called)
            found += [f"{first} {relation.to}"] if relation.to else []
        else:
            # Not `a country that borders X with the largest area`: X may have it.
            those = group.modifiers(group.said[0], rng) if group.said else []
            among = f" among those {rng.choice(those)}" if those else ""
            found.append(f"the {group.noun} with the {nth}{most} {words.object}{among}")
        return found

    # --- Times ---

    def _at_a_time(self, query: Apply, rng: random.Random) -> tuple[str, Slots]:
        relation = query.relation
        is_inverse = isinstance(relation, Inverse)
        qualified = cast(
            Qualified, relation.relation if isinstance(relation, Inverse) else relation
        )
        years = {one.bound.amount for one in qualified.conditions if isinstance(one.bound, Number)}
        if len(years) != 1:
            raise Unsaid(str(qualified))
        property_, name = qualified.property.id, self.sayer.name(cast(Entity, query.things).id)
        said = Said(measures.past(self.world.relation(property_)), is_inverse, name)
        group = self.sayer.applied(said, self.sayer.nodes(query))
        slots = self.sayer.slots(group, rng) | {"year": f"{years.pop()}"}
        if not is_inverse and said.relation.then:
            own = predicates.inflected(rng.choice(said.relation.then), many=False)
            slots["then"] = predicates.filled(own, name.text, the=name.the)
        return "time", slots

    def _when(self, id_: str, key: Stated, rng: random.Random) -> tuple[str, Slots]:
        relation = self.world.relation(cast(Property, key.relation).id)
        said, name = self._said_of(relation, key.qualifier.id, rng), self.sayer.name(id_)
        other = self.sayer.name(cast(Entity, key.things).id)
        asked = predicates.asked_of(said, name.said) if said else None
        if asked is None:
            raise Unsaid(relation.id)
        asked = _with(asked, other)
        statement = f"{name.said} {_with(said, other)}"
        return "when", {"asked": asked[:1].lower() + asked[1:], "statement": statement}

    def _said_of(self, relation: Relation, qualifier: str, rng: random.Random) -> str:
        own = {BEGUN: relation.began, ENDED: relation.ended}
        return own[qualifier] if qualifier in own else rng.choice(relation.subjects)

    def _age(self, id_: str, end: Things, rng: random.Random) -> tuple[str, Slots]:
        name, pronouns = self.sayer.name(id_), self.words["pronouns"]
        sex = self.sayer.nodes(Apply(Inverse(Property(SEX)), Entity(id_)))
        ids = [self.world.id(node) for node in sex.tolist()]
        slots = {"a": name.said, "they": pronouns.get(ids[0] if ids else "", pronouns["other"])}
        match end:
            case Apply(Inverse(Property("P570")), _):
                return "age", slots
            case Apply(Inverse(Property(key)), Entity(other)):
                relation = self.world.relation(key)
                slots["event"] = f"{self.sayer.name(other).said} {relation.happened}"
            case Told(_, Stated(Property(way), Entity(other), Property(qualifier))):
                said = self._said_of(self.world.relation(way), qualifier, rng)
                slots["event"] = f"{slots['they']} {_with(said, self.sayer.name(other))}"
            case _:
                raise Unsaid(str(end))
        return "age_when", slots


def _with(predicate: str, name: Name) -> str:
    """Return a predicate as it is said of one, with a name in its hole."""
    return predicates.filled(predicates.inflected(predicate, many=False), name.text, the=name.the)
