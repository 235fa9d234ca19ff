"""What the server has done so far, in the text format of Prometheus."""

from __future__ import annotations

import time
from collections.abc import Iterator

from kgqa.serve.house import House


def exposition(house: House) -> str:
    """Return all figures, one a line, each with what it says."""
    return "\n".join(_lines(house)) + "\n"


def _lines(house: House) -> Iterator[str]:
    yield from _head("kgqa_requests_total", "counter", "Responses, by what was asked and status.")
    for (name, status), count in sorted(house.done.items()):
        yield f'kgqa_requests_total{{path="{_escaped(name)}",status="{status}"}} {count}'
    yield from _head("kgqa_request_seconds_total", "counter", "Seconds until the responses.")
    for name, seconds in sorted(house.seconds.items()):
        yield f'kgqa_request_seconds_total{{path="{_escaped(name)}"}} {seconds:.6f}'
    for name, kind, said in (
        ("waiting", "gauge", "Tasks that wait for a worker."),
        ("busy", "gauge", "Workers that do something."),
        ("replaced", "counter", "Workers that were ended or died, and were replaced."),
    ):
        full = f"kgqa_workers_{name}_total" if kind == "counter" else f"kgqa_workers_{name}"
        yield from _head(full, kind, said)
        for lane in house.lanes.values():
            yield f'{full}{{lane="{lane.name}"}} {getattr(lane, name)}'
    yield from _head("kgqa_up_seconds", "gauge", "Seconds since the server started.")
    yield f"kgqa_up_seconds {time.time() - house.started:.3f}"


def _head(name: str, kind: str, said: str) -> tuple[str, str]:
    return f"# HELP {name} {said}", f"# TYPE {name} {kind}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
