"""A group of SPARQL laid out: its edges, statements and tests, each to be read once.

Groups within groups, filters and services are taken apart here, so that what is left is a graph of
variables. A `||`, or a UNION that shares several variables with the rest, makes several patterns,
of which any may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from kgqa.algebra.errors import Unsupported
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.lexer import PREFIXES

MOST_PATTERNS = 32
"""So many alternatives are enough for one query."""
INSTANCE, SUBCLASS = (sx.Step(PREFIXES["wdt"] + name) for name in ("P31", "P279"))
CLASSES = sx.Sequence((INSTANCE, sx.Repeated(SUBCLASS, "*")))
"""The path from an instance to its classes, which `type(C)` walks."""
SHOWN = ("http://www.bigdata.com/queryHints#", "http://www.bigdata.com/rdf#")
"""Triples with a subject of these only tell the endpoint how to work."""


@dataclass(slots=True)
class Pattern:
    """What must hold of the variables of a query, all of it."""

    edges: list[sx.Triple] = field(default_factory=list)
    tests: list[sx.Filter] = field(default_factory=list)
    eithers: list[sx.Either] = field(default_factory=list)
    without: list[sx.Minus] = field(default_factory=list)
    selects: list[sx.Select] = field(default_factory=list)
    optionals: list[sx.Optional] = field(default_factory=list)
    values: dict[sx.Variable, sx.Values] = field(default_factory=dict)
    bound: dict[sx.Variable, sx.Expression] = field(default_factory=dict)


class Layout:
    """Lays the groups of one query out."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.remarks: list[str] = []
        self._fresh = count(1)

    def refuse(self, reason: str, span: sx.Span, hint: str = "") -> Unsupported:
        """Return the error that says what the algebra lacks, and where the query wants it."""
        return Unsupported(reason, text=self.text, start=span[0], end=span[1], hint=hint)

    def patterns(self, group: sx.Group) -> list[Pattern]:
        """Return the patterns of which one must hold for the group to hold."""
        plain = Pattern()
        self._add(plain, group)
        self._substitute(plain)
        self._lacks(plain)
        _join_classes(plain)
        found = [plain]
        for test in [test for test in plain.tests if _is_choice(test.test)]:
            found = [
                replace(one, tests=[*(t for t in one.tests if t is not test), *more])
                for one in found
                for more in _ways(test)
            ]
            self._check_size(found, test.span)
        for either in plain.eithers:
            if len(self._shared(plain, either)) > 1:
                found = [p for one in found for p in self._taken(one, either)]
                self._check_size(found, either.span)
        return found

    def _check_size(self, found: list[Pattern], span: sx.Span) -> None:
        if len(found) > MOST_PATTERNS:
            raise self.refuse("way to try so many alternatives", span)

    # --- What a group holds ---

    def _add(self, pattern: Pattern, group: sx.Group) -> None:
        for element in group.elements:
            match element:
                case sx.Triple():
                    self._add_triple(pattern, element)
                case sx.Filter():
                    pattern.tests.extend(_parts(element))
                case sx.Either(groups) if len(groups) == 1:
                    self._add(pattern, groups[0])
                case sx.Either():
                    pattern.eithers.append(element)
                case sx.Optional():
                    pattern.optionals.append(element)
                case sx.Minus():
                    pattern.without.append(element)
                case sx.Bind(expression, variable):
                    pattern.bound[variable] = expression
                case sx.Values(variables, _, span):
                    if len(variables) != 1 or variables[0] in pattern.values:
                        raise self.refuse("table of values", span)
                    pattern.values[variables[0]] = element
                case sx.Service(name, inner, span):
                    self._check_service(name, inner, span)
                case sx.Select():
                    pattern.selects.append(element)

    def _check_service(self, name: str, inner: sx.Group, span: sx.Span) -> None:
        if name != PREFIXES["wikibase"] + "label":
            raise self.refuse("other service", span)
        for triple in inner.elements:
            if isinstance(triple, sx.Triple) and isinstance(triple.object, sx.Variable):
                kept = isinstance(triple.subject, sx.Variable)
                if not kept or triple.path != sx.Step(PREFIXES["rdfs"] + "label"):
                    raise self.refuse("description of a thing", triple.span)

    def _add_triple(self, pattern: Pattern, triple: sx.Triple) -> None:
        subject = triple.subject
        if isinstance(subject, sx.Iri) and subject.value.startswith(SHOWN):
            return
        pattern.edges.extend(self._steps(triple))

    def _steps(self, triple: sx.Triple) -> Iterator[sx.Triple]:
        """Yield the triples of a path; one that passes statements is walked step by step."""
        match triple.path:
            case sx.Back(path):
                turned = sx.Triple(triple.object, path, triple.subject, triple.span)
                yield from self._steps(turned)
            case sx.Sequence(paths) if triple.path != CLASSES:
                subject = triple.subject
                *first, last = _with_classes(paths)
                for path in first:
                    middle = self.fresh()
                    yield from self._steps(sx.Triple(subject, path, middle, triple.span))
                    subject = middle
                yield from self._steps(sx.Triple(subject, last, triple.object, triple.span))
            case _:
                yield triple

    def fresh(self) -> sx.Variable:
        """Return a variable that the query does not have."""
        return sx.Variable(f"_:path{next(self._fresh)}")

    # --- Filters ---

    def _substitute(self, pattern: Pattern) -> None:
        """Put what BIND names into the tests that use it; a constant is a value."""
        for variable, expression in list(pattern.bound.items()):
            if isinstance(expression, sx.Iri | sx.Literal):
                pattern.values[variable] = sx.Values((variable,), ((expression,),))
                del pattern.bound[variable]
        if pattern.bound:
            pattern.tests = [
                sx.Filter(substituted(test.test, pattern.bound), test.span)
                for test in pattern.tests
            ]

    def _lacks(self, pattern: Pattern) -> None:
        """Take OPTIONAL {…} FILTER(!BOUND(?x)) for what it means: there is none."""
        for test in list(pattern.tests):
            match test.test:
                case sx.Call("!", (sx.Call("BOUND", (sx.Variable() as variable,)),)):
                    homes = [o for o in pattern.optionals if variable in variables_of(o.group)]
                    if len(homes) != 1:
                        raise self.refuse("test whether a variable is bound", test.span)
                    pattern.tests.remove(test)
                    pattern.optionals.remove(homes[0])
                    pattern.without.append(sx.Minus(homes[0].group, homes[0].span))
                case sx.Exists(group, negated=True):
                    pattern.tests.remove(test)
                    pattern.without.append(sx.Minus(group, test.span))

    # --- Unions ---

    def _shared(self, pattern: Pattern, either: sx.Either) -> set[sx.Variable]:
        """Return the variables that a union shares with the rest of the pattern."""
        inner = {v for group in either.groups for v in variables_of(group)}
        return inner & outer_variables(pattern, either)

    def _taken(self, pattern: Pattern, either: sx.Either) -> Iterator[Pattern]:
        """Yield the pattern with each of the groups of the union in its place."""
        for group in either.groups:
            for inner in self.patterns(group):
                yield Pattern(
                    edges=[*pattern.edges, *inner.edges],
                    tests=[*pattern.tests, *inner.tests],
                    eithers=[*(e for e in pattern.eithers if e is not either), *inner.eithers],
                    without=[*pattern.without, *inner.without],
                    selects=[*pattern.selects, *inner.selects],
                    optionals=[*pattern.optionals, *inner.optionals],
                    values={**pattern.values, **inner.values},
                    bound={**pattern.bound, **inner.bound},
                )


# --- Variables -------------------------------------------------------------------------------


def variables_of(node: object) -> set[sx.Variable]:
    """Return the variables that are visible outside of an element, expression or group."""
    match node:
        case sx.Variable():
            return {node}
        case sx.Triple(subject, path, value):
            return {v for v in (subject, path, value) if isinstance(v, sx.Variable)}
        case sx.Call(_, parts) | sx.Group(parts) | sx.Either(parts):
            return _all(parts)
        case sx.Filter(inner) | sx.Exists(inner) | sx.Optional(inner) | sx.Minus(inner):
            return variables_of(inner)
        case sx.Bind(expression, variable):
            return variables_of(expression) | {variable}
        case sx.Values(variables):
            return set(variables)
        case sx.Select(columns, group):
            return {c.variable for c in columns} if columns else variables_of(group)
        case _:
            return set()


def outer_variables(pattern: Pattern, without: object = None) -> set[sx.Variable]:
    """Return the variables of a pattern, those of one element apart."""
    parts = [*pattern.edges, *pattern.tests, *pattern.eithers, *pattern.selects]
    found = _all(part for part in parts if part is not without)
    return found | set(pattern.values)


def _all(parts: Iterable[object]) -> set[sx.Variable]:
    return {variable for part in parts for variable in variables_of(part)}


def substituted(
    expression: sx.Expression, bound: dict[sx.Variable, sx.Expression], depth: int = 0
) -> sx.Expression:
    """Return an expression with the variables that stand for others replaced."""
    match expression:
        case sx.Variable() if expression in bound and depth < 10:
            return substituted(bound[expression], bound, depth + 1)
        case sx.Call(name, arguments, distinct, span):
            inner = tuple(substituted(a, bound, depth) for a in arguments)
            return sx.Call(name, inner, distinct, span)
        case _:
            return expression


# --- Classes ---------------------------------------------------------------------------------


def _with_classes(paths: tuple[sx.Path, ...]) -> list[sx.Path]:
    """Return the parts of a path, P31 and the P279* after it as one."""
    found: list[sx.Path] = []
    for path in paths:
        if found and sx.Sequence((found[-1], path)) == CLASSES:
            found[-1] = CLASSES
        else:
            found.append(path)
    return found


def _join_classes(pattern: Pattern) -> None:
    """Join ?x P31 ?class and ?class P279* C where nothing else is said of the class."""
    for above in [edge for edge in pattern.edges if edge.path == CLASSES.paths[1]]:
        middle = above.subject
        users = [e for e in pattern.edges if middle in variables_of(e) and e is not above]
        others = (*pattern.tests, *pattern.eithers, *pattern.without, *pattern.selects)
        free = middle not in pattern.values and not any(middle in variables_of(o) for o in others)
        if isinstance(middle, sx.Variable) and free and len(users) == 1:
            below = users[0]
            if below.path == INSTANCE and below.object == middle:
                pattern.edges.remove(above)
                place = pattern.edges.index(below)
                joined = sx.Triple(below.subject, CLASSES, above.object, above.span)
                pattern.edges[place] = joined


# --- Tests -----------------------------------------------------------------------------------


def _parts(test: sx.Filter) -> Iterator[sx.Filter]:
    """Yield the tests that a filter joins by `&&`, those under a `!` turned round."""
    match test.test:
        case sx.Call("&&", parts, _, span):
            for part in parts:
                yield from _parts(sx.Filter(part, span))
        case sx.Call("!", (sx.Call(sign, parts, _, span),)) if sign in _OPPOSITE:
            yield sx.Filter(sx.Call(_OPPOSITE[sign], parts, span=span), test.span)
        case sx.Call("!", (sx.Exists(group, negated, span),)):
            yield sx.Filter(sx.Exists(group, not negated, span), test.span)
        case sx.Literal("true", "boolean"):
            return
        case _:
            yield test


_OPPOSITE = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "IN": "NOT IN",
    "NOT IN": "IN",
}


def _is_choice(test: sx.Expression) -> bool:
    return isinstance(test, sx.Call) and test.name == "||"


def _ways(test: sx.Filter) -> list[list[sx.Filter]]:
    """Return the ways in which a test with `||` can hold, each as tests that all must."""
    match test.test:
        case sx.Call("||", parts, _, span):
            return [way for part in parts for way in _ways(sx.Filter(part, span))]
        case _:
            return [list(_parts(test))]
