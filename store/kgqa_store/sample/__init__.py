"""The embedded sample: a small Wikidata, written by hand, that comes with the program."""

from __future__ import annotations

from pathlib import Path

SOURCES = Path(__file__).parent
"""The folder of the sample's source files."""
