"""Vectors of words: how near a question comes to what a property is called and what it joins.

A question, a name and a class are weighted sums of the vectors of their words, as in static
sentence embeddings; no network runs. Words that mean the same have vectors that are near, so
a property of a new store is found by a paraphrase of its label.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from kgqa_store.names_text import words as normal_words
from numpy.typing import NDArray

from kgqa.parse.relations_pieces import Pieces
from kgqa.parse.relations_schema import SchemaEvidence
from kgqa.parse.relations_words import OTHER, PLACEHOLDER

FILE = "relations_vectors.npz"
FORMAT = 1

Floats = NDArray[np.float32]

PARTS = ("names", "answer classes", "entity classes")
"""What a question is compared with; for each it has a vector of its own in each direction."""
ZONES = ("mark", "by _", "of _", "asked", "before", "after")
"""Where a word stands: words before `by _`, before `of _` or after `_ 's`, after `which` …"""
_ASKED_AFTER = frozenset(("what", "which", "many", "whose"))
_OF = frozenset(("of", "for", "in"))

LONGEST = 40
"""Words of a question that are looked at."""
BLOCK = 64
"""Vectors that are multiplied at once: larger products wake the threads of the linear algebra
library, and waiting for these on a busy machine takes ten times as long as the product."""
CLASS_WORDS = 2
"""Words at the end of the label of a class that are looked at."""


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """What was learned: vectors and weights of pieces of words, and how they are compared."""

    pieces: Pieces
    vectors: NDArray[np.int8]
    steps: Floats
    """What one step of the vector of each piece stands for."""
    asked: Floats
    """The weight of each piece in questions."""
    named: Floats
    """… in names and classes."""
    zones: Floats
    """Factors for each part, direction and zone."""
    maps: Floats
    """A matrix for each part and direction, that questions are multiplied with."""
    name_map: Floats
    class_map: Floats
    scales: Floats
    """What the nearness counts in each part and direction."""
    frequent: Floats
    """What the frequency of a property counts in each direction."""
    mixture: Floats
    """What the scores of the lexicon and of vectors count, when they are added."""

    def rows(self, ids: Sequence[int] | NDArray[np.int64]) -> Floats:
        """Return the vectors of pieces."""
        found: Floats = self.vectors[ids].astype(np.float32)
        found *= self.steps[ids, None]
        return found

    def question(self, words: Sequence[str]) -> Floats:
        """Return the vectors of a question, of length one, for each part and direction."""
        ids, places = question_pieces(words, self.pieces)
        weights: Floats = self.zones[:, :, places] * self.asked[ids]
        summed: Floats = weights @ self.rows(ids)
        turned: Floats = np.matmul(summed[:, :, None, :], self.maps)
        return unit(turned)[:, :, 0]

    def bags(self, several: Sequence[Sequence[tuple[str, float]]], map_: Floats) -> Floats:
        """Return a vector of length one for each bag of texts with weights; zeros if empty."""
        found = np.zeros((len(several), self.vectors.shape[1]), np.float32)
        ids, weights, owners = flattened(several, self.pieces)
        if len(ids):
            said = self.rows(ids)
            said *= (weights * self.named[ids])[:, None]
            starts = np.flatnonzero(np.diff(owners, prepend=-1))
            found[owners[starts]] = np.add.reduceat(said, starts, axis=0)
        return unit(found @ map_)


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Vectors in blocks of BLOCK rows."""

    rows: Floats
    count: int

    @staticmethod
    def of(vectors: Floats) -> _Blocks:
        count, width = vectors.shape
        filled = np.zeros((-(-count // BLOCK) * BLOCK, width), np.float32)
        filled[:count] = vectors
        return _Blocks(filled.reshape(-1, BLOCK, width), count)

    def times(self, vector: Floats) -> Floats:
        """Return the product of each vector with another one."""
        found: Floats = np.matmul(self.rows, vector).reshape(-1)[: self.count]
        return found


@dataclass(frozen=True, slots=True)
class PropertyVectors:
    """The vectors of the properties of one store."""

    tokens: TokenVectors
    _names: _Blocks
    _first_names: NDArray[np.int64]
    _subjects: _Blocks
    _objects: _Blocks
    _frequent: Floats

    @staticmethod
    def of(evidence: SchemaEvidence, tokens: TokenVectors) -> PropertyVectors:
        """Return the vectors of the properties that `evidence` is about; of ids there are none."""
        ids = frozenset(evidence.properties)
        names = [() if name in ids else ((name, 1.0),) for name in evidence.names]
        return PropertyVectors(
            tokens,
            _Blocks.of(tokens.bags(names, tokens.name_map)),
            evidence.first_names[:-1],
            _Blocks.of(tokens.bags(ends(evidence.subjects), tokens.class_map)),
            _Blocks.of(tokens.bags(ends(evidence.objects), tokens.class_map)),
            evidence.frequent,
        )

    def scores(self, words: Sequence[str]) -> Floats:
        """Return how near `words` come to each direction (row) and property (column)."""
        tokens = self.tokens
        names, answers, entities = tokens.question(words) * tokens.scales[..., None]
        found = tokens.frequent[:, None] * self._frequent[None, :]
        if self._names.count:
            for direction, name in enumerate(names):
                near = self._names.times(name)
                found[direction] += np.maximum.reduceat(near, self._first_names)
            found[0] += self._subjects.times(answers[0]) + self._objects.times(entities[0])
            found[1] += self._objects.times(answers[1]) + self._subjects.times(entities[1])
        return found


def question_pieces(words: Sequence[str], pieces: Pieces) -> tuple[list[int], list[int]]:
    """Return the pieces of the first words of a question, and the zone that each stands in."""
    said = tuple(words[:LONGEST])
    ids: list[int] = []
    places: list[int] = []
    for word, zone in zip(said, _zones(said), strict=True):
        found = pieces.of(word)
        ids += found
        places += [zone] * len(found)
    return ids or [0], places or [0]


def _zones(words: tuple[str, ...]) -> list[int]:
    mark = words.index(PLACEHOLDER) if PLACEHOLDER in words else len(words)
    return [_zone(words, place, mark) for place in range(len(words))]


def _zone(words: tuple[str, ...], place: int, mark: int) -> int:
    if words[place] in (PLACEHOLDER, OTHER):
        return 0
    following = words[place + 1 : place + 2]
    if following and place + 2 <= mark <= place + 3:
        if following[0] == "by":
            return 1
        if following[0] in _OF:
            return 2
    if words[mark + 1 : mark + 2] == ("s",) and mark + 2 <= place <= mark + 3:
        return 2
    if not _ASKED_AFTER.isdisjoint(words[max(place - 2, 0) : place]):
        return 3
    return 4 if place < mark else 5


def ends(classes: Iterable[Sequence[tuple[str, float]]]) -> list[list[tuple[str, float]]]:
    """Return the last words of the labels of classes, with the roots of their shares."""
    end = cache(lambda label: " ".join(normal_words(label)[-CLASS_WORDS:]))  # many join one class
    return [[(end(label), share**0.5) for label, share in several] for several in classes]


def flattened(
    several: Sequence[Sequence[tuple[str, float]]], pieces: Pieces
) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
    """Return the pieces of all texts, with the weight of the text and the place of its bag."""
    ids: list[int] = []
    weights: list[float] = []
    owners: list[int] = []
    cut = cache(pieces.of_text)
    for place, texts in enumerate(several):
        for text, weight in texts:
            found = cut(text)
            ids += found
            weights += [weight] * len(found)
            owners += [place] * len(found)
    return np.array(ids, np.int64), np.array(weights, np.float32), np.array(owners, np.int64)


def unit(vectors: Floats) -> Floats:
    """Return vectors of length one; very short ones stay short."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    found: Floats = vectors / np.maximum(lengths, 1e-3)
    return found


def quantised(vectors: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Return vectors in one byte for each number, and what a step of each row stands for."""
    steps = np.maximum(np.abs(vectors).max(axis=1), 1e-6) / 127
    return np.rint(vectors / steps[:, None]).astype(np.int8), steps.astype(np.float32)


_ARRAYS = ("steps", "asked", "named", "zones", "maps", "name_map", "class_map")
_FEW = ("scales", "frequent", "mixture")


def save(tokens: TokenVectors, path: Path) -> None:
    """Write vectors; matrices and weights in two bytes each."""
    arrays: dict[str, Any] = {name: getattr(tokens, name).astype(np.float16) for name in _ARRAYS}
    arrays |= {name: getattr(tokens, name) for name in _FEW}
    pieces = np.frombuffer("\n".join(tokens.pieces.known).encode(), dtype=np.uint8)
    # Compressed it would be an eighth smaller, and three times as long to read.
    np.savez(path, format=np.array([FORMAT]), pieces=pieces, vectors=tokens.vectors, **arrays)


def load(path: Path) -> TokenVectors:
    """Return the vectors in a file that `save` has written."""
    with np.load(path, allow_pickle=False) as file:
        if int(file["format"][0]) != FORMAT:
            raise ValueError(f"{path} has another format: train it again")
        found = {name: file[name].astype(np.float32) for name in (*_ARRAYS, *_FEW)}
        known = file["pieces"].tobytes().decode().split("\n")
        vectors = file["vectors"]
    expected = (len(PARTS), 2, len(ZONES))
    if found["zones"].shape != expected or len(known) != len(vectors):
        raise ValueError(f"{path} was made for other parts of questions: train it again")
    return TokenVectors(pieces=Pieces.of_list(known), vectors=vectors, **found)


@cache
def shipped() -> TokenVectors:
    """Return the vectors that come with kgqa; read once in a process."""
    with resources.as_file(resources.files("kgqa.parse") / "data" / FILE) as path:
        return load(path)


def mixed(tokens: TokenVectors, *, lexicon: float, vectors: float) -> TokenVectors:
    """Return the same vectors with other weights in the sum with a lexicon."""
    return replace(tokens, mixture=np.array([lexicon, vectors], np.float32))
