"""The series that a name stands for: the third Twilight film is of the series, not of the film."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Entity, Property
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link
from kgqa.parse.lookups import MOST
from kgqa.parse.property_words import stems_of
from kgqa.parse.sketches import NAMED, Sketch, Walker

SERIES = "P179"


def is_of_several(analysis: Analysis) -> bool:
    """Whether a question speaks of several: it orders or counts them, or leaves some out."""
    return bool(analysis.cues) or analysis.form == "count"


def in_series(walker: Walker, link: Link) -> Iterator[Sketch]:
    """Yield the parts of a series that is called as a name is, which means one of them.

    A film of a universe has a name of its own: there are not so many films about Iron Man.
    """
    if not link.is_name or not is_of_several(walker.analysis):
        return
    own = _stems(link.mention)
    for series in walker.lookups.objects(link.id, SERIES):
        if not isinstance(series, str) or not own <= _stems(_label(walker, series)):
            continue
        if walker.lookups.into([series])[series].get(SERIES, 0) > MOST:
            continue
        members = walker.lookups.subjects([(SERIES, series)])[SERIES, series]
        if len(members) > 1:
            query = Apply(Property(SERIES), Entity(series))
            yield walker.judged(Sketch(query, members, (link,), ((SERIES, NAMED),), link.places))


def _label(walker: Walker, id_: str) -> str:
    return walker.kinds.names.labels([id_]).get(id_, "")


def _stems(name: str) -> frozenset[str]:
    return stems_of(name.lower().split())
