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
    alignments: Iterable[Alignment], called: Called, chance: random.Random, *, plainly: bool = False
) -> Iterator[Claim]:
    """Yield a true claim of each alignment, and false ones with one thing changed.

    `plainly`, a premise is a sentence with its title and an edge is said by its label: such claims
    are for measuring.
    """
    known: dict[str, list[str]] = {}
    held = plainly
    for one in alignments:
        premise = titled(one.title, one.sentence) if plainly else _premise(one, chance)
        known.setdefault(one.relation, []).append(one.value)

        def made(
            how: str,
            subject: str,
            relation: str,
            value: str,
            premise: str = premise,
            about: str = one.relation,
        ) -> Claim:
            said = _said(subject, called(relation), value, None if plainly else chance)
            label = ENTAILED if how == "true" else FALSE
            return Claim(premise, said, label, how, about, held)

        yield made("true", one.subject, one.relation, one.value)
        if wrong := _relation(one, chance):
            yield made("relation", one.subject, wrong, one.value)
        if one.others:
            yield made("value", one.subject, one.relation, chance.choice(one.others))
        strange = chance.choice(known[one.relation])
        if not one.others and strange not in one.sentence:
            yield made("strange value", one.subject, one.relation, strange)
        if not plainly and one.elsewhere and chance.random() < 0.3:
            there = titled(one.title, one.elsewhere)
            yield made("elsewhere", one.subject, one.relation, one.value, there)
        if not plainly and not one.is_mutual and chance.random() < 0.1:
            yield made("turned", one.value, one.relation, one.subject)


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


def _said(
    subject: str, names: Sequence[str], value: str, chance: random.Random | None = None
) -> str:
    """Return an edge as a sentence; with chance, in one of several ways."""
    if chance is None or chance.random() < USUAL:
        return stated(subject, names[0], value)
    relation = chance.choice(names)
    return chance.choice(
        [
            stated(subject, relation, value),
            f"{value} is the {relation} of {subject}.",
            f"{subject} has {value} as {relation}.",
            f"{subject}: {relation}: {value}.",
        ]
    )


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
