"""Run the W3C's SPARQL tests: `python benchmarks/conformance.py SUITE [--all]`.

SUITE is the folder of the suite (`w3c/rdf-tests`, its `sparql` folder) or an archive of it. Every
query evaluation test is run twice: by plain pyoxigraph in memory, and by what `kgqa sparql` runs,
on a store that `kgqa store build` made of the same data. Tests that pyoxigraph passes and kgqa does
not are losses; the losses that we know, each with its reason, are in LEFT_OUT.

    --all     print the tests that pyoxigraph does not pass, too

The exit status is 1 if there is a loss that is not in LEFT_OUT, or one in it that is none.
"""

from __future__ import annotations

import argparse
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from conformance_results import Outcome, expected, of_kgqa, of_pyoxigraph, same
from conformance_suite import Dataset, Test, dataset_of, tests_in
from kgqa_store.build import Options, build
from kgqa_store.errors import StoreError
from kgqa_store.local import LocalStore

BLANK = "blank nodes of a source become IRIs, as in Wikidata's dumps (RDF 1.1 Concepts, 3.5)"
SERVICE = "a local store makes no network requests"
LEFT_OUT = {
    "sparql10/expr-builtin#dawg-isBlank-1": BLANK,
    "sparql10/expr-builtin#dawg-isIRI-1": BLANK,
    "sparql10/expr-builtin#dawg-isURI-1": BLANK,
    "sparql11/service#service7": SERVICE,
}
SECONDS = 20.0


class Stores:
    """The stores that kgqa built, one for each dataset."""

    def __init__(self, folder: Path) -> None:
        """Build them in `folder`."""
        self._folder = folder
        self._built: dict[Dataset, Path] = {}

    def of(self, dataset: Dataset) -> Path:
        """Return the store of a dataset."""
        if dataset not in self._built:
            place = self._folder / str(len(self._built))
            source = place.with_suffix(".nq")
            source.write_bytes(dataset.as_nquads())
            build([source], place, options=Options(index=False, allow_empty=True))
            self._built[dataset] = place
        return self._built[dataset]


def by_kgqa(stores: Stores, test: Test, dataset: Dataset) -> Outcome:
    """Return what kgqa makes of a test."""
    try:
        with LocalStore(stores.of(dataset), workers=1) as store:
            return of_kgqa(store.run(test.based_query, seconds=SECONDS))
    except StoreError as error:
        return Outcome(error=f"{type(error).__name__}: {error}")


def outcomes(suite: Path) -> Iterator[tuple[Test, Outcome, Outcome, Outcome]]:
    """Give each test with what is expected, what pyoxigraph gives, and what kgqa gives."""
    with tempfile.TemporaryDirectory() as folder:
        stores = Stores(Path(folder))
        for test in tests_in(suite):
            dataset = dataset_of(test)
            plain = of_pyoxigraph(dataset.as_store(), test.based_query)
            yield test, expected(test), plain, by_kgqa(stores, test, dataset)


def report(suite: Path, *, show_all: bool) -> int:
    """Print how many tests pass, and which are lost; return the exit status."""
    total = passed = 0
    lost: dict[str, str] = {}
    for test, wanted, plain, ours in outcomes(suite):
        total += 1
        by_plain, by_us = same(wanted, plain), same(wanted, ours)
        passed += by_us
        if by_plain and not by_us:
            lost[test.name] = ours.error or "another result"
        elif show_all and not by_plain:
            print(f"not passed by pyoxigraph either: {test.name}  {plain.error[:80]}")
    for name, why in sorted(lost.items()):
        print(f"lost: {name}  [{LEFT_OUT.get(name, 'UNKNOWN')}]  {' '.join(why.split())[:100]}")
    found = sorted(LEFT_OUT.keys() - lost.keys())
    for name in found:
        print(f"left out, but passed: {name}")
    print(f"{total} tests, {passed} passed by kgqa, {passed + len(lost)} by pyoxigraph")
    return int(bool(found or lost.keys() - LEFT_OUT.keys()))


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("suite", type=Path)
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    if given.suite.is_dir():
        sys.exit(report(given.suite, show_all=given.all))
    with tempfile.TemporaryDirectory() as folder, tarfile.open(given.suite) as archive:
        archive.extractall(folder, filter="data")
        sys.exit(report(Path(folder), show_all=given.all))


if __name__ == "__main__":
    main()
