"""Everything the store can tell a user went wrong.

* StoreError              the graph could not be opened, read or built                 exit 4
  x StoreMissing            there is no store at that place
  x StoreDamaged            a store is there, but its files do not fit together
  x StoreVersion            the store has another format than this program reads
  x StoreBusy               another process is building there
  x SourceError             a source file of a build is broken or of no known kind
  x NoRoom                  disk, memory or file handles do not suffice for a build
  x EndpointError           a SPARQL endpoint is down, or answers something else than SPARQL results
  x QueryError              the query is no SPARQL 1.1                                   exit 3
  x QueryRefused            the query would change the store, or ask another server      exit 2
  x LimitReached            a query was stopped                                          exit 5
    + TimeLimit               its time was up
    + MemoryLimit             it wanted more memory, or more rows, than it may have
"""

from __future__ import annotations

from typing import ClassVar


class StoreError(Exception):
    """Base class: the graph could not be opened, read or built."""

    exit_code: ClassVar[int] = 4

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Say what went wrong, and the next thing the user can try."""
        super().__init__(message)
        self.hint = hint


class StoreMissing(StoreError):
    """There is no store at that place."""


class StoreDamaged(StoreError):
    """A store is there, but its files do not fit together."""


class StoreVersion(StoreError):
    """The store has another format than this program reads."""


class StoreBusy(StoreError):
    """Another process is building there."""


class SourceError(StoreError):
    """A source file of a build is broken or of no known kind."""


class NoRoom(StoreError):
    """Disk, memory or file handles do not suffice for a build."""


class EndpointError(StoreError):
    """A SPARQL endpoint is down, or answers something else than SPARQL results."""


class QueryError(StoreError):
    """The query is no SPARQL 1.1."""

    exit_code: ClassVar[int] = 3


class QueryRefused(StoreError):
    """The query would change the store, or make it ask another server."""

    exit_code: ClassVar[int] = 2


class LimitReached(StoreError):
    """A query was stopped."""

    exit_code: ClassVar[int] = 5


class TimeLimit(LimitReached):
    """The time of a query was up."""


class MemoryLimit(LimitReached):
    """A query wanted more memory, or more rows, than it may have."""
