"""Laws of the algebra, over graphs and sets that are about them. None mentions SPARQL."""

from __future__ import annotations

from decimal import Decimal

from compositions import Composer
from graphs import Day, Edge, Graph, Item, Node, graph_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import Reference
from strategies import graphs

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Condition,
    Count,
    Difference,
    Entity,
    Existence,
    Filter,
    Having,
    Intersection,
    Inverse,
    Key,
    Membership,
    Named,
    Number,
    Ordinal,
    Property,
    Qualified,
    Query,
    Sign,
    Superlative,
    Tally,
    Text,
    Things,
    Type,
    Typed,
    Union,
    parse_expression,
)

Denotation = frozenset[Node] | bool
FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


class Stage:
    """A graph, sets about it, and what they denote."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.graph = draw(graphs())
        self.composer = Composer(draw, self.graph)
        self.x, self.y, self.z = (self._entities() for _ in range(3))
        self.reference = Reference(self.graph)

    def _entities(self) -> Things:
        """Draw a set of items: differences of numbers are another operator."""
        return Intersection((self.composer.set(), self._items()))

    def _items(self) -> Things:
        return Union(tuple(Entity(f"Q{number}") for number in range(1, 7)))

    def __call__(self, query: Query) -> Denotation:
        """Return what the query denotes."""
        return self.reference.denote(query)


@st.composite
def stages(draw: st.DrawFn) -> Stage:
    return Stage(draw)


def both(*things: Things) -> Things:
    return Intersection(things)


def either(*things: Things) -> Things:
    return Union(things)


KEYS: tuple[Key, ...] = (Property("P3"), Property("P5"), Tally(Property("P1")))

# --- Sets ------------------------------------------------------------------------------------


@FEW
@given(stages())
def test_an_intersection_distributes_over_a_union(on: Stage) -> None:
    x, y, z = on.x, on.y, on.z
    assert on(both(x, either(y, z))) == on(either(both(x, y), both(x, z)))


@FEW
@given(stages())
def test_a_union_distributes_over_an_intersection(on: Stage) -> None:
    x, y, z = on.x, on.y, on.z
    assert on(either(x, both(y, z))) == on(both(either(x, y), either(x, z)))


@FEW
@given(stages())
def test_taking_out_a_union_is_taking_out_each(on: Stage) -> None:
    x, y, z = on.x, on.y, on.z
    expected = on(both(Difference(x, y), Difference(x, z)))
    assert on(Difference(x, either(y, z))) == expected == on(Difference(Difference(x, y), z))


@FEW
@given(stages())
def test_taking_out_an_intersection_leaves_what_either_leaves(on: Stage) -> None:
    x, y, z = on.x, on.y, on.z
    assert on(Difference(x, both(y, z))) == on(either(Difference(x, y), Difference(x, z)))


@FEW
@given(stages())
def test_what_is_taken_out_twice_is_what_both_share(on: Stage) -> None:
    x, y = on.x, on.y
    assert on(Difference(x, Difference(x, y))) == on(both(x, y))


@FEW
@given(stages())
def test_a_set_without_itself_is_empty(on: Stage) -> None:
    assert on(Difference(on.x, on.x)) == frozenset()


@FEW
@given(stages())
def test_the_order_of_operands_does_not_matter(on: Stage) -> None:
    x, y, z = on.x, on.y, on.z
    assert on(both(x, y, z)) == on(both(z, x, y))
    assert on(either(x, y, z)) == on(either(z, x, y))


# --- Relations -------------------------------------------------------------------------------


@FEW
@given(stages())
def test_application_distributes_over_a_union(on: Stage) -> None:
    way = on.composer.way()
    assert on(Apply(way, either(on.x, on.y))) == on(either(Apply(way, on.x), Apply(way, on.y)))


@FEW
@given(stages())
def test_application_to_an_intersection_is_in_the_intersection_of_applications(on: Stage) -> None:
    way = on.composer.way()
    shared = on(both(Apply(way, on.x), Apply(way, on.y)))
    assert on(Apply(way, both(on.x, on.y))) <= shared  # type: ignore[operator]


@FEW
@given(stages())
def test_x_has_a_relation_to_y_iff_y_has_its_inverse_to_x(on: Stage) -> None:
    way, x, y = Property("P1"), Entity("Q1"), Entity("Q2")
    assert on(Membership(x, Apply(way, y))) == on(Membership(y, Apply(Inverse(way), x)))


@FEW
@given(stages())
def test_a_typed_relation_is_an_intersection_with_the_type(on: Stage) -> None:
    way, item = on.composer.way(), on.composer.item()
    assert on(Apply(Typed(way, item), on.x)) == on(both(Apply(way, on.x), Type(item)))


@FEW
@given(stages())
def test_more_qualifiers_never_find_more(on: Stage) -> None:
    first = Condition(Property("P642"), "=", on.composer.item())
    second = Condition(Property("P1545"), "=", parse_expression('"1"'))  # type: ignore[arg-type]
    one = on(Apply(Qualified(Property("P1"), (first,)), on.x))
    assert on(Apply(Qualified(Property("P1"), (first, second)), on.x)) <= one  # type: ignore[operator]


# --- Tests -----------------------------------------------------------------------------------


@FEW
@given(stages())
def test_tests_hold_together_iff_each_holds(on: Stage) -> None:
    tests = on.composer.tests()
    each = [on(Filter(on.x, (test,))) for test in tests]
    assert on(Filter(on.x, tests)) == frozenset.intersection(*each)  # type: ignore[arg-type]


@FEW
@given(stages())
def test_a_test_may_be_made_before_or_after_sets_are_combined(on: Stage) -> None:
    x, y, tests = on.x, on.y, on.composer.tests()
    assert on(Filter(both(x, y), tests)) == on(both(Filter(x, tests), y))
    assert on(Filter(either(x, y), tests)) == on(either(Filter(x, tests), Filter(y, tests)))
    assert on(Filter(Difference(x, y), tests)) == on(Difference(Filter(x, tests), y))


@FEW
@given(stages())
def test_who_has_a_value_is_below_it_at_it_or_above_it_or_differs_in_kind(on: Stage) -> None:
    bound = Number(Decimal(1999))
    found = [
        on(Filter(on.x, (Condition(Property("P5"), sign, bound),)))  # type: ignore[arg-type]
        for sign in ("<", "=", ">", "<=", ">=", "!=")
    ]
    below, at, above, up_to, from_, other = found
    assert up_to == below | at and from_ == above | at and other == below | above  # type: ignore[operator]


@FEW
@given(stages(), st.sampled_from(["star", "S", "ü", "North Star"]))
def test_names_are_tested_member_by_member(on: Stage, text: str) -> None:
    x, y = on.x, on.y
    signs: tuple[Sign, ...] = ("=", "^=", "~")
    whole, start, within = (on(Named(x, sign, Text(text))) for sign in signs)
    assert whole <= start <= within <= on(x)  # type: ignore[operator]
    for sign in signs:
        named = [Named(each, sign, Text(text)) for each in (x, y)]
        assert on(Named(either(x, y), sign, Text(text))) == on(either(*named))
        assert on(Named(named[0], sign, Text(text))) == on(named[0])


@FEW
@given(stages(), st.integers(0, 3))
def test_a_count_is_one_number(on: Stage, number: int) -> None:
    tally = Tally(Property("P1"))
    signs: tuple[Comparator, ...] = ("<", "=", ">", "<=", ">=", "!=")
    below, at, above, up_to, from_, other = (
        on(Having(on.x, tally, sign, Number(Decimal(number)))) for sign in signs
    )
    assert below | at | above == on(on.x) and not (below & at or at & above)  # type: ignore[operator]
    assert up_to == below | at and from_ == above | at and other == below | above  # type: ignore[operator]


# --- Order -----------------------------------------------------------------------------------


@FEW
@given(stages(), st.sampled_from(KEYS))
def test_the_first_place_is_the_smallest_and_the_last_the_largest(on: Stage, key: Key) -> None:
    assert on(Ordinal(1, on.x, key)) == on(Superlative("min", on.x, key))
    assert on(Ordinal(-1, on.x, key)) == on(Superlative("max", on.x, key))


@FEW
@given(stages(), st.sampled_from(KEYS), st.integers(1, 3))
def test_the_next_place_is_the_first_of_the_rest(on: Stage, key: Key, place: int) -> None:
    rest = Difference(on.x, Superlative("min", on.x, key))
    assert on(Ordinal(place + 1, on.x, key)) == on(Ordinal(place, rest, key))
    rest = Difference(on.x, Superlative("max", on.x, key))
    assert on(Ordinal(-place - 1, on.x, key)) == on(Ordinal(-place, rest, key))


@FEW
@given(stages(), st.sampled_from(KEYS))
def test_places_share_no_member_and_hold_all_that_have_a_key(on: Stage, key: Key) -> None:
    places = [on(Ordinal(place, on.x, key)) for place in range(1, 8)]
    found = [member for place in places for member in place]  # type: ignore[union-attr]
    assert len(found) == len(set(found))
    if isinstance(key, Tally):
        assert set(found) == on(on.x)


@FEW
@given(stages(), st.sampled_from(KEYS))
def test_the_largest_of_a_union_is_the_largest_of_the_largest(on: Stage, key: Key) -> None:
    x, y = on.x, on.y
    largest = either(Superlative("max", x, key), Superlative("max", y, key))
    assert on(Superlative("max", either(x, y), key)) == on(Superlative("max", largest, key))


@FEW
@given(stages())
def test_every_member_of_a_set_has_a_count(on: Stage) -> None:
    for extreme in ("max", "min"):
        found = on(Superlative(extreme, on.x, Tally(Property("P1"))))  # type: ignore[arg-type]
        assert bool(found) == on(Existence(on.x))


def test_ties_stay_and_share_a_place() -> None:
    twins = [Edge(Item(f"Q{n}"), "P3", Decimal(length)) for n, length in ((1, 5), (2, 5), (3, 9))]
    on = Reference(graph_of(twins))
    everybody = Union(tuple(Entity(f"Q{n}") for n in (1, 2, 3, 4)))
    key = Property("P3")
    assert on.denote(Superlative("min", everybody, key)) == {Item("Q1"), Item("Q2")}
    assert on.denote(Ordinal(2, everybody, key)) == {Item("Q3")}
    assert on.denote(Ordinal(3, everybody, key)) == frozenset()


def test_who_has_none_has_the_fewest() -> None:
    on = Reference(graph_of([Edge(Item("Q1"), "P1", Item("Q9"))]))
    two = Union((Entity("Q1"), Entity("Q2")))
    assert on.denote(Superlative("min", two, Tally(Property("P1")))) == {Item("Q2")}
    assert on.denote(Superlative("min", two, Property("P1"))) == frozenset()


def test_of_several_values_the_one_towards_the_extreme_counts() -> None:
    lengths = [("Q1", 1), ("Q1", 9), ("Q2", 5)]
    on = Reference(graph_of([Edge(Item(id_), "P3", Decimal(n)) for id_, n in lengths]))
    two = Union((Entity("Q1"), Entity("Q2")))
    assert on.denote(Superlative("max", two, Property("P3"))) == {Item("Q1")}
    assert on.denote(Superlative("min", two, Property("P3"))) == {Item("Q1")}


# --- Numbers and truths ----------------------------------------------------------------------


@FEW
@given(stages())
def test_the_numbers_of_two_sets_are_those_of_their_union_and_their_intersection(
    on: Stage,
) -> None:
    def size(things: Things) -> int:
        return len(on(things))  # type: ignore[arg-type]

    x, y = on.x, on.y
    assert size(x) + size(y) == size(either(x, y)) + size(both(x, y))
    assert on(Count(x)) == {Decimal(size(x))}


@FEW
@given(stages())
def test_the_number_of_nothing_is_zero(on: Stage) -> None:
    assert on(Count(Difference(on.x, on.x))) == {Decimal(0)}


@FEW
@given(stages())
def test_there_are_some_iff_their_number_is_not_zero(on: Stage) -> None:
    zero = Number(Decimal(0))
    assert on(Existence(on.x)) == on(Comparison(Count(on.x), ">", zero))
    assert on(Existence(on.x)) != on(Comparison(Count(on.x), "=", zero))


@FEW
@given(stages())
def test_an_item_is_in_a_set_iff_it_shares_itself_with_it(on: Stage) -> None:
    item = on.composer.item()
    assert on(Membership(item, on.x)) == on(Existence(both(item, on.x)))
    assert on(Membership(item, on.x)) == on(Comparison(item, "=", on.x))


def born(*days: Day) -> Graph:
    return graph_of([Edge(Item(f"Q{n}"), "P569", day) for n, day in enumerate(days, start=1)])


def test_a_year_is_complete_on_the_anniversary() -> None:
    on = Reference(born(Day(1961, 8, 4), Day(2009, 8, 3), Day(2009, 8, 4)))

    def years(text: str) -> Denotation:
        return on.denote(parse_expression(text))

    assert years("years(^P569(Q1), ^P569(Q2))") == {Decimal(47)}
    assert years("years(^P569(Q1), ^P569(Q3))") == {Decimal(48)}
    assert years("years(^P569(Q3), ^P569(Q1))") == {Decimal(-48)}
    assert years("years(^P569(Q1), ^P569(Q9))") == frozenset()
