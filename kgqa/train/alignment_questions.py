"""The question sets that the alignment is learned from, and the parts of them that are held out."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from typing import Any

from kgqa.align.property_text import BACKWARDS, FORWARDS
from kgqa.train.alignment_queries import Said, said_by

HELD_OUT = 26
"""Of 256 questions of LC-QuAD 2 so many are held out, by the first byte of their digest."""
PATTERNS = frozenset({"MIT", "CC0", "CC0 1.0"})
"""Licences under which patterns of relations may be learned from."""
MOST_OF = {"entityquestions": 60, "mcwq": 3_000}
"""So many questions are taken of a set, or of a file of it, that is large and has few wordings."""


MISTOLD = frozenset({"P355", "P453"})
"""Properties that MCWQ takes for another than they are: subsidiaries for parents."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a set, and what its gold query says; names in brackets stand for themselves."""

    source: str
    text: str
    said: tuple[Said, ...]
    names: tuple[tuple[str, str], ...] = ()
    """Entities with the words by which the set says they are named."""


def training(folder: Path) -> Iterator[Question]:
    """Yield the questions that are learned from: none that is held out, in whatever set it is."""
    held = {question.text.lower() for question in testing(folder)}
    yield from (question for question in _training(folder) if question.text.lower() not in held)


def _training(folder: Path) -> Iterator[Question]:
    for row in lcquad(folder):
        if not is_held_out(row["id"]):
            yield from _wordings(row)
    yield from _queries("wikiwebquestions", _lines(folder / "wikiwebquestions/train.jsonl"))
    for source, rows in _halved(folder).items():
        yield from _queries(source, rows[1::2])
    yield from _simple(folder / "simplequestions_wikidata/train.txt")
    yield from _vanilla(folder / "pairs/vanilla.jsonl.gz")
    yield from _entity_questions(folder / "entityquestions/train")
    yield from _mcwq(folder / "pairs/mcwq_5lang.jsonl.gz")
    examples = _packed(folder / "pairs/wikidata_example_queries.jsonl.gz")
    yield from _queries("examples", (row for row in examples if row["quality"] == "title"))
    yield from _queries("tempqa", _packed(folder / "pairs/tempqa_wd.jsonl.gz"))
    yield from _patterns(folder / "pairs/relation_patterns.jsonl.gz")


def testing(folder: Path) -> Iterator[Question]:
    """Yield the questions that are held out."""
    rows = json.loads((folder / "wikiwebquestions/dev.json").read_bytes())
    told = ({"question": row["utterance"], "sparql": row["sparql"]} for row in rows)
    yield from _queries("wikiwebquestions", told)
    for source, halves in _halved(folder).items():
        yield from _queries(source, halves[::2])
    kept = (row for row in lcquad(folder) if is_held_out(row["id"]))
    yield from _queries("lcquad2", kept)
    yield from _simple(folder / "simplequestions_wikidata/valid.txt")


def is_held_out(id_: str) -> bool:
    """Whether a question of LC-QuAD 2 is held out."""
    return sha1(str(id_).encode(), usedforsecurity=False).digest()[0] < HELD_OUT


def lcquad(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of LC-QuAD 2."""
    yield from _packed(folder / "pairs/lcquad2_train.jsonl.gz")


def _wordings(row: dict[str, Any]) -> Iterator[Question]:
    said = said_by(row["sparql"])
    for text in dict.fromkeys([row["question"], *row["paraphrases"]]):
        if said and isinstance(text, str) and len(text) > 5:
            yield Question("lcquad2", text, said)


def _queries(source: str, rows: Iterable[dict[str, Any]]) -> Iterator[Question]:
    for row in rows:
        said = said_by(row["sparql"])
        if said:
            yield Question(source, row["question"], said)


def _halved(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the sets of which every other record, from the first on, is held out."""
    rubq = json.loads((folder / "rubq/RuBQ_2.0_dev.json").read_bytes())
    asked = [row for row in rubq if row["question_eng"] and row["query"]]
    return {
        "qald10": list(_lines(folder / "qald/qald_10_train.jsonl")),
        "qald9plus": json.loads((folder / "qald/qald_9_plus_en_train.json").read_bytes()),
        "rubq": [{"question": row["question_eng"], "sparql": row["query"]} for row in asked],
    }


def _simple(path: Path) -> Iterator[Question]:
    for line in path.read_text(encoding="utf-8").splitlines():
        entity, name, _, text = line.split("\t")
        role = FORWARDS if name.startswith("P") else BACKWARDS
        yield Question("simplequestions", text, (Said(f"P{name[1:]}", role, entity),))


def _vanilla(path: Path) -> Iterator[Question]:
    for row in _packed(path):
        if row.get("property") and len(row.get("entities", ())) == 1:
            said = Said(row["property"], FORWARDS, row["entities"][0])
            yield Question("vanilla", row["question"], (said,))


def _entity_questions(folder: Path) -> Iterator[Question]:
    """Yield some questions of each file, which differ in the name of the entity only."""
    for path in sorted(folder.glob("P*.json")):
        texts = [row["question"] for row in json.loads(path.read_bytes())]
        first, last = min(texts), max(texts)
        before = _shared(first, last)
        after = _shared(min(t[::-1] for t in texts), max(t[::-1] for t in texts))
        property_ = path.name.partition(".")[0]
        for text in random.Random(1).sample(texts, min(len(texts), MOST_OF["entityquestions"])):
            name = text[before : len(text) - after]
            said = Said(property_, FORWARDS, "name")
            yield Question("entityquestions", text, (said,), (("name", name),))


def _shared(first: str, last: str) -> int:
    pairs = zip(first, last, strict=False)
    return next((place for place, (one, two) in enumerate(pairs) if one != two), len(first))


def _mcwq(path: Path) -> Iterator[Question]:
    rows = list(_packed(path))
    chosen = random.Random(1).sample(rows, MOST_OF["mcwq"])
    said = _queries("mcwq", (row for row in chosen if row["lang"] == "en"))
    yield from (one for one in said if not any(part.property in MISTOLD for part in one.said))


def _patterns(path: Path) -> Iterator[Question]:
    """Yield statements and questions in which [X] has a property, and [Y] is its value."""
    for row in _packed(path):
        if row["lang"] != "en" or row["licence"] not in PATTERNS:
            continue
        for name, role in (("[X]", FORWARDS), ("[Y]", BACKWARDS)):
            if name in row["pattern"]:
                said = (Said(row["property"], role, name),)
                names = tuple((one, one) for one in ("[X]", "[Y]") if one in row["pattern"])
                yield Question("patterns", row["pattern"], said, names)


def _packed(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)
