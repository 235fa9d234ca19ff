"""A store of one's own graph is changed without its sources, and stays whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from kgqa_store.build import Options, build
from kgqa_store.errors import SourceError
from kgqa_store.local import LocalStore
from kgqa_store.profile import kept_profile
from kgqa_store.reindex import reindex
from kgqa_store.update import update
from kgqa_store.verify import verify

from kgqa.queries import run_expression

HEAD = (
    "@prefix ex: <http://acme.example/> .\n@prefix v: <http://acme.example/vocab#> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
)
GRAPH = (
    HEAD + 'ex:p7 a v:Manager ; v:called "Nora Feld" ; v:supervises ex:p8 .\n'
    'ex:p8 a v:Employee ; v:called "Ben Okafor" .\n'
)
MORE = HEAD + 'ex:p9 a v:Manager ; v:called "Uma Lind" ; v:supervises ex:p8 .\n'
LESS = (
    "<http://acme.example/p7> <http://acme.example/vocab#supervises> <http://acme.example/p8> .\n"
)
PROFILE = 'extends = "rdf"\nlabels = ["http://acme.example/vocab#called"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a store that was built by a profile of its own, which is gone."""
    files = {"g.ttl": GRAPH, "more.ttl": MORE, "less.nt": LESS, "own.toml": PROFILE}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    options = Options(profile=str(tmp_path / "own.toml"))
    build([tmp_path / "g.ttl"], tmp_path / "s", options=options)
    (tmp_path / "own.toml").unlink()
    return tmp_path


def supervisors(store: Path) -> list[str]:
    with LocalStore(store) as opened:
        answers = run_expression("v:supervises(ex:p8)", opened).answers
        return sorted(answer.label for answer in answers)


def test_what_is_added_and_removed_is_answered_by_its_names(folder: Path) -> None:
    update(folder / "s", added=[folder / "more.ttl"])
    assert supervisors(folder / "s") == ["Nora Feld", "Uma Lind"]

    update(folder / "s", removed=[folder / "less.nt"])
    assert supervisors(folder / "s") == ["Uma Lind"]
    assert verify(folder / "s").is_sound


def test_indexes_are_made_anew_by_the_profile_that_the_store_keeps(folder: Path) -> None:
    reindex(folder / "s")

    assert supervisors(folder / "s") == ["Nora Feld"]
    assert verify(folder / "s").is_sound


def test_entities_of_wikidata_are_refused(folder: Path) -> None:
    (folder / "q.json").write_text('{"id": "Q1"}\n', encoding="utf-8")

    with pytest.raises(SourceError, match="another vocabulary"):
        update(folder / "s", added=[folder / "q.json"])


def test_a_store_that_has_not_kept_its_profile_is_to_be_built_again(tmp_path: Path) -> None:
    assert kept_profile(tmp_path, "rdf").name == "rdf"
    with pytest.raises(SourceError, match="has not kept it"):
        kept_profile(tmp_path, "acme")
