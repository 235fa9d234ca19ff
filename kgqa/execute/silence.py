"""Why there is no answer: which part of an expression the graph has nothing for."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa_store.errors import LimitReached

from kgqa.algebra import (
    Apply,
    Difference,
    Filter,
    Having,
    Intersection,
    Key,
    Lapse,
    Named,
    Near,
    Ordinal,
    Query,
    Stated,
    Subtraction,
    Superlative,
    Tally,
    Things,
    Told,
    Typed,
    Union,
    Years,
    to_english,
)
from kgqa.algebra.printer import condition_text, key_text, term_text
from kgqa.answers import Measurement
from kgqa.execute.estimates import property_of
from kgqa.execute.patterns import Patterns
from kgqa.execute.prove import Prover
from kgqa.execute.reading import value_of


def why_nothing(prover: Prover, query: Query, labels: Mapping[str, str]) -> str:
    """Return the reason for an empty answer as a sentence without its full stop, or nothing."""
    try:
        return _Silence(prover, labels).reason(query)
    except LimitReached:
        return ""


class _Silence:
    """Looks for the part of an expression that is empty though its parts are not."""

    def __init__(self, prover: Prover, labels: Mapping[str, str]) -> None:
        self.prover, self.labels = prover, labels

    def reason(self, query: Query) -> str:
        match query:
            case Superlative(_, things, key) | Ordinal(1 | -1, things, key):
                number = self.size(things)
                if not number:
                    return self.reason(things)
                return f"{self.known(number, things)}, but none with a known {self.named(key)}"
            case Ordinal(place, things, _):
                number = self.size(things)
                if not number:
                    return self.reason(things)
                return f"{self.known(number, things)}, which is too few for place {place}"
            case Told(things, key, _):
                if not self.size(things):
                    return self.reason(things)
                edges = Apply(key.relation, key.things)
                said = f"{self.english(things)} being among {self.english(edges)}"
                if not self.size(Intersection((things, edges))):
                    return f"the store knows nothing of {said}"
                return f"the store has no {self.named(key)} of {said}"
            case Filter(things, conditions):
                number = self.size(things)
                if not number:
                    return self.reason(things)
                tests = " and ".join(map(condition_text, conditions))
                return f"{self.known(number, things)}, but none that passes {tests}"
            case Named(things, sign, text):
                number = self.size(things)
                if not number:
                    return self.reason(things)
                test = f"name {sign} {term_text(text)}"
                return f"{self.known(number, things)}, but none that passes {test}"
            case Near(things, _, _, center, distance):
                number = self.size(things)
                if not number:
                    return self.reason(things)
                of = f"within {term_text(distance)} of {self.english(center)}"
                return f"{self.known(number, things)}, but none {of}"
            case Having(things, tally, comparator, limit):
                number = self.size(things)
                if not number:
                    return self.reason(things)
                test = f"{key_text(tally)} {comparator} {term_text(limit)}"
                return f"{self.known(number, things)}, but none that passes {test}"
            case Intersection(operands):
                return self._intersection(operands)
            case Difference(left, right):
                number = self.size(left)
                if not number:
                    return self.reason(left)
                return f"{self.known(number, left)}, but all are among {self.english(right)}"
            case Apply(Typed(relation, type_), things):
                plain = Apply(relation, things)
                number = self.size(plain)
                if not number:
                    return self.reason(plain)
                kind = self.labels.get(type_.id, type_.id)
                return f"{self.known(number, plain)}, but none is an instance of {kind}"
            case Apply(relation, things):
                if not self.size(things):
                    return self.reason(things)
                property_, backwards = property_of(relation)
                if backwards:
                    return f"the store has no {self.named(property_)} of {self.english(things)}"
                return f"nothing has {self.english(things)} as its {self.named(property_)}"
            case Union(operands):
                return self.reason(operands[0])
            case Years(left, right) | Subtraction(left, right):
                return self.reason(right) if self._has_values(left) else self.reason(left)
            case _:
                return ""

    def _intersection(self, operands: tuple[Things, ...]) -> str:
        sizes = [(self.size(operand), operand) for operand in operands]
        empty = [operand for number, operand in sizes if not number]
        if empty:
            return self.reason(empty[0])
        parts = " and ".join(f"{number} {self.english(operand)}" for number, operand in sizes)
        return f"there are {parts}, but nothing is in all of these sets"

    def _has_values(self, operand: Query) -> bool:
        amounts = (Years, Subtraction)
        return isinstance(operand, amounts) or bool(self.prover.some(operand, 1))  # type: ignore[arg-type]

    def size(self, things: Things) -> int:
        """Return how many members a set has."""
        pattern = Patterns(self.prover.statistics).generate(things, "?x")
        counted = f"SELECT (COUNT(DISTINCT ?x) AS ?number) WHERE {{\n{pattern}\n}}"
        (node,) = self.prover.run(counted).column("number")
        value = value_of(node)
        return int(value.amount) if isinstance(value, Measurement) else 0

    def known(self, number: int, things: Things) -> str:
        return f"there {'is' if number == 1 else 'are'} {number} in “{self.english(things)}”"

    def english(self, things: Things) -> str:
        return to_english(things, self.labels)

    def named(self, key: Key) -> str:
        match key:
            case Stated(_, _, property_):
                pass
            case Lapse(_, until):
                return self.named(until)
            case Tally(relation):
                property_, _ = property_of(relation)
            case _:
                property_, _ = property_of(key)
        return self.labels.get(property_.id, property_.id)
