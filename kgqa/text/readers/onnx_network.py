"""The extractive reader on a processor, with onnxruntime and numpy; torch is not needed.

A row is read alone, so nothing is filled up and no token is hidden from another, and as many rows
are read at a time as there are processors.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from kgqa.errors import ReaderError
from kgqa.text.quiet_onnxruntime import onnxruntime
from kgqa.text.readers import onnx_graph
from kgqa.text.readers.rows import Halfway, Judged, Row
from kgqa.text.readers.shape import LONGEST
from kgqa.text.readers.spans import UNSEEN, Scored, best_spans
from kgqa.text.readers.weights import graphs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgqa.text.readers.shape import Shape

    Floats = NDArray[np.float32]
    Arrays = Mapping[str, NDArray[Any]]

Item = TypeVar("Item")
Result = TypeVar("Result")
WEIGHTS_LIE_IN = "session.model_external_initializers_file_folder_path"
PART = 8
"""Rows of a product that are made at a time."""


class OnnxNetwork:
    """Layers in int8, run by onnxruntime; the embeddings and the heads with numpy."""

    in_int8 = True

    def __init__(
        self, weights: Arrays, shape: Shape, folder: Path, *, threads: int | None = None
    ) -> None:
        """Run the layers in the files of `folder`, whose weights and shape have been read."""
        self.shape = shape
        self._words = weights["word.weight"]
        self._word_scales = weights["word.weight" + onnx_graph.SCALE]
        heads = ["place", "part", "asked", "token", "none", "entailment", "gate"]
        heads += ["first", "last"] if shape.tied else []
        self._long = weights["long"] if shape.tied else None
        self._matrices = {name: _floats(weights, f"{name}.weight") for name in heads}
        self._biases = {name: weights[f"{name}.bias"] for name in heads[2:]}
        self._threads = threads or _processors()

        with ThreadPoolExecutor(min(self._threads, 2)) as pool:
            sessions = pool.map(lambda graph: session_of(graph, folder), graphs(folder))
            self._first, self._last = sessions

    def to_the_gate(self, rows: Sequence[Row]) -> list[Halfway]:
        """Return the rows after the first layers."""
        return self._each(rows, self._to_the_gate)

    def from_the_gate(self, halfway: Sequence[Halfway], spans: int) -> list[list[Scored]]:
        """Return the best spans of each row, eight times as many as can be told apart."""

        def read_on(one: Halfway) -> list[Scored]:
            states = _run(self._last, one.states)
            scores, ties = self._scores(states, one.row), self._ties(states)
            return best_spans(scores, one.row.passage, spans, ties)

        return self._each(halfway, read_on)

    def judged(self, rows: Sequence[Row]) -> list[Judged]:
        """Return what each passage says of a statement."""
        return self._each(rows, self._judge)

    def means(self, rows: Sequence[Row]) -> list[Floats]:
        """Return the mean of the last states of each row."""
        return self._each(rows, lambda row: self._states(row).mean(axis=0))

    def _states(self, row: Row) -> Floats:
        return _run(self._last, _run(self._first, self._embedded(row)))

    def _to_the_gate(self, row: Row) -> Halfway:
        states = _run(self._first, self._embedded(row))
        head = states[row.heads[0]]
        seen = np.concatenate([head, states[row.groups.index(0) :].max(axis=0)])
        weights = self._matrices["gate"][0]
        promise = seen[: len(weights)] @ weights + self._biases["gate"][0]
        return Halfway(row, float(promise), states)

    def _judge(self, row: Row) -> Judged:
        scores = self._headed("entailment", self._states(row)[row.heads[0]])
        likely = np.exp(scores - scores.max())
        yes, open_, no = (likely / likely.sum()).tolist()
        return yes, open_, no

    def _embedded(self, row: Row) -> Floats:
        """Return the states before the first norm."""
        words: Floats = self._words[row.ids] * self._word_scales[row.ids]
        parts = self._matrices["part"][(np.asarray(row.groups) == 0).astype(np.intp)]
        summed: Floats = words + parts + self._matrices["place"][row.places]
        return summed

    def _scores(self, states: Floats, row: Row) -> Floats:
        """Return start and end scores, (1 + tokens) × 2; the first is "no answer"."""
        head = states[row.heads[0]]
        wanted = self._headed("asked", head).reshape(2, -1) * np.float32(len(head) ** -0.5)
        scores = states @ (wanted + self._matrices["token"]).T + self._biases["token"]
        scores[: row.groups.index(0)] = UNSEEN
        return np.concatenate([self._headed("none", head)[None], scores])

    def _ties(self, states: Floats) -> Floats | None:
        """Return how well first and last tokens fit, tokens × LONGEST, by the length."""
        if self._long is None:
            return None
        first, last = (
            _by_parts(states, self._matrices[name].T) + self._biases[name]
            for name in ("first", "last")
        )
        alike = np.zeros((len(states), len(states) + LONGEST), np.float32)
        alike[:, : len(states)] = _by_parts(first, last.T) * np.float32(self.shape.tied**-0.5)
        # Row i begins at its own place: one further than the row before.
        row, column = alike.strides
        band = np.lib.stride_tricks.as_strided(
            alike, (len(states), LONGEST), (row + column, column), writeable=False
        )
        fitting: Floats = band + self._long
        return fitting

    def _headed(self, name: str, state: Floats) -> Floats:
        found: Floats = self._matrices[name] @ state + self._biases[name]
        return found

    def _each(self, items: Sequence[Item], run: Callable[[Item], Result]) -> list[Result]:
        """Run over all, on all processors; numpy and onnxruntime let other threads go on."""
        try:
            if self._threads == 1 or len(items) < 2:
                return [run(item) for item in items]
            with ThreadPoolExecutor(min(self._threads, len(items))) as pool:
                return list(pool.map(run, items))
        except Exception as error:
            if not _is_shortage(error):
                raise
            message = "There is not enough memory to read even one passage."
            raise ReaderError(message, hint="close other programs, or add --no-text") from error


def _by_parts(left: Floats, right: Floats) -> Floats:
    """Return left @ right by a few rows at a time.

    With more BLAS would start threads of its own, and wait for them, where every processor has
    a passage to read already.
    """
    rows, width = left.shape
    filled = np.zeros((-(-rows // PART) * PART, width), np.float32)
    filled[:rows] = left
    found: Floats = (filled.reshape(-1, PART, width) @ right).reshape(len(filled), -1)[:rows]
    return found


def _run(session: onnxruntime.InferenceSession, states: Floats) -> Floats:
    (found,) = session.run([onnx_graph.OUT], {onnx_graph.IN: states[None]})
    after: Floats = found[0]
    return after


def session_of(model: bytes, folder: Path) -> onnxruntime.InferenceSession:
    """Return what runs a model whose weights lie in a folder, by one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # This level turns the matrices; what the next would fuse is slower than its parts.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.add_session_config_entry(WEIGHTS_LIE_IN, str(folder))
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _processors() -> int:
    """Return how many processors this process may use; OMP_NUM_THREADS says how many it should."""
    told = os.environ.get("OMP_NUM_THREADS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _floats(weights: Arrays, name: str) -> Floats:
    found: Floats = weights[name] * weights[name + onnx_graph.SCALE]
    return found


def _is_shortage(error: BaseException) -> bool:
    told = str(error).lower()
    return isinstance(error, MemoryError) or "bad_alloc" in told or "allocate memory" in told
