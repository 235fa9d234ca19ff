"""Makes a set: draws, says, proves and writes, in parts that are done once."""

from __future__ import annotations

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from kgqa.cluster import Cluster
from kgqa.generate.drawing import draw
from kgqa.generate.drawn import Drawn
from kgqa.generate.errors import GenerateError
from kgqa.generate.paraphrase import Paraphraser
from kgqa.generate.plan import Plan, grammar_of, world_of
from kgqa.generate.proving import Prover, prover_of
from kgqa.generate.records import record_of
from kgqa.generate.sayer import Sayer
from kgqa.stores import open_store

PART = 200
"""Questions that are made at once, and written before the next."""
PARTS = "parts"
PLAN = "plan.json"

Part = tuple[int, tuple[Drawn, ...]]
Progress = Callable[[int, int], None]
"""What is told how many of how many questions are done."""


def silent(done: int, total: int) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Made:
    """The records of a set, and how many questions each step took away."""

    records: list[dict[str, Any]]
    removed: Counter[str]
    seconds: float


class Maker:
    """Makes the records of parts, with the store open."""

    def __init__(self, plan: Plan) -> None:
        """Open what the plan names."""
        self.plan = plan
        self.prover: Prover | None = None
        self.paraphraser: Paraphraser | None = None
        with ExitStack() as opened:  # which closes the rest where something cannot be opened
            store = opened.enter_context(open_store(plan.store, workers=1))
            self.world = world_of(plan, store)
            self.sayer = Sayer(self.world, grammar_of(plan))
            if plan.texts:
                self.prover = prover_of(plan, self.world)
                opened.callback(self.prover.close)
            if plan.paraphrase is not None:
                self.paraphraser = Paraphraser(plan.paraphrase, store, self.world)
                opened.callback(self.paraphraser.close)
            self._opened = opened.pop_all()

    def made(self, part: Part) -> dict[str, Any]:
        """Return the records of a part, and why others were left."""
        first, drawn = part
        removed: Counter[str] = Counter()
        records = []
        for place, one in enumerate(drawn):
            record = record_of(one, first + place, self.world, self.sayer, self.plan.seed)
            if record is None:
                removed["without words in the grammar"] += 1
            elif self.prover is not None and not self.prover.prove(one.query, record, removed):
                removed[f"{one.kind}: too few answers are proved by text"] += 1
            else:
                if self.paraphraser is not None:
                    self.paraphraser.add(one.query, record, removed)
                records.append(record)
        return {"records": records, "removed": dict(removed)}

    def close(self) -> None:
        """Close what was opened."""
        self._opened.close()


def make(
    plan: Plan, out: Path, *, jobs: int = 1, ray: str | None = None, progress: Progress = silent
) -> Made:
    """Return the questions of a plan; parts that are in `out` already are not made again.

    They are made by so many processes, or workers of a Ray cluster.
    """
    start = time.perf_counter()
    folder = _begun(plan, out)
    with open_store(plan.store, workers=1) as store:
        drawn, removed = draw(world_of(plan, store), plan)
    parts = [(i, tuple(drawn[i : i + PART])) for i in range(0, len(drawn), PART)]
    records = []
    for done, (first, found) in enumerate(_all(plan, parts, folder, jobs, ray), 1):
        _kept(folder, first, found)
        records += found["records"]
        removed.update(found["removed"])
        progress(min(done * PART, len(drawn)), len(drawn))
    return Made(records, removed, time.perf_counter() - start)


def _begun(plan: Plan, out: Path) -> Path:
    """Return the folder of the parts; refuse one that has parts of another plan."""
    folder = out / PARTS
    folder.mkdir(parents=True, exist_ok=True)
    written = out / PLAN
    told = {"fingerprint": plan.fingerprint, **plan.to_dict()}
    if written.exists() and json.loads(written.read_text("utf-8")).get("fingerprint") != (
        plan.fingerprint
    ):
        raise GenerateError(
            f"{out} has a set that was made otherwise.",
            hint="name another folder, or remove this one",
        )
    written.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return folder


def _path(folder: Path, first: int) -> Path:
    return folder / f"{first:07d}.json"


def _kept(folder: Path, first: int, found: dict[str, Any]) -> None:
    """Write a part, whole or not at all."""
    path = _path(folder, first)
    if not path.exists():
        unfinished = path.with_suffix(".tmp")
        unfinished.write_text(json.dumps(found, ensure_ascii=False), "utf-8")
        unfinished.rename(path)


def _all(
    plan: Plan, parts: Sequence[Part], folder: Path, jobs: int, ray: str | None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each part in order, those that were made before as they lie there."""
    missing = [part for part in parts if not _path(folder, part[0]).exists()]
    if ray is not None and missing:
        hint = "the parts so far are kept: start the cluster again, and give the same command"
        fresh = Cluster(ray, jobs, GenerateError, hint).map(Maker, plan, "made", missing)
    else:
        fresh = _in_processes(plan, missing, jobs) if jobs > 1 else _here(plan, missing)
    for first, _ in parts:
        path = _path(folder, first)
        done = path.exists()
        yield first, json.loads(path.read_text("utf-8")) if done else next(fresh)


def _here(plan: Plan, parts: Sequence[Part]) -> Iterator[dict[str, Any]]:
    if not parts:
        return
    maker = Maker(plan)
    try:
        yield from map(maker.made, parts)
    finally:
        maker.close()


# --- Processes ---------------------------------------------------------------------------------

_maker: Maker | None = None


def _start(plan: Plan, parent: int) -> None:
    global _maker
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()
    _maker = Maker(plan)


def _end_after(parent: int) -> None:
    """End this process once the one that started it is gone: nobody would take its parts."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _made(part: Part) -> dict[str, Any]:
    assert _maker is not None  # noqa: S101 - set when the process starts
    return _maker.made(part)


def _in_processes(plan: Plan, parts: Sequence[Part], jobs: int) -> Iterator[dict[str, Any]]:
    if not parts:
        return
    context = get_context("spawn")  # not forked: the parent has threads
    with ProcessPoolExecutor(jobs, context, _start, (plan, os.getpid())) as pool:
        yield from pool.map(_made, parts)
