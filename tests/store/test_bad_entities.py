"""What is lost of an entity of a strange shape is counted."""

from __future__ import annotations

import pytest
from kgqa_store.tally import Tally
from kgqa_store.wikidata_entity import EVERYTHING, entity_lines
from store_sources import entity


@pytest.mark.parametrize(
    ("change", "counted"),
    [
        ({"claims": "text"}, {"fields 'claims' that cannot be read": 1}),
        ({"descriptions": 3}, {"fields 'descriptions' that cannot be read": 1}),
        ({"labels": [], "claims": []}, {}),  # empty maps, as PHP writes them
        ({"claims": {"P1": "text"}}, {"statements that cannot be read": 1}),
        ({"claims": {"P1": [None, 3, {}]}}, {"statements that cannot be read": 3}),
        ({"aliases": {"en": "text"}}, {"texts without a readable value or language": 1}),
    ],
)
def test_what_cannot_be_read_is_counted(change: dict[str, object], counted: dict[str, int]) -> None:
    tally = Tally()

    assert list(entity_lines(entity("Q1") | change, EVERYTHING, tally))
    assert dict(tally.dropped) == counted
