"""What a store offers to be asked: relations, and how many simple queries each has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from kgqa_store.store import Store

from kgqa.generate.plan import relations_of
from kgqa.generate.simple import offers
from kgqa.generate.world import World


def offered(
    store: Store, relations: Sequence[str] = (), language: str = "en"
) -> list[dict[str, Any]]:
    """Return each relation with simple queries, those with most first."""
    world = World(store, relations_of(relations, store), language=language)
    counted: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for offer in offers(world):
        counted[offer.property][offer.is_inverse] += len(offer.starts)
    rows = []
    for id_, (subjects, objects) in counted.items():
        relation = world.relation(id_)
        row = {"id": id_, "label": relation.label, "subjects": subjects, "objects": objects}
        rows.append(
            row | {"written": relation.is_written, "hypothesis": relation.hypothesis("X", "Y")}
        )
    return sorted(rows, key=lambda row: (-row["subjects"] - row["objects"], row["id"]))
