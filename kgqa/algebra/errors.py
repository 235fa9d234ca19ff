"""What can be wrong with an expression before any graph is asked.

* AlgebraError          base class                                       exit 3
  x IllFormed             an operator was given what it cannot take
  x NotationError         a text is no expression; knows where it went wrong
    + UnknownName           a name in it is no label and no alias
    + UnclearName           a name in it can mean several things
    + Unsupported           a SPARQL query says what the algebra cannot; knows the reason and place
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import ClassVar, NamedTuple


class AlgebraError(ValueError):
    """The expression means nothing, and the message says why."""

    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Say what is wrong, and the next thing the user can try."""
        super().__init__(message)
        self.hint = hint


class IllFormed(AlgebraError):
    """An operator was given what it cannot take."""


class NotationError(AlgebraError):
    """A text is no expression of the algebra. `start` and `end` delimit the offending words."""

    def __init__(self, problem: str, *, text: str, start: int, end: int, hint: str = "") -> None:
        self.problem, self.text, self.start, self.end = problem, text, start, end
        super().__init__(f"{problem}\n{underline(text, start, end)}", hint=hint)


class Meaning(NamedTuple):
    """What a name in an expression can mean."""

    id: str
    label: str
    description: str = ""


class UnknownName(NotationError):
    """A name in an expression is no label and no alias. `candidates` are named nearly so."""

    def __init__(
        self,
        problem: str,
        *,
        text: str,
        start: int,
        end: int,
        hint: str = "",
        candidates: Sequence[Meaning] = (),
    ) -> None:
        super().__init__(problem, text=text, start=start, end=end, hint=hint)
        self.candidates = tuple(candidates)
        self.args = ("\n".join([str(self), *map(_line, self.candidates)]),)


class UnclearName(UnknownName):
    """A name in an expression can mean several things: the `candidates`, best known first."""


def _line(meaning: Meaning) -> str:
    """Return a candidate on a line of its own."""
    words = (" ".join(part.split()) for part in meaning if part)
    return f"  {'  '.join(words)}"


class Unsupported(NotationError):
    """A SPARQL query says what no expression of the algebra does. `reason` says it in few words."""

    def __init__(self, reason: str, *, text: str, start: int, end: int, hint: str = "") -> None:
        self.reason = reason
        super().__init__(f"The algebra has no {reason}", text=text, start=start, end=end, hint=hint)


def underline(text: str, start: int, end: int, width: int = 78) -> str:
    """Return the line of `text` around `start`, and below it a mark under ``[start, end)``."""
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    left = max(line_start, start - width // 2)
    right = min(line_end, left + width)
    lead, trail = "…" if left > line_start else "", "…" if right < line_end else ""
    before, within, after = (
        "".join(character if character.isprintable() else "�" for character in part)
        for part in (text[left:start], text[start : min(end, right)], text[min(end, right) : right])
    )
    marks = "^" * max(1, _columns(within))
    return f"  {lead}{before}{within}{after}{trail}\n  {' ' * _columns(lead + before)}{marks}"


def _columns(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)
