"""What the schema of a store says about words and its properties, for all properties at once.

Nothing here is learned, so a property of a new store counts through its label and aliases, through
the classes that it joins and through how frequent it is.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from kgqa_store.names_text import words as normal_words
from kgqa_store.schema import Property, Schema, Share
from kgqa_store.schema_words import SMALL_WORDS, stem
from numpy.typing import NDArray

from kgqa.parse.relations_words import PLACEHOLDER, content_stems

EVIDENCE = (
    "covered",  # the largest share of a name that the question says
    "passive",  # how much of a name stands in front of `by _`
    "of",  # … in front of `of _`, or after `_ 's`
    "elsewhere",  # … anywhere else
    "whole",  # words of the longest name that stands in the question as it is
    "answer class",  # the question says a class of what is asked for
    "entity class",  # … of the entity
    "frequent",  # the logarithm of the number of edges
)
_KINDS = ("human", "place", "item", "time", "quantity", "text", "identifier", "other")
KINDS = tuple(f"{mark}{kind}" for mark in ("", "^") for kind in _KINDS)
"""What a relation asks for, by direction: `^time` is asked by `^P569(e)`, a date of birth."""

_DATATYPES = {
    "Time": "time", "Quantity": "quantity", "String": "text", "Monolingualtext": "text",
    "ExternalId": "identifier", "Url": "identifier", "CommonsMedia": "identifier",
}  # fmt: skip

HUMAN = "Q5"
_PLACES = (
    "Q515 Q6256 Q3624078 Q486972 Q1549591 Q1637706 Q532 Q3957 Q35657 Q10864048 Q56061 Q7275 Q82794"
    " Q5107 Q23442 Q1093829 Q5119 Q200250 Q123705 Q15284 Q7930989 Q702492 Q2221906 Q618123"
)
PLACES = frozenset(_PLACES.split())
ENOUGH = 0.25
"""The share of edges from which on a property joins humans, or places; many edges of a slice lead
to entities without a class."""

Classes = tuple[tuple[str, float], ...]
"""Labels of classes, each with the share of edges that it has."""

COMMON_ASK = 6.0
"""How many nats a rare word is worth at most."""


@dataclass(frozen=True, slots=True)
class _Postings:
    """For each stem, the places where it counts, and how much."""

    entries: dict[str, dict[int, float]]
    _kept: dict[str, tuple[NDArray[np.int32], NDArray[np.float32]]] = field(default_factory=dict)

    def add(self, stems: Iterable[str], into: NDArray[np.float32]) -> None:
        for word in stems:
            if word in self.entries:
                places, weights = self._kept.get(word) or self._arrays(word)
                into[places] += weights

    def _arrays(self, word: str) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return the entries of a stem, kept: few are asked for, and to make all takes longest."""
        found = self.entries[word]
        self._kept[word] = np.array([*found], np.int32), np.array([*found.values()], np.float32)
        return self._kept[word]


@dataclass(frozen=True, slots=True)
class SchemaEvidence:
    """The properties of a store, ready to be compared with the words of questions."""

    properties: tuple[str, ...]
    labels: tuple[str, ...]
    kinds: NDArray[np.int32]
    """The place in KINDS of each property read forwards (row 0) and backwards (row 1)."""
    names: tuple[str, ...]
    first_names: NDArray[np.int64]
    """Where the names of each property begin, and where those of the last one end."""
    subjects: tuple[Classes, ...]
    """The classes of what each property is said of, with their shares."""
    objects: tuple[Classes, ...]
    """… of what it leads to; its datatype where that is no item."""
    frequent: NDArray[np.float32]
    _totals: NDArray[np.float32]
    _stems: _Postings
    _phrases: dict[str, tuple[int, ...]]
    _subjects: _Postings
    _objects: _Postings

    def evidence(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return the evidence for each direction, property and column of EVIDENCE."""
        stems = content_stems(words)
        found = np.zeros((2, len(self.properties), len(EVIDENCE)), dtype=np.float32)
        masses = self._masses(words, stems)
        found[:, :, 0] = self._best(masses.sum(axis=0) / self._totals)
        for place in range(3):
            found[:, :, 1 + place] = self._best(masses[place]) / COMMON_ASK
        found[:, :, 4] = self._whole(words)
        said = dict.fromkeys(word for _, word in stems)
        subjects = np.zeros(len(self.properties), dtype=np.float32)
        objects = np.zeros(len(self.properties), dtype=np.float32)
        self._subjects.add(said, subjects)
        self._objects.add(said, objects)
        found[0, :, 5] = found[1, :, 6] = np.minimum(subjects, 1)
        found[1, :, 5] = found[0, :, 6] = np.minimum(objects, 1)
        found[:, :, 7] = self.frequent
        return found

    def best_name(self, words: Sequence[str], property_: int) -> str:
        """Return the name of a property of which `words` say most; empty if they say none."""
        covered = self._masses(words, content_stems(words)).sum(axis=0) / self._totals
        start, end = self.first_names[property_ : property_ + 2]
        best = int(start + covered[start:end].argmax()) if end > start else -1
        return self.names[best] if best >= 0 and covered[best] > 0 else ""

    def _masses(
        self, words: Sequence[str], stems: Sequence[tuple[int, str]]
    ) -> NDArray[np.float32]:
        """Return what each name has in common with the words, by the place of the words."""
        masses = np.zeros((3, len(self.names)), dtype=np.float32)
        for word, place in {word: _cue(words, place) for place, word in stems}.items():
            self._stems.add((word,), masses[place])
        return masses

    def _best(self, by_name: NDArray[np.float32]) -> NDArray[np.float32]:
        if not len(by_name):
            return np.zeros(len(self.properties), dtype=np.float32)
        return np.maximum.reduceat(by_name, self.first_names[:-1])

    def _whole(self, words: Sequence[str]) -> NDArray[np.float32]:
        found = np.zeros(len(self.properties), dtype=np.float32)
        for start in range(len(words)):
            for end in range(start + 1, min(start + 6, len(words)) + 1):
                for place in self._phrases.get(" ".join(words[start:end]), ()):
                    found[place] = max(found[place], (end - start) ** 0.5)
        return found


def _cue(words: Sequence[str], place: int) -> int:
    """Return how a word stands to the entity: 0 in front of `by _`, 1 of `of _`, 2 elsewhere."""
    after = tuple(words[place + 1 : place + 4])
    if after[:1] == ("by",) and PLACEHOLDER in after[1:]:
        return 0
    if after[:1] in (("of",), ("for",), ("in",)) and PLACEHOLDER in after[1:]:
        return 1
    before = tuple(words[max(place - 3, 0) : place])
    return 1 if (PLACEHOLDER, "s") in pairwise(before) else 2


def weighed(evidence: NDArray[np.float32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the weighted sum of the signs for each direction and property."""
    found: NDArray[np.float32] = (evidence @ weights[:, :, None])[..., 0]
    return found


def read_schema(schema: Schema) -> SchemaEvidence:
    """Return the evidence of all properties of `schema` that have edges."""
    known = [found for name in schema.properties() if (found := schema.property(name)) is not None]
    named = [_names(found) for found in known]
    names = [name for several in named for name in several]
    said = [normal_words(name) for name in names]
    stemmed = [_stems(words) for words in said]
    seen = Counter(word for words in stemmed for word in words)
    worth = {
        word: min(float(np.log(1 + len(names) / count)), COMMON_ASK) for word, count in seen.items()
    }
    owners = np.repeat(np.arange(len(known)), [len(several) for several in named])
    labels = _class_labels(schema, known)
    last = {name: _stems(normal_words(label))[-2:] for name, label in labels.items()}
    return SchemaEvidence(
        properties=tuple(found.id for found in known),
        labels=tuple(found.label for found in known),
        kinds=np.array([[KINDS.index(kind) for kind in side] for side in _kinds(known)], np.int32),
        names=tuple(names),
        first_names=np.concatenate([[0], np.cumsum([len(several) for several in named])]),
        subjects=tuple(_classes(found.subject_classes, labels) for found in known),
        objects=tuple(_object_classes(found, labels) for found in known),
        frequent=np.array([math.log1p(found.edges) / 10 for found in known], np.float32),
        _totals=np.array([sum(worth[word] for word in words) or 1.0 for words in stemmed]),
        _stems=_postings(
            (word, place, worth[word]) for place, words in enumerate(stemmed) for word in words
        ),
        _phrases=_phrases(said, owners.tolist()),
        _subjects=_class_words([found.subject_classes for found in known], last),
        _objects=_class_words([found.object_classes for found in known], last),
    )


def _names(found: Property) -> tuple[str, ...]:
    """Return label and aliases, without aliases that are addresses."""
    said = [name for name in found.aliases if "://" not in name]
    return tuple(dict.fromkeys((found.label, *said)))


def _stems(words: Sequence[str]) -> tuple[str, ...]:
    large = [word for word in words if word not in SMALL_WORDS] or words
    return tuple(dict.fromkeys(map(stem, large)))


def _phrases(said: Sequence[Sequence[str]], owners: Sequence[int]) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = defaultdict(list)
    for words, owner in zip(said, owners, strict=True):
        found[" ".join(words)].append(owner)
    return {phrase: tuple(dict.fromkeys(several)) for phrase, several in found.items() if phrase}


def _postings(entries: Iterable[tuple[str, int, float]]) -> _Postings:
    collected: dict[str, dict[int, float]] = defaultdict(dict)
    for word, place, weight in entries:
        collected[word][place] = collected[word].get(place, 0.0) + weight
    return _Postings(dict(collected))


def _class_labels(schema: Schema, known: Sequence[Property]) -> dict[str, str]:
    """Return the labels of the classes that are joined by a percent of the edges of a property."""
    wanted = {
        share.id
        for found in known
        for share in (*found.subject_classes, *found.object_classes)
        if share.share >= 0.01
    }
    found = {name: schema.class_label(name) for name in sorted(wanted)}
    return {name: label for name, label in found.items() if label and label != name}


def _classes(shares: Sequence[Share], labels: dict[str, str]) -> Classes:
    return tuple(
        (labels[share.id], share.share)
        for share in shares
        if share.share >= 0.01 and share.id in labels
    )


def _object_classes(found: Property, labels: dict[str, str]) -> Classes:
    if found.datatype in ("WikibaseItem", ""):
        return _classes(found.object_classes, labels)
    return ((found.datatype.lower(), 1.0),)


def _class_words(
    classes: Sequence[tuple[Share, ...]], last: dict[str, tuple[str, ...]]
) -> _Postings:
    """Return the stems of the last two words of the labels of classes."""
    return _postings(
        (word, place, share.share**0.5)
        for place, shares in enumerate(classes)
        for share in shares
        for word in last.get(share.id, ())
    )


def _kinds(known: Sequence[Property]) -> tuple[list[str], list[str]]:
    """Return what each property asks for, read forwards and backwards."""
    forwards = [_kind_of(found.subject_classes) for found in known]
    backwards = []
    for found in known:
        if found.datatype in ("WikibaseItem", ""):
            backwards.append("^" + _kind_of((*found.object_classes, *found.wider_object_classes)))
        else:
            backwards.append("^" + _DATATYPES.get(found.datatype, "other"))
    return forwards, backwards


def _kind_of(shares: Sequence[Share]) -> str:
    if sum(share.share for share in shares if share.id == HUMAN) >= ENOUGH:
        return "human"
    if sum(share.share for share in shares if share.id in PLACES) >= ENOUGH:
        return "place"
    return "item"
