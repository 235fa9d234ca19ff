"""How well the sample answers its tour as a graph of one's own: P31 is rdf:type, others have names.

    python benchmarks/own_graphs/sample_as_rdf.py [--show] [--questions FILE.toml]

The embedded sample is written as plain RDF without qualifiers and units, built into a store, and
asked the questions of its tour that need neither; so is the sample as it is. Printed are the macro
F of both.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyoxigraph as ox
from kgqa_cli.environment import home
from kgqa_store.build import build
from kgqa_store.local import LocalStore
from kgqa_store.sample import SOURCES, ensure_sample_store
from kgqa_store.vocabulary import RDF, RDFS, SKOS, WD, WDT
from measure import f1, key

from kgqa.answers import Reply
from kgqa.engine import Engine

ID, VOCABULARY = "https://sample.example/id/", "https://sample.example/vocab#"
NAMES = (f"{RDFS}label", f"{SKOS}altLabel", "http://schema.org/description")
KNOWN = {"P31": f"{RDF}type", "P279": f"{RDFS}subClassOf"}


def main() -> None:
    """Ask both stores, and print how well they answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="the questions that went worse")
    parser.add_argument("--questions", type=Path, help="other questions over the sample")
    given = parser.parse_args()
    cases = [one for one in _questions(given.questions) if not re.search(r"[{@]", one["algebra"])]
    sample = ensure_sample_store(home())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.nt"
        with LocalStore(sample) as store:
            path.write_text("".join(exported(store)), encoding="utf-8")
        build([path], Path(folder) / "store")
        with Engine(sample) as first, Engine(Path(folder) / "store") as second:
            before = [_score(first.ask(one["question"]), one) for one in cases]
            after = [_score(second.ask(one["question"]), one) for one in cases]
    for one, old, new in zip(cases, before, after, strict=True):
        if given.show and new < old:
            print(f"{old:.2f} -> {new:.2f} {one['question']}")
    print(
        f"{len(cases)} questions: macro F {sum(before) / len(cases):.3f} as it is, "
        f"{sum(after) / len(cases):.3f} as plain RDF"
    )


def _questions(path: Path | None) -> list[dict[str, Any]]:
    files = [path] if path else [SOURCES / "tour.toml", SOURCES / "tour_more.toml"]
    return [
        one
        for file in files
        for one in tomllib.loads(Path(str(file)).read_text(encoding="utf-8"))["question"]
    ]


def exported(store: LocalStore) -> Iterator[str]:
    """Give the truthy edges and the names of a store of Wikidata's vocabulary as plain RDF."""
    graph = ox.Store.read_only(str(store.path / "graph"))
    found = {
        quad.predicate.value.removeprefix(WDT)
        for quad in graph
        if quad.predicate.value.startswith(WDT)
    }
    labels = store.labels(sorted(found))
    names = {one: KNOWN.get(one) or VOCABULARY + _camel(labels.get(one, one)) for one in found}
    for quad in graph:
        subject, predicate = quad.subject, quad.predicate.value
        if not isinstance(subject, ox.NamedNode) or not subject.value.startswith(WD):
            continue
        id_ = subject.value.removeprefix(WD)
        of = f"<{names[id_]}>" if id_ in names else f"<{ID}{id_}>"
        if predicate.startswith(WDT):
            yield f"{of} <{names[predicate.removeprefix(WDT)]}> {_term(quad.object)} .\n"
        elif predicate in NAMES and id_ not in KNOWN:
            yield f"{of} <{predicate}> {quad.object} .\n"


def _camel(label: str) -> str:
    first, *rest = re.sub(r"[^A-Za-z0-9 ]", "", label).split() or ["p"]
    return first.lower() + "".join(word.capitalize() for word in rest)


def _term(value: object) -> str:
    if isinstance(value, ox.NamedNode) and value.value.startswith(WD):
        return f"<{ID}{value.value.removeprefix(WD)}>"
    return str(value)


def _score(reply: Reply, case: dict[str, Any]) -> float:
    found = {key(answer.value).rpartition(":")[2] for answer in reply.answers}
    wanted = {_spelled(answer) for answer in case["answers"]}
    return f1(found, wanted)


def _spelled(answer: object) -> str:
    if isinstance(answer, bool):
        return str(answer).lower()
    return f"{answer:.4f}" if isinstance(answer, int | float) else str(answer)


if __name__ == "__main__":
    main()
