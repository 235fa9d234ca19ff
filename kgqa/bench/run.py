"""Runs a benchmark: every question is asked, judged, and written down with what went wrong."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kgqa_store.errors import StoreError
from kgqa_store.names_text import normalise

from kgqa.algebra import Entity, to_text
from kgqa.answers import Answer, Measurement, Time
from kgqa.bench import mintaka, qampari, simplequestions
from kgqa.bench.memory import peak_megabytes
from kgqa.bench.metrics import grouped, marks, mean, summary
from kgqa.bench.reach import Reach
from kgqa.engine import Engine
from kgqa.errors import KgqaError
from kgqa.parse.linking import Linked
from kgqa.parse.members import Member
from kgqa.parse.parser import Parsed

MOST = 300
"""Answers to one question that are judged and written down."""


@dataclass(slots=True)
class Row:
    """What came of one question."""

    id: str
    question: str
    kind: str
    category: str = ""
    gold: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    outcome: str = ""
    operator: str = ""
    reading: str = ""
    confidence: float = 0.0
    hit: float = 0.0
    exact: float = 0.0
    f1: float = 0.0
    recall: float = 0.0
    best: float = 0.0
    """Whether the best reading is right, sure or not."""
    ms: float = 0.0
    stage: str = ""
    """What went wrong first: mention, link, operator, ranking, confidence,
    coverage; `ok` where nothing did."""
    links_first: int = 0
    links_five: int = 0
    links_known: int = 0
    operator_right: bool | None = None
    hops: int | None = None
    """Steps in the store, at most 2, from an entity of the question to a gold answer."""
    gold_known: int = 0
    """How many of the gold answers the store has."""
    is_covered: bool = False
    """Whether the store can hold the answer: see `COVERED`."""
    memory_mb: float = 0.0


COVERED = {
    "mintaka": "a gold answer is an entity within two hops of an entity of the question",
    "qampari": "the store has names of at least three gold answers",
    "simplequestions": "the store states the fact",
}


def run_mintaka(engine: Engine, question: mintaka.Question) -> Row:
    """Return what comes of a question of Mintaka."""
    row = Row(question.id, question.text, question.kind, question.category, list(question.gold))
    answers, parsed = _asked(engine, row)
    row.found = [text_of(answer) for answer in answers][:MOST]
    found = mintaka.judge(question, row.found)
    row.hit, row.exact, row.f1, row.recall = found.hit, found.exact, found.f1, found.recall
    for link in question.links:
        if engine.parser.names.describe(link.id) is not None:
            places = _rank(parsed.linked, link) if parsed else None
            row.links_known += 1
            row.links_first += places == 0
            row.links_five += places is not None and places < 5
    row.best = row.hit
    if parsed and not answers and parsed.candidates and parsed.candidates[0].members:
        best = [member_text(member) for member in parsed.candidates[0].members[:MOST]]
        row.best = mintaka.judge(question, best).hit
    row.operator_right = mintaka.same_kind(row.operator, question.kind)
    row.stage = _stage(row, parsed, question)
    if question.answer_type == "entity":
        row.hops = _reach(engine).hops([link.id for link in question.links], question.gold)
        names = engine.parser.names
        row.gold_known = sum(names.describe(id_) is not None for id_ in question.gold)
        row.is_covered = row.hops is not None
    return row


def run_qampari(engine: Engine, question: qampari.Question) -> Row:
    """Return what comes of a question of QAMPARI."""
    gold = [sorted(group)[0] for group in question.gold if group]
    row = Row(question.id, question.text, question.kind, "", gold)
    answers, _ = _asked(engine, row)
    names = [_names(engine, answer) for answer in answers[:MOST]]
    row.found = [text_of(answer) for answer in answers][:MOST]
    found = qampari.judge(question, names)
    row.hit, row.exact, row.f1, row.recall = found.hit, found.exact, found.f1, found.recall
    row.stage = "ok" if row.f1 >= 0.5 else "answered" if row.found else "no answer"
    row.gold_known = sum(_is_known(engine, group) for group in question.gold)
    row.is_covered = row.gold_known >= 3
    return row


def _is_known(engine: Engine, names: frozenset[str]) -> bool:
    return any(engine.parser.names.exact(name, limit=1) for name in names)


def run_simplequestions(engine: Engine, question: simplequestions.Question) -> Row:
    """Return what comes of a simple question; what the store states besides is right, too."""
    row = Row(question.id, question.text, question.kind, question.relation, [question.object])
    answers, _ = _asked(engine, row)
    row.found = [text_of(answer) for answer in answers][:MOST]
    gold = simplequestions.answers_in(question, _reach(engine))
    row.is_covered, row.gold_known = bool(gold), len(gold)
    found = marks(row.found, gold or (question.object,))
    row.hit, row.exact, row.f1, row.recall = found.hit, found.exact, found.f1, found.recall
    row.stage = "ok" if row.hit else "wrong" if row.found else "no answer"
    return row


def _reach(engine: Engine) -> Reach:
    path = Path(getattr(engine.store, "path", "")) / "graph"
    if path not in _reaches:
        _reaches[path] = Reach(path)
    return _reaches[path]


_reaches: dict[Path, Reach] = {}


def _asked(engine: Engine, row: Row) -> tuple[Sequence[Answer], Parsed | None]:
    start = time.monotonic()
    try:
        parsed, reply = engine.asked(row.question)
    except (KgqaError, StoreError) as error:
        row.outcome = f"failed: {error}"
        return (), None
    finally:
        row.ms = round((time.monotonic() - start) * 1000, 1)
        row.memory_mb = peak_megabytes()
    row.outcome = reply.outcome
    if reply.readings:
        row.reading = to_text(reply.readings[0].query)
        row.operator = reply.readings[0].operator
        row.confidence = reply.readings[0].score
    return reply.answers, parsed


def _names(engine: Engine, answer: Answer) -> frozenset[str]:
    if not isinstance(answer.value, Entity):
        return frozenset({normalise(text_of(answer))})
    entry = engine.parser.names.describe(answer.value.id)
    texts = [entry.label, *entry.aliases] if entry else []
    return frozenset(normalise(text) for text in texts)


def text_of(answer: Answer) -> str:
    """Return an answer as benchmarks spell it: an id, a date, a number, True or False."""
    value = answer.value
    match value:
        case Entity(id_):
            return id_
        case bool():
            return str(value)
        case Measurement(amount, _):
            return str(int(amount)) if amount == int(amount) else str(amount)
        case Time():
            return value.text
        case _:
            return value.text


def member_text(member: Member) -> str:
    """Return a member of a set as benchmarks spell it."""
    if isinstance(member, str) or member.number is None:
        return member if isinstance(member, str) else member.text
    if member.kind == "date":
        return member.text[:10]
    return str(int(member.number)) if member.number == int(member.number) else str(member.number)


def _rank(linked: Linked, gold: mintaka.GoldLink) -> int | None:
    """Return the place of the gold entity among the candidates of the name it overlaps."""
    for name in linked.names:
        if name and name[0].start < gold.end and gold.start < name[0].end:
            ids = [link.id for link in name]
            if gold.id in ids:
                return ids.index(gold.id)
    return None


def _stage(row: Row, parsed: Parsed | None, question: mintaka.Question) -> str:
    if row.hit:
        return "ok"
    if parsed is None or row.links_five < row.links_known:
        return "mention"
    if row.links_known < len(question.links):
        return "coverage"
    if row.best:
        return "confidence"
    wanted = set(question.gold)
    if any(c.members and wanted & {str(m) for m in c.members} for c in parsed.candidates):
        return "ranking"
    if not row.operator_right:
        return "operator"
    return "link" if row.links_first < row.links_known else "coverage"


# --- Many questions ---------------------------------------------------------------------------

_engine: Engine | None = None


def _start(store: str) -> None:
    global _engine
    _engine = Engine(store)


def _work(task: tuple[Callable[[Engine, Any], Row], Any]) -> Row:
    assert _engine is not None  # noqa: S101 - set when the process starts
    return task[0](_engine, task[1])


def rows_of(
    run: Callable[[Engine, Any], Row], questions: Sequence[Any], store: str, *, jobs: int
) -> Iterator[Row]:
    """Yield a row for each question, in order; `jobs` processes share the work."""
    if jobs <= 1:
        with Engine(store) as engine:
            yield from (run(engine, question) for question in questions)
        return
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(store,)) as pool:
        yield from pool.map(_work, [(run, one) for one in questions], chunksize=8)


def chosen(questions: Sequence[Any], limit: int | None, seed: int) -> list[Any]:
    """Return `limit` of the questions, drawn by `seed`; all where there is no limit."""
    if limit is None or limit >= len(questions):
        return list(questions)
    return random.Random(seed).sample(list(questions), limit)


def scores_of(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the scores of a run, over all and by kind."""
    plain = [asdict(row) for row in rows]
    known = sum(row.links_known for row in rows)
    judged = [row for row in rows if row.operator_right is not None]
    covered = [row for row in plain if row["is_covered"]]
    return {
        "all": summary(plain),
        "covered": summary(covered),
        "peak_memory_mb": max((row.memory_mb for row in rows), default=0.0),
        "by_kind": grouped(plain, "kind"),
        "by_category": grouped(plain, "category"),
        "stages": dict(Counter(row.stage for row in rows).most_common()),
        "linking": {
            "mentions": known,
            "first": round(sum(row.links_first for row in rows) / max(1, known), 4),
            "first_five": round(sum(row.links_five for row in rows) / max(1, known), 4),
        },
        "operator_accuracy": mean(float(bool(row.operator_right)) for row in judged),
        "best_reading_hits@1": mean(row.best for row in rows),
        "recall": mean(row.recall for row in rows),
        "f1_at_least_half": mean(float(row.f1 >= 0.5) for row in rows),
        "recall_at_least_0.8": mean(float(row.recall >= 0.8) for row in rows),
    }


def write(rows: Sequence[Row], scores: dict[str, Any], out: Path) -> None:
    """Write scores, predictions and rows into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "scores.json").write_text(json.dumps(scores, indent=1), encoding="utf-8")
    predictions = {row.id: row.found for row in rows}
    (out / "predictions.json").write_text(json.dumps(predictions, indent=1), encoding="utf-8")
    lines = "".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
    (out / "rows.jsonl").write_text(lines, encoding="utf-8")
