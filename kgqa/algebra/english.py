"""An expression in English: `films directed by Christopher Nolan that were released after 2010`.

A set becomes a noun phrase, a number `the number of ...`, a truth `whether ...`. The fold goes by
way of `phrases.Phrase`, so that tests, types and differences are said of the noun they concern.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from kgqa.algebra import inflection
from kgqa.algebra.comparatives import (
    AGES,
    AMOUNTS,
    CALLED,
    COUNTS,
    LENGTHS,
    TIME_VERDICTS,
    TIMES,
    TOTALS,
    VERDICTS,
)
from kgqa.algebra.english_terms import english_of
from kgqa.algebra.lexicon import Wording, wording
from kgqa.algebra.operators import (
    Aggregate,
    Apply,
    Comparison,
    Condition,
    Count,
    Difference,
    Existence,
    Filter,
    Having,
    Intersection,
    Inverse,
    Key,
    Lapse,
    Membership,
    Named,
    Near,
    Operand,
    Ordinal,
    Qualified,
    Query,
    Relation,
    Stated,
    Subtraction,
    Superlative,
    Tally,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Way,
    Years,
)
from kgqa.algebra.phrases import (
    THEM,
    Phrase,
    Saying,
    Weight,
    Words,
    alternative,
    combined,
    exclusion,
    one_name,
    one_of,
    restricted,
)
from kgqa.algebra.terms import Date, Entity, Number, Property, Quantity, Text
from kgqa.algebra.ways import is_of_past, outward, property_in, step_of

_INSTANCE_OF = "P31"


def to_english(query: Query, labels: Mapping[str, str]) -> str:
    """Return `query` in English; what `labels` has no name for is called by its id."""
    return _Speaker(labels).query(query)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Says expressions, given the labels of their items and properties."""

    labels: Mapping[str, str]

    def query(self, query: Query) -> str:
        match query:
            case Comparison(left, comparator, right):
                return self.comparison(left, comparator, right)
            case Membership(term, things):
                phrase = self.phrase(things)
                words, subject = phrase.words(), self.phrase(term).words().text
                if words.singular:
                    return f"whether {subject} is {words.text}"
                among = "the " if phrase.whole is None else ""
                return f"whether {subject} is among {among}{words.text}"
            case Existence(things):
                words = self.phrase(things).agreeing(singular=False)
                there = "there is" if words.singular else "there are any"
                return f"whether {there} {words.text}"
            case _:
                return self.operand(query).text

    def comparison(self, left: Operand, comparator: str, right: Operand) -> str:
        subject, other = self.operand(left), self.operand(right)
        time = any(isinstance(side, Date) or self.is_time(side) for side in (left, right))
        alike = time or isinstance(left, Entity) or isinstance(right, Entity)
        verdict = (TIME_VERDICTS if alike else VERDICTS)[comparator]
        before, after = one_of(subject, last=False), one_of(other, last=True)
        return f"whether {before} is {verdict} {after}"

    def is_time(self, operand: Operand) -> bool:
        """Return whether the operand is what something has as a property whose values are dates."""
        match operand:
            case Apply(Inverse(Property(id_)), _):
                return self.wording(id_).is_time
            case _:
                return False

    def is_number(self, things: Operand) -> bool:
        """Return whether the set is what something has as a property whose values are numbers."""
        match things:
            case Apply(Inverse(Property(id_) | Qualified(Property(id_), _)), _):
                return self.wording(id_).is_number
            case Difference(left, right):
                return self.is_number(left) and self.is_number(right)
            case _:
                return False

    # --- Sets and numbers ---

    def operand(self, operand: Operand) -> Words:
        match operand:
            case Count(Told(inner, key, None)):
                names = inflection.plural(self.wording(key.qualifier.id).object)
                return Words(f"the number of {names} {self.being(inner, key)}", Weight.COMPOUND)
            case Count(things):
                counted = self.phrase(things).agreeing(singular=False)
                return Words(f"the number of {counted.text}", max(Weight.CHAIN, counted.weight))
            case Aggregate(function, things, way):
                words, aside = self.spoken(way)
                of = self.phrase(things).agreeing(singular=False)
                which = {**TOTALS, "min": words.least, "max": words.most}[function]
                said = f"the {which} {words.object}{aside} of {of.text}"
                return Words(said, max(Weight.CHAIN, of.weight))
            case Years(start, end):
                first = self.phrase(start).words().inside(last=False)
                last = self.phrase(end).words().inside(last=False)
                return Words(f"the number of completed years from {first} to {last}", Weight.CHAIN)
            case Subtraction(left, right):
                sides = [self.operand(side).inside(last=False) for side in (left, right)]
                return Words(" minus ".join(sides), Weight.COMPOUND)
            case _:
                return self.phrase(operand).words()

    def with_parts(self, operands: Sequence[Things]) -> str:
        """Return what a union adds to its first operand, where it adds what is within that."""
        step = step_of(operands)
        return self.wording(step.id).within if step is not None else ""

    def phrase(self, things: Query) -> Phrase:
        """Return the noun phrase of a set."""
        match things:
            case Entity() | Text() | Date() | Number() | Quantity():
                return one_name(self.term(things))
            case Type(entity):
                return self.instances(entity)
            case Apply(relation, argument):
                return self.applied(relation, self.phrase(argument), argument)
            case Intersection(operands):
                return combined([self.phrase(operand) for operand in operands])
            case Union((whole, *_) as operands) if parts := self.with_parts(operands):
                return one_name(f"{self.phrase(whole).words().text} or {parts}")
            case Union(operands):
                return alternative([self.phrase(operand) for operand in operands])
            case Difference(left, right) if self.is_number(left) and self.is_number(right):
                sides = [self.phrase(side).words().inside(last=False) for side in (left, right)]
                return one_name(" minus ".join(sides), Weight.COMPOUND)
            case Difference(left, Apply(Property(id_) as way, Apply(Inverse(same), inner))) if (
                way == same and inner == left
            ):  # those that have none of what some have have none at all
                spoken = self.wording(id_)
                if spoken.lacking:
                    return self.phrase(left).saying(Saying(spoken.lacking))
                lacked = Words(spoken.object, Weight.NAME)
                return self.phrase(left).excluding(Saying("without any {}", lacked))
            case Difference(left, right) if is_of_past(left, right):
                return self.phrase(left).saying(Saying("that [are|is] so to this day"))
            case Difference(left, right):
                return self.phrase(left).excluding(exclusion(self.phrase(right)))
            case Filter(inner, conditions):
                return self.phrase(inner).saying(*map(self.condition, conditions))
            case Named(inner, sign, text):
                return self.phrase(inner).saying(Saying(CALLED[sign], self.operand(text)))
            case Having(inner, tally, comparator, number):
                counted = COUNTS[comparator].format(inflection.number(number.amount))
                return self.phrase(inner).saying(Saying(f"with {counted} {self.tallied(tally)}"))
            case Near(inner, _, _, center, distance):
                near = f"within {self.term(distance)} of {{}}"
                return self.phrase(inner).saying(Saying(near, self.phrase(center).words()))
            case Superlative(extreme, inner, key):
                one = self.phrase(inner).one()
                said = self.extreme(extreme, key, things=inner)
                return one_name(f"the {one} {said}", Weight.COMPOUND)
            case Ordinal(place, inner, key):
                return one_name(self.placed(place, inner, key), Weight.COMPOUND)
            case Told(inner, key, place):
                return one_name(self.told(inner, key, place), Weight.COMPOUND)
            case Count() | Aggregate() | Years() | Subtraction():
                words = self.operand(things)
                return one_name(words.text, words.weight)
            case Comparison() | Membership() | Existence():
                return one_name(self.query(things), Weight.COMPOUND)
            case _:
                assert_never(things)

    def term(self, term: Entity | Text | Date | Number | Quantity) -> str:
        return english_of(term, self.labels)

    def instances(self, class_: Entity) -> Phrase:
        label = self.labels.get(class_.id)
        return Phrase(noun=label or f"instance of {class_.id}", named=True)

    # --- Relations ---

    def applied(self, relation: Relation, argument: Phrase, given: Query | None = None) -> Phrase:
        """Return the phrase of what has the relation to `argument`."""
        match relation:
            case Property(id_) if id_ == _INSTANCE_OF and isinstance(given, Entity):
                return self.instances(given)
            case Property() | Qualified():
                words, aside = self.spoken(relation)
                saying = Saying(words.subject, argument.words(), aside)
                return Phrase(noun=words.noun, sayings=(saying,))
            case Inverse(Inverse(inner)):
                return self.applied(inner, argument, given)
            case Inverse(inner):
                words, aside = self.spoken(inner)
                filler = argument.words()
                of = Saying(words.of, filler, aside)
                return Phrase(noun=words.object, of=of, singular=filler.singular)
            case Typed(inner, type_):
                return combined([self.instances(type_), self.applied(inner, argument, given)])
            case _:
                assert_never(relation)

    def spoken(self, relation: Property | Qualified | Inverse) -> tuple[Wording, str]:
        """Return the wording of the property in a relation, and an aside about its qualifiers."""
        match relation:
            case Property(id_):
                return self.wording(id_), ""
            case Qualified(property_, conditions):
                tests = " and ".join(self.qualifier(condition) for condition in conditions)
                return self.wording(property_.id), f" (with {tests})"
            case Inverse(inner):
                return self.spoken(inner)
            case _:
                assert_never(relation)

    def wording(self, id_: str) -> Wording:
        return wording(id_, self.labels.get(id_))

    # --- Tests ---

    def condition(self, condition: Condition) -> Saying:
        relation, bound = outward(condition.relation), condition.bound
        words, aside = self.spoken(relation)
        if isinstance(relation, Inverse):
            filler = self.bound(condition, words)
            return Saying("that [are|is] {}", Phrase(words.object, Saying(words.of, filler, aside)))
        if words.event and (condition.comparator != "=" or isinstance(bound, Date | Number)):
            return Saying(words.event, self.bound(condition, words), aside)
        if condition.comparator == "=" and not isinstance(bound, Number | Quantity):
            return Saying(words.subject, self.operand(bound), aside)
        return Saying(f"whose {words.object} is {{}}", self.bound(condition, words), aside)

    def bound(self, condition: Condition, words: Wording) -> Words:
        """Return what the values are compared with, after the word for the comparison."""
        bound, comparator = condition.bound, condition.comparator
        time = words.is_time or isinstance(bound, Date)
        table = TIMES if time else AMOUNTS
        text = self.operand(bound)
        if time and isinstance(bound, Number) and bound.amount == int(bound.amount):
            text = replace(text, text=inflection.year(int(bound.amount)))
        template = table[comparator]
        if time and comparator == "=" and not isinstance(bound, Number):
            template = "on {}" if isinstance(bound, Date) and bound.day else "in {}"
        if isinstance(condition.relation, Inverse):
            template = "{}" if comparator == "=" else f"something {AMOUNTS[comparator]}"
        elif time and not words.event and comparator == "=":
            template = "{}"
        before, _, after = template.partition("{}")
        said = f"{before}{text.inside(last=not after)}{after}"
        open_ended = not after and text.weight < Weight.COMPOUND
        return Words(said, text.weight if open_ended else Weight.NAME)

    def qualifier(self, condition: Condition) -> str:
        words, _ = self.spoken(condition.relation)
        silent = replace(words, event="")
        name = self.labels.get(property_in(condition.relation).id) or words.object
        return f"{name} {self.bound(condition, silent).text}"

    # --- Keys ---

    def extreme(self, extreme: str, key: Key, place: str = "", *, things: Things) -> str:
        """Return `with the highest elevation`, or `with the second highest` for a `place`."""
        lead = f"with the {place} " if place else "with the "
        if isinstance(key, Tally):
            few = "most" if extreme == "max" else "fewest"
            return f"{lead}{few} {self.tallied(key)}"
        if isinstance(key, Stated):
            words = self.wording(key.qualifier.id)
            most, least = (words.most, words.least) if key.since is None else LENGTHS
            return f"{lead}{most if extreme == 'max' else least} {self.stated(key, things)}"
        if isinstance(key, Lapse):
            return f"{lead}{self.lapsed(key, things, least=extreme == 'min')}"
        words, aside = self.spoken(key)
        adjective = words.most if extreme == "max" else words.least
        return f"{lead}{adjective} {self.values(key, words)}{aside}"

    def placed(self, place: int, things: Things, key: Key) -> str:
        one = self.phrase(things).one()
        if (by := self.time(key, things)) is not None:
            return f"the {inflection.place(place)} {one}, by {by}"
        rank = "" if abs(place) == 1 else inflection.ordinal(abs(place))
        extreme = "min" if place > 0 else "max"
        return f"the {one} {self.extreme(extreme, key, rank, things=things)}"

    def time(self, key: Key, things: Things) -> str | None:
        """Return the noun for a key that is a time, or nothing if it is none."""
        if isinstance(key, Stated):
            is_time = key.since is None and self.wording(key.qualifier.id).is_time
            return self.stated(key, things) if is_time else None
        way = None if isinstance(key, Tally | Lapse) else outward(key)
        if isinstance(way, Property) and self.wording(way.id).is_time:
            return self.wording(way.id).object
        return None

    def stated(self, key: Stated, things: Things) -> str:
        """Return the noun for a qualifier, and what it is said of if not of being in `things`."""
        name = self.labels.get(key.qualifier.id) or self.wording(key.qualifier.id).object
        if key.since is not None:
            since = self.labels.get(key.since.id) or self.wording(key.since.id).object
            name = f"time from {since} to {name}"
        about = Apply(key.relation, key.things)
        if about == things:
            return f"{name} of being one"
        way = key.relation
        if isinstance(way, Qualified) and Apply(way.property, key.things) == things:
            tests = " and ".join(self.qualifier(condition) for condition in way.conditions)
            return f"{name} of being one with {tests}"
        one = self.phrase(about).agreeing(singular=True)
        return f"{name} of being {one.inside(last=False)}"

    def told(self, things: Things, key: Stated, place: int | None) -> str:
        """Return the noun for a qualifier of edges, and what the edges say of what."""
        which = "" if place is None else f"{inflection.place(place)} "
        return f"the {which}{self.wording(key.qualifier.id).object} {self.being(things, key)}"

    def being(self, things: Things, key: Stated) -> str:
        """Return what edges say of what."""
        of = self.phrase(things).words().inside(last=False)
        one = self.phrase(Apply(key.relation, key.things)).agreeing(singular=True)
        return f"of {of} being {one.inside(last=True)}"

    def lapsed(self, key: Lapse, things: Things, *, least: bool) -> str:
        """Return the noun for the time between two, or for an age, with its adjective."""
        end, since = key.until, self.wording(key.since.id)
        said = self.stated(end, things) if isinstance(end, Stated) else self.wording(end.id).object
        if since.age:
            return f"{AGES[least]} {since.age} at {said}"
        return f"{LENGTHS[least]} time from {since.object} to {said}"

    def values(self, way: Way, words: Wording) -> str:
        """Return the noun for what the key of one member is."""
        if not isinstance(outward(way), Inverse):
            return words.object
        return Phrase(words.noun, sayings=(Saying(words.subject, THEM),)).bare(singular=True).text

    def tallied(self, key: Tally) -> str:
        way = outward(key.relation)
        words, aside = self.spoken(way)
        if isinstance(way, Inverse):
            phrase = Phrase(words.noun, sayings=(Saying(words.subject, THEM, aside),))
        else:
            phrase = Phrase(words.object + aside)
        if key.within is not None:
            phrase = restricted(phrase, [self.phrase(key.within)])
        return phrase.words().text
