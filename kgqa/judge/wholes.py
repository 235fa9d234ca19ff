"""When a series came out: when the first of its parts did, where nothing is stated of the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa.algebra import Apply, Entity, Inverse, Property, Query, Superlative, Things
from kgqa.judge.choose import Tried
from kgqa.judge.lacking import Lacking
from kgqa.judge.naming import FAMOUS, Fame, is_called
from kgqa.parse.candidate import Candidate
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed
from kgqa.parse.words import cues

SURE = 0.5
"""How likely the date of the first part is what was asked for; set by hand."""

_PARTS = (Property("P179"), Inverse(Property("P527")))
"""From a whole to its parts: part of the series, has part."""


def asked(tried: Sequence[Tried], lacking: Lacking | None) -> tuple[Link, str] | None:
    """Return the name and the property of a question for one value of one thing."""
    if lacking is not None:
        return (lacking.link, lacking.property_id) if lacking.inverse else None
    match tried[0].candidate if tried else None:
        case Candidate(Apply(Inverse(Property(property_)), Entity()), (link,)):
            return link, property_
    return None


def may_stand_for(parsed: Parsed) -> bool:
    """Whether a question asks only when something was, so that its first part may stand for it.

    The second part, or how old someone was, is another matter.
    """
    kinds = cues()["expected"].get(parsed.analysis.asks, {}).get("kinds", ())
    return list(kinds) == ["date"] and not parsed.analysis.cues


def is_stretched(tried: Tried, lacking: Lacking | None) -> bool:
    """Whether a reading takes a name for something with a longer one, as a series for a volume."""
    if lacking is None:
        return False
    links = [link for link in tried.candidate.links if link.places == lacking.link.places]
    return any(len(link.label) > len(lacking.link.label) for link in links)


def meant(parsed: Parsed, tried: Sequence[Tried], link: Link, fame: Fame) -> list[Link]:
    """Return the well-known things that a name means and that no reading was run for."""
    run = {one.id for reading in tried for one in reading.candidate.links}
    links = [
        one
        for name in parsed.linked.names
        for one in name
        if one.places == link.places and is_called(one.label, one.mention)
    ]
    most = max((fame(one.id) for one in links), default=0.0)
    return [one for one in links if one.id not in run and fame(one.id) >= FAMOUS * most]


def of_first_part(link: Link, property_: str) -> Iterator[Candidate]:
    """Yield readings for the date of the part of a thing that has the earliest."""
    for parts in _PARTS:
        whole: Things = Apply(parts, Entity(link.id))
        first = Superlative("min", whole, Property(property_))
        query: Query = Apply(Inverse(Property(property_)), first)
        yield Candidate(query, (link,), "ordinal", {}, 0.0)
