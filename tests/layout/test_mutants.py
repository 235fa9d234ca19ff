"""The planted bugs still fit the files that they are planted in; `make mutants` plants them."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutants import Mutant, mutants

PROJECT = Path(__file__).parents[2]
MUTANTS = mutants()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_changes_one_place_and_names_tests_that_exist(mutant: Mutant) -> None:
    text = (PROJECT / mutant.file).read_text(encoding="utf-8")

    assert text.count(mutant.old) == 1
    assert mutant.new != mutant.old
    assert mutant.tests
    assert all((PROJECT / tests.split()[0]).exists() for tests in mutant.tests)


def test_there_are_mutants_of_every_part() -> None:
    parts = {"/".join(Path(mutant.file).parts[:2]) for mutant in MUTANTS}

    assert {"kgqa/algebra", "kgqa/execute", "sparql_templates/algebra"} <= parts
    assert any(part.startswith("store/") for part in parts)
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 20
