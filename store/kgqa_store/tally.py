"""What is counted while sources are read, and when there is too much that is broken."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from kgqa_store.errors import SourceError

SHARE = 0.001
"""The share of broken lines at which a build stops."""
HANDFUL = 5
"""So many broken lines are always passed over, however short the source."""
SHORTEST = 100_000
"""While fewer lines than this are read, the share is taken of this many."""
SHOWN = 20
"""How many broken places are kept with file and line; the others are counted."""
REASONS = 200
"""How many reasons are told apart."""
BROKEN = "broken lines"


@dataclass(slots=True)
class Tally:
    """Counts that grow while sources are read."""

    max_errors: int | None = None
    """How many broken lines are passed over; nothing for the rule of `SHARE` and `HANDFUL`."""
    lines: int = 0
    """Lines of N-Triples, or entities of JSON."""
    counts: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    """What is not in the store, by reason."""
    problems: list[str] = field(default_factory=list)

    def broken(self, place: str, reason: str) -> None:
        """Count a broken line, and stop the build if it is one too many."""
        self.dropped[BROKEN] += 1
        if len(self.problems) < SHOWN:
            self.problems.append(f"{place}: {reason}")
        self._check(max(self.lines, SHORTEST))

    def drop(self, reason: str, times: int = 1) -> None:
        """Count what will not be in the store, under its reason."""
        if times:
            known = reason in self.dropped or len(self.dropped) < REASONS
            self.dropped[reason if known else "other reasons"] += times

    def finish(self) -> None:
        """Judge the broken lines now that their share is known."""
        self._check(self.lines)

    def _check(self, lines: int) -> None:
        broken = self.dropped[BROKEN]
        allowed = self.max_errors
        if allowed is None:
            allowed = max(HANDFUL, int(lines * SHARE))
        if broken <= allowed:
            return
        raise SourceError(
            f"{broken:,} broken lines, of which {allowed:,} are allowed; the first: "
            + "; ".join(self.problems[:3]),
            hint=f"Mend the source, or pass over more of them: --max-errors {broken * 10}",
        )

    def as_fields(self) -> dict[str, Any]:
        """Return the counts in a form that can be sent to another process."""
        return {
            "lines": self.lines,
            "counts": dict(self.counts),
            "dropped": dict(self.dropped),
            "problems": self.problems,
        }
