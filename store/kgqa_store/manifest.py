"""What is in a store: one JSON file that names the current generation, its sources and its files.

Replacing `manifest.json` is the one step by which a store changes: before it readers find the old
generation, after it the new one, and there is no moment in between.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

from kgqa_store.errors import StoreDamaged, StoreMissing, StoreVersion
from kgqa_store.plain_files import read_plain

FORMAT = 1
"""The layout this program writes and reads; raised when a store must be built anew."""

FILE_NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A file a store was built from."""

    name: str
    kind: str
    """`nt`, `ttl`, `json` or `tsv`."""
    bytes: int
    """Its size as it came, compressed or not."""
    sha256: str
    lines: int
    """Lines of N-Triples or entities of JSON that were looked at; 0 for Turtle."""


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A file of a generation, as it was when the build ended."""

    bytes: int
    checksum: str
    """BLAKE2b with 16 bytes, in hexadecimal."""
    modified: int | None = None
    """When it was last written to, in nanoseconds; older stores do not say."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in a store, and where it comes from."""

    generation: str
    """The folder, beside the manifest, that holds graph and indexes."""
    created: str
    """When the generation was finished, in UTC."""
    program: str
    """The version of kgqa that built it."""
    sources: tuple[SourceRecord, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many triples, and what else was counted on the way."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How much of the sources is not in the store, by reason."""
    problems: tuple[str, ...] = ()
    """The first broken places, each with file and line."""
    slice: Mapping[str, Any] = field(default_factory=dict)
    """What was kept of the sources; empty where everything was."""
    endpoint: str = ""
    """Where the graph is, for a store that has the indexes only."""
    updates: tuple[str, ...] = ()
    """The changes applied since the build, oldest first."""
    seconds: float = 0.0
    """How long the build took."""
    named: float | None = None
    """The share of entities that have a name, by a sample; None where nobody has looked."""
    files: Mapping[str, FileRecord] = field(default_factory=dict)
    """Every file of the generation, by its path in it."""
    format: int = FORMAT


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Make `manifest` the one of the store in `directory`, in one step that survives a crash."""
    target = directory / FILE_NAME
    draft = directory / f".{FILE_NAME}.{os.getpid()}"
    with draft.open("wb") as file:
        file.write(orjson.dumps(sealed(asdict(manifest)), option=orjson.OPT_INDENT_2))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(target)
    sync_directory(directory)


def sealed(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a manifest with a checksum of all of them."""
    return {**fields, "checksum": _checksum(orjson.loads(orjson.dumps(fields)))}


def is_sealed(fields: Mapping[str, Any]) -> bool:
    """Whether the fields are those that were sealed; older manifests are not, and taken as is."""
    others = {name: value for name, value in fields.items() if name != "checksum"}
    return "checksum" not in fields or fields["checksum"] == _checksum(others)


def _checksum(fields: Mapping[str, Any]) -> str:
    content = orjson.dumps(fields, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def read_manifest(directory: Path) -> Manifest:
    """Return the manifest of the store in `directory`, or say why there is none to read."""
    build = f"kgqa store build SOURCE... --out {directory}"
    if not directory.is_dir():
        raise StoreMissing(f"There is no store at {directory}.", hint=f"Build one: {build}")
    try:
        content = read_plain(directory / FILE_NAME)
    except FileNotFoundError:
        what = "is empty" if not any(directory.iterdir()) else "holds no finished store"
        raise StoreMissing(f"The folder {directory} {what}.", hint=f"Build one: {build}") from None
    except OSError as error:
        raise StoreDamaged(
            f"The manifest of {directory} cannot be read: {error.strerror}.",
            hint=f"Build the store again: {build}",
        ) from error
    try:
        fields = orjson.loads(content)
        version = int(fields["format"])
    except (ValueError, KeyError, TypeError) as error:
        raise StoreDamaged(
            f"The manifest of {directory} is damaged: {error}.",
            hint=f"Build the store again: {build}",
        ) from error
    check_format(
        directory, version, [source.get("name", "") for source in fields.get("sources", [])]
    )
    if not is_sealed(fields):
        raise StoreDamaged(
            f"The manifest of {directory} is damaged: it is not the one that was written.",
            hint=f"Build the store again: {build}",
        )
    return _manifest(directory, fields)


def check_format(directory: Path, version: int, sources: list[str]) -> None:
    """Refuse a store of another format, and say which command brings it to ours."""
    if version < FORMAT:
        names = " ".join(sources) or "SOURCE..."
        raise StoreVersion(
            f"The store {directory} has format {version}, this program reads format {FORMAT}.",
            hint=f"Upgrade it: kgqa store build {names} --out {directory}",
        )
    if version > FORMAT:
        raise StoreVersion(
            f"The store {directory} has format {version}, this program reads up to {FORMAT}.",
            hint="Upgrade the program: pip install --upgrade kgqa",
        )


def _manifest(directory: Path, fields: dict[str, Any]) -> Manifest:
    try:
        return Manifest(
            generation=str(fields["generation"]),
            created=str(fields["created"]),
            program=str(fields["program"]),
            sources=tuple(SourceRecord(**source) for source in fields["sources"]),
            counts=dict(fields["counts"]),
            dropped=dict(fields["dropped"]),
            problems=tuple(fields["problems"]),
            slice=dict(fields["slice"]),
            endpoint=str(fields.get("endpoint", "")),
            updates=tuple(fields["updates"]),
            seconds=float(fields["seconds"]),
            named=None if fields.get("named") is None else float(fields["named"]),
            files={name: FileRecord(**record) for name, record in fields["files"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StoreDamaged(
            f"The manifest of {directory} is damaged: {type(error).__name__} {error}.",
            hint=f"Build the store again: kgqa store build SOURCE... --out {directory}",
        ) from error


def sync_directory(directory: Path) -> None:
    """Return once the entries of `directory` are on disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
