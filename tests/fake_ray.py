"""Stands in for Ray, which is not always installed: workers of this process, one task at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


class RayError(Exception):
    """The cluster is gone."""


class RayTaskError(RayError):
    """A worker failed."""

    def __init__(self, cause: Exception) -> None:
        """Keep what it failed of."""
        super().__init__(str(cause))
        self.cause = cause


class Actor:
    """A worker; each of its methods has a `remote`, as with Ray."""

    def __init__(self, made: object) -> None:
        """Work with what was made."""
        self._made = made

    def __getattr__(self, name: str) -> SimpleNamespace:
        return SimpleNamespace(remote=getattr(self._made, name))


class ActorPool:
    """Hands out things to workers in turn."""

    def __init__(self, actors: list[Actor]) -> None:
        """Take the workers."""
        self._actors = actors

    def map(self, give: Callable[[Actor, Any], Any], things: Iterable[Any]) -> Iterator[Any]:
        """Yield what workers give for each thing, in order."""
        for place, one in enumerate(things):
            try:
                yield give(self._actors[place % len(self._actors)], one)
            except RayError:
                raise
            except Exception as error:
                raise RayTaskError(error) from error


def installed(patch: pytest.MonkeyPatch, *, cores: int = 2, after: int = 10**9) -> ModuleType:
    """Put a stand-in for Ray where it is imported from; it is lost `after` so many workers."""
    ray, util = ModuleType("ray"), ModuleType("ray.util")
    ray.made = 0  # type: ignore[attr-defined]

    def actor_of(worker: Callable[[Any], Any]) -> SimpleNamespace:
        def remote(plan: object) -> Actor:
            ray.made += 1  # type: ignore[attr-defined]
            if ray.made > after:  # type: ignore[attr-defined]
                raise RayError("the head is gone")
            return Actor(worker(plan))

        return SimpleNamespace(remote=remote)

    ray.init = lambda address, **_: None  # type: ignore[attr-defined]
    ray.shutdown = lambda: None  # type: ignore[attr-defined]
    ray.cluster_resources = lambda: {"CPU": float(cores)}  # type: ignore[attr-defined]
    ray.remote = lambda **_: actor_of  # type: ignore[attr-defined]
    ray.exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)  # type: ignore[attr-defined]
    util.ActorPool = ActorPool  # type: ignore[attr-defined]
    patch.setitem(sys.modules, "ray", ray)
    patch.setitem(sys.modules, "ray.util", util)
    return ray
