"""Hypothesis strategies: small graphs, and questions that are about them.

A random question asked of a random graph has no answer, and two evaluators that both say "none"
agree about nothing. So `things_about` walks: each step is a relation that leads somewhere, each
bound a value that occurs. `execute/test_strategies.py` holds us to it.
"""

from __future__ import annotations

from decimal import Decimal

from graphs import Day, Edge, Graph, Item, Node, Qualifier, Unknown, edges_of, graph_of
from hypothesis import strategies as st
from reference import Reference

from kgqa.algebra import (
    Aggregate,
    Apply,
    Comparison,
    Condition,
    Count,
    Date,
    Difference,
    Entity,
    Existence,
    Filter,
    Intersection,
    Inverse,
    Key,
    Membership,
    Named,
    Number,
    Ordinal,
    Property,
    Qualified,
    Quantity,
    Query,
    Relation,
    Stated,
    Subtraction,
    Superlative,
    Tally,
    Text,
    Things,
    Type,
    Typed,
    Union,
    Way,
    Years,
)

LINKS, CLASS_LINKS = ("P1", "P2"), ("P31", "P31", "P279")
LENGTH, COUNTED, DATED, NAMED = "P3", "P4", "P5", "P6"
LATER = "P7"
METRE, KILOMETRE, KILOGRAM = "Q11573", "Q828224", "Q11570"

items = st.integers(1, 6).map(lambda n: Item(f"Q{n}"))
unknowns = st.integers(1, 2).map(Unknown)
amounts = st.sampled_from([Decimal(n) for n in ("0", "1", "2", "1000", "1500", "2000", "-3")])
days = st.builds(Day, st.sampled_from([-44, 1899, 1900, 1999, 2000]), st.integers(1, 2), st.just(3))
safe_days = st.builds(Day, st.sampled_from([1899, 1900, 1999, 2000]), st.integers(1, 2), st.just(3))
precisions = st.sampled_from([11, 11, 10, 9, 9, 8, 7])
texts = st.sampled_from(["1", "2", "10", "ten", 'a "quoted" \\ name'])


@st.composite
def qualifiers(draw: st.DrawFn, dates: st.SearchStrategy[Day]) -> tuple[Qualifier, ...]:
    found = []
    if draw(st.booleans()):
        found.append(Qualifier("P580", draw(dates), None, draw(precisions)))
    if draw(st.booleans()):
        found.append(Qualifier("P642", draw(items)))
    if draw(st.booleans()):
        found.append(Qualifier("P1545", draw(texts)))
    return tuple(found)


@st.composite
def edges(draw: st.DrawFn, dates: st.SearchStrategy[Day], plain: bool) -> Edge:
    kinds = [*LINKS, *LINKS, *CLASS_LINKS, LENGTH, COUNTED, DATED, NAMED]
    subject, property_ = draw(items), draw(st.sampled_from(kinds))
    unit, precision, value = None, 11, None
    if property_ == LENGTH:
        value, unit = (
            draw(amounts),
            draw(st.sampled_from([METRE, METRE, KILOMETRE, None, KILOGRAM])),
        )
    elif property_ == COUNTED:
        value = draw(amounts)
    elif property_ == DATED:
        value, precision = draw(dates), draw(precisions)
    elif property_ == NAMED:
        value = draw(texts)
    else:
        value = draw(items)
    if property_ not in CLASS_LINKS and draw(st.integers(0, 9)) == 0:
        value, unit, precision = draw(unknowns), None, 11
    if plain:
        return Edge(subject, property_, value)
    extra = draw(qualifiers(dates)) if property_ in LINKS else ()
    rank = draw(st.sampled_from(["truthy"] * 8 + ["normal", "deprecated"]))
    return Edge(subject, property_, value, unit, precision, extra, rank)


@st.composite
def graphs(draw: st.DrawFn, dates: st.SearchStrategy[Day] = days, *, plain: bool = False) -> Graph:
    """Draw a graph; `plain` ones have no units, precisions, qualifiers or ranks."""
    drawn = draw(st.lists(edges(dates, plain), min_size=4, max_size=24))
    # One statement for each value of a property of an item: RDF ties units to values.
    return graph_of({(e.subject, e.property, e.value): e for e in drawn}.values())


# --- Questions about a graph -----------------------------------------------------------------


class About:
    """Draws expressions that are about one graph."""

    def __init__(self, graph: Graph, *, qualified: bool = True) -> None:
        self.reference = Reference(graph)
        self.edges = [e for e in edges_of(graph) if not isinstance(e.value, Unknown)]
        self.qualified = qualified

    def relations_from(self, members: frozenset[Node], draw: st.DrawFn) -> list[Relation]:
        """The relations that lead to something from the members."""
        found: list[Relation] = []
        for edge in self.edges:
            way = self.qualify(edge, draw)
            if edge.value in members:
                found.append(way)
            if edge.subject in members:
                found.append(Inverse(way))
        return found or [Property("P1")]

    def qualify(self, edge: Edge, draw: st.DrawFn) -> Property | Qualified:
        plain = Property(edge.property)
        known = [q for q in edge.qualifiers if not isinstance(q.value, Unknown)]
        if not known or not self.qualified or not draw(st.booleans()):
            return plain
        qualifier = draw(st.sampled_from(known))
        comparator = draw(comparators_for(qualifier.value))
        bound = written(qualifier.value, qualifier.unit, draw)
        return Qualified(plain, (Condition(Property(qualifier.property), comparator, bound),))

    def things(self, draw: st.DrawFn, depth: int) -> Things:
        if depth == 0:
            return self.leaf(draw)
        inner = self.things(draw, depth - 1)
        members = self.reference.things(inner)
        match draw(st.sampled_from(_OPERATORS)):
            case "apply":
                relation = draw(st.sampled_from(self.relations_from(members, draw)))
                if draw(st.integers(0, 5)) == 0:
                    relation = Typed(_untyped(relation), draw(self.classes()))
                return Apply(relation, inner)
            case "filter":
                return self.filter(inner, members, draw)
            case "intersection":
                return Intersection((inner, self.other(draw, depth)))
            case "union":
                return Union((inner, self.other(draw, depth)))
            case "difference":
                return Difference(inner, self.other(draw, depth))
            case "superlative":
                key = self.key(members, draw, depth)
                return Superlative(draw(st.sampled_from(["max", "min"])), inner, key)
            case _:
                place = draw(st.sampled_from([1, 2, 3, -1, -2]))
                return Ordinal(place, inner, self.key(members, draw, depth))

    def leaf(self, draw: st.DrawFn) -> Things:
        kind = draw(st.sampled_from(["entity", "type", "apply", "apply"]))
        if kind == "entity":
            return Entity(draw(st.sampled_from(self.edges)).subject.id) if self.edges else Q1
        if kind == "type":
            return Type(draw(self.classes()))
        if not self.edges:
            return Q1
        edge = draw(st.sampled_from(self.edges))
        if isinstance(edge.value, Item):
            return Apply(self.qualify(edge, draw), Entity(edge.value.id))
        return Apply(Property(edge.property), written(edge.value, edge.unit, draw))

    def other(self, draw: st.DrawFn, depth: int) -> Things:
        return self.things(draw, draw(st.integers(0, depth - 1)))

    def classes(self) -> st.SearchStrategy[Entity]:
        found = [e.value.id for e in self.edges if e.property in CLASS_LINKS]  # type: ignore
        return st.sampled_from(sorted(set(found)) or ["Q1"]).map(Entity)

    def filter(self, inner: Things, members: frozenset[Node], draw: st.DrawFn) -> Things:
        about = [e for e in self.edges if e.subject in members] or self.edges
        if not about:
            return inner
        edge = draw(st.sampled_from(about))
        way: Way = self.qualify(edge, draw)
        if draw(st.integers(0, 4)) == 0 and isinstance(edge.value, Item):
            return Filter(inner, (Condition(way, "=", self.things(draw, 0)),))
        if draw(st.integers(0, 4)) == 0 and edge.property in (LENGTH, DATED, COUNTED):
            bound = Apply(Inverse(Property(edge.property)), Entity(edge.subject.id))
            return Filter(inner, (Condition(way, draw(comparators_for(edge.value)), bound),))
        comparator = draw(comparators_for(edge.value))
        test = Condition(way, comparator, written(edge.value, edge.unit, draw))
        return Filter(inner, (test,))

    def key(self, members: frozenset[Node], draw: st.DrawFn, depth: int) -> Key:
        dated = [e for e in self.edges if any(q.property == "P580" for q in e.qualifiers)]
        stated = [e for e in dated if {e.subject, e.value} & members]
        if stated and self.qualified and draw(st.integers(0, 2)) == 0:
            return self.stated(draw(st.sampled_from(stated)), members, draw)
        ways = [e for e in self.edges if e.subject in members and not isinstance(e.value, Item)]
        if not self.qualified:  # that a text spells a number is not known of an unknown property
            ways = [e for e in ways if e.property != NAMED]
        if ways and draw(st.integers(0, 2)):
            return Property(draw(st.sampled_from(ways)).property)
        way: Way = Property(draw(st.sampled_from(LINKS)))
        way = Inverse(way) if draw(st.booleans()) else way
        within = self.other(draw, depth) if draw(st.integers(0, 3)) == 0 else None
        return Tally(way, within)

    def stated(self, edge: Edge, members: frozenset[Node], draw: st.DrawFn) -> Key:
        """A qualifier of an edge that a member has, to what it leads to, or to anything like it."""
        assert isinstance(edge.value, Item)
        way: Way = self.qualify(edge, draw)
        end = edge.value
        if edge.subject not in members:
            way, end = Inverse(way), edge.subject
        ends = {end.id, *(f"Q{n}" for n in draw(st.sets(st.integers(1, 6), max_size=3)))}
        among = tuple(Entity(id_) for id_ in sorted(ends))
        things = Union(among) if len(among) > 1 else among[0]
        return Stated(way, things, Property("P580"))

    # --- Whole queries ---

    def query(self, draw: st.DrawFn) -> Query:
        things = self.things(draw, draw(st.integers(1, 3)))
        kinds = [kind for kind in _QUERIES if self.qualified or kind != "subtract values"]
        match draw(st.sampled_from(["things"] * 5 + kinds)):
            case "count":
                return Count(things)
            case "exists":
                return Existence(things)
            case "in":
                return self.membership(things, draw)
            case "compare counts":
                comparator = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">="]))
                return Comparison(Count(things), comparator, Count(self.things(draw, 1)))
            case "compare values":
                return self.comparison(draw)
            case "years":
                return Years(self.value_set(DATED, draw), self.value_set(DATED, draw))
            case "subtract":
                return Subtraction(Count(things), Count(self.things(draw, 1)))
            case "subtract values":
                return Difference(self.value_set(COUNTED, draw), self.value_set(COUNTED, draw))
            case _:
                return things

    def membership(self, things: Things, draw: st.DrawFn) -> Query:
        members = sorted(self.reference.things(things), key=repr)
        node = draw(st.sampled_from(members)) if members and draw(st.booleans()) else draw(items)
        if isinstance(node, Item):
            return Membership(Entity(node.id), things)
        return Membership(written(node, None, draw), things)  # type: ignore[arg-type]

    def comparison(self, draw: st.DrawFn) -> Query:
        property_ = draw(st.sampled_from([LENGTH, COUNTED, DATED]))
        comparator = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">="]))
        values = [e for e in self.edges if e.property == property_]
        left = self.value_set(property_, draw)
        if values and draw(st.booleans()):
            edge = draw(st.sampled_from(values))
            return Comparison(left, comparator, written(edge.value, edge.unit, draw))
        return Comparison(left, comparator, self.value_set(property_, draw))

    def value_set(self, property_: str, draw: st.DrawFn) -> Things:
        owners = [e.subject.id for e in self.edges if e.property == property_] or ["Q1"]
        things: Things = Entity(draw(st.sampled_from(owners)))
        if draw(st.integers(0, 3)) == 0:
            things = Union((things, self.leaf(draw)))
        return Apply(Inverse(Property(property_)), things)


Q1 = Entity("Q1")
_OPERATORS = ["apply"] * 4 + ["filter"] * 3
_OPERATORS += ["intersection", "union", "difference", "superlative", "superlative", "ordinal"]
_QUERIES = ("count", "exists", "in", "compare counts", "compare values", "compare values")
_QUERIES += ("years", "subtract", "subtract values")


def _untyped(relation: Relation) -> Way:
    return relation.relation if isinstance(relation, Typed) else relation


def comparators_for(value: Node) -> st.SearchStrategy[str]:
    if isinstance(value, Item | str):
        return st.sampled_from(["=", "=", "!="])
    return st.sampled_from(["=", "!=", "<", "<=", ">", ">="])


def written(value: Node, unit: str | None, draw: st.DrawFn) -> Things:
    """The value as somebody would write it who knows it, or a coarser form of it."""
    match value:
        case Item(id_):
            return Entity(id_)
        case Day(year, month, day):
            coarse = draw(st.sampled_from(["year", "month", "day"]))
            if coarse == "year":
                return Number(Decimal(year))
            return Date(year, month, day if coarse == "day" else None)
        case str():
            number = value in ("1", "2", "10") and draw(st.booleans())
            return Number(Decimal(value)) if number else Text(value)
        case Decimal():
            if unit == KILOGRAM and draw(st.booleans()):
                return Quantity(value, Entity(KILOGRAM))
            if unit in (METRE, KILOMETRE) and draw(st.booleans()):
                scale = Decimal(1000) if unit == KILOMETRE else Decimal(1)
                if draw(st.booleans()):
                    return Quantity(value * scale, Entity(METRE))
                return Quantity(value * scale / 1000, Entity(KILOMETRE))
            return Number(value)
        case _:
            raise TypeError(value)


@st.composite
def scenes(
    draw: st.DrawFn, dates: st.SearchStrategy[Day] = days, *, plain: bool = False
) -> tuple[Graph, Query]:
    """Draw a graph and a question about it."""
    graph = draw(graphs(dates, plain=plain))
    return graph, About(graph, qualified=not plain).query(draw)


@st.composite
def lacking(draw: st.DrawFn, dates: st.SearchStrategy[Day] = days) -> tuple[Graph, Query]:
    """Draw a graph, and those of a set without a property, or without what others have by it."""
    graph = draw(graphs(dates))
    about = About(graph)
    things = about.things(draw, draw(st.integers(0, 2)))
    edge = draw(st.sampled_from(about.edges)) if about.edges else None
    way = about.qualify(edge, draw) if edge is not None else Property("P1")
    others = draw(st.sampled_from([things, things, about.leaf(draw)]))
    return graph, Difference(things, Apply(way, Apply(Inverse(way), others)))


@st.composite
def namings(draw: st.DrawFn, dates: st.SearchStrategy[Day] = days) -> tuple[Graph, Query]:
    """Draw a graph, and those of a set whose names pass a test, or a larger set of them."""
    graph = draw(graphs(dates))
    about = About(graph)
    sign = draw(st.sampled_from(["~", "^=", "="]))
    text = draw(st.sampled_from(["star", "STAR", "s", "ü", "Star Wars", 'a "star" \\', "north s"]))
    named = Named(about.things(draw, draw(st.integers(0, 2))), sign, Text(text))
    if not draw(st.booleans()):
        return graph, named
    other = about.leaf(draw)
    relations = about.relations_from(about.reference.things(named), draw)
    larger = [
        Intersection((other, named)),
        Difference(other, named),
        Difference(named, other),
        Apply(draw(st.sampled_from(relations)), named),
        Count(named),
        Existence(named),
        Named(named, "~", Text("a")),
    ]
    return graph, draw(st.sampled_from(larger))


@st.composite
def totals(draw: st.DrawFn, dates: st.SearchStrategy[Day] = days) -> tuple[Graph, Query]:
    """Draw a graph, and a sum, average or extreme of what a set has, or a comparison with one."""
    graph = draw(graphs(dates))
    about = About(graph)
    property_ = draw(st.sampled_from([LENGTH, LENGTH, COUNTED, DATED]))
    functions = ["min", "max"] if property_ == DATED else ["sum", "average", "min", "max"]
    owners = [e for e in about.edges if e.property == property_]
    items = sorted({e.subject.id for e in owners}) or ["Q1"]
    every = tuple(Entity(id_) for id_ in (*items, "Q1"))
    things = draw(st.sampled_from([about.things(draw, 1), Union(every)]))
    way = about.qualify(draw(st.sampled_from(owners)), draw) if owners else Property(property_)
    total = Aggregate(draw(st.sampled_from(functions)), things, way)
    if property_ != COUNTED or draw(st.booleans()):
        return graph, total
    larger = [
        Comparison(total, draw(st.sampled_from(["<", ">=", "="])), Number(draw(amounts))),
        Subtraction(total, Count(things)),
    ]
    return graph, draw(st.sampled_from(larger))


@st.composite
def things_about(draw: st.DrawFn, graph: Graph, depth: int = 2) -> Things:
    """Draw a set in `graph`, most of them not empty."""
    return About(graph).things(draw, draw(st.integers(0, depth)))
