"""Claims: a premise, a statement, and whether it holds; what a verifier learns from.

True ones are edges beside the sentences that say them, and questions beside their answers; false
ones have another relation, another value, both ends turned, or another sentence.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from kgqa.text.readers.examples import Example, Pair
from kgqa.text.readers.scores import normal
from kgqa.text.readers.verify import answered, stated
from kgqa.text.verifying.alignments import Alignment

ENTAILED, OPEN, CONTRADICTED, FALSE = range(4)
"""What a premise says of a statement; the last is one of the two before it, unknown which."""
TITLED, WHOLE = 0.6, 0.2
"""The shares of premises that begin with a title, and that are whole passages."""
USUAL = 0.6
"""The share of edges that are said by their label, as they are said when a verifier is used."""
TURNED, ELSEWHERE = 0.1, 0.3
"""How often an edge is also told with its ends turned, and beside another sentence."""
Called = Callable[[str], Sequence[str]]
"""The names of a property, its label first."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A premise, a statement and its label; `how` says how it was made, `relation` of what."""

    premise: str
    statement: str
    label: int
    how: str
    relation: str = ""
    held: bool = False
    """Whether it is only for measuring."""


def titled(title: str, text: str) -> str:
    """Return a text with its title in front, which says who `he` is."""
    return f"{title}. {text}" if title else text


def of_edges(
    alignments: Iterable[Alignment], called: Called, chance: random.Random
) -> Iterator[Claim]:
    """Yield claims to learn from: a true one of each alignment, and false ones."""
    known: dict[str, list[str]] = {}
    for one in alignments:
        premise, relation = _premise(one, chance), one.relation
        known.setdefault(relation, []).append(one.value)
        said = _ways(called, chance)
        yield Claim(premise, said(one.subject, relation, one.value), ENTAILED, "true", relation)
        false: list[tuple[str, str]] = []
        if wrong := _relation(one, chance):
            false.append(("near relation", said(one.subject, wrong, one.value)))
        strange = chance.choice(known[relation])
        if one.others:
            false.append(("near object", said(one.subject, relation, chance.choice(one.others))))
        elif strange not in one.sentence:
            false.append(("object", said(one.subject, relation, strange)))
        if not one.is_mutual and chance.random() < TURNED:
            false.append(("turned", said(one.value, relation, one.subject)))
        yield from (Claim(premise, text, FALSE, how, relation) for how, text in false)
        if one.elsewhere and chance.random() < ELSEWHERE:
            there = titled(one.title, one.elsewhere)
            text = said(one.subject, relation, one.value)
            yield Claim(there, text, FALSE, "elsewhere", relation)


def planted(
    alignments: Sequence[Alignment], called: Called, chance: random.Random
) -> Iterator[Claim]:
    """Yield claims to measure by: of each alignment a true one, and false ones that are planted.

    `relation` is any other, `object` the value of another edge of the same relation; `near
    relation` and `near object` are harder: a relation that fits both ends, and what the same
    sentence names. A premise is a sentence with its title, and an edge is said by its label.
    """
    relations = sorted({one.relation for one in alignments})
    values: dict[str, list[str]] = {}
    for one in alignments:
        values.setdefault(one.relation, []).append(one.value)
    for one in alignments:
        premise, label = titled(one.title, one.sentence), called(one.relation)[0]
        true = stated(one.subject, label, one.value)
        yield Claim(premise, true, ENTAILED, "true", one.relation, held=True)
        others = [other for other in relations if other not in one.also]
        strange = [other for other in values[one.relation] if other not in premise]
        false = {
            "relation": (called(chance.choice(others))[0] if others else "", one.value),
            "object": (label, chance.choice(strange) if strange else ""),
            "near relation": (called(chance.choice(one.near))[0] if one.near else "", one.value),
            "near object": (label, chance.choice(one.others) if one.others else ""),
        }
        for how, (said, value) in false.items():
            if said and value:
                text = stated(one.subject, said, value)
                yield Claim(premise, text, FALSE, how, one.relation, held=True)


def of_examples(
    examples: Sequence[Example], chance: random.Random, *, held: bool = False
) -> Iterator[Claim]:
    """Yield questions with their answers, and with the answers to others of the same passage."""
    by_passage: dict[str, list[Example]] = {}
    for example in examples:
        by_passage.setdefault(example.passage, []).append(example)
    for passage, asked in by_passage.items():
        told = [(one.question, _answer(one)) for one in asked]
        for question, answer in told:
            others = [other for _, other in told if not _shared(other, answer)]
            yield Claim(passage, answered(question, answer), ENTAILED, "answer", held=held)
            if others:
                wrong = chance.choice(others)
                yield Claim(passage, answered(question, wrong), FALSE, "other answer", held=held)


def of_pairs(pairs: Iterable[Pair]) -> Iterator[Claim]:
    """Yield pairs of sentences as claims."""
    for pair in pairs:
        yield Claim(pair.premise, pair.hypothesis, pair.label, "pair")


def _relation(one: Alignment, chance: random.Random) -> str:
    """Return another relation than the one of an alignment; none where there is no other."""
    pools = [(one.near, 0.55), (one.far, 0.3), (one.lacked, 0.15)]
    there = [(pool, weight) for pool, weight in pools if pool]
    if not there:
        return ""
    (pool,) = chance.choices([pool for pool, _ in there], [weight for _, weight in there])
    return chance.choice(pool)


def _answer(example: Example) -> str:
    start, end = example.spans[0]
    return example.passage[start:end]


def _shared(one: str, other: str) -> bool:
    first, second = set(normal(one).split()), set(normal(other).split())
    return first <= second or second <= first


def _premise(one: Alignment, chance: random.Random) -> str:
    text = one.passage if chance.random() < WHOLE else one.sentence
    is_titled = one.subject not in text or chance.random() < TITLED
    return titled(one.title, text) if is_titled else text


def _ways(called: Called, chance: random.Random) -> Callable[[str, str, str], str]:
    """Return what says an edge as a sentence, in one of several ways."""

    def said(subject: str, relation: str, value: str) -> str:
        names = called(relation)
        if chance.random() < USUAL:
            return stated(subject, names[0], value)
        name = chance.choice(names)
        return chance.choice(
            [
                stated(subject, name, value),
                f"{value} is the {name} of {subject}.",
                f"{subject} has {value} as {name}.",
                f"{subject}: {name}: {value}.",
            ]
        )

    return said


def write(path: Path, claims: Iterable[Claim]) -> None:
    """Write claims, one object per line."""
    with path.open("w", encoding="utf-8") as file:
        for claim in claims:
            file.write(json.dumps(asdict(claim), ensure_ascii=False) + "\n")


def read(path: Path) -> list[Claim]:
    """Return the claims of a file; ValueError where it is none."""
    try:
        with path.open(encoding="utf-8") as file:
            return [Claim(**json.loads(line)) for line in file]
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path} has no claims in it ({error})") from error
