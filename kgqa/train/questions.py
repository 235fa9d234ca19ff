"""Questions with their answers, of many sets: what models are learned from."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa_store.errors import StoreError
from kgqa_store.names import NameIndex
from kgqa_store.names_text import normalise
from kgqa_store.results import Table
from kgqa_store.store import Store

from kgqa.parse.lookups import member_of
from kgqa.parse.members import Literal, Member

UNSEEN = 26
"""Questions whose id has a hash with a smaller first byte, about a tenth, are never taught."""
SECONDS = 3.0
"""What a gold query may take."""
LONGEST = 100
"""Answers of the longest list that teaches."""
_COMMON = (
    "PREFIX wd: <http://www.wikidata.org/entity/> "
    "PREFIX wdt: <http://www.wikidata.org/prop/direct/> "
    "PREFIX p: <http://www.wikidata.org/prop/> "
    "PREFIX ps: <http://www.wikidata.org/prop/statement/> "
    "PREFIX pq: <http://www.wikidata.org/prop/qualifier/> "
)
_LISTED = re.compile(r", and |, | and ")
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_TRUTHS = {"yes": "true", "no": "false"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its answers: ids of entities, or texts as people write them."""

    question: str
    gold: tuple[str, ...]
    kind: str = ""
    sparql: str = ""
    """A query for the answers, where they are not known otherwise."""
    algebra: str = ""
    """An expression for them."""
    id: str = ""

    @property
    def is_unseen(self) -> bool:
        """Whether the question is one of those that are kept for measuring, by its id."""
        return hashlib.sha1(self.id.encode(), usedforsecurity=False).digest()[0] < UNSEEN


def read_asked(path: Path) -> list[Asked]:
    """Return the questions of a file: Mintaka, SimpleQuestions, a tour, or gold SPARQL."""
    packed = path.suffix == ".gz"
    text = gzip.decompress(path.read_bytes()).decode() if packed else path.read_text("utf-8")
    if path.suffix == ".toml":
        return [_of_tour(row) for row in tomllib.loads(text)["question"]]
    if path.suffix == ".txt":
        return [_simple(line) for line in text.splitlines() if line.strip()]
    is_list = text.lstrip().startswith("[")
    rows = json.loads(text) if is_list else [json.loads(line) for line in text.splitlines()]
    return [asked for row in rows if (asked := _asked(row)) is not None]


def _asked(row: dict[str, Any]) -> Asked | None:
    query = row.get("sparql") or row.get("query")
    if not query:
        return _without_query(row)
    question = row.get("question_eng") or row.get("question") or row.get("utterance")
    if not isinstance(question, str) or not question:
        return None
    id_, algebra = str(row.get("id") or row.get("uid") or ""), str(row.get("algebra") or "")
    return Asked(question, (), sparql=str(query), algebra=algebra, id=id_)


def _without_query(row: dict[str, Any]) -> Asked | None:
    """Return a question of Mintaka, or the first of a conversation."""
    if "complexityType" in row:
        return _mintaka(row)
    if row.get("turn") == 0 and row.get("answers"):
        return Asked(row["question"], tuple(map(str, row["answers"])), id=str(row["id"]))
    return None


def _of_tour(row: dict[str, Any]) -> Asked:
    kind = row.get("type", "").replace("-", "").replace("/", "")
    answers = tuple(str(one) for one in row["answers"])
    return Asked(row["question"], answers, kind, algebra=row.get("algebra", ""))


def _simple(line: str) -> Asked:
    subject, relation, _, question = line.split("\t")
    is_turned = relation.startswith("R")
    gold = f"P{relation[1:]}({subject})" if is_turned else f"^{relation}({subject})"
    return Asked(question, (), "generic", algebra=gold)


def _mintaka(row: dict[str, object]) -> Asked | None:
    question, kind = str(row["question"]), str(row["complexityType"])
    answer = row.get("answer")
    if isinstance(answer, dict):
        given = answer["answer"] or []
        gold = tuple(str(one["name"] if isinstance(one, dict) else one) for one in given)
        if kind == "count" and answer["answerType"] == "entity":
            gold = (str(len(gold)),)
    else:
        gold = tuple(_texts(str(row["answerLabel"])))
    return Asked(question, gold, kind) if gold else None


def _texts(label: str) -> Iterator[str]:
    for part in re.split(r";| \| ", label):
        if text := part.strip().removeprefix("and ").strip(" ."):
            yield text


def gold_of(asked: Asked, store: Store) -> tuple[str, ...]:
    """Return the answers to a question; by its gold query where it has one."""
    if not asked.sparql:
        return asked.gold
    query = asked.sparql if re.search(r"\bPREFIX\b", asked.sparql, re.I) else _COMMON + asked.sparql
    try:
        found = store.run(query, seconds=SECONDS)
    except StoreError:
        return ()
    if not isinstance(found, Table) or len(found.rows) > LONGEST:
        return ()
    members = [member for row in found.rows if row and (member := member_of(row[0])) is not None]
    return tuple(one if isinstance(one, str) else _spelled(one) for one in members)


def _spelled(literal: Literal) -> str:
    return literal.text[:10] if literal.kind == "date" else literal.text


def forms_of(text: str) -> frozenset[str]:
    """Return how a gold answer may be written: as it is, without what follows a comma.

    Of three or more that it lists, any one may be written.
    """
    listed = _LISTED.split(text)
    parts = listed if len(listed) > 2 else text.split(",")[:1]
    found = {text, _plain(text), *map(_plain, parts)}
    found |= {_TRUTHS.get(form, form) for form in tuple(found)}
    found |= {number.replace(",", "") for number in _NUMBER.findall(text)[:1]}
    return frozenset(form for form in found if form)


def _plain(text: str) -> str:
    """Return a name as it is compared: The Nile is the Nile."""
    return normalise(text).removeprefix("the ")


def member_forms(member: Member, names: NameIndex) -> frozenset[str]:
    """Return how a member may be written: its id, its names; a date in full or as a year."""
    if isinstance(member, str):
        entry = names.describe(member)
        texts = (entry.label, *entry.aliases) if entry else ()
        return frozenset((member, *(_plain(text) for text in texts)))
    if member.kind == "date":
        return frozenset((member.text[:10], member.text[:4]))
    if member.kind == "number" and member.number is not None:
        return frozenset((f"{member.number:g}", str(int(member.number))))
    return frozenset((normalise(member.text),))
