"""From an expression to its answers: compile, run, prove.

`execute(query, store)` is all of it. A store whose statistics are unknown, such as an endpoint, is
first asked what the values of the properties in the expression are.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from kgqa_store.errors import LimitReached, TimeLimit
from kgqa_store.graph_vocabulary import WIKIDATA, GraphVocabulary
from kgqa_store.results import Node, Table, expect_table, expect_truth
from kgqa_store.statistics import Statistics
from kgqa_store.store import Store

from kgqa.algebra import (
    Aggregate,
    Comparison,
    Count,
    Difference,
    Entity,
    Existence,
    Membership,
    Query,
    Subtraction,
    Years,
    to_text,
)
from kgqa.algebra.ids import ids_in, is_of_wikidata
from kgqa.answers import (
    Answer,
    Fact,
    GraphProof,
    Measurement,
    Result,
    Time,
    Value,
    value_text,
)
from kgqa.execute.amounts import is_arithmetic
from kgqa.execute.compile import Compiled, compile_query
from kgqa.execute.patterns import Patterns
from kgqa.execute.prove import Prover
from kgqa.execute.reading import value_of
from kgqa.execute.reasons import amount_facts, truth_facts
from kgqa.execute.silence import why_nothing
from kgqa.execute.sketch import sketch_statistics
from kgqa.settings import DEFAULTS, Settings


def execute(query: Query, store: Store, settings: Settings = DEFAULTS) -> Result:
    """Return ⟦query⟧ over the graph of `store`, every answer with the facts it rests on."""
    try:
        return _execute(query, store, settings)
    except TimeLimit as error:
        message = f"The query was stopped after {settings.timeout:g} s, its time limit."
        raise TimeLimit(message, hint=error.hint) from error


def _execute(query: Query, store: Store, settings: Settings) -> Result:
    clock = _Clock(settings.timeout)
    statistics = _statistics(query, store, clock)
    compiled = compile_query(query, statistics, _labels(store, _ids(to_text(query)), settings))
    clock.lap("compile")
    vocabulary = WIKIDATA if statistics is None else statistics.vocabulary
    found = _run(query, compiled, store, clock, settings)
    found = _in_order(found, store, settings, vocabulary)
    clock.lap("execute")
    prover = Prover(_selecting(store, clock, settings), statistics, limit=settings.facts)
    facts = _facts(query, found, prover, settings)
    clock.lap("prove")
    proved = [
        _proved(query, one, facts.get(one, []), compiled, settings, vocabulary) for one in found
    ]
    labels = _labels(store, {*_ids(to_text(query)), *_ids_in(proved)}, settings)
    answers = tuple([_answer(value, proof, labels) for value, proof in proved])
    clock.lap("labels")
    reason = "" if answers else why_nothing(prover, query, labels)
    return Result(query, compiled.sparql, answers, labels, clock.timings(), reason)


def compile_for(query: Query, store: Store, settings: Settings = DEFAULTS) -> Compiled:
    """Return the SPARQL with which `execute` asks `store`."""
    statistics = _statistics(query, store, _Clock(settings.timeout))
    return compile_query(query, statistics, _labels(store, _ids(to_text(query)), settings))


class _Clock:
    """One deadline for all stages, and how long each took."""

    def __init__(self, seconds: float) -> None:
        self.start, self.seconds = time.monotonic(), seconds
        self.laps: dict[str, float] = {}

    @property
    def left(self) -> float:
        """Seconds until the deadline; a moment at least, so that what comes last can say so."""
        return max(0.05, self.start + self.seconds - time.monotonic())

    def lap(self, stage: str) -> None:
        passed = (time.monotonic() - self.start) * 1000
        self.laps[stage] = round(passed - sum(self.laps.values()), 3)

    def timings(self) -> dict[str, float]:
        return {**self.laps, "total": round(sum(self.laps.values()), 3)}


def _selecting(store: Store, clock: _Clock, settings: Settings) -> Callable[[str], Table]:
    def select(sparql: str) -> Table:
        memory = settings.memory << 20
        return expect_table(store.run(sparql, seconds=clock.left, memory=memory))

    return select


def _statistics(query: Query, store: Store, clock: _Clock) -> Statistics | None:
    if store.statistics is not None:
        return store.statistics
    ids = sorted(set(ids_in(to_text(query))))
    sketched = sketch_statistics(store, [id_ for id_ in ids if id_[0] == "P"], clock.left)
    clock.lap("sketch")
    return sketched


def _labels(store: Store, ids: Iterable[str], settings: Settings) -> dict[str, str]:
    return store.labels(sorted(set(ids)), settings.language)


def _ids(text: str) -> list[str]:
    """Return the ids that stand in a text."""
    return ids_in(text)


def _ids_in(proved: Iterable[tuple[Value, GraphProof]]) -> Iterator[str]:
    """Yield the ids in what was found and in its facts."""
    for found, proof in proved:
        yield from _ids_of(found)
        for fact in proof.facts:
            yield from _ids(fact.property)
            yield from _ids_of(fact.subject)
            yield from _ids(fact.object) if isinstance(fact.object, str) else _ids_of(fact.object)
            for name, value in fact.qualifiers:
                yield name
                yield from _ids_of(value)


def _ids_of(value: Value) -> Iterator[str]:
    match value:
        case Entity(id_):
            yield id_
        case Measurement(_, str() as unit):
            yield unit


# --- Running ---------------------------------------------------------------------------------


def _run(
    query: Query, compiled: Compiled, store: Store, clock: _Clock, settings: Settings
) -> list[Node | bool]:
    result = store.run(compiled.sparql, seconds=clock.left, memory=settings.memory << 20)
    if isinstance(query, Comparison | Membership | Existence):
        return [expect_truth(result)]
    return [row[0] for row in expect_table(result).rows if row[0] is not None]


def _in_order(
    found: list[Node | bool], store: Store, settings: Settings, vocabulary: GraphVocabulary
) -> list[Node | bool]:
    """Return what was found as it is shown, so that what is shown first is proved first."""
    if len(found) < 2:
        return found
    values = {
        node: value_of(node, vocabulary=vocabulary) for node in found if not isinstance(node, bool)
    }
    labels = _labels(store, itertools.chain(*map(_ids_of, values.values())), settings)
    ordered = sorted(values.items(), key=lambda pair: _place(pair[1], labels))
    return [node for node, _ in ordered]


def _facts(
    query: Query, found: Sequence[Node | bool], prover: Prover, settings: Settings
) -> Mapping[Node | bool, list[Fact]]:
    try:
        match query:
            case Comparison() | Membership() | Existence():
                return {found[0]: truth_facts(prover, query, found[0] is True)}
            case Count() | Aggregate() | Years() | Subtraction():
                return dict.fromkeys(found, amount_facts(prover, query))
            case Difference(left, right) if is_arithmetic(Patterns(prover.statistics), query):
                facts = amount_facts(prover, left) + amount_facts(prover, right)
                return dict.fromkeys(found, facts)
            case things:
                nodes = cast(list[Node], list(found[: settings.proofs]))
                return cast(Mapping[Node | bool, list[Fact]], prover.facts(things, nodes))
    except LimitReached:
        # The answers stand; only their facts could not be listed in time.
        return {}


# --- Answers ---------------------------------------------------------------------------------


def _proved(
    query: Query,
    found: Node | bool,
    facts: list[Fact],
    compiled: Compiled,
    settings: Settings,
    vocabulary: GraphVocabulary,
) -> tuple[Value, GraphProof]:
    """Return what was found as a value, and why it is an answer."""
    shown = tuple(facts[: settings.facts])
    proof = GraphProof(query, compiled.sparql, shown, more=len(facts) - len(shown))
    value = found if isinstance(found, bool) else _value(found, facts, compiled.unit, vocabulary)
    return value, proof


def _answer(value: Value, proof: GraphProof, labels: Mapping[str, str]) -> Answer:
    return Answer(value, 1.0, (proof,), label=value_text(value, labels))


def _value(
    node: Node, facts: Sequence[Fact], unit: str | None, vocabulary: GraphVocabulary
) -> Value:
    """Return a value with the unit or precision that the facts behind it state."""
    plain = value_of(node, unit=unit, vocabulary=vocabulary)
    for fact in facts:
        if fact.role or isinstance(fact.object, str):
            continue
        if _is_same(plain, fact.object):
            return fact.object
    told = (value for fact in facts for _, value in fact.qualifiers if not fact.role)
    return next((value for value in told if _is_same(plain, value)), plain)


def _is_same(plain: Value, stated: Value) -> bool:
    match plain, stated:
        case Measurement(a, None), Measurement(b, _):
            return a == b
        case Time(year, month, day), Time(year_, month_, day_):
            return (year, month, day) == (year_, month_, day_)
        case _:
            return False


def _place(value: Value, labels: Mapping[str, str]) -> tuple[str, float, float, str]:
    """Order answers: numbers and dates by size, all else by what is shown of it."""
    match value:
        case Measurement(amount, unit):
            return unit or "", float(amount), 0.0, ""
        case Time(year, month, day):
            return "", float(year), month * 31.0 + day, ""
        case Entity(id_):
            number = float(id_[1:]) if is_of_wikidata(id_) else 0.0
            return value_text(value, labels).casefold(), number, 0.0, id_
        case _:
            return value_text(value, labels).casefold(), 0.0, 0.0, ""
