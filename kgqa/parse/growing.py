"""Trees that LightGBM has grown, as they are read without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kgqa.parse.trees import Trees


def trees_of(model: dict[str, Any], names: Sequence[str]) -> Trees:
    """Return the trees that a model of LightGBM tells when it is dumped."""
    nodes: list[tuple[int, float, int, int, float]] = []

    def add(node: dict[str, Any]) -> int:
        place = len(nodes)
        if "leaf_value" in node:
            nodes.append((-1, 0.0, place, place, float(node["leaf_value"])))
            return place
        nodes.append((0, 0.0, 0, 0, 0.0))
        left, right = add(node["left_child"]), add(node["right_child"])
        nodes[place] = (int(node["split_feature"]), float(node["threshold"]), left, right, 0.0)
        return place

    roots = [add(tree["tree_structure"]) for tree in model["tree_info"]]
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return Trees(
        tuple(names),
        np.array(roots, np.int32),
        np.array(feature, np.int32),
        np.array(threshold, np.float32),
        np.array(left, np.int32),
        np.array(right, np.int32),
        np.array(value, np.float32),
    )
