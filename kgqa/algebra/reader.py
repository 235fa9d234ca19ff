"""The tokens of an expression, read from left to right by what can say where it went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from kgqa.algebra.errors import AlgebraError, NotationError
from kgqa.algebra.tokens import Token, tokens_of

T = TypeVar("T")


class Reader:
    """The tokens of `text`. `place` is the next one to read."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.place = text, tokens_of(text), 0

    @property
    def next(self) -> Token:
        """The token to read next; the last one is of kind `end`."""
        return self.tokens[self.place]

    @property
    def after_next(self) -> Token:
        """The token after the next, where there is one."""
        return self.tokens[min(self.place + 1, len(self.tokens) - 1)]

    def take(self) -> Token:
        """Return the next token, and move on. The end is never passed."""
        token = self.next
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def sees(self, *words: str) -> bool:
        """Return whether the next token is one of these signs or words."""
        return self.next.kind in ("sign", "word") and self.next.text in words

    def takes(self, *words: str) -> bool:
        """Move past the next token if it is one of these, and return whether it was."""
        seen = self.sees(*words)
        if seen:
            self.take()
        return seen

    def words_from(self, first: int) -> str:
        """Return the text from token `first` to the last one read."""
        return self.text[self.tokens[first].start : self.tokens[max(first, self.place - 1)].end]

    def text_between(self, first: int, end: int) -> str:
        """Return the text of the tokens from `first` to the one before `end`."""
        return self.text[self.tokens[first].start : self.tokens[end - 1].end]

    def fail(self, problem: str, token: Token, hint: str) -> NoReturn:
        """Raise `NotationError` about `token`."""
        self.fail_between(problem, token.start, token.end, hint)

    def fail_between(self, problem: str, start: int, end: int, hint: str) -> NoReturn:
        """Raise `NotationError` about ``text[start:end]``."""
        raise NotationError(problem, text=self.text, start=start, end=end, hint=hint)

    def build(self, first: int, kind: Callable[..., T], *parts: object) -> T:
        """Return the node, or say that the words since token `first` make it ill-formed.

        `parts` may be of any sort: the node checks them when it is built.
        """
        try:
            return kind(*parts)
        except AlgebraError as error:
            start, end = self.tokens[first].start, self.tokens[max(first, self.place - 1)].end
            raise NotationError(
                str(error), text=self.text, start=start, end=end, hint=error.hint
            ) from error
