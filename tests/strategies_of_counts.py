"""Those of a set with so many values, for the tests of agreement."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import strategies as st

from kgqa.algebra import Having, Inverse, Number, Property, Tally, Things

LINKS = ("P1", "P2")


def having(inner: Things, other: Things, draw: st.DrawFn) -> Things:
    """Draw those of a set with so many values, sometimes of another set alone."""
    way = Property(draw(st.sampled_from(LINKS)))
    tally = Tally(
        Inverse(way) if draw(st.booleans()) else way,
        other if draw(st.integers(0, 3)) == 0 else None,
    )
    sign = draw(st.sampled_from([">", ">=", "=", "<", "<=", "!="]))
    return Having(inner, tally, sign, Number(Decimal(draw(st.integers(0, 2)))))
