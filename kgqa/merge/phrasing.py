"""A step of an expression as a question: `^P57(Q25188)` is "Who was Inception directed by?".

The words are those of `kgqa.algebra.lexicon`, so that a property that is in none of our lists is
asked for by its label. The question word follows from what the property leads to.
"""

from __future__ import annotations

import re

from kgqa_store.schema import Property

from kgqa.algebra import inflection
from kgqa.algebra.lexicon import Wording, wording
from kgqa.merge.spans import Kind

PEOPLE = frozenset({"Q5", "Q15632617", "Q95074", "Q215627"})
PLACES = frozenset({"Q515", "Q6256", "Q3624078", "Q486972", "Q2221906", "Q1549591", "Q17334923"})
"""Cities, countries, settlements, places."""
MOST = 0.4
"""A property whose values are people for this share is asked for with `who`."""

PLAIN = {"starring": "plays"}
"""Plainer words, by which readers find more of those who play in a film."""

_CHOICE = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")


def kind_of(entry: Property) -> Kind:
    """Return what the values of a property are."""
    match entry.datatype:
        case "Time":
            return "date"
        case "Quantity":
            return "number"
        case "WikibaseItem" | "":
            return "entity"
        case _:
            return "text"


def asked_of(entry: Property, name: str) -> str:
    """Return the question for what something called `name` has as a property."""
    words = wording(entry.id, entry.label)
    match kind_of(entry):
        case "date":
            return _when(words, name)
        case "number" | "text":
            return f"What is the {words.object} {words.of.replace('{}', name)}?"
        case "entity":
            return _which(entry, words, name)


def _when(words: Wording, name: str) -> str:
    event = _singular(words.event).replace("{}", "").strip()
    if found := re.fullmatch(r"that (\w+)ed", event):
        stem = found[1]
        return f"When did {name} {stem + 'e' if stem.endswith('i') else stem}?"
    if found := re.fullmatch(r"(\w+)ing", event):
        return f"When did {name} {found[1]}?"
    if event and not event.startswith("whose "):
        return f"When was {name} {event.removeprefix('that was ')}?"
    return f"What is the {words.object} {words.of.replace('{}', name)}?"


def _which(entry: Property, words: Wording, name: str) -> str:
    ask = question_word(entry)
    said = _singular(words.subject)
    if found := re.fullmatch(r"(\w+(?:ed|wn|ten|rn|de|ht)) (by|in|on|at|after|for) \{\}", said):
        verb, preposition = found.groups()
        if ask == "Where" and preposition in ("in", "on", "at"):
            return f"Where was {name} {verb}?"
        return f"{ask} was {name} {verb} {preposition}?"
    if words.of == f"that {{}} is {entry.label}":  # designed by, student of, present in work
        return f"{'What' if ask == 'Where' else ask} was {name} {entry.label}?"
    if ask == "Who" and (found := re.fullmatch(r"(\w+ing) \{\}", said)):
        return f"Who {PLAIN.get(found[1], 'is ' + found[1])} in {name}?"
    if found := re.fullmatch(r"that died in \{\}", said):
        return f"Where did {name} die?"
    return (
        f"{'What' if ask == 'Where' else ask} is the {words.object} {words.of.replace('{}', name)}?"
    )


def asked_to(entry: Property, name: str, noun: str = "") -> str:
    """Return the question for what has something called `name` as a property."""
    words = wording(entry.id, entry.label)
    said = _plural(words.subject).replace("{}", name)
    what = inflection.plural(noun or words.noun)
    if said.startswith("that "):
        return f"Which {what} {said.removeprefix('that ')}?"
    if said.startswith(("whose ", "with ")):
        return f"Which {what} are there {said}?"
    return f"Which {what} were {said}?"


def question_word(entry: Property) -> str:
    """Return what a property is asked for with: Who, Where or What."""
    shares = (*entry.object_classes, *entry.wider_object_classes)
    people = max((one.share for one in shares if one.id in PEOPLE), default=0.0)
    places = max((one.share for one in shares if one.id in PLACES), default=0.0)
    if people >= MOST:
        return "Who"
    is_place = places >= MOST or re.search(r"\b(place|location)\b", entry.label)
    return "Where" if is_place else "What"


def _singular(template: str) -> str:
    return _CHOICE.sub(r"\2", template)


def _plural(template: str) -> str:
    return _CHOICE.sub(r"\1", template)
