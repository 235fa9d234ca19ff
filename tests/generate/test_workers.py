"""Sets are made by workers of a Ray cluster as they are made here, and go on where it was lost."""

from __future__ import annotations

import sys
from pathlib import Path

import fake_ray
import pytest

from kgqa.generate import making
from kgqa.generate.errors import GenerateError
from kgqa.generate.making import PARTS, make
from kgqa.generate.plan import Plan

LOCAL = "local"


@pytest.fixture
def plan(sample_store: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    monkeypatch.setattr(making, "PART", 10)
    return Plan(str(sample_store), kinds=("typed", "count", "fact"), each=10)


def test_workers_of_a_cluster_make_the_same_set(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = make(plan, tmp_path / "here")
    ray = fake_ray.installed(monkeypatch)
    there = make(plan, tmp_path / "there", jobs=2, ray=LOCAL)

    assert there.records == here.records
    assert ray.made == 2


def test_what_a_lost_cluster_has_made_is_kept(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make(plan, tmp_path / "whole")
    make(plan, tmp_path / "out")
    (tmp_path / "out" / PARTS / "0000010.json").unlink()
    fake_ray.installed(monkeypatch, after=0)
    with pytest.raises(GenerateError, match="was lost: the head is gone") as error:
        make(plan, tmp_path / "out", jobs=2, ray=LOCAL)
    ray = fake_ray.installed(monkeypatch)

    assert "give the same command" in (error.value.hint or "")
    assert make(plan, tmp_path / "out", jobs=1, ray=LOCAL).records == whole.records
    assert ray.made == 1


def test_more_workers_than_cores_and_no_ray_at_all_are_told(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_ray.installed(monkeypatch, cores=1)
    with pytest.raises(GenerateError, match="has 1 cores, and --jobs asks for 2 workers"):
        make(plan, tmp_path / "few", jobs=2, ray=LOCAL)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(GenerateError, match="Ray is not installed"):
        make(plan, tmp_path / "none", jobs=2, ray=LOCAL)
