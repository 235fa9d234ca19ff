"""Products of a few vectors with many, made in slices so small that BLAS starts no threads.

With threads of its own a product waits for a processor that something else may be using: where
both of two were busy, it took forty times as long.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
COLUMNS = 16
"""OpenBLAS uses one thread for fewer than 2^18 products of numbers: 40 × 384 × 16."""


@dataclass(frozen=True, slots=True)
class Sliced:
    """A matrix in slices of a few columns, to be multiplied with from the left."""

    slices: Floats
    columns: int

    @classmethod
    def of(cls, matrix: Floats) -> Sliced:
        """Return the slices of a matrix; the last one is filled up with zeros."""
        rows, columns = matrix.shape
        filled = np.zeros((rows, -(-columns // COLUMNS) * COLUMNS), np.float32)
        filled[:, :columns] = matrix
        return cls(
            np.ascontiguousarray(filled.reshape(rows, -1, COLUMNS).transpose(1, 0, 2)), columns
        )

    def times(self, left: Floats) -> Floats:
        """Return left @ matrix."""
        found: Floats = np.matmul(left[None], self.slices).transpose(1, 0, 2)
        return found.reshape(len(left), -1)[:, : self.columns]
