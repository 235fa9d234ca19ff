"""The sample's passages as records, and whether one of them tells a fact."""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Mapping
from decimal import Decimal

from kgqa_store.sample.compile import Sample
from kgqa_store.sample.values import simple_form
from kgqa_store.vocabulary import WD

from kgqa.text.sample import PASSAGES

FILES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(PASSAGES.glob("*.jsonl"))}
"""The text of every file of passages, by its topic."""

RECORDS: list[dict[str, str]] = [
    json.loads(line) for text in FILES.values() for line in text.splitlines()
]

Fact = Mapping[str, str]
"""An entity, a property, and a value: an id, a date, an amount, or a name in double quotes."""

Names = Mapping[str, set[str]]


def names_of(sample: Sample) -> Names:
    """All names of every entity of the sample; a page is called without its brackets."""
    return {
        entity.name: {entity.label, entity.title.split(" (")[0], *entity.aliases} - {"-"}
        for entity in sample.entities
    }


def spellings(value: str, names: Names) -> set[str]:
    """How a value may be written in a sentence."""
    if value.startswith("Q"):
        return names[value]
    if value.startswith('"'):
        return {value[1:-1]}
    if found := re.fullmatch(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", value):
        year, month, day = found.groups()
        month_name = f"{calendar.month_name[int(month)]} " if month else ""
        return {f"{int(day)} {month_name}{year}" if day else f"{month_name}{year}"}
    amount, _, unit = value.partition(" ")
    number = Decimal(amount)
    if unit:
        return {f"{number:,} {unit}s", f"{number:f} {unit}s"}
    return {f"{number:,}", f"{(number / 1_000_000).normalize():f} million"}


def tells(record: Mapping[str, str], fact: Fact, names: Names) -> bool:
    """Whether a passage is about the fact's entity, calls it by a name, and has the value."""
    spelled = [rf"(?<!\w){re.escape(name)}(?!\w)" for name in spellings(fact["value"], names)]
    return (
        record["qid"] == fact["entity"]
        and any(name in record["text"] for name in names[fact["entity"]])
        and any(re.search(pattern, record["text"]) for pattern in spelled)
    )


def is_told(fact: Fact, names: Names) -> bool:
    """Whether some passage tells the fact."""
    return any(tells(record, fact, names) for record in RECORDS)


def is_stated(fact: Fact, sample: Sample) -> bool:
    """Whether the graph of the sample has the fact."""
    first = fact["value"].split()[0]
    values = [
        simple_form(statement.value)
        for statement in sample.statements
        if (statement.subject, statement.property) == (fact["entity"], fact["property"])
    ]
    if first.startswith("Q"):
        return f"<{WD}{first}>" in values
    return any(re.match(rf'"\+?{re.escape(first)}(?!\d)', value) for value in values)
