"""What a set is like: questions by kind and part, answers, relations, lengths, proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean, median
from typing import Any

BINS = ((1, 1), (2, 4), (5, 10), (11, 20), (21, 50), (51, 200), (201, 10**9))


def statistics_of(parts: Mapping[str, Sequence[dict[str, Any]]]) -> dict[str, Any]:
    """Return the statistics of a set, as the tables 2 and 3 of QAMPARI's paper have them."""
    records = [record for part in parts.values() for record in part]
    answers = [len(record["answer_list"]) for record in records]
    words = [len(record["question_text"].split()) for record in records]
    return {
        "questions": {name: _kinds(part) for name, part in parts.items()},
        "answers": {"mean": _rounded(answers), "median": median(answers), "most": max(answers)},
        "answers_per_question": _binned(answers),
        "relations": {
            name: len({one for record in part for one in record["relations"]})
            for name, part in parts.items()
        },
        "entities_asked_for": len({one["id"] for r in records for one in r["entities"]}),
        "different_answers": len({_key(one) for r in records for one in r["answer_list"]}),
        "words_per_question": {"mean": _rounded(words), "median": median(words)},
        "different_questions": len({record["question_text"] for record in records}),
        "proofs": _proofs(records),
        "paraphrases": sum(len(record.get("paraphrases", ())) for record in records),
    }


def _key(answer: Mapping[str, Any]) -> str:
    return str(answer.get("id") or answer["answer_text"])


def _kinds(part: Sequence[dict[str, Any]]) -> dict[str, int]:
    counted = Counter(record["kind"] for record in part)
    return {**dict(sorted(counted.items())), "all": len(part)}


def _rounded(numbers: Sequence[int]) -> float:
    return round(mean(numbers), 2)


def _binned(numbers: Sequence[int]) -> dict[str, int]:
    found = {}
    for low, high in BINS:
        name = str(low) if low == high else f"{low}-{high}" if high < 10**9 else f"{low} and more"
        found[name] = sum(low <= number <= high for number in numbers)
    return {name: count for name, count in found.items() if count}


def _proofs(records: Sequence[dict[str, Any]]) -> dict[str, float]:
    answers = [answer for record in records for answer in record["answer_list"]]
    proved = [len(answer["proof"]) for answer in answers if answer["proof"]]
    return {
        "answers_with_a_proof": round(len(proved) / max(1, len(answers)), 4),
        "proofs_per_such_answer": round(mean(proved), 2) if proved else 0.0,
    }
