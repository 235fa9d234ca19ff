"""The indexes of a generation that was made by changing another one, brought in step with it."""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from kgqa_store.changes import difference
from kgqa_store.generations import share_file
from kgqa_store.names_layers import CHANGES, INDEX, give_back, open_layer, read_layer
from kgqa_store.names_tables import NameTables
from kgqa_store.statistics import load_statistics, save_statistics
from kgqa_store.update_adjacency import update_adjacency
from kgqa_store.update_names import NamesChange
from kgqa_store.update_schema import SchemaChange
from kgqa_store.update_statistics import adjusted
from kgqa_store.update_tables import TableEditor

LEAST, SHARE = 1 << 26, 4
"""Changes of more than 64 MB, and of more than a quarter of the index, are written into it."""


def update_indexes(old: Path, new: Path, *, removed: Path, added: Path) -> int | None:
    """Write the indexes of the generation `new`; return how many triples it has more than `old`.

    What may differ between their graphs is in the files `removed` and `added`. Where the old
    generation has no indexes, or too much has changed, nothing is written, and nothing returned.
    """
    if not (old / "names" / INDEX).exists():
        return None
    change = difference(old / "graph", new / "graph", removed, added)
    if change is None:
        return None
    _lay_below(old / "names", new / "names")
    before = load_statistics(old / "statistics.json")
    after = adjusted(before, change)
    tables = NameTables(old / "names")
    editor = TableEditor(new / "names", tables)
    try:
        schema = SchemaChange(tables, change)
        after = replace(after, instances=schema.instances(after))
        for table, key, value in schema.records(before, after):
            editor.put(table, key, value)
        for was, is_now in NamesChange(tables, change, after).pairs():
            editor.replace(was, is_now)
        editor.commit()
    finally:
        editor.close()
        tables.close()
    save_statistics(after, new / "statistics.json")
    update_adjacency(old, new, change)
    return change.triples


def _lay_below(old: Path, new: Path) -> None:
    """Put the index of the folder `old` into `new`, ready for changes on top of it."""
    new.mkdir()
    changes = old / CHANGES
    if not changes.exists():
        share_file(old / INDEX, new / INDEX)
    elif changes.stat().st_size < max(LEAST, (old / INDEX).stat().st_size // SHARE):
        share_file(old / INDEX, new / INDEX)
        shutil.copyfile(changes, new / CHANGES)
    else:
        _merge(old, new)


def _merge(old: Path, new: Path) -> None:
    """Write an index and the changes on top of it into one file."""
    shutil.copyfile(old / INDEX, new / INDEX)
    size = (old / INDEX).stat().st_size + (old / CHANGES).stat().st_size
    changes, target = read_layer(old / CHANGES), open_layer(new / INDEX, map_size=4 * size)
    with closing(target.environment):
        with changes.environment.begin() as read, target.environment.begin(write=True) as write:
            for table, place in target.tables.items():
                with read.cursor(db=changes.tables[table]) as cursor:
                    for key, value in cursor:
                        if value:
                            write.put(key, value, db=place)
                        else:
                            write.delete(key, db=place)
        target.environment.sync(True)
    give_back(changes)
