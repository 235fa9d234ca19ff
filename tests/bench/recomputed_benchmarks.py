"""What each benchmark gives a question, once more: from the definitions, without our code.

`RECOMPUTED` has for each benchmark all of its metrics. Only the values of questions, predictions
and passages are ours; how they are compared is written anew, with sets, lists and fractions.
"""

from __future__ import annotations

import itertools
import math
import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from bench.recomputed import bag_f1, edit_f1, qampari, simple, text_exact

from kgqa.bench.question import Given, Pair, Passage, Prediction, Question

Scores = dict[str, float]
DEPTHS = (10, 25, 50, 100, 200)
Same = Callable[[str, str], bool]


# --- Sets of values ------------------------------------------------------------------------------


def is_entity(text: str) -> bool:
    return bool(re.fullmatch(r"Q\d+", text))


def time_of(text: str) -> list[int] | None:
    """Return the numbers of a year, a month or a day."""
    sign = -1 if text.startswith("-") else 1
    parts = text[1:].split("-") if text[:1] in ("-", "+") else text.split("-")
    shapes = [r"\d+", r"\d\d", r"\d\d"]
    if len(parts) > 3 or not all(map(re.fullmatch, shapes, parts)):
        return None
    year, *rest = map(int, parts)
    return [sign * year, *rest]


def equal(one: str, other: str) -> bool:
    """Whether two values are one: dates at the coarser precision, numbers by value."""
    if one == other or is_entity(one) or is_entity(other):
        return one == other
    times = time_of(one), time_of(other)
    if times[0] and times[1] and len(times[0]) + len(times[1]) > 2:
        return all(a == b for a, b in zip(times[0], times[1], strict=False))
    try:
        return Fraction(one) == Fraction(other)
    except ValueError:
        return False


def of_lists(found: Sequence[str], gold: Sequence[str], same: Same) -> Scores:
    """Return hits@1, exact, precision, recall and F1 by counting pairs that are the same."""
    if not found or not gold:
        return dict.fromkeys(("hits@1", "exact", "precision", "recall", "f1"), 0.0)
    meets = [[same(one, right) for right in gold] for one in found]
    precision = Fraction(sum(map(any, meets)), len(found))
    recall = Fraction(sum(map(any, zip(*meets, strict=True))), len(gold))
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
    return {
        "hits@1": float(any(meets[0])),
        "exact": float(precision == recall == 1),
        "precision": float(precision),
        "recall": float(recall),
        "f1": float(f1),
    }


def values(question: Question, prediction: Prediction) -> Scores:
    """Return the marks of sets with gold SPARQL: an answer meets a text by any of its names."""
    gold = [names[0] for names in question.gold]
    if not gold:
        return {}
    return against(gold, prediction) | {
        f"rerun_{name}": against(gold, prediction)[name] for name in ("exact", "f1")
    }


def against(gold: list[str], prediction: Prediction) -> Scores:
    names = {one.text: [one.text, *one.names] for one in prediction.answers}

    def same(found: str, right: str) -> bool:
        by_name = not is_entity(right) and any(simple(n) == simple(right) for n in names[found])
        return by_name or equal(found, right)

    return of_lists([one.text for one in prediction.answers], gold, same)


def mintaka(question: Question, prediction: Prediction) -> Scores:
    """Return our marks and the official ones."""
    found = [one.text for one in prediction.answers]
    gold = [names[0] for names in question.gold]
    ours = of_lists(found, gold, equal)
    if question.number is not None and question.answer_type == "entity":
        counted = of_lists(found, [question.number], equal)
        ours = max(ours, counted, key=lambda one: (one["hits@1"], one["f1"]))
    said = " ".join(
        one.text if one.kind in ("boolean", "number", "date") or not one.names else one.names[0]
        for one in prediction.answers
    )
    right = question.gold_text or ""
    return ours | {
        "kg_hits@1": float(bool(set(found) & set(gold)) or not (found or gold)),
        "kg_exact": float(found == gold),
        "kg_f1": bag_f1(found, gold),
        "text_exact": text_exact(said, right),
        "text_f1": bag_f1(said.split(), right.split()),
    }


# --- Names and passages --------------------------------------------------------------------------


def label(one: Given) -> str:
    return one.names[0] if one.names else one.text


def every_name(one: Given) -> set[str]:
    return {simple(name) for name in (*one.names, one.text)}


def covering(sets: Iterable[set[str]], gold: Sequence[Sequence[str]]) -> tuple[Fraction, Fraction]:
    """Return precision and recall of answers that are sets of names."""
    different: list[set[str]] = []
    for one in sets:
        if one not in different:
            different.append(one)
    left = {place: set(map(simple, names)) for place, names in enumerate(gold)}
    useful = 0
    for one in different:
        met = [place for place, names in left.items() if one & names]
        useful += bool(met)
        for place in met:
            del left[place]
    if not different or not gold:
        return Fraction(0), Fraction(0)
    return Fraction(useful, len(different)), Fraction(len(gold) - len(left), len(gold))


def stands_in(part: Sequence[str], words: Sequence[str]) -> bool:
    return any(list(words[i : i + len(part)]) == list(part) for i in range(len(words)))


def answer_recall(question: Question, passages: Sequence[Passage], depth: int) -> float:
    """Return the share of the answers with a name in one of the first passages."""
    texts = [simple(f"{one.title} {one.text}").split() for one in passages[:depth]]
    met = [
        any(
            stands_in(simple(name).split(), text)
            for text in texts
            for name in names
            if simple(name)
        )
        for names in question.gold
    ]
    return sum(met) / max(1, len(met))


def threes(text: str) -> set[str]:
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[i : i + 3]) for i in range(len(words) - 2)}


def proves(passage: Passage, proof: Passage) -> bool:
    """Whether both share half of the triples of the shorter, and five where the proof has them."""
    one, other = threes(passage.text), threes(proof.text)
    common, shorter = len(one & other), min(len(one), len(other))
    return shorter > 0 and 2 * common >= shorter and common >= min(5, len(other))


def evidence_recall(question: Question, passages: Sequence[Passage], depth: int) -> float:
    """Return the mean over answers of the share of their proofs."""
    shares = [
        Fraction(sum(any(proves(one, p) for one in passages[:depth]) for p in proofs), len(proofs))
        for proofs in question.evidence
    ]
    return float(sum(shares, Fraction(0)) / len(shares))


def many(question: Question, prediction: Prediction) -> Scores:
    """Return QAMPARI's metrics."""
    labels = [label(one) for one in prediction.answers]
    gold = [list(names) for names in question.gold]
    precision, recall, f1 = qampari(labels, gold)
    exact = precision == recall == 1
    any_name = covering(map(every_name, prediction.answers), gold)
    found = {
        "hits@1": float(bool(labels) and any(simple(labels[0]) in map(simple, g) for g in gold)),
        "exact": float(exact), "precision": float(precision), "recall": float(recall),
        "f1": float(f1), "f1_at_least_half": float(2 * f1 >= 1),
        "recall_at_least_0.8": float(5 * recall >= 4),
        "f1_any_name": float(2 * math.prod(any_name) / sum(any_name)) if sum(any_name) else 0.0,
    }  # fmt: skip
    if question.extended:
        more = qampari(labels, [list(names) for names in question.extended])
        for which, scores in (("without", (precision, recall, f1)), ("with", more)):
            for name, score in zip(("precision", "recall", "f1"), scores, strict=True):
                found[f"{name}_{which}"] = float(score)
    for depth in DEPTHS if prediction.passages is not None else ():
        found[f"arecall@{depth}"] = answer_recall(question, prediction.passages or (), depth)
        if question.evidence:
            found[f"erecall@{depth}"] = evidence_recall(question, prediction.passages or (), depth)
    return found


# --- QUASAR --------------------------------------------------------------------------------------


def pieces(text: str) -> list[str]:
    """Return the words of a text without articles and signs, but with + and #."""
    dropped = set(string.punctuation) - {"+", "#"}
    words = [word for word in text.lower().split() if word not in ("a", "an", "the")]
    kept = ["".join(c for c in word if c not in dropped) for word in words]
    return [word for word in kept if word]


def quasar(question: Question, prediction: Prediction) -> Scores:
    """Return QUASAR's metrics; search is over what was retrieved and read."""
    gold = question.gold[0][0]
    said = label(prediction.answers[0]) if prediction.answers else None
    exact = float(said is not None and "".join(pieces(said)) == "".join(pieces(gold)))
    one, other = set(pieces(said or "")), set(pieces(gold))
    f1 = 2 * len(one & other) / (len(one) + len(other)) if one & other else 0.0
    found = {"exact": exact, "f1": f1, "hits@1": exact}
    if prediction.passages is None:
        return found
    wanted = "".join(pieces(gold))
    texts = [pieces(f"{p.title} {p.text}") for p in prediction.passages[: prediction.read]]
    runs = ("".join(t[i:j]) for t in texts for i, j in itertools.combinations(range(len(t) + 1), 2))
    search = float(bool(wanted) and wanted in runs)
    reading = {"reading": exact} if search else {}
    return found | {"search": search, "overall": exact * search} | reading


# --- AmbigQA, NQ-open and PopQA ------------------------------------------------------------------


def rewritten(text: str) -> list[str]:
    """Return the words of a question, contractions cut in two."""
    cut, place = "", 0
    while place < len(text):
        end = next((e for e in ("n't", "'s", "'re", "'ve", "'ll", "'d", "'m")
                    if text[place:].lower().startswith(e)
                    and not re.match(r"\w", text[place + len(e) :])), "")  # fmt: skip
        size = len(end) or 1
        cut += (" " if end else "") + text[place : place + size]
        place += size
    return simple(cut).split()


def bleu(found: str, gold: str, size: int) -> float:
    """Return BLEU against several right questions, with the official constants."""
    words = rewritten(found)
    right = [rewritten(text) for text in gold.split("|") if text.strip()] or [[]]

    def grams(some: list[str], n: int) -> Counter[str]:
        return Counter(" ".join(some[i : i + n]) for i in range(len(some) - n + 1))

    logs = 0.0
    for n in range(1, size + 1):
        own = grams(words, n)
        most = {gram: max(grams(one, n)[gram] for one in right) for gram in own}
        common = sum(min(count, most[gram]) for gram, count in own.items())
        logs += math.log((common + 1e-15) / (own.total() + 1e-9))
    length = sorted((abs(len(one) - len(words)), len(one)) for one in right)[0][1]
    ratio = (len(words) + 1e-15) / (length + 1e-9)
    return math.exp(logs / size + min(0.0, 1 - 1 / ratio))


def accepted(gold: Pair, found: Pair) -> bool:
    return bool(set(map(simple, gold.answers)) & set(map(simple, found.answers)))


def matched(gold: Sequence[Pair], found: Sequence[Pair]) -> float:
    """Return F1 where each right answer takes the first that is left."""
    left, met = list(found), 0
    for right in gold:
        for one in left:
            if accepted(right, one):
                left.remove(one)
                met += 1
                break
    return 2 * met / (len(gold) + len(found)) if gold and found else 0.0


def worth(
    gold: Sequence[Pair], found: Sequence[Pair], like: Callable[[str, str], float] | None
) -> float:
    """Return F1 of pairs: the most alike are taken away together until none are left."""
    if len(gold) == 1 and not gold[0].question:
        return matched(gold, found)
    table = {
        (i, j): like(one.question, right.question) if like else 0.0
        for i, right in enumerate(gold)
        for j, one in enumerate(found)
        if accepted(right, one)
    }
    total = 0.0
    while table:
        best = max(table, key=lambda at: (table[at], -at[0], -at[1]))
        total += table[best]
        table = {at: v for at, v in table.items() if at[0] != best[0] and at[1] != best[1]}
    return 2 * total / (len(gold) + len(found)) if gold and found else 0.0


def ambigqa(question: Question, prediction: Prediction) -> Scores:
    """Return AmbigQA's metrics, each by the annotation that fits best."""
    first = [Pair(one.question, one.answers[:1]) for one in prediction.pairs]
    pairs = first or [Pair("", (label(one),)) for one in prediction.answers]
    wide = prediction.pairs or [Pair("", (label(a), *a.names, a.text)) for a in prediction.answers]
    annotations = question.annotations
    f1 = max(matched(gold, pairs) for gold in annotations)
    likes: dict[str, Callable[[str, str], float]] = {
        f"f1_bleu{size}": lambda one, right, size=size: bleu(one, right, size)  # type: ignore[misc]
        for size in range(1, 5)
    }
    likes["f1_edit"] = lambda one, right: edit_f1(
        rewritten(question.text),
        rewritten(one),
        rewritten(next(filter(str.strip, right.split("|")), "")),
    )
    names = {simple(name) for gold in annotations for pair in gold for name in pair.answers}
    hit = bool(prediction.answers) and bool(every_name(prediction.answers[0]) & names)
    return {
        "f1_answer": f1, "f1_answer_multi": f1, "hits@1": float(hit),
        "f1_any_name": max(matched(gold, list(wide)) for gold in annotations),
        **{
            name: max(worth(gold, pairs, like if first else None) for gold in annotations)
            for name, like in likes.items()
        },
    }  # fmt: skip


def open_domain(question: Question, prediction: Prediction) -> Scores:
    """Return exact matches, and PopQA's accuracy."""
    right = question.gold[0]
    labels = [label(one) for one in prediction.answers]
    hits = [simple(one) in [simple(name) for name in right] for one in labels]
    forms = {form for name in right for form in (name, name.lower(), name.capitalize())}
    first = every_name(prediction.answers[0]) if prediction.answers else set()
    return {
        "em_first": float(hits[:1] == [True]),
        "em_any": float(True in hits),
        "hits@1": float(bool(first & set(map(simple, right)))),
        "contains": float(bool(labels) and any(form in labels[0] for form in forms)),
    }


RECOMPUTED: dict[str, Callable[[Question, Prediction], Scores]] = {
    "mintaka": mintaka, "qampari": many, "ambigqa": ambigqa, "quasar": quasar,
    "nq": open_domain, "popqa": open_domain,
    **dict.fromkeys(
        ("simplequestions", "qald", "lcquad", "wikiwebquestions", "rubq", "spinach"), values
    ),
}  # fmt: skip
