"""The metrics once more, written another way: straight from the definitions, without our code."""

from __future__ import annotations

import itertools
import math
import re
import string
import unicodedata
from fractions import Fraction


def simple(text: str) -> str:
    """Return SQuAD's normal form, a character at a time."""
    kept = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(w for w in re.sub(r"\b(a|an|the)\b", " ", kept).split() if w)


def set_scores(found: list[str], gold: list[str]) -> tuple[float, float, float, float]:
    """Return precision, recall, F1 and exact of lists without repeats."""
    if not found or not gold:
        return 0.0, 0.0, 0.0, 0.0
    both = len(set(found) & set(gold))
    precision, recall = Fraction(both, len(found)), Fraction(both, len(gold))
    f1 = 2 * precision * recall / (precision + recall) if both else Fraction(0)
    return float(precision), float(recall), float(f1), float(set(found) == set(gold))


def bag_f1(found: list[str], gold: list[str]) -> float:
    """Return the F1 of bags by crossing out what is common."""
    left = list(gold)
    common = 0
    for word in found:
        if word in left:
            left.remove(word)
            common += 1
    if not found or not gold:
        return float(found == gold)
    if not common:
        return 0.0
    precision, recall = Fraction(common, len(found)), Fraction(common, len(gold))
    return float(2 * precision * recall / (precision + recall))


def tokens(text: str) -> list[str]:
    """Return words and signs by a pattern of categories."""
    shape = "".join(
        {"L": "w", "N": "w", "M": "w", "Z": " ", "C": " "}.get(unicodedata.category(c)[0], "s")
        for c in unicodedata.normalize("NFD", text)
    )
    flat = unicodedata.normalize("NFD", text)
    return [flat[m.start() : m.end()].lower() for m in re.finditer("w+|s", shape)]


def text_exact(found: str, gold: str) -> float:
    """Return whether the tokens of the answer stand in those that are said."""
    if not found or not gold:
        return float(found == gold)
    return float(f"\0{chr(0).join(tokens(gold))}\0" in f"\0{chr(0).join(tokens(found))}\0")


def qampari(predicted: list[str], gold: list[list[str]]) -> tuple[Fraction, Fraction, Fraction]:
    """Return precision, recall and F1 of names, exactly; a shared name covers all who have it."""
    different = []
    for one in predicted:
        if simple(one) not in different:
            different.append(simple(one))
    left = {place: [simple(name) for name in names] for place, names in enumerate(gold)}
    useful = 0
    for one in different:
        met = [place for place, names in left.items() if one in names]
        useful += bool(met)
        left = {place: names for place, names in left.items() if place not in met}
    if not useful:
        return Fraction(0), Fraction(0), Fraction(0)
    precision = Fraction(useful, len(different))
    recall = Fraction(len(gold) - len(left), len(gold))
    return precision, recall, 2 * precision * recall / (precision + recall)


def best_matching(gold: list[list[str]], found: list[str]) -> int:
    """Return how many answers can be paired at most, by trying all ways: for small lists."""
    fits = [[simple(one) in map(simple, names) for one in found] for names in gold]
    short, long = sorted((range(len(gold)), range(len(found))), key=len)
    best = 0
    for order in itertools.permutations(long, len(short)):
        pairs = zip(short, order, strict=True)
        if len(gold) <= len(found):
            best = max(best, sum(fits[g][f] for g, f in pairs))
        else:
            best = max(best, sum(fits[g][f] for f, g in pairs))
    return best


def bleu(found: list[str], gold: list[str], size: int) -> float:
    """Return BLEU of words, with the official constants."""
    logs = 0.0
    for n in range(1, size + 1):
        grams = [tuple(found[i : i + n]) for i in range(len(found) - n + 1)]
        left = [tuple(gold[i : i + n]) for i in range(len(gold) - n + 1)]
        common = 0
        for gram in grams:
            if gram in left:
                left.remove(gram)
                common += 1
        logs += math.log((common + 1e-15) / (len(grams) + 1e-9))
    ratio = (len(found) + 1e-15) / (len(gold) + 1e-9)
    return math.exp(logs / size + (0.0 if ratio >= 1 else 1 - 1 / ratio))


def edit_f1(prompt: list[str], found: list[str], gold: list[str]) -> float:
    """Return the F1 of edits, by crossing out."""

    def edits(after: list[str]) -> list[str]:
        before, added = list(prompt), []
        for word in after:
            if word in before:
                before.remove(word)
            else:
                added.append(f"+{word}")
        return [f"-{word}" for word in before] + added

    one, other = edits(found), edits(gold)
    return bag_f1(one, other) if one and other else 0.0
