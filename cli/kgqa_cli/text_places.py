"""Where the text index is that a user means: a folder, an address, or the sample."""

from __future__ import annotations

from pathlib import Path

import click


def is_address(location: str | Path) -> bool:
    """Whether a text index is on a server."""
    return str(location).lower().startswith(("http://", "https://"))


def where(location: str | None) -> str | Path:
    """Return the folder or the address that the user means, or those of the settings."""
    from kgqa_cli.environment import settings

    found = settings(text=location).text
    return found if is_address(found) else place(location)


def place(location: str | None) -> Path:
    """Return the folder that the user means, or the one of the settings; the sample is built."""
    from kgqa.text.index import SAMPLE
    from kgqa.text.sample_index import ensure_sample_index
    from kgqa_cli.environment import home, settings

    found = settings(text=location).text
    if is_address(found):
        raise click.UsageError(f"{found} is on a server; this needs the folder of a text index.")
    return ensure_sample_index(home()) if found == SAMPLE else Path(found).expanduser()
