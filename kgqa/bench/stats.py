"""What a file of questions is like: the tables in which papers describe their sets."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from kgqa.bench.coverage import share
from kgqa.bench.metrics.ambigqa import variants
from kgqa.bench.metrics.words import tokenised
from kgqa.bench.question import Question
from kgqa.bench.report.tables import Line, Table
from kgqa.bench.row import Row

BINS = (1, 2, 5, 10, 15, 20, 30, 50, 100)
"""Numbers of answers at which a bar of the figure begins."""


def tables_of(name: str, questions: Sequence[Question]) -> list[Table]:
    """Return the tables that the paper of a benchmark has; of others, what all have."""
    own: Mapping[str, Callable[[Sequence[Question]], list[Table]]] = {
        "mintaka": _mintaka,
        "qampari": _qampari,
        "ambigqa": _ambigqa,
    }
    return [_general(questions), *own.get(name, _by_kind)(questions)]


# --- Every set -----------------------------------------------------------------------------------


def _general(questions: Sequence[Question]) -> Table:
    lengths = [len(question.text.split()) for question in questions]
    answers = [len(question.gold) for question in questions]
    first = Counter(" ".join(question.text.lower().split()[:2]) for question in questions)
    lines = [
        ("questions", f"{len(questions):,}"),
        ("words in a question, mean", _mean(lengths)),
        ("words in a question, median", f"{statistics.median(lengths):g}"),
        ("answers to a question, mean", _mean(answers)),
        ("answers to a question, at most", f"{max(answers):,}"),
        ("different beginnings of two words", f"{len(first):,}"),
    ]
    return _table("Questions", ("what", "value"), lines)


def _by_kind(questions: Sequence[Question]) -> list[Table]:
    return [_answers_by_kind(questions)]


def _answers_by_kind(questions: Sequence[Question]) -> Table:
    groups = _grouped(questions, lambda question: question.kind)
    lines = [
        (
            kind or "none",
            f"{len(some):,}",
            f"{share(len(some), len(questions)):.3f}",
            _mean([len(one.gold) for one in some]),
            f"{statistics.median(len(one.gold) for one in some):g}",
            str(max(len(one.gold) for one in some)),
            _mean([len(one.text.split()) for one in some]),
        )
        for kind, some in groups.items()
    ]
    columns = ("kind", "questions", "share", "answers, mean", "median", "at most", "words")
    return _table("Questions by kind", columns, lines)


def figure(questions: Sequence[Question]) -> list[tuple[str, float, int]]:
    """Return how many questions have how many answers: the name of a bar, its share, its count."""
    counts = [len(question.gold) for question in questions]
    ends = [*BINS[1:], None]
    found = []
    for low, high in zip(BINS, ends, strict=True):
        inside = sum(low <= count and (high is None or count < high) for count in counts)
        name = f"{low}+" if high is None else str(low) if high == low + 1 else f"{low}–{high - 1}"
        found.append((name, share(inside, len(counts)), inside))
    return found


def _figure_table(questions: Sequence[Question]) -> Table:
    lines = [(name, str(count), f"{part:.3f}") for name, part, count in figure(questions)]
    return _table("Answers to a question", ("answers", "questions", "share"), lines)


# --- Mintaka -------------------------------------------------------------------------------------


def _mintaka(questions: Sequence[Question]) -> list[Table]:
    categories = sorted({question.category for question in questions})
    counts = Counter((question.kind, question.category) for question in questions)
    lines = []
    for kind, some in _grouped(questions, lambda question: question.kind).items():
        cells = [str(counts[kind, category]) for category in categories]
        lines.append((kind, *cells, str(len(some)), f"{share(len(some), len(questions)):.3f}"))
    columns = ("complexity", *categories, "all", "share")
    types = _grouped(questions, lambda question: question.answer_type)
    answered = [
        (name, str(len(some)), f"{share(len(some), len(questions)):.3f}")
        for name, some in types.items()
    ]
    linked = sum(bool(question.links) for question in questions)
    answered.append(("questions with linked entities", str(linked), _part(linked, questions)))
    return [
        _table("Questions by complexity and category (table 2)", columns, lines),
        _table("Types of answers", ("type", "questions", "share"), answered),
    ]


def naturalness(
    questions: Sequence[Question], others: Mapping[str, Sequence[Question]]
) -> Table | None:
    """Return how far the lengths of questions are from those of other sets: Kolmogorov-Smirnov."""
    own = [len(question.text.split()) for question in questions]
    lines = []
    for name, some in others.items():
        lengths = [len(question.text.split()) for question in some]
        distance = kolmogorov_smirnov(own, lengths)
        chance = smirnov_chance(distance, len(own), len(lengths))
        lines.append((name, f"{len(some):,}", _mean(lengths), f"{distance:.4f}", f"{chance:.2g}"))
    columns = ("against", "questions", "words, mean", "D", "p")
    note = "D is the largest distance of the two distributions of words in a question"
    return _table("Naturalness", columns, lines, note) if lines else None


def kolmogorov_smirnov(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the largest distance between the distributions of two samples."""
    if not one or not other:
        return 0.0
    points = sorted({*one, *other})
    first, second = Counter(one), Counter(other)
    seen = [0, 0]
    largest = 0.0
    for point in points:
        seen[0] += first[point]
        seen[1] += second[point]
        largest = max(largest, abs(seen[0] / len(one) - seen[1] / len(other)))
    return largest


def smirnov_chance(distance: float, one: int, other: int) -> float:
    """Return how likely two samples of one distribution are so far apart, for large samples."""
    scaled = math.sqrt(one * other / max(1, one + other)) * distance
    if scaled < 0.2:  # the series does not converge, and is 1 to twelve digits
        return 1.0
    signs = (1.0 if k % 2 else -1.0 for k in range(1, 101))
    terms = (sign * math.exp(-2 * (k * scaled) ** 2) for k, sign in enumerate(signs, 1))
    return min(1.0, max(0.0, 2 * sum(terms)))


def hops_table(rows: Sequence[Row]) -> Table:
    """Return how far answers are from the entities of questions that have such, in a store."""
    joined = [row for row in rows if row.has_ends]
    lines = []
    for most, title in ((0, "in the question"), (1, "within one hop"), (2, "within two hops")):
        count = sum(row.hops is not None and row.hops <= most for row in joined)
        lines.append((title, str(count), f"{share(count, len(joined)):.3f}"))
    lines.append(("questions with linked entities and answers", str(len(joined)), "1.000"))
    return _table("Hops", ("answer", "questions", "share"), lines)


# --- QAMPARI -------------------------------------------------------------------------------------


def _qampari(questions: Sequence[Question]) -> list[Table]:
    answers = [names for question in questions for names in question.gold]
    proved = [proofs for question in questions for proofs in question.evidence]
    first = {names[0].lower() for names in answers}
    lines = [
        ("answers", f"{len(answers):,}"),
        ("different answers", f"{len(first):,}"),
        ("names of an answer, mean", _mean([len(names) for names in answers])),
        ("answers with proofs", f"{len(proved):,}"),
        ("proofs of such an answer, mean", _mean([len(proofs) for proofs in proved])),
        ("questions with at least five answers", _part(
            sum(len(question.gold) >= 5 for question in questions), questions)),
    ]  # fmt: skip
    by_kind = _answers_by_kind(questions)
    return [
        Table("Questions by type (table 2)", by_kind.columns, by_kind.lines),
        _table("Answers and their evidence (table 3)", ("what", "value"), lines),
        _figure_table(questions),
    ]


# --- AmbigQA -------------------------------------------------------------------------------------


def _ambigqa(questions: Sequence[Question]) -> list[Table]:
    counts = [len(pairs) for question in questions for pairs in question.annotations]
    sizes = Counter(min(count, 4) for count in counts)
    lines = [
        (f"{size}{'+' if size == 4 else ''}", str(sizes[size]), _part(sizes[size], counts))
        for size in (1, 2, 3, 4)
    ]
    multi = sum(question.kind == "multi" for question in questions)
    lines.append(("questions with several by every annotator", str(multi), _part(multi, questions)))
    columns = ("pairs of an annotation", "annotations", "share")
    return [_table("Pairs (table 2)", columns, lines), _edits(questions)]


def _edits(questions: Sequence[Question]) -> Table:
    """Return what rewritten questions add to the prompt, and take from it, in words."""
    added, taken = [], []
    for question in questions:
        before = Counter(tokenised(question.text).split())
        for pair in (pair for pairs in question.annotations for pair in pairs if pair.question):
            after = Counter(tokenised(variants(pair.question)[0]).split())
            added.append((after - before).total())
            taken.append((before - after).total())
    only = sum(more > 0 and not less for more, less in zip(added, taken, strict=True))
    lines = [
        ("rewritten questions", f"{len(added):,}"),
        ("words added, mean", _mean(added)),
        ("words taken, mean", _mean(taken)),
        ("words edited, mean", _mean([a + b for a, b in zip(added, taken, strict=True)])),
        ("only words added", _part(only, added)),
    ]
    return _table("Edits", ("what", "value"), lines)


# --- Cells ---------------------------------------------------------------------------------------


def _grouped(
    questions: Sequence[Question], key: Callable[[Question], str]
) -> dict[str, list[Question]]:
    found: dict[str, list[Question]] = {}
    for question in questions:
        found.setdefault(key(question), []).append(question)
    return dict(sorted(found.items(), key=lambda one: (-len(one[1]), one[0])))


def _mean(values: Sequence[int]) -> str:
    return f"{statistics.fmean(values):.2f}" if values else "0"


def _part(count: int, whole: Sequence[object]) -> str:
    return f"{share(count, len(whole)):.3f}"


def _table(
    title: str, columns: tuple[str, ...], lines: Iterable[tuple[str, ...]], *notes: str
) -> Table:
    return Table(title, columns, tuple(map(Line, lines)), notes)
