"""The `kgqa` command: the only place that prints, and the only place that exits."""

from kgqa_cli.main import main

__all__ = ["main"]
