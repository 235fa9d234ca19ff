"""Answers in the formats of other programs: tables, RDF, and graphs."""

from typing import Literal, TypeAlias

Written: TypeAlias = Literal["csv", "tsv", "markdown", "turtle", "jsonld", "graphml"]
WRITTEN: tuple[Written, ...] = ("csv", "tsv", "markdown", "turtle", "jsonld", "graphml")
"""The formats of this package; `table` is drawn and `json` is written elsewhere."""
