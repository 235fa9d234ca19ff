"""Everything kgqa can tell a user went wrong.

* KgqaError             base class                                                   exit 3
  x Incomparable          two sides of a comparison are of different kinds
  x SettingsError         a setting cannot be used                                     exit 2
  x PortTaken             the server cannot listen there                               exit 2
  x ServerMissing         the packages of `kgqa serve` are not installed               exit 2
  x WrongArgument         a function was given what it cannot take; also a ValueError  exit 2
  x EngineClosed          an engine was asked after it was closed
  x PackageMissing        a package that only this needs is not installed
  x TextIndexError        the text index could not be opened, read or built            exit 4
    + TextIndexMissing      there is no text index at that place
    + TextIndexDamaged      a text index is there, but its files do not fit together
    + TextIndexVersion      the text index has another format than this program reads
    + TextIndexBusy         another process is building there
    + TextIndexUnreachable  a text index on a server does not answer as it should
    + EmbedderMissing       what makes vectors of texts is not there
  x ReaderError           passages cannot be read                                      exit 4
    + ReaderMissing         what reads passages is not there
    + ReaderDamaged         a reader is there, but its files do not fit together
* AlgebraError          raised by kgqa.algebra: an expression means nothing           exit 3
* StoreError            raised by kgqa_store: the graph could not be opened or read   exit 4

"Nothing found" is not an error: it is a reply with no answers.
"""

from __future__ import annotations

from typing import ClassVar


class KgqaError(Exception):
    """Base class: `except KgqaError` catches what kgqa raises on purpose."""

    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Say what went wrong, and the next thing the user can try."""
        super().__init__(message)
        self.hint = hint


class Incomparable(KgqaError):
    """Two sides of a comparison are of different kinds, such as a length and a mass."""


class SettingsError(KgqaError):
    """A setting cannot be used."""

    exit_code: ClassVar[int] = 2


class PortTaken(KgqaError):
    """The server cannot listen there: the port is taken, or the address is not this machine's."""

    exit_code: ClassVar[int] = 2


class ServerMissing(KgqaError):
    """The packages that `kgqa serve` and `kgqa mcp` need are not installed."""

    exit_code: ClassVar[int] = 2


class WrongArgument(KgqaError, ValueError):
    """A function was given what it cannot take."""

    exit_code: ClassVar[int] = 2


class EngineClosed(KgqaError):
    """An engine was asked after it was closed."""


class PackageMissing(KgqaError):
    """A package that only this needs is not installed."""


class TextIndexError(KgqaError):
    """The text index could not be opened, read or built."""

    exit_code: ClassVar[int] = 4


class TextIndexMissing(TextIndexError):
    """There is no text index at that place."""


class TextIndexDamaged(TextIndexError):
    """A text index is there, but its files do not fit together."""


class TextIndexVersion(TextIndexError):
    """The text index has another format than this program reads."""


class TextIndexBusy(TextIndexError):
    """Another process is building there."""


class TextIndexUnreachable(TextIndexError):
    """A text index on a server is slow, wrong or down."""


class EmbedderMissing(TextIndexError):
    """What makes vectors of texts is not there, or cannot be loaded."""


class ReaderError(KgqaError):
    """Passages cannot be read."""

    exit_code: ClassVar[int] = 4


class ReaderMissing(ReaderError):
    """What reads passages is not there: a package, or the files of a reader."""


class ReaderDamaged(ReaderError):
    """A reader is there, but its files do not fit together."""
