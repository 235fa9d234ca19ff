"""What is in a text index: one JSON file that names the current generation and all its files.

    DIR/manifest.json     replacing it is the one step by which an index changes
    DIR/<generation>/     passages, words, perhaps vectors
    DIR/.building/        an index that is being built, or what an interrupted build left

Readers map the files into memory, where they stay readable after a newer generation has taken
their place on disk.
"""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson
from kgqa_store.file_damage import file_damage
from kgqa_store.manifest import SourceRecord, is_sealed, sealed, sync_directory
from kgqa_store.plain_files import read_plain

from kgqa.errors import TextIndexDamaged, TextIndexMissing, TextIndexVersion

FORMAT = 1
"""The layout this program writes and reads; raised when an index must be built anew."""
FILE_NAME = "manifest.json"
KIND = "text index"


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A file of a generation, as it was when the build ended."""

    bytes: int
    sha256: str
    modified: int | None = None
    """When it was last written to, in nanoseconds; older indexes do not say."""


@dataclass(frozen=True, slots=True)
class TextManifest:
    """What is in a text index, and where it comes from."""

    generation: str
    created: str
    """When the generation was finished, in UTC."""
    program: str
    """The version of kgqa that built it."""
    sources: tuple[SourceRecord, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many passages, documents and words, and what else was counted on the way."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How much of the sources is not in the index, by reason."""
    problems: tuple[str, ...] = ()
    """The first broken places, each with file and line."""
    ranking: Mapping[str, Any] = field(default_factory=dict)
    """The numbers of BM25 that the weights were made with."""
    embedder: str = ""
    """What made the vectors; empty where there are none."""
    model: str = ""
    """The folder that the embedder was loaded from, if it was."""
    seconds: float = 0.0
    files: Mapping[str, FileRecord] = field(default_factory=dict)
    """Every file of the generation, by its name."""
    format: int = FORMAT
    kind: str = KIND


def build_hint(directory: Path) -> str:
    """Return the command that builds an index at `directory`."""
    return f"kgqa text build SOURCE... --out {directory}"


def damage_in(directory: Path, manifest: TextManifest) -> str:
    """Return what is wrong with the first file that is not as it was built, if it is cheap to see.

    Nothing where all is well.
    """
    for name, record in manifest.files.items():
        path = directory / manifest.generation / name
        if what := file_damage(path, record, record.sha256, sha256_of):
            return f"{name} {what}"
    return ""


def mending(directory: Path, manifest: TextManifest) -> str:
    """Return the command that makes a damaged index whole again."""
    names = " ".join(shlex.quote(one.name) for one in manifest.sources) or "SOURCE..."
    return f"Build it again: kgqa text build {names} --out {shlex.quote(str(directory))}"


def write_manifest(directory: Path, manifest: TextManifest) -> None:
    """Make `manifest` the one of the index in `directory`, in one step that survives a crash."""
    write_json(directory / FILE_NAME, sealed(asdict(manifest)))


def write_json(target: Path, fields: Mapping[str, Any]) -> None:
    """Replace the file `target` by one with `fields`, in one step that survives a crash."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    with draft.open("wb") as file:
        file.write(orjson.dumps(fields, option=orjson.OPT_INDENT_2))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(target)
    sync_directory(target.parent)


def read_manifest(directory: Path) -> TextManifest:
    """Return the manifest of the index in `directory`, or say why there is none to read."""
    build = build_hint(directory)
    if directory.is_file():
        raise TextIndexMissing(
            f"{directory} is a file, and a text index is a folder.",
            hint=f"Build one from it: kgqa text build {directory} --out DIR",
        )
    if not directory.is_dir():
        raise TextIndexMissing(
            f"There is no text index at {directory}.", hint=f"Build one: {build}"
        )
    try:
        fields = orjson.loads(read_plain(directory / FILE_NAME))
    except FileNotFoundError:
        if any(directory.glob("generation-*")):
            raise TextIndexDamaged(
                f"The text index {directory} lacks its {FILE_NAME}.", hint=f"Build again: {build}"
            ) from None
        raise TextIndexMissing(
            f"The folder {directory} holds no finished text index.", hint=f"Build one: {build}"
        ) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise TextIndexDamaged(
            f"The manifest of {directory} cannot be read: {why}.", hint=f"Build again: {build}"
        ) from error
    if not isinstance(fields, dict) or fields.get("kind") != KIND:
        raise TextIndexMissing(
            f"{directory} is something else than a text index.",
            hint="Build one elsewhere: kgqa text build SOURCE... --out DIR",
        )
    return _manifest(directory, fields)


def _manifest(directory: Path, fields: dict[str, Any]) -> TextManifest:
    if fields.get("format") != FORMAT:
        raise TextIndexVersion(
            f"The text index {directory} has format {fields.get('format')}, "
            f"this program reads format {FORMAT}.",
            hint=f"Build it again: {build_hint(directory)}",
        )
    if not is_sealed(fields):
        raise TextIndexDamaged(
            f"The manifest of {directory} is damaged: it is not the one that was written.",
            hint=f"Build again: {build_hint(directory)}",
        )
    try:
        return TextManifest(
            generation=_plain_name(fields["generation"]),
            created=str(fields["created"]),
            program=str(fields["program"]),
            sources=tuple(SourceRecord(**source) for source in fields["sources"]),
            counts=dict(fields["counts"]),
            dropped=dict(fields["dropped"]),
            problems=tuple(fields["problems"]),
            ranking=dict(fields["ranking"]),
            embedder=str(fields["embedder"]),
            model=str(fields.get("model", "")),
            seconds=float(fields["seconds"]),
            files={_plain_name(name): FileRecord(**one) for name, one in fields["files"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TextIndexDamaged(
            f"The manifest of {directory} is damaged: {type(error).__name__} {error}.",
            hint=f"Build again: {build_hint(directory)}",
        ) from error


def _plain_name(name: object) -> str:
    """Return the name of a file beside the manifest; a path that leads elsewhere is none."""
    text = str(name)
    if not text or text.startswith(".") or "/" in text or "\\" in text:
        raise ValueError(f"{text!r} is no name of a file")
    return text


def record_file(path: Path) -> FileRecord:
    """Return size, checksum and time of a file."""
    found = path.stat()
    return FileRecord(found.st_size, sha256_of(path), found.st_mtime_ns)


def sha256_of(path: Path) -> str:
    """Return the checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
