"""Whether a text is English, told by its letters and its smallest words."""

from __future__ import annotations

import re

_WORDS = re.compile(r"[^\W\d_]+")
_LOOKED_AT = 400
"""Characters that suffice to tell."""
_FEWEST = 12
"""Words below which Latin letters alone tell nothing."""

ENGLISH = frozenset(
    """
    the of and in to a is was for as with by on at from his her it that an which he she were are
    this be has had also or its who one after first their but not have they
    """.split()  # noqa: SIM905 - a list of words reads better
)
OTHERS = frozenset(
    """
    der die das und ist von mit den ein eine im auf für als dem des zu wurde sich nicht
    le la les des et est un une dans du en que qui au pour sur il elle par avec sont
    el los las es del una con por su se fue al como más
    il di che della nel con gli dei delle alla sono
    os da do em um uma não dos foi na ao
    de het een van en op te zijn was met werd
    och att som är av till den det på för
    og er som til af det på med
    na jest się do nie oraz był
    ve bir bu ile için olan
    """.split()  # noqa: SIM905 - a list of words reads better
)


def is_english(text: str) -> bool:
    """Return whether a text is English, or so short that it could be."""
    head = text[:_LOOKED_AT]
    if " the " in head:
        return True
    words = [word.lower() for word in _WORDS.findall(head)]
    letters = "".join(words)
    latin = sum(letter < "\u0250" for letter in letters)
    if letters and latin * 2 < len(letters):
        return False
    if len(words) < _FEWEST:
        return True
    english = sum(word in ENGLISH for word in words)
    others = sum(word in OTHERS for word in words)
    return english * 2 >= others or english * 10 >= len(words)
