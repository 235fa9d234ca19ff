"""The network that aligns words with properties, run by onnxruntime; torch is not needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgqa.align.files import BODY, SHIPPED, Files, Tuned, read
from kgqa.align.products import Floats, Sliced
from kgqa.align.property_text import ROLES
from kgqa.text.readers import onnx_graph
from kgqa.text.readers.onnx_graph import SCALE
from kgqa.text.readers.onnx_network import session_of

AT_ONCE = 32
"""Properties of one length that are read at once."""


class Network:
    """From rows of pieces to vectors: of the pieces of a question, and of properties."""

    def __init__(self, files: Files) -> None:
        weights = files.weights
        body = {n.removeprefix(BODY): w for n, w in weights.items() if n.startswith(BODY)}
        self.digest, self.tuned = files.digest, files.tuned
        self._words, self._scales = body["word.weight"], body["word.weight" + SCALE]
        self._part = (body["part.weight"] * body["part.weight" + SCALE])[0]
        self._places = body["place.weight"] * body["place.weight" + SCALE]
        self._session = session_of(files.layers, files.folder)
        names = ["word", *(f"roles.{role}" for role in range(len(ROLES)))]
        self._maps = [
            (weights[f"{name}.weight"] * weights[f"{name}.weight{SCALE}"]).T for name in names
        ]
        self._word = Sliced.of(self._maps[0])
        self._biases = [weights[f"{name}.bias"] for name in names]
        self.sharp = float(np.exp(weights["sharp"].item()))
        self.scale = float(np.exp(weights["scale"].item()))
        self._frequent, self._likely = weights["frequent"], weights["likely"]

    def words(self, ids: Sequence[int]) -> Floats:
        """Return the vectors of the pieces of a question."""
        return _normed(self._word.times(self._states(np.array([ids]))[0]) + self._biases[0])

    def properties(self, rows: Sequence[Sequence[int]]) -> Floats:
        """Return the vectors of properties, rows × roles × numbers."""
        found = np.zeros((len(rows), len(ROLES), len(self._biases[0])), np.float32)
        alike: dict[int, list[int]] = defaultdict(list)
        for place, row in enumerate(rows):
            alike[len(row)].append(place)
        for places in alike.values():
            for start in range(0, len(places), AT_ONCE):
                some = places[start : start + AT_ONCE]
                found[some] = self._roles(self._states(np.array([rows[one] for one in some])))
        return found

    def priors(self, edges: Floats) -> Floats:
        """Return what properties with so many edges are likelier by, properties × roles."""
        found: Floats = np.log1p(edges)[:, None] * self._frequent + self._likely
        return found

    def _roles(self, states: Floats) -> Floats:
        mean = states.mean(axis=1)
        maps = zip(self._maps[1:], self._biases[1:], strict=True)
        found = [(states[:, at] + mean) @ map_ + bias for at, (map_, bias) in enumerate(maps)]
        return _normed(np.stack(found, axis=1))

    def _states(self, ids: NDArray[np.int64]) -> Floats:
        """Return the states of rows of one length."""
        embedded = self._words[ids] * self._scales[ids] + self._part + self._places[: ids.shape[1]]
        (found,) = self._session.run([onnx_graph.OUT], {onnx_graph.IN: embedded})
        states: Floats = found
        return states


def _normed(vectors: Floats) -> Floats:
    found: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)
    return found


@cache
def open_network(folder: Path = SHIPPED) -> Network:
    """Return the network in a folder, one for all who use it."""
    return Network(read(folder))


__all__ = ["Floats", "Network", "Tuned", "open_network"]
