"""The embedded sample: a small Wikidata, written by hand, that comes with the program."""

from __future__ import annotations

import fcntl
import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgqa_store.errors import StoreError
from kgqa_store.plain_files import open_plain

SOURCES = Path(__file__).parent
"""The folder of the sample's source files."""

WAIT = 60.0
"""So many seconds may pass until another builder inside the same folder has ended."""


def sample_triples() -> Iterator[bytes]:
    """Yield the sample as lines of N-Triples."""
    from kgqa_store.sample.compile import load_sample, sample_lines

    for line in sample_lines(load_sample(SOURCES)):
        yield line.encode() + b"\n"


def sample_version() -> str:
    """Return a name for what the sample says and how it is compiled: a new one for any change."""
    from kgqa_store.manifest import FORMAT

    digest = hashlib.sha256(str(FORMAT).encode())
    for path in sorted([*SOURCES.glob("*.kg"), *SOURCES.glob("*.py")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def ensure_sample_store(home: Path) -> Path:
    """Return the folder of the sample's store under `home`; the first caller builds it.

    Whoever comes while it is being built waits for it. A store of another version of the sample
    stays beside it, since another installation may be using it.
    """
    directory = home / f"sample-{sample_version()}"
    if _is_built(directory):
        return directory
    with _alone(home):
        if not _is_built(directory):
            _build(directory)
    return directory


def _is_built(directory: Path) -> bool:
    return (directory / "manifest.json").exists()


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """Hold the lock that makes this the only process that builds the sample under `home`."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        lock = open_plain(home / ".sample", to_append=True)
    except OSError as error:
        raise StoreError(
            f"The sample cannot be built: nothing can be written to {home} ({error.strerror}).",
            hint="Choose another folder: export KGQA_HOME=DIR",
        ) from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(directory: Path) -> None:
    from kgqa_store.build import Options, build

    with tempfile.TemporaryDirectory() as folder:
        triples = Path(folder) / "sample.nt"
        with triples.open("wb") as file:
            file.writelines(sample_triples())
        build([triples], directory, options=Options(wait=WAIT))
