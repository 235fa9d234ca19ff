"""What a command finds around it: its settings, and the folder for what kgqa keeps."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa.settings import Settings, Sourced


def sourced(**flags: object) -> Sourced:
    """Return all settings, and where each came from; flags that are None are not set."""
    from kgqa.settings import read_settings

    return read_settings(Path.cwd(), os.environ, flags)


def settings(**flags: object) -> Settings:
    """Return all settings; flags that are None are not set."""
    return sourced(**flags).settings


def home() -> Path:
    """Return the folder for what kgqa keeps: KGQA_HOME, or the platform's place for data."""
    chosen = os.environ.get("KGQA_HOME")
    if chosen:
        return Path(chosen).expanduser().absolute()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kgqa"
    # The XDG specification says that a relative path is to be ignored.
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (data if data.is_absolute() else Path.home() / ".local" / "share") / "kgqa"
