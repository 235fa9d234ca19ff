"""Splits by relation: what is tested has relations that nothing taught."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

NAMES = ("train", "dev", "test")


def split(
    records: Sequence[dict[str, Any]], shares: tuple[int, int, int], seed: int
) -> dict[str, list[dict[str, Any]]]:
    """Return the records of each part; those of `train` have no relation of another part.

    A question with a relation of the test part is in it, one with a relation of the dev part and
    none of the test part in that. Relations are dealt out until a part has its share.
    """
    held = _held_out(records, shares, seed)
    parts: dict[str, list[dict[str, Any]]] = {name: [] for name in NAMES}
    for record in records:
        names = {held.get(relation, "train") for relation in record["relations"]} or {"train"}
        name = next(one for one in ("test", "dev", "train") if one in names)
        parts[name].append(_placed(record, name))
    return parts


def _held_out(
    records: Sequence[dict[str, Any]], shares: tuple[int, int, int], seed: int
) -> dict[str, str]:
    """Return the relations that are held out, with the part that has them."""
    uses = Counter(one for record in records for one in set(record["relations"]))
    order = sorted(uses)
    random.Random(seed).shuffle(order)
    held: dict[str, str] = {}
    for name, share in zip(("test", "dev"), (shares[2], shares[1]), strict=True):
        wanted, dealt = len(records) * share / sum(shares), 0
        for relation in order:
            if relation not in held and dealt + uses[relation] <= wanted * 1.1:
                held[relation] = name
                dealt += uses[relation]
    return held


def _placed(record: dict[str, Any], name: str) -> dict[str, Any]:
    qid = f"{record['qid']}__{name}"
    answers = [
        {"aid": f"{qid}__{place}", **answer} for place, answer in enumerate(record["answer_list"])
    ]
    return {**record, "qid": qid, "answer_list": answers}
