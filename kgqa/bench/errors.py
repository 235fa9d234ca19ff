"""What can be wrong with the files of a benchmark, a system that is scored, or a run."""

from __future__ import annotations

from typing import ClassVar

from kgqa.errors import KgqaError


class BenchError(KgqaError):
    """Base class: something given to `kgqa bench` cannot be used."""

    exit_code: ClassVar[int] = 2


class DataError(BenchError):
    """A file of questions or predictions is not what it should be; the message says where."""


class SystemFailed(BenchError):
    """A system that is scored gave nothing that could be scored."""


class RunError(BenchError):
    """A folder is no run, or another one than it should be."""
