"""A folder of pages as one source: its files in the order of their names, read one by one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from kgqa_store.errors import SourceError

PAGES = {
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
}
"""The kinds of pages, by the ends of their names."""
LARGEST = 1 << 25
"""Bytes of a page that are read."""


class FolderStream:
    """The pages below a folder, to be read once; it counts what was read, as `Decoded` does."""

    def __init__(self, folder: Path) -> None:
        """Read what is below `folder`; files that are links to elsewhere are left out."""
        self.folder = folder
        self.raw_bytes = 0
        self._hash = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """The checksum of the names and the bytes of what was read so far."""
        return self._hash.hexdigest()

    def __iter__(self) -> Iterator[bytes]:
        """Give the bytes of each page."""
        for _, content in self.pages():
            yield content

    def pages(self) -> Iterator[tuple[Path, bytes]]:
        """Yield each page with its path below the folder."""
        for path in page_files(self.folder):
            name = path.relative_to(self.folder)
            try:
                with path.open("rb") as file:
                    content = file.read(LARGEST)
            except OSError as error:
                raise SourceError(f"{path} cannot be read: {error.strerror}.") from error
            self.raw_bytes += len(content)
            self._hash.update(str(name).encode() + b"\0" + content)
            yield name, content


def page_files(folder: Path) -> list[Path]:
    """Return the pages below a folder, in the order of their paths."""
    root = folder.resolve()
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in PAGES
        and path.is_file()
        and path.resolve().is_relative_to(root)
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
