"""The clues of the linking model, as people read them."""

from __future__ import annotations

from collections.abc import Callable

_SIDES = {
    "next": "before the word",
    "before": "after the word",
    "asks": "in a question of",
    "first": "in a question of",
    "any": "in a question with",
    "orders": "in a question of an order",
    "name": "written like a name",
    "common": "written like a common word",
}
_CLUES = {
    "pop": "well known",
    "pop.gap": "less known than another",
    "pop.rank": "not the best known",
    "label.same": "written like its label",
    "label.normal": "its label, written differently",
    "label.longer": "its label is longer",
    "label.small": "a name, and its label is a common word",
    "label.capital": "a common word, and its label is a name",
    "name.foreign": "a name in another language",
    "class": "a class",
    "class|common": "a class, and a common word",
    "class|name": "a class, and written like a name",
    "untyped": "nobody says what it is",
    "near.1": "the graph connects it to another name",
    "near.2": "near another name in the graph",
    "near.more": "the graph connects it to several names",
    "run.all": "all words that are written like the name",
    "run.left": "words of the name before it are left out",
    "run.right": "words of the name behind it are left out",
    "span.words": "many words",
    "span.words2": "many words",
    "span.capital": "many capitals",
    "span.small": "small words in it",
    "span.common": "a common word",
    "span.number": "a number",
    "typo.known": "mistyped, though its words are names",
}


def phrase(clue: str, label_of: Callable[[str], str]) -> str:
    """Return a clue in English; `label_of` gives the label of a Q- or P-number."""
    known = _CLUES.get(clue)
    if known:
        return known
    kind, _, rest = clue.partition(":")
    match kind:
        case "t":
            class_, _, side = rest.partition("|")
            where, _, word = side.partition(":")
            said = f"{_SIDES.get(where, where)} {word}".strip()
            return f"a {label_of(class_)} {said}".strip()
        case "how" | "manner":
            return f"found by {rest.replace('|', ', ')}"
        case "c":
            called, _, side = rest.partition("|")
            where, _, word = side.partition(":")
            return f"its class is called {called}, {_SIDES.get(where, where)} {word}".strip()
        case "near":
            return f"{label_of(rest.removeprefix('^'))} connects it to another name"
        case "rival":
            property_ = rest.partition("|")[0].removeprefix("^")
            return f"{label_of(property_)} connects it to a rival"
        case _:
            place, _, side = clue.rpartition(".")
            what = {"type.said": "its class", "described": "its description"}.get(place, "it")
            return f"{what} says the word {_SIDES.get(side, side).split()[0]} it"
