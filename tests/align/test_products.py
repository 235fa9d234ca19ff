from __future__ import annotations

import numpy as np
import pytest

from kgqa.align.products import Sliced


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 16), (40, 33), (2, 0)])
def test_a_product_in_slices_is_the_product(rows: int, columns: int) -> None:
    chance = np.random.default_rng(1)
    left = chance.normal(size=(rows, 8)).astype(np.float32)
    right = chance.normal(size=(8, columns)).astype(np.float32)

    assert np.allclose(Sliced.of(right).times(left), left @ right, atol=1e-5)
