"""Work on a Ray cluster: workers that are made of one plan take one thing after the other."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kgqa_store.errors import StoreError

from kgqa.errors import KgqaError

REACHED_WITHIN = 10.0
"""Seconds in which the head of a cluster must answer."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray cluster, and how what goes wrong with it is told."""

    address: str
    """Where its head is, or `local` for one of this machine."""
    jobs: int
    error: type[KgqaError]
    lost: str
    """What to do where it is lost."""

    def map(
        self, worker: Callable[[Any], Any], plan: object, method: str, things: Iterable[object]
    ) -> Iterator[Any]:
        """Yield what a method of workers, each made of `plan`, gives for each thing, in order."""
        ray = self._connected()
        from ray.util import ActorPool

        try:
            self._refuse_more_workers_than_cores(int(ray.cluster_resources().get("CPU", 0)))
            remote = ray.remote(num_cpus=1)(worker)
            actors = [remote.remote(plan) for _ in range(self.jobs)]
            pool = ActorPool(actors)
            yield from pool.map(lambda actor, one: getattr(actor, method).remote(one), things)
        except ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, KgqaError | StoreError):
                raise error.cause from None  # told as it is, and not as what Ray makes of it
            raise
        except ray.exceptions.RayError as error:
            raise self.error(
                f"The Ray cluster at {self.address!r} was lost: {str(error).splitlines()[0]}",
                hint=self.lost,
            ) from error
        finally:
            ray.shutdown()

    def _connected(self) -> Any:  # noqa: ANN401 - Ray is not always installed
        """Return the module of Ray, connected to the cluster."""
        try:
            import ray
        except ImportError:
            raise self.error(
                "Ray is not installed.", hint="pip install 'kgqa[ray]', or use --jobs instead"
            ) from None
        cores = {"num_cpus": self.jobs} if self.address == "local" else {}
        options = {"include_dashboard": False, "log_to_driver": False}
        try:
            self._reach()
            ray.init(self.address, ignore_reinit_error=True, **options, **cores)
        except Exception as error:  # Ray has no class of its own for a cluster that does not start
            raise self.error(
                f"There is no Ray cluster at {self.address!r}: {error}.",
                hint="start one with ray start --head, or say --ray local",
            ) from error
        return ray

    def _reach(self) -> None:
        """Refuse an address that nobody listens at; Ray itself tries for minutes."""
        host, _, port = self.address.rpartition(":")
        if host and port.isdigit() and "/" not in host:
            socket.create_connection((host, int(port)), timeout=REACHED_WITHIN).close()

    def _refuse_more_workers_than_cores(self, cores: int) -> None:
        """Refuse workers that no core is left for: Ray would wait for one without an end."""
        if self.jobs > cores:
            raise self.error(
                f"The Ray cluster has {cores} cores, and --jobs asks for {self.jobs} workers.",
                hint=f"say --jobs {max(1, cores)}, or join further nodes with ray start --address",
            )
