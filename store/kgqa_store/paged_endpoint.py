"""The graph of an endpoint elsewhere, fetched page by page, so that indexes can be made of it.

Pages are kept in a folder until all are there: who is interrupted goes on where it was. Between
two pages there is a pause, and a busy endpoint is waited for as long as it asks.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox

import sparql_templates
from kgqa_store.endpoint import Endpoint
from kgqa_store.errors import SourceError
from kgqa_store.progress import Advanced, Noticed, Progress, silent, timed

PAGE = 5_000
"""Edges that one query asks for."""
PAUSE = 0.1
"""Seconds between two queries."""
SECONDS = 120.0
"""Until a query for a page is given up."""
PREDICATES = 10_000
"""An endpoint with more predicates than these is fetched from a dump, not by queries."""
_SAFE = re.compile(r'[^\x00-\x20<>"{}|^`\\]+')


def pages_of(out: Path) -> Path:
    """Return the folder in which pages are kept for the store at `out`."""
    return out.with_name(f"{out.name}.pages")


def fetch(
    url: str, folder: Path, *, page: int = PAGE, pause: float = PAUSE, progress: Progress = silent
) -> Path:
    """Return a file of N-Triples with the graph of the endpoint at `url`; kept pages stay.

    Blank nodes have no name that holds from one page to the next, and what they say is left out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _same_endpoint(url, folder, page)
    edges = left_out = 0
    with Endpoint(url) as endpoint, timed("fetch", progress):
        for place, predicate in enumerate(_predicates(endpoint, folder)):
            for number, path in enumerate(_paths(folder, place)):
                if not path.exists():
                    time.sleep(pause)
                    _write(path, list(_page(endpoint, predicate, number, page)))
                rows, skipped = _counted(path)
                edges, left_out = edges + rows, left_out + skipped
                progress(Advanced("fetch", edges))
                if rows + skipped < page:
                    break
    if left_out:
        progress(Noticed(f"{left_out:,} edges of blank nodes are left out."))
    whole = folder / "graph.nt"
    with whole.open("wb") as file:
        for path in sorted(folder.glob("*-*.nt")):
            with path.open("rb") as part:
                shutil.copyfileobj(part, file)
    return whole


def _same_endpoint(url: str, folder: Path, page: int) -> None:
    """Refuse to go on with pages of another endpoint, or of another size."""
    note, said = folder / "endpoint.txt", f"{url} {page}\n"
    if note.exists() and note.read_text(encoding="utf-8") != said:
        raise SourceError(
            f"The pages in {folder} are of {note.read_text(encoding='utf-8').split()[0]}.",
            hint=f"Remove them to begin anew: rm -r {folder}",
        )
    note.write_text(said, encoding="utf-8")


def _predicates(endpoint: Endpoint, folder: Path) -> list[ox.NamedNode]:
    """Return the predicates of the graph, as they were when fetching began."""
    kept = folder / "predicates.txt"
    if not kept.exists():
        rows = endpoint.select(sparql_templates.read("lookup/predicates"), seconds=SECONDS).rows
        found = [one.value for (one,) in rows if isinstance(one, ox.NamedNode)]
        found = [iri for iri in found if _SAFE.fullmatch(iri)]
        if not found or len(found) > PREDICATES:
            raise SourceError(
                f"The endpoint {endpoint.location} has {len(found):,} predicates.",
                hint="Build the indexes from a dump: kgqa store build DUMP --index-only --out DIR",
            )
        _write(kept, found)
    return [ox.NamedNode(iri) for iri in kept.read_text(encoding="utf-8").splitlines()]


def _paths(folder: Path, place: int) -> Iterator[Path]:
    number = 0
    while True:
        yield folder / f"{place:05}-{number:06}.nt"
        number += 1


def _page(endpoint: Endpoint, predicate: ox.NamedNode, number: int, page: int) -> Iterator[str]:
    """Yield the lines of one page; an edge of a blank node is a comment, so that it is counted."""
    template = sparql_templates.read("lookup/page").replace("hole:predicate", str(predicate))
    query = f"{template}\nLIMIT {page} OFFSET {number * page}"
    for subject, value in endpoint.select(query, seconds=SECONDS).rows:
        is_named = isinstance(subject, ox.NamedNode) and isinstance(
            value, ox.NamedNode | ox.Literal
        )
        yield f"{subject} {predicate} {value} ." if is_named else "# a blank node"


def _counted(path: Path) -> tuple[int, int]:
    """Return how many edges a page has, and how many are left out of it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    skipped = sum(line.startswith("#") for line in lines)
    return len(lines) - skipped, skipped


def _write(path: Path, lines: list[str]) -> None:
    """Write a file that is there as a whole, or not at all."""
    part = path.with_suffix(".part")
    part.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    part.replace(path)
