"""From what a user writes after `--store` to a store that can be asked."""

from __future__ import annotations

from pathlib import Path

from kgqa_store.errors import StoreError, StoreMissing
from kgqa_store.manifest import read_manifest
from kgqa_store.store import Store

SCHEMES = ("http://", "https://")


def is_endpoint(location: str | Path) -> bool:
    """Whether `location` is the URL of a SPARQL endpoint rather than a folder."""
    return str(location).lower().startswith(SCHEMES)


def open_store(location: str | Path, *, workers: int | None = None) -> Store:
    """Return the store at `location`, a folder or the URL of a SPARQL 1.1 endpoint.

    At most `workers` queries run at once in a local store; None leaves the number to the machine.
    A folder that is no store is an error here; an endpoint is first contacted by a query.
    """
    if is_endpoint(location):
        from kgqa_store.endpoint import Endpoint  # SPARQLWrapper takes 0.2 s to import

        return Endpoint(str(location))
    _refuse_other_urls(str(location))
    from kgqa_store.local import LocalStore

    directory = Path(location).expanduser()
    try:
        refuse_what_is_no_store(directory)
        if read_manifest(directory).endpoint:
            from kgqa_store.indexed_endpoint import IndexedEndpoint

            return IndexedEndpoint(directory)
        return LocalStore(directory, workers=workers)
    except PermissionError as error:
        raise StoreError(
            f"The store {directory} may not be read: {error.filename}.",
            hint=f"See who may read it: ls -l {directory}",
        ) from error


def _refuse_other_urls(location: str) -> None:
    scheme, separator, _ = location.partition("://")
    if separator and "/" not in scheme:
        raise StoreMissing(
            f"A store cannot be reached by {scheme}://.",
            hint="Give a folder, or a SPARQL endpoint that starts with http:// or https://",
        )


def refuse_what_is_no_store(directory: Path) -> None:
    """Say what stands at `directory` where it is clearly something else than a store."""
    build = f"kgqa store build SOURCE... --out {directory}"
    if directory.is_file():
        raise StoreMissing(
            f"{directory} is a file, and a store is a folder.",
            hint=f"Build a store from it: kgqa store build {directory} --out DIR",
        )
    if not directory.is_dir() or (directory / "manifest.json").exists():
        return  # the manifest's own words are better than any guess here
    names = [entry.name for entry in directory.iterdir()]
    if "CURRENT" in names:
        raise StoreMissing(
            f"{directory} is a plain Oxigraph database, not a store of kgqa.",
            hint=f"Serve it with oxigraph serve-read-only --location {directory} "
            "and ask --store http://localhost:7878/query",
        )
    if any(name.startswith(".building-") for name in names):
        raise StoreMissing(
            f"The store in {directory} is not finished: a build is still running, or was ended.",
            hint=f"Wait for it, or start it again: {build}",
        )
