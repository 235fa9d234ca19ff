"""Whether a text index is whole: its files are those that were built."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kgqa_store.file_damage import file_damage
from kgqa_store.progress import Advanced, Progress, silent, timed

from kgqa.text.manifest import TextManifest, read_manifest, sha256_of


@dataclass(frozen=True, slots=True)
class Findings:
    """What was looked at, and what is wrong with it."""

    manifest: TextManifest
    files: int
    bytes: int
    damages: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found to be wrong."""
        return not self.damages


def verify_index(directory: Path, *, quick: bool = False, progress: Progress = silent) -> Findings:
    """Look for damage in the index at `directory`.

    With `quick`, large files are read only if they were written to since they were built.
    """
    manifest = read_manifest(directory)
    total = sum(record.bytes for record in manifest.files.values())
    with timed("verify", progress, total=total, unit="bytes"):
        damages = tuple(_damages(directory / manifest.generation, manifest, quick, progress))
    return Findings(manifest, len(manifest.files), total, damages)


def _damages(
    folder: Path, manifest: TextManifest, quick: bool, progress: Progress
) -> Iterator[str]:
    if not folder.is_dir():
        yield f"{manifest.generation} is missing"
        return
    present = {path.name for path in folder.iterdir()}
    for name in sorted(present - manifest.files.keys()):
        yield f"{name} does not belong to this generation"
    done = 0
    for name, record in sorted(manifest.files.items()):
        path = folder / name
        if what := file_damage(path, record, record.sha256, sha256_of, every_byte=not quick):
            yield f"{name} {what}"
        done += record.bytes
        progress(Advanced("verify", done))
