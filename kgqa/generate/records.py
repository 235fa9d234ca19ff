"""A question with words, answers and proofs, as a line of QAMPARI's format and more."""

from __future__ import annotations

import random
import re
from collections import Counter
from decimal import Decimal
from typing import Any

import numpy as np
from kgqa_store.names_text import normalise

from kgqa.algebra import Difference, Query, to_text
from kgqa.algebra.ids import ids_in
from kgqa.algebra.printer import amount_text
from kgqa.answers.values import Measurement, Time, Value, value_text
from kgqa.execute.compile import compile_query
from kgqa.execute.run import execute
from kgqa.generate.drawn import Drawn
from kgqa.generate.sayer import Sayer
from kgqa.generate.world import World

URL = "http://www.wikidata.org/entity/"
TRUTHS = {True: ("yes", "True"), False: ("no", "False")}
_ARTICLES = re.compile(r"\b(a|an|the)\b")


def record_of(
    drawn: Drawn, number: int, world: World, sayer: Sayer, seed: int
) -> dict[str, Any] | None:
    """Return a question as a record; None where the grammar has no words for it."""
    text = to_text(drawn.query)
    question = sayer.ask(drawn.query, random.Random(f"{seed} {text}"))
    if question is None:
        return None
    labels = world.names.labels([*ids_in(text), *drawn.relations], world.language)
    return {
        "qid": f"{number}__wikidata_{drawn.kind}",
        "question_text": question,
        "kind": drawn.kind,
        "answer_list": _answers(drawn.query, world),
        "algebra": text,
        "sparql": compile_query(drawn.query, world.store.statistics, labels).sparql,
        "relations": list(dict.fromkeys(drawn.relations)),
        "entities": [
            {"id": id_, "label": labels.get(id_, id_)} for id_ in ids_in(text) if id_[:1] != "P"
        ],
    }


def _answers(query: Query, world: World) -> list[dict[str, Any]]:
    found = world.denote(query)
    if isinstance(found, bool):
        return [_plain(*TRUTHS[found])]
    is_amount = isinstance(query, Difference) and isinstance(found, tuple)
    if is_amount or (isinstance(found, np.ndarray) and found.max() >= world.adjacency.entities):
        return _valued(query, world)
    if isinstance(found, tuple):
        return [_plain(_number(one)) for one in found]
    ids = [world.id(node) for node in found.tolist()]
    names = {id_: [world.label(id_), *world.aliases(id_)] for id_ in ids}
    told = Counter(name for all_ in names.values() for name in set(map(_normal, all_)))
    return [_named(id_, names[id_], told) for id_ in ids]


def _valued(query: Query, world: World) -> list[dict[str, Any]]:
    """Return dates and amounts as replies name them: with the unit, and a day with its month."""
    found = execute(query, world.store)
    return [
        _plain(*dict.fromkeys([value_text(one.value, found.labels), _bare(one.value)]))
        for one in found.answers
    ]


def _bare(value: Value) -> str:
    """Return a date in figures, and an amount without its unit."""
    match value:
        case Time():
            return value.text
        case Measurement(amount, _):
            return amount_text(amount)
        case _:
            return value_text(value, {})


def _number(amount: Decimal) -> str:
    return f"{amount:f}"


def _plain(text: str, *others: str) -> dict[str, Any]:
    return {"answer_text": text, "aliases": [text, *others], "proof": []}


def _named(id_: str, names: list[str], told: Counter[str]) -> dict[str, Any]:
    """Return an answer; a name that another answer has too tells them not apart, and is left."""
    own = [name for name in names[1:] if told[_normal(name)] == 1]
    return {
        "answer_text": names[0],
        "aliases": list(dict.fromkeys([names[0], *own])),
        "id": id_,
        "answer_url": f"{URL}{id_}" if re.fullmatch(r"Q\d+", id_) else id_,
        "proof": [],
    }


def _normal(name: str) -> str:
    """Return a name as it is compared when answers are judged."""
    return _ARTICLES.sub(" ", re.sub(r"[^\w\s]|_", "", name.lower())).strip() or normalise(name)
