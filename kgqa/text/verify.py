"""Whether a text index is whole: its files are those that were built."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kgqa_store.progress import Advanced, Progress, silent, timed

from kgqa.text.manifest import TextManifest, read_manifest, record_file


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
    """Look for damage in the index at `directory`; `quick` compares sizes instead of checksums."""
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
        if name not in present or not path.is_file():
            yield f"{name} is missing"
        elif (size := path.stat().st_size) != record.bytes:
            yield f"{name} has {size:,} bytes instead of {record.bytes:,}"
        elif not quick and record_file(path) != record:
            yield f"{name} has another content than when it was built"
        done += record.bytes
        progress(Advanced("verify", done))
