"""Paths in words: as a line with arrows, and as a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa.algebra import Apply, Entity, Inverse, Property, to_english
from kgqa.algebra.inflection import with_article
from kgqa.answers import Fact
from kgqa.paths.finding import Path, Paths, Step

INSTANCE_OF = "P31"


def line(path: Path, labels: Mapping[str, str]) -> str:
    """Return a path as a line: Nolan ←director─ Inception ─cast member→ DiCaprio."""
    start = path.steps[0].start
    return labels.get(start, start) + "".join(_arrow(step, labels) for step in path.steps)


def _arrow(step: Step, labels: Mapping[str, str]) -> str:
    forward = [fact for fact in step.facts if fact.subject == Entity(step.start)]
    backward = [fact for fact in step.facts if fact not in forward]
    names = [", ".join(labels.get(f.property, f.property) for f in some)
             for some in (backward, forward)]  # fmt: skip
    arrows = [f"←{names[0]}─"] if backward else []
    arrows += [f"─{names[1]}→"] if forward else []
    return f" {' '.join(arrows)} {labels.get(step.end, step.end)}"


def sentence(path: Path, found: Paths) -> str:
    """Return what a path says, in English."""
    parts = ["; ".join(_said(fact, found) for fact in step.facts) for step in path.steps]
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _said(fact: Fact, found: Paths) -> str:
    """Return an edge as a clause: Christopher Nolan is the director of Inception."""
    labels, subject, object_ = found.labels, _id(fact.subject), _id(fact.object)
    named = labels.get(subject, subject), labels.get(object_, object_)
    if fact.property == INSTANCE_OF:
        return f"{named[0]} is {with_article(named[1])}"
    role = to_english(Apply(Inverse(Property(fact.property)), Entity(subject)), labels)
    if found.shared.get((subject, fact.property), 1) > 1:
        role = with_article(role.removeprefix("the "))
    return f"{named[1]} is {role}"


def _id(value: object) -> str:
    return value.id if isinstance(value, Entity) else str(value)
