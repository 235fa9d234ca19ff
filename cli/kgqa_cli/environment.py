"""What a command finds around it: its settings, and the folder for what kgqa keeps."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa_cli import failures

if TYPE_CHECKING:
    from kgqa.settings import Settings, Sourced


def sourced(**flags: object) -> Sourced:
    """Return all settings, and where each came from; flags that are None are not set."""
    from kgqa.settings import FILE, read_settings

    found = read_settings(Path.cwd(), os.environ, flags)
    if found.sources["store"] == FILE and "://" in found.settings.store:
        # Whoever put the file there, and not the user of this command, has named a server.
        failures.note(f"{FILE} in this folder sends queries to {found.settings.store}")
    if found.sources["text"] == FILE and "://" in found.settings.text:
        without_password = found.settings.text.rpartition("@")[2].rpartition("://")[2]
        failures.note(f"{FILE} in this folder sends questions to {without_password}")
    return found


def settings(**flags: object) -> Settings:
    """Return all settings; flags that are None are not set."""
    return sourced(**flags).settings


def home() -> Path:
    """Return the folder for what kgqa keeps."""
    from kgqa.settings import home

    return home(os.environ, sys.platform)
