"""The indexes of a store, made anew from its graph: for one built before there were all of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from kgqa_store import generations
from kgqa_store.build import writing
from kgqa_store.checksums import record_files
from kgqa_store.manifest import Manifest
from kgqa_store.profiling import index_again
from kgqa_store.progress import Progress, silent, timed
from kgqa_store.update import linked_copy


def reindex(directory: Path, *, progress: Progress = silent) -> Manifest:
    """Make names, statistics and adjacency arrays of the store anew; the graph stays as it is."""
    from kgqa_store.collect import collect

    with generations.building(directory) as place:
        with generations.lease(directory) as held, writing(directory):
            linked_copy(held.path, place)
            with timed("index", progress):
                if not index_again(held.path, place):
                    collect(place / "graph", place)
            now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            manifest = replace(
                held.manifest,
                generation=generations.new_name(),
                created=now,
                updates=(*held.manifest.updates, f"{now} indexes made anew"),
                files=record_files(place, before=held, progress=progress),
            )
            generations.install(directory, place, manifest)
        generations.clean(directory)  # now that nobody here holds the old generation
    return manifest
