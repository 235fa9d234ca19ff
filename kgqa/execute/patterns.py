"""From sets of the algebra to graph patterns: one function for each way a set can stand in a query.

`generate(things, x)` is a pattern that finds the members by itself; `test(things, x, rows)` is one
that keeps the members among about `rows` values that ?x already has. Which formulation an operator
takes follows from the estimates: splice where few rows are looked up, compute apart and hash where
many are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import assert_never

from kgqa_store.graph_vocabulary import WIKIDATA, GraphVocabulary, predicate
from kgqa_store.reified import NONE
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
    Inverse,
    Named,
    Near,
    Number,
    Ordinal,
    Property,
    Qualified,
    Quantity,
    Relation,
    Sign,
    Superlative,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Way,
)
from kgqa.errors import KgqaError
from kgqa.execute import rdf
from kgqa.execute.estimates import (
    Estimates,
    is_better_apart,
    is_qualified,
    property_of,
    qualifiers_of,
)
from kgqa.execute.near import near
from kgqa.execute.values import Comparable, holds, holds_of_name, written

FEW = 4.0
"""Up to so many things, walking the classes of each beats looking at the class tree as a whole."""


class Patterns:
    """The graph patterns of sets, over a graph of which these statistics are known."""

    def __init__(self, statistics: Statistics | None) -> None:
        # Here, because keys and conditions are made of patterns, and patterns of them.
        from kgqa.execute.conditions import Conditions
        from kgqa.execute.keys import Keys

        self.statistics = statistics
        self.vocabulary = WIKIDATA if statistics is None else statistics.vocabulary
        self.estimates = Estimates(statistics)
        self.conditions = Conditions(self)
        self.keys = Keys(self)
        self._numbers: dict[str, Callable[[], int]] = {}

    def fresh(self, stem: str) -> str:
        """Return a variable that no one else uses."""
        counter = self._numbers.setdefault(stem, partial(next, count(1)))
        return f"?{stem}{counter()}"

    def fill(self, name: str, parts: dict[str, templates.Part], **variables: str) -> str:
        """Return the pattern of a template, its other variables renamed apart."""
        return templates.fill(name, self.fresh, parts, **variables)

    def class_parts(self, class_: Entity) -> dict[str, templates.Part]:
        """Return what stands in the templates of classes: the class, and what leads to it."""
        return {"entity": rdf.entity(class_), **class_paths(self.vocabulary)}

    # --- Sets that find their members ---

    def generate(self, things: Things, x: str) -> str:
        """Return the pattern whose solutions for `x` are ⟦things⟧."""
        match things:
            case Entity() | Text() | Date() | Number() | Quantity():
                return self.fill("algebra/term", {"term": written(things).value}, x=x)
            case Type(entity):
                return self.fill("algebra/type", self.class_parts(entity), x=x)
            case Apply(Typed(relation, type_), inner):
                return self.generate(Intersection((Apply(relation, inner), Type(type_))), x)
            case Apply(relation, inner):
                return self._apply(relation, inner, x)
            case Intersection(operands):
                return self._intersection(operands, x)
            case Union(operands):
                branches = [partial(self.generate, operand) for operand in operands]
                return self.fill("algebra/union", {"operands": branches}, x=x)
            case Difference(left, right):
                return self._difference(left, right, x, self.estimates.rows(left))
            case Filter(inner, conditions):
                return self._filter(inner, conditions, x)
            case Named(inner, sign, text):
                return self.named(partial(self.start, inner), sign, text, x)
            case Having(inner, tally, comparator, number):
                found = self.fresh("number")
                test = holds(Comparable("number", found), comparator, written(number))
                return f"{self.keys.tallied(inner, tally, x, found)}\nFILTER({test})"
            case Near():
                return near(self, things, x)
            case Superlative() | Ordinal():
                return self.keys.pattern(things, x)
            case Told():
                return self.keys.told(things, x)
            case _:
                assert_never(things)

    def start(self, things: Things, x: str) -> str:
        """Return the pattern of `things` for others to be joined to.

        Oxigraph takes a UNION again for every row of what it is joined with; a sub-SELECT once.
        """
        return self.apart(things, x) if isinstance(things, Union) else self.generate(things, x)

    def _apply(self, relation: Relation, things: Things, x: str) -> str:
        if isinstance(things, Entity):
            return self.pairs(relation, x, rdf.entity(things))
        if isinstance(things, Text | Date | Number | Quantity):
            return self.conditions.pattern(Condition(_way(relation), "=", things), x, 1e9)
        rows = self.estimates.rows(things)
        step: Callable[[str, str], str] = partial(self.pairs, relation)
        # A qualified relation is several patterns, looked up one by one in a sub-SELECT too.
        plain = not is_qualified(relation)
        if plain and is_better_apart(self.estimates.edges(relation), rows):
            step = partial(self._apart_pairs, relation)
        parts: dict[str, templates.Part] = {
            "things": partial(self.start, things),
            "relation": step,
        }
        return self.fill("algebra/apply", parts, x=x)

    def _intersection(self, operands: tuple[Things, ...], x: str) -> str:
        first, *others = sorted(operands, key=self._eagerness)
        rows = self.estimates.rows(first)
        return "\n".join([self.start(first, x), *(self.test(o, x, rows) for o in others)])

    def _eagerness(self, things: Things) -> tuple[bool, float]:
        """Small sets first; a written value only tests, unless there is nothing else."""
        return isinstance(things, Text | Date | Number | Quantity), self.estimates.rows(things)

    def named(
        self, things: templates.Operand, sign: Sign, text: Text, x: str, label: str = ""
    ) -> str:
        """Return the pattern of those of the things with such a name, found in `label` if given."""
        test = partial(holds_of_name, sign, text)
        found = {"label": label} if label else {}
        return self.fill("algebra/named", {"things": things, "holds": test}, x=x, **found)

    def _difference(self, left: Things, right: Things, x: str, rows: float) -> str:
        # A body that starts from the few on the left is never larger than they are.
        body: Callable[[str], str] = partial(self.generate, right)
        if (way := _lacked(left, right)) is not None:
            body = partial(self._has, way)
        elif isinstance(right, Text | Date | Number | Quantity) or not is_better_apart(
            self.estimates.rows(right), rows
        ):
            body = partial(self._semijoin, left, right, rows)
        parts: dict[str, templates.Part] = {"left": partial(self.generate, left), "right": body}
        return self.fill("algebra/difference", parts, x=x)

    def _has(self, way: Way, x: str) -> str:
        return self.pairs(way, x, self.fresh("y"))

    def _semijoin(self, left: Things, right: Things, rows: float, x: str) -> str:
        return f"{self.start(left, x)}\n{self.test(right, x, rows)}"

    def _filter(self, things: Things, conditions: tuple[Condition, ...], x: str) -> str:
        rows = self.estimates.rows(things)
        member = partial(self.start, things)
        tests = [self.conditions.pattern(condition, x, rows, member) for condition in conditions]
        return "\n".join([member(x), *tests])

    # --- Sets that test what is found already ---

    def test(self, things: Things, x: str, rows: float) -> str:
        """Return the pattern that keeps those of `rows` values of `x` that are in ⟦things⟧."""
        match things:
            case Entity():
                return self.fill("algebra/term", {"term": rdf.entity(things)}, x=x)
            case Text() | Date() | Number() | Quantity():
                return self.conditions.equality(things, x)
            case Type(entity):
                return self._test_type(entity, x, rows)
            case Apply(Typed(relation, type_), inner):
                plain = self.test(Apply(relation, inner), x, rows)
                return f"{plain}\n{self.test(Type(type_), x, rows)}"
            case Intersection(operands):
                return "\n".join(self.test(operand, x, rows) for operand in operands)
            case Apply(relation, inner) if not self._is_better_apart(things, rows):
                return self._test_apply(relation, inner, x, rows)
            case Filter(inner, conditions) if not self._is_better_apart(things, rows):
                tests = [self.conditions.pattern(c, x, rows) for c in conditions]
                return "\n".join([self.test(inner, x, rows), *tests])
            case Named(inner, sign, text) if not self._is_better_apart(things, rows):
                return self.named(lambda x: self.test(inner, x, rows), sign, text, x)
            case (
                Apply()
                | Union()
                | Difference()
                | Filter()
                | Named()
                | Having()
                | Near()
                | Superlative()
                | Ordinal()
                | Told()
            ):
                return self.apart(things, x)
            case _:
                assert_never(things)

    def _is_better_apart(self, things: Things, rows: float) -> bool:
        return is_better_apart(self.estimates.rows(things), rows)

    def _test_type(self, entity: Entity, x: str, rows: float) -> str:
        if rows <= FEW:
            return self.fill("algebra/type_of_few", self.class_parts(entity), x=x)
        if self._is_better_apart(Type(entity), rows):
            return self.apart(Type(entity), x)
        return self.fill("algebra/type_of_some", self.class_parts(entity), x=x)

    def _test_apply(self, relation: Relation, things: Things, x: str, rows: float) -> str:
        if isinstance(things, Entity):
            return self.pairs(relation, x, rdf.entity(things))
        if isinstance(things, Text | Date | Number | Quantity):
            return self.conditions.pattern(Condition(_way(relation), "=", things), x, rows)
        y = self.fresh("y")
        reached = rows * max(1.0, self.estimates.fan_out(relation))
        return f"{self.pairs(relation, x, y)}\n{self.test(things, y, reached)}"

    def apart(self, things: Things, x: str) -> str:
        """Return the pattern of `things` computed by itself, to be joined by hashing."""
        return self.fill("algebra/apart", {"things": partial(self.generate, things)}, x=x)

    # --- Relations ---

    def pairs(self, relation: Relation, x: str, y: str, statement: str = "") -> str:
        """Return the pattern whose solutions for (`x`, `y`) are ⟦relation⟧.

        The statements of a qualified relation are found in the variable `statement`.
        """
        match relation:
            case Inverse(inner):
                return self.pairs(inner, y, x, statement)
            case Property():
                step = self.fill("relation/property", {"direct": rdf.direct(relation)}, x=x, y=y)
            case Qualified(property_, conditions):
                step = self._qualified(conditions, property_, x, y, statement)
            case Typed(inner, type_):
                return f"{self.pairs(inner, x, y, statement)}\n{self.test(Type(type_), x, FEW)}"
            case _:
                assert_never(relation)
        return f"{step}{self._known(relation, y)}"

    def statements(self, relation: Way, x: str, y: str, statement: str) -> str:
        """Return the pattern of the statements by which `x` has the relation to `y`."""
        property_, backwards = property_of(relation)
        ends = (y, x) if backwards else (x, y)
        step = self._qualified(qualifiers_of(relation), property_, *ends, statement)
        return f"{step}{self._known(property_, ends[1])}"

    def _apart_pairs(self, relation: Relation, x: str, y: str) -> str:
        parts: dict[str, templates.Part] = {"pairs": partial(self.pairs, relation)}
        return self.fill("relation/apart", parts, x=x, y=y)

    def _qualified(
        self, tests: tuple[Condition, ...], property_: Property, x: str, y: str, statement: str
    ) -> str:
        def conditions(statement: str) -> str:
            passed = self.conditions.qualifiers(tests, statement)
            is_bound = not (x.startswith("?") and y.startswith("?"))
            if is_bound and "OPTIONAL" in passed:
                inner = {**ways, "passed": lambda _: passed}
                ends = {"x": x, "y": y, "statement": statement}
                passed = self.fill("relation/qualifiers_apart", inner, **ends)
            return "\n".join([passed, self._not_deprecated(statement, rows)])

        if not self.vocabulary.is_wikidata:
            return self._reified(tests, property_, x, y, statement)
        rows = self.estimates.edges(property_)
        if not y.startswith("?"):
            rows = self.estimates.with_object(property_, y)
        elif not x.startswith("?"):
            rows = self.estimates.fan_out(property_)

        ways: dict[str, templates.Part] = {
            "claim": f"p:{property_.id}",
            "stated": f"ps:{property_.id}",
        }
        parts = {**ways, "conditions": conditions}
        named = {"statement": statement} if statement else {}
        return self.fill("relation/qualified", parts, x=x, y=y, **named)

    def _reified(
        self, tests: tuple[Condition, ...], property_: Property, x: str, y: str, statement: str
    ) -> str:
        """Return the pattern of edges by their statements, as a graph of one's own tells them."""
        if self.vocabulary.statements == NONE:
            raise KgqaError(
                "This graph says nothing beside its edges, so they have no qualifiers to test.",
                hint="Qualifiers are told by RDF 1.2 or rdf:Statement: docs/own-graph.md",
            )
        parts: dict[str, templates.Part] = {
            "direct": rdf.direct(property_),
            "conditions": partial(self.conditions.qualifiers, tests),
        }
        named = {"statement": statement} if statement else {}
        name = f"relation/{self.vocabulary.statements}"
        return self.fill(name, parts, x=x, y=y, **named)

    def _not_deprecated(self, statement: str, rows: float) -> str:
        """Keep wrong statements out: look each up, or collect all of them once if they are few."""
        if self.statistics is None:
            return self.fill("relation/not_deprecated", {}, statement=statement)
        if self.statistics.deprecated == 0:
            return ""
        once = is_better_apart(self.statistics.deprecated, rows)
        name = "relation/not_deprecated_few" if once else "relation/not_deprecated"
        return self.fill(name, {}, statement=statement)

    def _known(self, relation: Property | Qualified, y: str) -> str:
        """Keep the marks of unknown values out, where the property has any."""
        if not y.startswith("?") or not self.conditions.measure(relation).unknowns:
            return ""
        return "\n" + self.fill("relation/known", {}, x=y)


def class_paths(vocabulary: GraphVocabulary) -> dict[str, templates.Part]:
    """Return the predicates that lead to the class of a thing, and to what is above a class."""
    return {
        "instance": predicate(vocabulary.instance),
        "subclass": predicate(vocabulary.subclass),
    }


def _lacked(left: Things, right: Things) -> Way | None:
    """Return the relation that some of X have where `right` is r(^r(X)): they are those of X."""
    match right:
        case Apply(Property() | Qualified() as way, Apply(Inverse(same), inner)):
            return way if way == same and inner == left else None
        case _:
            return None


def _way(relation: Relation) -> Property | Qualified | Inverse:
    return relation.relation if isinstance(relation, Typed) else relation
