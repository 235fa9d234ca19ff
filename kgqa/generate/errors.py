"""What can be wrong with what questions are made of."""

from __future__ import annotations

from typing import ClassVar

from kgqa.errors import KgqaError


class GenerateError(KgqaError):
    """Base class: something given to `kgqa generate` cannot be used."""

    exit_code: ClassVar[int] = 2


class RelationsError(GenerateError):
    """A file of relations is not what it should be; the message says where."""


class GrammarError(GenerateError):
    """A file of a grammar is not what it should be."""


class TablesError(GenerateError):
    """A file of tables is not what it should be; the message says where."""


class NothingToAsk(GenerateError):
    """The store offers nothing that a question could be made of."""


class ParaphraseFailed(GenerateError):
    """What should reword questions does not."""
