"""The vectors of the properties of one graph: made once, and kept where kgqa keeps its things."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
from kgqa_store.schema import Schema

from kgqa.align.network import Floats, Network
from kgqa.align.products import Sliced
from kgqa.align.property_text import ALIASES, ROLES, parts_of, piece_row
from kgqa.settings import home
from kgqa.text.readers.wordpieces import WordPieces

FOLDER = "alignment"


class Properties:
    """Properties of a graph, with a vector for each role of each and how likely it is unasked."""

    def __init__(self, vectors: Floats, priors: Floats, is_known: Floats) -> None:
        """Give vectors and priors, properties × roles; those that nothing is known of have none."""
        self.vectors = Sliced.of(vectors.reshape(-1, vectors.shape[-1]).T)
        self.priors = np.where(is_known[:, None] > 0, priors, -np.inf).reshape(-1)

    @classmethod
    def of(
        cls, ids: Sequence[str], schema: Schema, network: Network, pieces: WordPieces
    ) -> Properties:
        """Return the properties of a graph by their ids; those already read once are looked up."""
        entries = [schema.property(id_) for id_ in ids]
        comma = pieces.of(",").ids[0]
        rows = []
        for entry in entries:
            names, *rest = ([], "", "", "") if entry is None else parts_of(entry, schema)
            said = pieces.of_all(names[: ALIASES + 1])
            rows.append(piece_row(said, pieces.of_all(list(rest)), comma))
        edges = np.array([0 if one is None else one.edges for one in entries], np.float32)
        is_known = np.array([entry is not None for entry in entries], np.float32)
        return cls(_vectors(rows, network), network.priors(edges), is_known)


def _vectors(rows: Sequence[Sequence[int]], network: Network) -> Floats:
    """Return the vectors of properties, from a file where the same were read before."""
    told = sha256(network.digest.encode())
    for row in rows:
        told.update(np.array([len(row), *row], np.int32).tobytes())
    path = home(os.environ, sys.platform) / FOLDER / f"{told.hexdigest()[:32]}.npy"
    shape = (len(rows), len(ROLES))
    try:
        found: Floats = np.load(path, allow_pickle=False)
        if found.shape[:2] == shape and found.dtype == np.float32:
            return found
    except (OSError, ValueError, EOFError):
        pass  # not there yet, or half of it: it is made anew
    found = network.properties(rows)
    _keep(path, found)
    return found


def _keep(path: Path, vectors: Floats) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            np.save(file, vectors, allow_pickle=False)
        beside.replace(path)
    except OSError:
        return  # a folder that cannot be written to costs time only
