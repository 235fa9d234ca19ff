"""Writes a set: a file of questions for each part, its statistics and its card."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kgqa.generate.errors import GenerateError, NothingToAsk
from kgqa.generate.making import Made
from kgqa.generate.plan import Plan
from kgqa.generate.splits import split
from kgqa.generate.statistics import statistics_of

ALL = "all"


def write(made: Made, plan: Plan, out: Path) -> dict[str, Any]:
    """Write all files of a set into a folder, and return its statistics."""
    if not made.records:
        raise NothingToAsk(
            "No question is left.",
            hint="statistics.json tells what each step removed; without --text none needs a proof",
        )
    parts = split(made.records, plan.split, plan.seed)
    told = statistics_of(parts) | {"removed": dict(sorted(made.removed.items()))}
    told["seconds"] = round(made.seconds, 1)
    for name, records in {**parts, ALL: [one for part in parts.values() for one in part]}.items():
        _whole(out / f"{name}.jsonl", "".join(map(_line, records)))
    _whole(out / "lessons.jsonl", "".join(map(_line, lessons(parts["train"]))))
    _whole(out / "statistics.json", json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    _whole(out / "CARD.md", card(plan, told))
    return told


def lessons(records: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, str]]:
    """Yield each question, in all its words, with what it means: what can be learned from."""
    for record in records:
        for place, question in enumerate((record["question_text"], *record.get("paraphrases", ()))):
            yield {
                "id": f"{record['qid']}__{place}",
                "question": question,
                "algebra": record["algebra"],
                "sparql": record["sparql"],
                "kind": record["kind"],
            }


def read(folder: Path) -> list[dict[str, Any]]:
    """Return all records of a set."""
    path = folder / f"{ALL}.jsonl"
    if not path.is_file():
        raise GenerateError(
            f"{folder} has no {path.name}: it is no set, or one that was interrupted.",
            hint="make one with kgqa generate questions, or let the same command go on",
        )
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def _whole(path: Path, text: str) -> None:
    """Write a file so that it is there as a whole or not at all."""
    unfinished = path.with_name(f"{path.name}.tmp")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


def card(plan: Plan, told: Mapping[str, Any]) -> str:
    """Return what a person should know of a set."""
    lines = [
        "# A set of questions",
        "",
        f"Made by `kgqa generate questions` from the store `{Path(plan.store).name}` with the seed "
        f"{plan.seed}, {plan.each} of each kind wanted, at most {plan.cap} of a kind by one "
        "relation.",
        "Each question is said by a grammar, and its answers are what its algebra denotes in that "
        "store: where the graph lacks an edge, the answers lack one, too.",
        "A superlative or ordinal is asked of a set of which at least 80 % have the key.",
        "What is answered with no is of the same class as a right answer, and stated elsewhere.",
        "The relations of `dev` and `test` occur in no question of `train`.",
        "",
        "## Questions",
        "",
        *_table(("part", "kind", "questions"), _counted(told)),
        "",
        "## What they are like",
        "",
        *_table(("what", "figure"), _figures(told)),
        "",
        "## What was not taken",
        "",
        *_table(("why", "count"), sorted(told["removed"].items())),
        "",
        "## Fields",
        "",
        "`qid`, `question_text`, `answer_list` (with `aid`, `answer_text`, `aliases`, `id`, "
        "`answer_url`, `proof`) as QAMPARI has them; further `kind`, `algebra`, `sparql`, "
        "`relations` and `entities`.",
        "`lessons.jsonl` has the questions of `train` and their paraphrases, one a line, with "
        "`question`, `algebra` and `sparql`, to learn from.",
        "A proof has `pid`, `title`, `proof_text`, `found_in_url`, the `hypothesis` it was "
        "verified against, and its `score`.",
    ]
    return "\n".join(lines) + "\n"


def _counted(told: Mapping[str, Any]) -> list[tuple[str, str, int]]:
    return [
        (part, kind, count)
        for part, kinds in told["questions"].items()
        for kind, count in kinds.items()
    ]


def _figures(told: Mapping[str, Any]) -> list[tuple[str, object]]:
    answers, words, proofs = told["answers"], told["words_per_question"], told["proofs"]
    return [
        ("answers to a question, mean", answers["mean"]),
        ("answers to a question, median", answers["median"]),
        ("answers to a question, most", answers["most"]),
        *(
            (f"questions with {bin_} answers", n)
            for bin_, n in told["answers_per_question"].items()
        ),
        *((f"relations in {part}", n) for part, n in told["relations"].items()),
        ("different entities asked for", told["entities_asked_for"]),
        ("different answers", told["different_answers"]),
        ("words of a question, mean", words["mean"]),
        ("different questions", told["different_questions"]),
        ("share of answers with a proof", proofs["answers_with_a_proof"]),
        ("proofs of such an answer, mean", proofs["proofs_per_such_answer"]),
        ("paraphrases", told["paraphrases"]),
    ]


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    marks = "| " + " | ".join("---" for _ in head) + " |"
    return ["| " + " | ".join(head) + " |", marks] + [
        "| " + " | ".join(map(str, row)) + " |" for row in rows
    ]
