"""A system that answers questions, and how it is named so that other processes can open it too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kgqa.bench.errors import BenchError
from kgqa.bench.question import Prediction, Question

if TYPE_CHECKING:
    from kgqa_store.store import Store


NAMED = ("qampari", "ambigqa", "quasar", "nq", "popqa")
"""Benchmarks whose answers are names, which can be looked for in passages."""
MANY = ("qampari", "ambigqa")
"""Benchmarks whose questions have several answers."""


class System(Protocol):
    """Answers one question at a time. What cannot be answered is a prediction, too."""

    def answer(self, question: Question) -> Prediction:
        """Return what the system says to a question."""

    def close(self) -> None:
        """Give back what the system holds."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A system by its name and what it needs; plain values, so that it can be sent anywhere."""

    name: str = "kgqa"
    """`kgqa`, `predictions`, `command`, `http`, or the name of a baseline."""
    store: str | None = None
    text: str | None = None
    read: str = "auto"
    timeout: float = 30.0
    today: str = ""
    """The day that `now` is for our own system; empty for the day of the run."""
    target: str = ""
    """The file of predictions, the command line, or the address."""
    benchmark: str = "mintaka"
    oracles: bool = False
    ids: frozenset[str] = frozenset()
    """The questions that a file of predictions must have."""
    is_partial: bool = False
    """Whether questions may lack a prediction."""
    options: Mapping[str, str] = field(default_factory=dict)

    def described(self) -> dict[str, Any]:
        """Return what belongs into the record of a run."""
        found = asdict(self)
        found["ids"] = len(self.ids)
        return found


def open_system(spec: Spec, store: Store | None) -> System:
    """Return the system that `spec` names; `store` is the open store, where there is one."""
    match spec.name:
        case "kgqa":
            from kgqa.bench.systems.ours import Ours

            if store is None:
                raise BenchError("Our own system needs a store.", hint="name one with --store")
            return Ours(spec, store)
        case "reader":
            from kgqa.bench.systems.reading import Reading

            return Reading(spec, store)
        case "gold":
            from kgqa.bench.systems.gold import GoldAlgebra

            if store is None:
                raise BenchError("Gold algebra is run on a store.", hint="name one with --store")
            return GoldAlgebra(store, spec.timeout)
        case "predictions":
            from kgqa.bench.systems.predictions import PredictionsFile

            path = Path(spec.target)
            return PredictionsFile(path, spec.benchmark, spec.ids, is_partial=spec.is_partial)
        case "command":
            from kgqa.bench.systems.command import Command

            return Command(spec.target, timeout=spec.timeout)
        case "http":
            from kgqa.bench.systems.endpoint import Endpoint

            return Endpoint(spec.target, timeout=spec.timeout)
        case _:
            from kgqa.bench.systems.baselines import open_baseline

            return open_baseline(spec, store)
