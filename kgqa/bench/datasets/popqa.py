"""PopQA: questions of sixteen relations about entities that are more and less known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kgqa.bench.datasets.gold_sparql import ENTITY, entities_in
from kgqa.bench.question import Question
from kgqa.bench.records import Record, checked, read_records

PROPERTIES = {
    "occupation": "P106",
    "place of birth": "P19",
    "genre": "P136",
    "father": "P22",
    "country": "P17",
    "producer": "P162",
    "director": "P57",
    "capital of": "P1376",
    "screenwriter": "P58",
    "composer": "P86",
    "color": "P462",
    "religion": "P140",
    "sport": "P641",
    "author": "P50",
    "mother": "P25",
    "capital": "P36",
}
"""The relations by the names that the set gives them."""
POPULAR = (100, 1_000, 10_000)
"""Views a month of the subject's page that part its rare, uncommon, common and popular entities."""
GROUPS = ("rare", "uncommon", "common", "popular")


def read_popqa(path: Path, *, language: str = "en", split: str | None = None) -> list[Question]:
    """Return the questions of a file. The kind is the relation, the category how known it is.

    The gold query asks for the fact that the question was made from, so that one sees whether a
    store has it; right is whatever has one of the accepted names.
    """
    return checked([_question(record) for record in read_records(path, split)], path)


def _question(record: Record) -> Question:
    relation = record.text("prop")
    subject = record.text("s_uri").removeprefix(ENTITY)
    property_ = PROPERTIES.get(relation)
    sparql = f"SELECT ?x {{ wd:{subject} wdt:{property_} ?x }}" if property_ else ""
    views = record.fields.get("s_pop")
    return Question(
        id=record.text("id"),
        text=record.text("question"),
        kind=relation,
        category=GROUPS[sum(views >= most for most in POPULAR)] if isinstance(views, int) else "",
        gold=(_names(record),),
        links=entities_in(sparql),
        sparql=sparql,
    )


def _names(record: Record) -> tuple[str, ...]:
    given: Any = record.get("possible_answers", (str, list))
    if isinstance(given, str):  # a list as a text, as in the official file
        try:
            given = json.loads(given)
        except ValueError:
            raise record.wrong("the field 'possible_answers' is no list of names") from None
    names = tuple(dict.fromkeys(str(one).strip() for one in given if str(one).strip()))
    if not names:
        raise record.wrong("the field 'possible_answers' has no name")
    return names
