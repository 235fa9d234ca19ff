"""How sure an answer must be to be given."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def limits() -> Mapping[str, float]:
    """Return the least certainty of an answer, by the kind of question."""
    text = (resources.files("kgqa.judge") / "data" / "limits.toml").read_text(encoding="utf-8")
    return {name: float(value) for name, value in tomllib.loads(text).items()}
