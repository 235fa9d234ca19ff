"""The sample's passages as a text index, built by whoever needs it first."""

from __future__ import annotations

import hashlib
from pathlib import Path

from kgqa.errors import TextIndexMissing
from kgqa.text.manifest import FILE_NAME, FORMAT
from kgqa.text.sample import PASSAGES

MADE_BY = ("sources", "markup", "languages", "splitting", "words", "postings_build", "spool")
"""The modules that decide what a passage becomes in an index."""
WAIT = 60.0
"""So many seconds may pass until another builder of the same sample has ended."""


def sample_version() -> str:
    """Return a name for what the sample's passages say and how they are indexed."""
    digest = hashlib.sha256(str(FORMAT).encode())
    modules = [Path(__file__).with_name(f"{name}.py") for name in MADE_BY]
    for path in [*sorted(PASSAGES.glob("*.jsonl")), *modules]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def ensure_sample_index(home: Path) -> Path:
    """Return the folder of the sample's text index under `home`; the first caller builds it.

    Whoever comes while it is being built waits for it.
    """
    directory = home / f"sample-text-{sample_version()}"
    if (directory / FILE_NAME).exists():
        return directory
    sources = sorted(PASSAGES.glob("*.jsonl"))
    if not sources:
        raise TextIndexMissing(
            "The sample has no passages.", hint="Name a text index: --text DIR, or --no-text"
        )
    from kgqa.text.index_build import Options, build_index

    build_index(sources, directory, options=Options(wait=WAIT))
    return directory
