"""All lanes of a server together, and what they have done so far."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kgqa.serve.desk import Served
from kgqa.serve.frames import Outcome, Task
from kgqa.serve.lanes import Lane

LANES = {
    "ask": "ask",
    "text2sparql": "ask",
    "page_ask": "ask",
    "download_reply": "ask",
    "download_answers": "graph",
    "download_results": "graph",
    "query": "graph",
    "sparql": "graph",
    "explain": "graph",
    "page_query": "graph",
    "page_sparql": "graph",
}
"""Which lane does what; all other tasks are look-ups."""
WAITING = 8
"""For every worker of a lane, at most so many tasks wait."""
QUICK = 10.0
"""Seconds that a look-up may take."""


@dataclass(slots=True)
class House:
    """Does tasks, and counts them."""

    served: Served
    workers: int
    started: float = field(default_factory=time.time)
    done: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Responses by path and status."""
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Seconds until the responses, by path."""
    lanes: dict[str, Lane] = field(default_factory=dict)
    _opening: asyncio.Future[None] | None = None

    def open(self) -> None:
        """Start all workers, lane by lane, in the background; who asks meanwhile waits."""
        for name, size, parts in (
            ("look", 1, ("schema",)),
            ("ask", self.workers, ("engine",)),
            ("graph", self.workers, ("store",)),
        ):
            self.lanes[name] = Lane(name, self.served, size, WAITING * size, parts)
        self._opening = asyncio.ensure_future(self._open())

    async def _open(self) -> None:
        await asyncio.gather(self.lanes["look"].open(), self.lanes["ask"].open())
        await self.lanes["graph"].open()

    async def close(self) -> None:
        """End all workers."""
        if self._opening is not None:
            self._opening.cancel()
        for lane in self.lanes.values():
            await lane.close()

    async def run(
        self,
        name: str,
        given: dict[str, Any],
        *,
        seconds: float | None = None,
        tell: Callable[[str], None] = lambda stage: None,
    ) -> Outcome:
        """Return the outcome of a task, which has at most the time of the settings."""
        lane = LANES.get(name, "look")
        most = self.served.settings.timeout
        limit = min(seconds or most, most) if lane != "look" else min(QUICK, most)
        return await self.lanes[lane].run(Task(name, given, limit), tell)
