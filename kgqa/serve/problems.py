"""What went wrong, as a status of HTTP and a sentence with a hint."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kgqa_store.errors import LimitReached, QueryError, QueryRefused, StoreError, TimeLimit

from kgqa.algebra.errors import AlgebraError, NotationError
from kgqa.errors import KgqaError, ReaderError, TextIndexError
from kgqa.serve.frames import Outcome, as_json


class Refused(Exception):
    """A request that is not done: its status, a sentence, a hint, and headers."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        hint: str = "",
        kind: str = "Refused",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Say what is wrong with the request, and the next thing to try."""
        super().__init__(message)
        self.status, self.hint, self.kind = status, hint, kind
        self.headers = dict(headers or {})


def status_of(error: BaseException) -> int:
    """Return the status that says whose fault an error is."""
    match error:
        case Refused():
            return error.status
        case QueryRefused():
            return 403
        case TimeLimit():
            return 504
        case LimitReached():
            return 422
        case QueryError() | AlgebraError():
            return 400
        case StoreError() | TextIndexError() | ReaderError():
            return 503
        case KgqaError():
            return 400
        case _:
            return 500


_PLACE = re.compile(r"line (\d+), column (\d+):\n.*\n *(\^+)")
"""How the mistakes of a SPARQL query are told."""


def place_of(error: BaseException, text: str) -> tuple[int, int] | None:
    """Return where in what was written a mistake begins and ends, where that is known."""
    match error:
        case NotationError() if error.text == text:
            return error.start, error.end
        case QueryError() if found := _PLACE.search(str(error)):
            line, column, marks = int(found[1]), int(found[2]), len(found[3])
            start = sum(len(one) + 1 for one in text.split("\n")[: line - 1]) + column - 1
            return start, start + marks
    return None


def problem(error: BaseException) -> Outcome:
    """Return what a client is told of an error; of a bug only that it is one."""
    status = status_of(error)
    kind = error.kind if isinstance(error, Refused) else type(error).__name__
    if status == 500:
        message, hint = "This is a bug in kgqa, not in what you sent.", "the server's log has it"
    else:
        message, hint = str(error), str(getattr(error, "hint", ""))
    said = as_json({"error": {"kind": kind, "message": message, "hint": hint}}, status)
    headers = error.headers if isinstance(error, Refused) else {}
    return Outcome(status, said.type, said.body, headers)


def wrong_id(id_: str, example: str) -> Refused:
    """Return that something is no id of the store."""
    said = f"{id_!r} is no id such as {example}."
    return Refused(400, said, kind="WrongId", hint="/link?text=NAME finds ids")


def nothing_about(id_: str) -> Refused:
    """Return that a store says nothing of a thing."""
    said = f"The store has nothing about {id_}."
    return Refused(404, said, kind="UnknownEntity", hint="/link?text=NAME finds ids")
