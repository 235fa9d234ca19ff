"""Time look-ups of names.

    python benchmarks/names.py [--names 1000000]
    python benchmarks/names.py --store DIR          # the names of a store that is there

A million names are generated, indexed, and looked up as they stand, by their beginning, and with
one or two typing mistakes; the same queries go to SQLite's full-text search (FTS5, words and
trigrams) and to rapidfuzz over all names, as far as those can do them. Peers that take a second a
query get fewer queries. Times are those of the processor, so that a busy machine changes them
little. Recall is the share of mistyped names whose right spelling is among the ten best.
"""

from __future__ import annotations

import argparse
import random
import resource
import sqlite3
import string
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from kgqa_store.collect import Collector
from kgqa_store.generations import lease
from kgqa_store.names import NameIndex
from kgqa_store.names_tables import NameTables
from kgqa_store.names_text import normalise

ENDS = ("a", "e", "i", "o", "u", "an", "er", "in")
SYLLABLES = [start + end for start in "bcdfghjklmnprstvwz" for end in ENDS]
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
ALIAS = "<http://www.w3.org/2004/02/skos/core#altLabel>"
ENTITY = "http://www.wikidata.org/entity/Q"
EDGE = "<http://www.wikidata.org/prop/direct/P1>"
BLOCK = 20_000


def names(count: int, choose: random.Random) -> list[str]:
    """Return names of one to four words; some words, and so some names, are frequent.

    A normal form has 1.1 bearers on average, as in a slice of Wikidata of the same size.
    """
    lengths = choose.choices((2, 3, 4), k=60_000)
    words = ["".join(choose.choices(SYLLABLES, k=length)).title() for length in lengths]
    ranks = [1 / (place + 30) for place in range(len(words))]
    lengths = choose.choices((1, 2, 3, 4), (6, 70, 17, 7), k=count)
    stock = iter(choose.choices(words, ranks, k=sum(lengths)))
    return [" ".join(next(stock) for _ in range(length)) for length in lengths]


def triples(all_names: Sequence[str], choose: random.Random) -> Iterator[bytes]:
    """Yield N-Triples in which two of three names are labels and the others aliases."""
    lines: list[str] = []
    for place, name in enumerate(all_names):
        number = place - place % 3 // 2
        kind = ALIAS if place % 3 == 2 else LABEL
        lines.append(f'<{ENTITY}{number}> {kind} "{name}"@en .')
        if place % 4 == 0:
            famous = int(choose.paretovariate(0.5)) % len(all_names)
            lines.append(f"<{ENTITY}{number}> {EDGE} <{ENTITY}{famous}> .")
        if len(lines) > BLOCK:
            yield "\n".join([*lines, ""]).encode()
            lines.clear()
    yield "\n".join([*lines, ""]).encode()


def mistyped(name: str, edits: int, choose: random.Random) -> str:
    """Return `name` with so many letters inserted, left out, replaced or swapped."""
    for _ in range(edits):
        place, letter = choose.randrange(1, len(name) - 1), choose.choice(string.ascii_lowercase)
        name = choose.choice(
            (
                name[:place] + letter + name[place:],
                name[:place] + name[place + 1 :],
                name[:place] + letter + name[place + 1 :],
                name[:place] + name[place + 1] + name[place] + name[place + 2 :],
            )
        )
    return name


def report(who: str, what: str, look_up: Callable[[str], object], queries: Sequence[str]) -> None:
    """Print how fast `look_up` answers `queries`, in time of the processor."""
    times = []
    for query in queries:
        start = time.process_time_ns()
        look_up(query)
        times.append((time.process_time_ns() - start) / 1e9)
    ordered = sorted(times)
    print(
        f"{who:16} {what:22} {len(times):7,} {len(times) / sum(times):12,.0f}/s "
        f"{median(times) * 1e3:10.3f} ms {ordered[int(len(ordered) * 0.95)] * 1e3:10.3f} ms",
        flush=True,
    )


def sqlite(all_names: Sequence[str], folder: Path) -> sqlite3.Connection:
    """Return a database with the normal forms of all names in two tables of FTS5."""
    connection = sqlite3.connect(folder / "names.sqlite")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(name, detail=full, prefix='3 5')")
    connection.execute("CREATE VIRTUAL TABLE trigrams USING fts5(name, tokenize='trigram')")
    for table in ("words", "trigrams"):
        rows = ((normalise(name),) for name in all_names)
        connection.executemany(f"INSERT INTO {table} VALUES (?)", rows)
    connection.commit()
    return connection


def peers(all_names: Sequence[str], queries: dict[str, list[str]], folder: Path) -> None:
    """Time SQLite and rapidfuzz."""
    start = time.perf_counter()
    connection = sqlite(all_names, folder)
    print(f"SQLite FTS5: built in {time.perf_counter() - start:.1f} s")

    def matching(table: str, form: str, limit: int) -> Callable[[str], object]:
        sql = f"SELECT rowid, name FROM {table} WHERE {table} MATCH ? ORDER BY rank LIMIT {limit}"
        return lambda name: connection.execute(sql, (form.format(normalise(name)),)).fetchall()

    def similar(name: str) -> object:
        normal = normalise(name)
        trigrams = {normal[place : place + 3] for place in range(len(normal) - 2)}
        query = " OR ".join(f'"{trigram}"' for trigram in trigrams)
        sql = "SELECT rowid, name FROM trigrams WHERE trigrams MATCH ? ORDER BY rank LIMIT 10"
        return connection.execute(sql, (query,)).fetchall()

    report("SQLite FTS5", "exact (phrase)", matching("words", '^"{}"', 20), queries["exact"][:500])
    report("SQLite FTS5", "beginning", matching("words", '^"{}"*', 20), queries["beginning"][:200])
    report("SQLite FTS5", "1 mistake, trigrams", similar, queries["1 mistake"][:5])
    connection.close()
    try:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA
    except ImportError:
        print("rapidfuzz: not installed (pip install rapidfuzz)")
        return
    forms = [normalise(name) for name in all_names]

    def nearest(name: str) -> object:
        normal = normalise(name)
        return process.extract(normal, forms, scorer=OSA.distance, score_cutoff=2, limit=10)

    report("rapidfuzz", "1 mistake", nearest, queries["1 mistake"][:10])


def recall(index: NameIndex, right: Sequence[str], wrong: Sequence[str]) -> float:
    """Return the share of `wrong` for which a bearer of the right name is among the ten best."""
    pairs = list(zip(right, wrong, strict=True))
    good = sum(
        normalise(name) in {found.name for found in index.fuzzy(written, limit=10)}
        for name, written in pairs
    )
    return good / len(pairs)


def build(all_names: Sequence[str], folder: Path, choose: random.Random) -> Path:
    """Index generated names in `folder`, and return the folder of the index."""
    start = time.perf_counter()
    with Collector(folder) as collector:
        for chunk in triples(all_names, choose):
            collector.feed(chunk)
        collector.finish()
    size = (folder / "names" / "data.mdb").stat().st_size
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{len(all_names):,} names: built in {time.perf_counter() - start:.1f} s, ", end="")
    print(f"{size / len(all_names):.0f} bytes a name, {memory / 1024:.0f} MB at most")
    return folder / "names"


def names_in(path: Path) -> list[str]:
    """Return the normal forms of all names of an index."""
    tables = NameTables(path)
    with tables.cursor("names") as cursor:
        found = [bytes(key).decode() for key, _ in cursor]
    tables.close()
    return found


def look_up(path: Path, all_names: Sequence[str], choose: random.Random) -> dict[str, list[str]]:
    """Time look-ups in the index at `path`, and return what was looked up."""
    long = [name for name in all_names if len(name) > 6]
    sample = choose.sample(long, min(20_000, len(long) // 2))
    queries = {
        "exact": sample,
        "absent": [name + " zzqx" for name in sample[:5000]],
        "beginning": [name[:5] for name in sample[:2000]],
        "1 mistake": [mistyped(name, 1, choose) for name in sample[:1000]],
        "2 mistakes": [mistyped(name, 2, choose) for name in sample[:1000]],
    }
    start = time.perf_counter()
    with NameIndex(path) as index:
        counts = index.counts
        print(f"{counts['names']:,} names of {counts['entities']:,} entities, ", end="")
        print(f"{counts['names'] / counts['forms']:.2f} bearers of a normal form; ", end="")
        print(f"opened in {(time.perf_counter() - start) * 1e3:.1f} ms\n")
        print(f"{'':16} {'':22} {'queries':>7} {'speed':>14} {'median':>13} {'95 of 100':>13}")
        report("kgqa", "exact, first time", index.exact, queries["exact"])
        report("kgqa", "exact", index.exact, queries["exact"])
        report("kgqa", "exact, absent", index.exact, queries["absent"])
        report("kgqa", "beginning", index.prefix, queries["beginning"])
        report("kgqa", "1 mistake", index.fuzzy, queries["1 mistake"])
        report("kgqa", "2 mistakes", index.fuzzy, queries["2 mistakes"])
        report("kgqa", "mentions, 20 words", index.mentions, _questions(sample))
        for what in ("1 mistake", "2 mistakes"):
            print(f"recall with {what}: {recall(index, sample[:1000], queries[what]):.3f}")
    return queries


def main() -> None:
    """Generate and build, or open; look up; compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", type=int, default=1_000_000)
    parser.add_argument("--store", type=Path, help="a store that is there, instead")
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    choose = random.Random(7)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if options.store:
            with lease(options.store) as held:
                all_names = names_in(held.path / "names")
                queries = look_up(held.path / "names", all_names, choose)
        else:
            all_names = names(options.names, choose)
            queries = look_up(build(all_names, folder, choose), all_names, choose)
        if not options.no_peers:
            peers(all_names, queries, folder)


def _questions(sample: Sequence[str]) -> list[str]:
    """Return questions of twenty words, with two names in each."""
    frame = "Which of the films that {} made in the country of {} won the most awards in 1999?"
    return [frame.format(*sample[place : place + 2]) for place in range(0, 1000, 2)]


if __name__ == "__main__":
    main()
