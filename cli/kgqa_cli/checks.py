"""What `kgqa doctor` looks at, one function for each finding."""

from __future__ import annotations

import os
import platform
import resource
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal, TypeVar

from kgqa_store.errors import StoreError, TimeLimit
from kgqa_store.opening import is_endpoint
from kgqa_store.store import Store

import sparql_templates
from kgqa_cli.environment import home
from kgqa_cli.stores import SAMPLE, opened

T = TypeVar("T")
GB = 1 << 30
LEAST_MEMORY = 2 * GB
"""Opening and asking needs little; a query may take `kgqa_store.store.MEMORY`."""
LEAST_DISK = 5 * GB
LEAST_FILES = 1024
"""RocksDB keeps its files open: a store of a billion triples has some hundreds."""
PATIENCE = 10.0
DEADLINE = 0.3
OVERRUN = 0.3
"""A query must have ended so many seconds after its deadline."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `advice` says what to do where it is not `ok`."""

    name: str
    status: Literal["ok", "warn", "fail"]
    message: str
    advice: str = ""


def all_checks(
    location: str, settings: Mapping[str, tuple[object, str]] | None = None
) -> Iterator[Finding]:
    """Yield everything that can be said, the quick things first.

    `settings` gives, for every setting, its value and where it came from.
    """
    yield from (versions(), python(), cores(), devices(), memory(), disk(location), files())
    for name, (value, origin) in (settings or {}).items():
        yield Finding("setting", "ok", f"{name} = {value} ({origin})")
    yield from store_checks(location)


# --- The machine ----


def versions() -> Finding:
    """Return the versions of kgqa and of what it needs."""
    missing, found = [], []
    for requirement in ["kgqa", *(requires("kgqa") or [])]:
        name = _name(requirement)
        if "extra ==" in requirement:
            continue
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        advice = f"Install what is missing: pip install {' '.join(missing)}"
        return Finding("versions", "fail", f"not installed: {', '.join(missing)}", advice)
    return Finding("versions", "ok", ", ".join(found))


def _name(requirement: str) -> str:
    end = next((i for i, sign in enumerate(requirement) if sign in " <>=!~;[("), len(requirement))
    return requirement[:end]


def python() -> Finding:
    """Return which Python runs, and on what."""
    message = (
        f"{platform.python_version()} at {sys.executable}, {platform.system()} {platform.machine()}"
    )
    return Finding("python", "ok", message)


def cores() -> Finding:
    """Return how many cores this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return Finding("cores", "ok", str(usable or "unknown"))


def devices() -> Finding:
    """Return what the networks would run on, as torch and onnxruntime offer it."""
    from kgqa.text.offered_devices import offered

    found = offered()
    if not found:
        advice = "Install what reads passages: pip install onnxruntime tokenizers"
        return Finding("devices", "warn", "neither onnxruntime nor torch", advice)
    return Finding("devices", "ok", ", ".join(f"{name} on {one}" for name, one in found.items()))


def memory() -> Finding:
    """Return how much memory there is, and how much of it is free."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    free = _available() or total
    message = f"{free / GB:.1f} GB of {total / GB:.1f} GB available"
    if free < LEAST_MEMORY:
        advice = "Close other programs; building a store takes about 2 GB."
        return Finding("memory", "warn", message, advice)
    return Finding("memory", "ok", message)


def _available() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    found = [line for line in lines if line.startswith("MemAvailable:")]
    return int(found[0].split()[1]) * 1024 if found else None


def disk(location: str) -> Finding:
    """Return how much room there is where the store is, or would be."""
    place = Path.cwd() if is_endpoint(location) else Path(location).expanduser().absolute()
    place = home() if location == SAMPLE else place
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    message = f"{free / GB:.1f} GB free at {place}"
    if free < LEAST_DISK:
        advice = "Make room before you build a store: it takes about 110 bytes a triple."
        return Finding("disk", "warn", message, advice)
    return Finding("disk", "ok", message)


def files() -> Finding:
    """Return how many files a process may have open."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < LEAST_FILES:
        return Finding("open files", "warn", f"{most}", f"Allow more: ulimit -n {LEAST_FILES * 4}")
    return Finding(
        "open files", "ok", "any number" if most == resource.RLIM_INFINITY else f"{most}"
    )


# --- The store ----


def store_checks(location: str) -> Iterator[Finding]:
    """Yield whether the store opens, answers, and stops."""
    attempt = _attempt("store", lambda: opened(location))
    if isinstance(attempt, Finding):
        yield attempt
        return
    with attempt as store:
        known = "with statistics" if store.statistics else "without statistics"
        yield Finding("store", "ok", f"{location}, {known}")
        answered = query(store)
        yield answered
        if answered.status == "fail":
            return
        if is_endpoint(location):
            yield Finding("deadline", "ok", "not tried: an endless query is no fun for an endpoint")
        else:
            yield deadline(store)


def query(store: Store) -> Finding:
    """Return how long a first and a second query take."""

    def seconds() -> float:
        start = time.monotonic()
        store.run("ASK { ?s ?p ?o }", seconds=PATIENCE)
        return time.monotonic() - start

    first = _attempt("query", seconds)
    if isinstance(first, Finding):
        return first
    again = _attempt("query", seconds)
    if isinstance(again, Finding):
        return again
    message = f"the first in {first * 1000:.0f} ms, the next in {again * 1000:.1f} ms"
    if again > 1:
        return Finding("query", "warn", message, "The machine or the endpoint is very busy.")
    return Finding("query", "ok", message)


def deadline(store: Store) -> Finding:
    """Return whether a query that never ends is stopped in time."""
    endless = sparql_templates.read("lookup/endless")
    start = time.monotonic()
    try:
        store.run(endless, seconds=DEADLINE)
    except TimeLimit:
        late = time.monotonic() - start - DEADLINE
        message = f"a query of {DEADLINE:g} s was stopped {late * 1000:.0f} ms late"
        if late < OVERRUN:
            return Finding("deadline", "ok", message)
        return Finding(
            "deadline", "warn", message, "The machine is very busy; time limits may slip."
        )
    except StoreError as error:
        return Finding("deadline", "fail", str(error), error.hint)
    return Finding("deadline", "warn", "the query ended by itself", "Please report this.")


def _attempt(name: str, action: Callable[[], T]) -> T | Finding:
    """Return what `action` returns, or else why it could not."""
    try:
        return action()
    except StoreError as error:
        return Finding(name, "fail", str(error), error.hint)
