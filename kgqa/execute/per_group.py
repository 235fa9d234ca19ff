"""A number for each of several groups, by one query for all; each with what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from kgqa_store.results import expect_table
from kgqa_store.statistics import Statistics
from kgqa_store.store import Store

import sparql_templates as templates
from kgqa.algebra import Entity
from kgqa.algebra.per_group import Function, PerGroup
from kgqa.answers import Answer, Measurement
from kgqa.execute.compile import laid_out
from kgqa.execute.patterns import Patterns
from kgqa.execute.reading import value_of
from kgqa.execute.run import execute
from kgqa.settings import Settings

TEMPLATES: Mapping[Function, str] = {
    "count": "algebra/group_count",
    "sum": "algebra/group_sum",
    "average": "algebra/group_average",
}
"""The query for each function."""


def sparql_of(asked: PerGroup, statistics: Statistics) -> str:
    """Return the query whose rows are the groups that have members, with their numbers."""
    patterns = Patterns(statistics)
    parts: dict[str, templates.Part] = {"members": partial(_members, patterns, asked)}
    if asked.key is not None:
        parts["values"] = partial(patterns.pairs, asked.key)
    body = patterns.fill(TEMPLATES[asked.function], parts, x="?x", number="?number")
    text = f"SELECT ?x ?number WHERE {{\n{body}\n}}"
    return laid_out(asked.having, text, {}, patterns.vocabulary.prefixes)


def _members(patterns: Patterns, asked: PerGroup, x: str, y: str) -> str:
    ends = [y, *(patterns.fresh("y") for _ in asked.path[1:]), x]
    steps = [patterns.pairs(*one) for one in zip(asked.path, ends[:-1], ends[1:], strict=True)]
    return "\n".join(
        [patterns.start(asked.members, y), *steps, patterns.test(asked.groups, x, 1.0)]
    )


def rows_of(
    asked: PerGroup, sparql: str, store: Store, settings: Settings
) -> tuple[tuple[Answer, ...], dict[str, str]]:
    """Return an answer for each group, with its number and why it is that; and what is named."""
    table = expect_table(store.run(sparql, seconds=settings.timeout, memory=settings.memory << 20))
    statistics = store.statistics
    assert statistics is not None  # noqa: S101 - these stores have them
    told = [
        (value_of(row[0], vocabulary=statistics.vocabulary), row[1])
        for row in table.rows
        if row[0] is not None and row[1] is not None
    ]
    labels: dict[str, str] = {}
    answers: list[Answer] = []
    for group, number in told:
        amount = value_of(number)
        if isinstance(group, Entity) and isinstance(amount, Measurement):
            proved = execute(asked.of(group), store, settings)
            labels |= proved.labels
            answers += [replace(one, value=group, amount=amount) for one in proved.answers[:1]]
    labels |= store.labels(sorted({one.id for one in answers if one.id}), settings.language)
    answers.sort(key=lambda one: (labels.get(one.id or "", "").casefold(), one.id))
    named = [replace(one, label=labels.get(one.id or "", "")) for one in answers]
    return tuple(named), labels
