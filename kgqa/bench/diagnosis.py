"""Where our own engine lost a question, and what one part doing its best would have changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgqa.bench.datasets.mintaka import KINDS
from kgqa.bench.metrics.mintaka import same_kind
from kgqa.bench.question import Given, GoldLink, Prediction, Question
from kgqa.bench.row import MOST, Row
from kgqa.bench.store_view import StoreView
from kgqa.parse.linking import Linked
from kgqa.parse.members import Member
from kgqa.parse.parser import Parsed

RIGHT = 0.5
"""A question counts as right from this mark on."""
LARGE = 100
"""Larger sets are not given names to judge them."""
NAMED = 5
"""Readings whose members are given names to judge them."""

Judge = Callable[[Prediction], float]
"""The main mark of a prediction."""


def diagnose(question: Question, row: Row, parsed: Parsed, view: StoreView, judge: Judge) -> None:
    """Note how the question was linked and read, and where it was lost."""
    _note_links(question, row, parsed.linked, view)
    if question.kind in KINDS:
        row.operator_right = same_kind(row.operator, question.kind)
    by_names = not _has_ids(question)
    main = row.marks.get("headline", 0.0)
    most = NAMED if by_names else len(parsed.candidates)
    looked_at = parsed.candidates[:most] if main < RIGHT else ()
    marked = [_mark(candidate.members, view, judge, by_names) for candidate in looked_at]
    row.best = main if row.found else (marked[0] if marked else 0.0)
    row.oracles["ranking"] = float(max([*marked, main]) >= RIGHT)
    if row.operator_right is not None:
        kinds = (same_kind(one.operator, question.kind) for one in looked_at)
        of_kind = [mark for mark, is_same in zip(marked, kinds, strict=True) if is_same]
        row.oracles["operator"] = float(max([*of_kind[:1], main]) >= RIGHT)
    row.stage = _stage(question, row)


def _has_ids(question: Question) -> bool:
    return any(one[:1] == "Q" and one[1:].isdigit() for one in question.first_spellings) or bool(
        question.answer_type
    )


def _note_links(question: Question, row: Row, linked: Linked, view: StoreView) -> None:
    for link in question.links:
        if view.has(link.id):
            place = _rank(linked, link)
            row.links_known += 1
            row.links_first += place == 0
            row.links_five += place is not None and place < 5


def _rank(linked: Linked, gold: GoldLink) -> int | None:
    """Return the place of the gold entity among the candidates of the name it overlaps."""
    for name in linked.names:
        overlaps = name and name[0].start < gold.end and gold.start < name[0].end
        if name and (overlaps or not gold.end):  # without an end it may be any name
            ids = [link.id for link in name]
            if gold.id in ids:
                return ids.index(gold.id)
    return None


def _mark(members: Sequence[Member] | None, view: StoreView, judge: Judge, by_names: bool) -> float:
    if not members or (by_names and len(members) > LARGE):
        return 0.0
    texts = [member_text(member) for member in members[:MOST]]
    answers = (Given(text, view.names_of(text) if by_names else ()) for text in texts)
    return judge(Prediction(tuple(answers)))


def member_text(member: Member) -> str:
    """Return a member of a set as benchmarks spell it."""
    if isinstance(member, str) or member.number is None:
        return member if isinstance(member, str) else member.text
    if member.kind == "date":
        return member.text[:10]
    return str(int(member.number)) if member.number == int(member.number) else str(member.number)


def _stage(question: Question, row: Row) -> str:
    """Return the first thing that went wrong on the way to the answer."""
    if row.marks.get("headline", 0.0) >= RIGHT:
        return "ok"
    if row.links_five < row.links_known:
        return "mention"
    if row.links_known < len(question.links):
        return "coverage"
    if row.best >= RIGHT:
        return "execution" if row.reason.startswith("nothing in this store") else "confidence"
    if row.oracles["ranking"]:
        return "ranking"
    if row.operator_right is False:
        return "operator"
    if row.links_first < row.links_known:
        return "link"
    is_open = question.answer_type not in ("entity", "")
    return "relation" if row.is_covered or is_open else "coverage"
