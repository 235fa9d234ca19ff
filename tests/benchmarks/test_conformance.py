"""The runner of the W3C's tests tells a loss from a test that passes, and knows all losses."""

from __future__ import annotations

import tarfile
from pathlib import Path

import conformance
import pyoxigraph as ox
import pytest
from conformance import report
from conformance_results import Outcome, same

MANIFEST = """
@prefix : <#> .
@prefix mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#> .
@prefix qt: <http://www.w3.org/2001/sw/DataAccess/tests/test-query#> .
:named a mf:QueryEvaluationTest ; mf:result <named.srj> ;
    mf:action [ qt:query <named.rq> ; qt:data <empty.ttl> ; qt:graphData <one.ttl> ] .
:blank a mf:QueryEvaluationTest ; mf:result <blank.srj> ;
    mf:action [ qt:query <blank.rq> ; qt:data <one.ttl> ] .
"""
FILES = {
    "empty.ttl": "",
    "one.ttl": "<s> <p> [] .",
    "named.rq": "SELECT ?g ?o { GRAPH ?g { <s> <p> ?o } }",
    "named.srj": '{"head":{"vars":["g","o"]},"results":{"bindings":[{"g":{"type":"uri","value":'
    '"URL/one.ttl"},"o":{"type":"bnode","value":"x"}}]}}',
    "blank.rq": "ASK { ?s ?p ?o FILTER(isBlank(?o)) }",
    "blank.srj": '{"head":{},"boolean":true}',
}


def test_a_loss_is_reported_unless_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "suite" / "small"
    folder.mkdir(parents=True)
    (folder / "manifest.ttl").write_text(MANIFEST)
    for name, text in FILES.items():
        (folder / name).write_text(text.replace("URL", folder.as_uri()))

    monkeypatch.setattr(conformance, "LEFT_OUT", {})
    assert report(tmp_path, show_all=False) == 1
    said = capsys.readouterr().out
    assert "lost: suite/small#blank  [UNKNOWN]" in said
    assert "2 tests, 1 passed by kgqa, 2 by pyoxigraph" in said

    monkeypatch.setattr(conformance, "LEFT_OUT", {"suite/small#blank": conformance.BLANK})
    assert report(tmp_path, show_all=False) == 0
    monkeypatch.setattr(conformance, "LEFT_OUT", {"suite/small#named": "no reason"})
    assert report(tmp_path, show_all=False) == 1


def test_rows_are_the_same_up_to_names_of_blank_nodes() -> None:
    def rows(*names: str) -> Outcome:
        return Outcome(rows=[{"x": ox.BlankNode(name)} for name in names])

    assert same(rows("a", "b"), rows("c", "d"))
    assert not same(rows("a", "b"), rows("c", "c"))
    assert not same(rows("a", "b"), rows("a"))
    assert not same(Outcome(truth=True), Outcome(truth=False))
    assert not same(Outcome(truth=True), Outcome(error="no"))


@pytest.mark.slow
@pytest.mark.shared
def test_all_losses_of_the_suite_are_known(shared: Path, tmp_path: Path) -> None:
    archive = shared / "w3c" / "sparql-tests.tar.gz"
    if not archive.exists():
        pytest.skip(f"there is no {archive}")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="data")

    assert report(tmp_path, show_all=False) == 0
