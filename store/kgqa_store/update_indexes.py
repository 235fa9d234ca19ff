"""The indexes of a generation that was made by changing another one, brought in step with it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from kgqa_store.changes import difference
from kgqa_store.names_tables import NameTables
from kgqa_store.statistics import load_statistics, save_statistics
from kgqa_store.update_names import NamesChange
from kgqa_store.update_schema import SchemaChange
from kgqa_store.update_statistics import adjusted
from kgqa_store.update_tables import TableEditor

INDEX = Path("names") / "data.mdb"


def update_indexes(old: Path, new: Path, *, removed: Path, added: Path) -> int | None:
    """Write the indexes of the generation `new`; return how many triples it has more than `old`.

    What may differ between their graphs is in the files `removed` and `added`. Where the old
    generation has no indexes, or too much has changed, nothing is written, and nothing returned.
    """
    if not (old / INDEX).exists():
        return None
    change = difference(old / "graph", new / "graph", removed, added)
    if change is None:
        return None
    (new / INDEX).parent.mkdir()
    shutil.copyfile(old / INDEX, new / INDEX)
    before = load_statistics(old / "statistics.json")
    after = adjusted(before, change)
    tables, editor = NameTables(old / "names"), TableEditor(new / "names")
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
    return change.triples
