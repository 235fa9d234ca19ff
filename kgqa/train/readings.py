"""How questions were read, and how right each reading is: what rank, look and certainty learn from.

Making charts takes nearly all of the time, so what was read is kept in files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgqa.judge.certainty import OF_QUESTION, groups_of, of_question
from kgqa.judge.judge import Judge
from kgqa.judge.reading_texts import ReadingTexts
from kgqa.parse import rank
from kgqa.parse.candidate import Candidate
from kgqa.parse.charted_candidate import candidate_of
from kgqa.parse.features import FEATURES, Features, row
from kgqa.parse.parser import RANKED, Charted, Parsed
from kgqa.parse.question_kinds import shipped
from kgqa.train.gold import Gold, gold
from kgqa.train.questions import Asked

TOLD = 40
"""Readings of a question that are told in English: the best by the order that is shipped."""
RIGHT = 0.6
"""Answers with so large an F1 are taken as right."""
BY_CHANCE = 0.25
"""What a truth or a number counts where only answers are known: many readings give the same."""
LACKING = 0.2
"""What a question counts of which no reading is right because the store has not what it asks for.

Where only the names of its answers are known, and no reading gives them, that may be so, too.
"""
HIDDEN = 0.6
"""What a question counts of which a property is hidden."""
UNANSWERABLE, ASKED_IN_VAIN = "unanswerable", 5.0
"""The kind of a question that was written to have no answer, and what it counts: there are few of
them in question sets, and many among what people ask of a store that is not complete."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
OF_ITEMS = ("features", "f1", "groups", "own")
ARRAYS = (*OF_ITEMS, "asked", "told")
TOLD_ALONE = ("question", "texts", "weight", "is_known", "is_hidden", "times")
"""What is kept of a question as an array, and what as text."""


@dataclass(frozen=True, slots=True)
class Read:
    """A question as it was read: a row for each reading, the most promising first."""

    question: str
    texts: tuple[str, ...]
    """What readings say and give, of those in `told`."""
    told: Ints
    """The places of the readings that are told in English."""
    features: Floats
    f1: Floats
    """How right the answers of each are; 0 where a property is hidden."""
    groups: Ints
    """A number for each, the same for those with the same answers."""
    own: Floats
    """How many words are unknown to each, and whether a name in it is mistyped."""
    asked: Floats
    """What certainty knows of the question."""
    weight: float
    """What the question counts where certainty is learned."""
    is_known: bool
    """Whether the store has the right answers."""
    is_hidden: bool = False
    """Whether the graph was asked as if it lacked what the question asks for."""
    times: int = 1
    """How often it counts."""


def reads(judge: Judge, asked: Asked, *, hides: bool = True) -> list[Read]:
    """Return how a question is read, as it is and where a fact is lacking.

    Of every second question a property of its gold query is hidden: what is then read is wrong,
    whatever it gives. Who wrote a film is not who directed it, though it may be the same man.
    """
    right = gold(asked, judge.parser)
    found = [_read(judge, asked, right)]
    if hides and right is not None and right.properties and _is_drawn(asked.question):
        hidden = right.properties[len(asked.question) % len(right.properties)]
        found.append(_read(judge, asked, right, frozenset({hidden})))
    return [one for one in found if one is not None]


def _is_drawn(question: str) -> bool:
    return hashlib.sha1(question.encode(), usedforsecurity=False).digest()[1] % 2 == 0


def _read(
    judge: Judge, asked: Asked, right: Gold | None, hidden: frozenset[str] = frozenset()
) -> Read | None:
    parser = judge.parser
    charted = parser.chart(asked.question, hidden=hidden)
    guess = shipped().guess(asked.question)
    features = Features(charted.scene, guess, charted.empty)
    told = [features.of(item) for item in charted.items[:RANKED]]
    if not told:
        return None
    scores = rank.scores(told, rank.shipped())
    candidates = _candidates(charted, told, scores)
    parsed = Parsed(
        charted.scene.analysis, charted.scene.linked, tuple(candidates), guess, parser.named
    )
    f1 = np.zeros(len(told), np.float32)
    if right is not None and not hidden:
        f1[:] = [right.worth(one.query, one.members or (), parser) for one in candidates]
    first = np.argsort(-scores, kind="stable")[:TOLD].astype(np.int32)
    texts = ReadingTexts(parser.names, parser.schema)
    return Read(
        asked.question,
        tuple(texts.text(candidates[place]) for place in first.tolist()),
        first,
        np.array([row(one) for one in told], np.float32),
        f1,
        groups_of(candidates).astype(np.int32),
        _own(judge, parsed),
        np.array(of_question(parsed), np.float32),
        _weight(asked, right, candidates, f1, is_hidden=bool(hidden)),
        is_known=right is not None,
        is_hidden=bool(hidden),
    )


def _candidates(
    charted: Charted, told: Sequence[dict[str, float]], scores: Floats
) -> list[Candidate]:
    return [
        candidate_of(charted.scene, item, features, float(score))
        for item, features, score in zip(charted.items, told, scores.tolist(), strict=False)
    ]


def _own(judge: Judge, parsed: Parsed) -> Floats:
    typed = [float(any("typo" in link.how for link in one.links)) for one in parsed.candidates]
    return np.array([*zip(map(float, judge.unknown(parsed)), typed, strict=True)], np.float32)


def _weight(
    asked: Asked,
    right: Gold | None,
    candidates: Sequence[Candidate],
    f1: Floats,
    *,
    is_hidden: bool,
) -> float:
    """Return what a question counts where certainty is learned."""
    if right is None:
        return ASKED_IN_VAIN if asked.kind == UNANSWERABLE else LACKING
    if is_hidden:
        return HIDDEN
    right_ones = [one for one, worth in zip(candidates, f1, strict=True) if worth >= RIGHT]
    if not right_ones and not right.members:
        return LACKING
    found = [one.members[0] for one in right_ones if one.members]
    is_closed = any(not isinstance(one, str) for one in found)
    return BY_CHANCE if is_closed and not right.members else 1.0


# --- Files ----------------------------------------------------------------------------------------


def write(found: Sequence[Read], path: Path, teaches: Sequence[str] = ()) -> None:
    """Write how the questions of a set were read, so that the file is there whole or not at all.

    `teaches` are the models that learn from it; none says all.
    """
    rows = [
        {name: getattr(one, name) for name in TOLD_ALONE} | {"sizes": [len(one.f1), len(one.told)]}
        for one in found
    ]
    told = np.frombuffer("\n".join(map(json.dumps, rows)).encode(), np.uint8)
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(one, name) for one in found]) for name in ARRAYS
    }
    arrays |= {"names": np.array(FEATURES), "teaches": np.array(teaches, np.str_)}
    beside = path.with_name(f".{path.name}.part.npz")
    np.savez_compressed(beside, rows=told, **arrays)
    beside.replace(path)


def kept(folder: Path, learner: str) -> Iterator[tuple[str, list[Read]]]:
    """Yield the sets in a folder that teach a model, by their names.

    ValueError is raised where a file has something else.
    """
    for path in sorted(folder.glob("[!.]*.npz")):
        with np.load(path, allow_pickle=False) as file:
            if tuple(file["names"].tolist()) != FEATURES:
                raise ValueError(f"{path} was made with other features than are known now")
            teaches = file["teaches"].tolist()
            if not teaches or learner in teaches:
                rows = file["rows"].tobytes().decode().splitlines()
                arrays = {name: file[name] for name in ARRAYS}
                yield path.stem, [*_told(map(json.loads, rows), arrays)]


def _told(rows: Iterable[dict[str, Any]], arrays: Mapping[str, Any]) -> Iterator[Read]:
    at = told = 0
    for place, about in enumerate(rows):
        items, texts = about.pop("sizes")
        parts = {name: arrays[name][at : at + items] for name in OF_ITEMS}
        parts["told"] = arrays["told"][told : told + texts]
        parts["asked"] = arrays["asked"][place * OF_QUESTION : (place + 1) * OF_QUESTION]
        at, told = at + items, told + texts
        yield Read(**{**about, "texts": tuple(about["texts"])}, **parts)
