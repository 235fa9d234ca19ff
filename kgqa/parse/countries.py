"""The codes by which graphs tell countries, and what people call these."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

CODES = Path(__file__).parent / "data" / "countries.toml"


@cache
def country_names() -> Mapping[str, tuple[str, ...]]:
    """Return by a code, of two letters or of three, the names of a country."""
    found: dict[str, tuple[str, ...]] = {}
    for short, (long, *names) in tomllib.loads(CODES.read_text(encoding="utf-8")).items():
        found[short] = found[long] = tuple(names)
    return found
