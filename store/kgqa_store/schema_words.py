"""The words of property names, reduced so that `directed by` and `director` meet."""

from __future__ import annotations

from functools import lru_cache

from kgqa_store.names_text import normalise

_SMALL_WORDS = "a an the of in on at to by for from with and or is are was were be has have s as"
SMALL_WORDS = frozenset(_SMALL_WORDS.split())

_ENDINGS = ("ations", "ation", "ings", "ing", "ions", "ion", "ors", "ers", "ed", "or", "er", "es")
SHORTEST_STEM = 4


@lru_cache(maxsize=20_000)  # names of properties and classes repeat few words
def stem(word: str) -> str:
    """Return `word` without its ending, if at least four letters remain."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word[: -len(ending)]
    if len(word) > SHORTEST_STEM and word[-1] in "es" and not word.endswith("ss"):
        return word[:-1]
    return word


def stems(normal: str) -> frozenset[str]:
    """Return the stems of the words of a normal form; small words only if there are no others."""
    words = normal.split(" ")
    large = [word for word in words if word not in SMALL_WORDS]
    return frozenset(stem(word) for word in large or words if word)


def overlap(normal: str, wanted: frozenset[str], name: str) -> float:
    """Return how much of a name and of what is wanted is the same: 0 to 1, 1 if both are equal."""
    other = normalise(name)
    if other == normal:
        return 1.0
    words = stems(other)
    shared = len(words & wanted)
    return 0.0 if not shared else 0.95 * 2 * shared / (len(words) + len(wanted))
