"""How likely a reading is what was asked: judged beside all others, and by what it passes over.

The evidence is what speaks for a reading by its features, how well it fits by the second look, how
far those with other answers are behind, and how well the store knows what it asks of it. Trees
that were taught on questions with known answers weigh it; nothing overrides them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from kgqa.parse import features
from kgqa.parse.candidate import Candidate
from kgqa.parse.features import FEATURES
from kgqa.parse.parser import Parsed
from kgqa.parse.trees import Trees, load

FILE = "certainty.npz"
FAR = 6.0
"""A reading that is so far ahead of the next is as good as alone."""
UNSEEN = -10.0
"""How well a reading fits that was not looked at."""
MOST = 40
"""More readings than that tell nothing more."""
ADDED = (
    *("score", "behind", "ahead", "fit", "fit_behind", "fit_ahead", "agreed", "fit_agreed"),
    *("readings", "complete", "content", "unknown", "mistyped", "capitals"),
    *("likely_kind", "likely_sort"),
)
"""What counts beside the features of a reading."""
OF_QUESTION = 6
"""So many of these are of the question, and the same for all of its readings."""
NAMES = (*FEATURES, *ADDED)
FALLING = features.FALLING | {"unknown"}
"""More of these never makes a reading more certain."""
RISING = features.RISING | {"fit", "ahead", "fit_ahead", "agreed", "fit_agreed"}
"""More of these never makes a reading less certain."""

Floats = NDArray[np.float32]


def judged(parsed: Parsed, unknown: Sequence[int]) -> Parsed:
    """Return a question with its readings as they are likely to be right, the likeliest first.

    The score of each is then the logarithm of its odds. `unknown` tells of each how many words
    are written like names that nothing has, and that it does not explain.
    """
    if not parsed.candidates:
        return parsed
    trees = shipped()
    rows = evidence(parsed, unknown)
    odds = trees.totals(rows[:, [NAMES.index(name) for name in trees.names]])
    found = [
        replace(one, score=float(odd)) for one, odd in zip(parsed.candidates, odds, strict=True)
    ]
    return replace(parsed, candidates=tuple(sorted(found, key=lambda one: -one.score)))


def evidence(parsed: Parsed, unknown: Sequence[int]) -> Floats:
    """Return a row of numbers for each reading, in the order of `NAMES`."""
    candidates = parsed.candidates
    own = [
        (float(words), float(any("typo" in link.how for link in one.links)))
        for one, words in zip(candidates, unknown, strict=True)
    ]
    told = [[one.features.get(name, 0.0) for name in FEATURES] for one in candidates]
    return beside_each_other(
        np.array(told, np.float32),
        np.array([one.score for one in candidates], np.float32),
        np.array([one.features.get("fit", UNSEEN) for one in candidates], np.float32),
        groups_of(candidates),
        np.array(own, np.float32),
        np.array(of_question(parsed), np.float32),
    )


def beside_each_other(
    told: Floats,
    scores: Floats,
    fits: Floats,
    groups: NDArray[np.integer],
    own: Floats,
    asked: Floats,
) -> Floats:
    """Return what speaks for each reading of a question beside all others.

    `told` are the features of each, `groups` numbers that are the same for those with the same
    answers, `own` how many words are unknown to it and whether a name is mistyped, and `asked` what
    is known of the question.
    """
    beside = np.stack(
        [
            *(scores, scores.max() - scores, _ahead(scores, groups)),
            *(fits, fits.max() - fits, _ahead(fits, groups)),
            *(_agreed(scores, groups), _agreed(fits, groups)),
        ],
        axis=1,
    )
    same = np.tile(asked, (len(scores), 1))
    return np.hstack([told, beside, same[:, :3], own, same[:, 3:]])


def of_question(parsed: Parsed) -> tuple[float, ...]:
    """Return what is known of a question, whatever is read in it."""
    words = parsed.analysis.words
    capitals = sum(word.is_capital for word in words) / max(1, len(words))
    return (
        float(min(MOST, len(parsed.candidates))),
        parsed.named,
        float(len(parsed.analysis.content)),
        capitals,
        max(parsed.guess.kinds.values()),
        max(parsed.guess.sorts.values()),
    )


def groups_of(candidates: Sequence[Candidate]) -> NDArray[np.int64]:
    """Return a number for each reading, the same for those with the same answers."""
    known: dict[object, int] = {}
    keys = [one.members or one.query for one in candidates]
    return np.array([known.setdefault(key, len(known)) for key in keys])


def _ahead(values: Floats, groups: NDArray[np.integer]) -> Floats:
    """Return how far each is ahead of the best with other answers, or behind it."""
    best = {group: values[groups == group].max() for group in dict.fromkeys(groups.tolist())}
    ranked = sorted(best, key=lambda group: -best[group])[:2]
    others = [
        best[ranked[0]] if group != ranked[0] else best[ranked[1]] if len(ranked) > 1 else -np.inf
        for group in groups.tolist()
    ]
    found: Floats = np.clip(values - np.array(others, np.float32), -FAR, FAR)
    return found


def _agreed(values: Floats, groups: NDArray[np.integer]) -> Floats:
    """Return how much of the odds of all readings is of those with the same answers."""
    odds = np.exp(values - values.max())
    total = {group: odds[groups == group].sum() for group in dict.fromkeys(groups.tolist())}
    shares: Floats = np.array([total[group] for group in groups.tolist()], np.float32) / odds.sum()
    return shares


@cache
def shipped() -> Trees:
    """Return the trees that come with kgqa; read once in a process."""
    with resources.as_file(resources.files("kgqa.judge") / "data" / FILE) as path:
        return load(path)
