"""Load `kgqa serve` on this machine, and compare every answer with the one that is given alone.

    python benchmarks/serving.py [--requests 10000] [--clients 8] [--workers 1,2] [--quick MS]

For every number of workers a server is started on the sample, each kind of request is sent once
alone, and then all of them mixed, by several clients at once. Printed are requests a second,
percentiles of the time until the response, answers that differ from the one given alone, and the
memory of all processes after each sixth of the requests. `--quick` leaves out what takes longer
alone, so that memory can be watched over many requests. At the end queries that
never finish run beside questions. One question is asked over HTTP and of the engine itself, by the
clock and by the processor's time, which other work does not lengthen.
Times of the clock depend on what else the machine does: only ratios within one run mean something.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from statistics import median, quantiles

import sparql_templates as templates

QUESTION = "Who directed Inception?"
TURNS, WARM = 110, 10
"""How often one question is asked, and how many of the first do not count."""
IDS = ("Q25188", "Q25191", "Q64", "Q183", "Q513", "Q42")


def requests() -> list[str]:
    """Return the addresses of all kinds of requests."""
    tour = tomllib.loads((files("kgqa_store") / "sample" / "tour.toml").read_text("utf-8"))
    found = [("/ask", {"question": one["question"]}) for one in tour["question"]]
    found += [("/query", {"algebra": one["algebra"]}) for one in tour["question"]]
    found += [("/link", {"text": name}) for name in ("Berlin", "Nolan", "Dune", "Mercury")]
    found += [(f"/entity/{id_}", {}) for id_ in IDS]
    found += [
        ("/sparql", {"query": f"SELECT * {{ wd:{id_} ?p ?o }} ORDER BY ?p ?o"}) for id_ in IDS
    ]
    return [path + "?" + urllib.parse.urlencode(fields) for path, fields in found]


def fetched(url: str) -> object:
    """Return the JSON at an address without its times."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(url, timeout=120) as response:
                said = json.load(response)
                return {key: value for key, value in said.items() if key != "timings_ms"}
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(0.05)
    raise TimeoutError(url)


@contextmanager
def served(*options: str) -> Iterator[tuple[str, int]]:
    """Run a server, and give its address and the id of its process."""
    command = [sys.executable, "-m", "kgqa_cli", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        url = process.stderr.readline().strip().rstrip("/")
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield url, process.pid
        process.terminate()


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def memory(pid: int) -> int:
    """Return the bytes that a process and all below it have for themselves, and share fairly."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    own = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return own * 1024 + sum(map(memory, children(pid)))


def load(workers: int, number: int, clients: int, quick: float) -> float:
    """Send many mixed requests to a server, print what came of it, and return how many a second."""
    with served("--workers", str(workers)) as (url, pid):
        alone = {path: fetched(url + path) for path in requests()}
        taken = {path: timed(url + path) for path in alone}
        alone = {path: said for path, said in alone.items() if taken[path] <= quick}
        print(f"workers {workers}: {len(alone)} of {len(taken)} kinds of requests", flush=True)
        for _ in range(workers - 1):  # the others warm up, too
            with ThreadPoolExecutor(clients) as pool:
                list(pool.map(lambda path: fetched(url + path), alone))
        order = random.Random(1).choices(list(alone), k=number)
        times: list[float] = []
        sizes: list[int] = []
        wrong: list[str] = []

        def one(path: str) -> None:
            start = time.monotonic()
            if fetched(url + path) != alone[path]:
                wrong.append(path)
            times.append(time.monotonic() - start)
            if len(times) % (number // 6) == 0:
                sizes.append(memory(pid))
                said = f"  {len(times):,} requests: {sizes[-1] / 1e6:.0f} MB"
                print(f"{said}, {len(wrong)} answers differ", *sorted(set(wrong)), flush=True)

        start, before = time.monotonic(), spent(pid)
        with ThreadPoolExecutor(clients) as pool:
            list(pool.map(one, order))
        rate = number / (time.monotonic() - start)
        server, working = (
            (now - then) / number for now, then in zip(spent(pid), before, strict=True)
        )
        cuts = [1000 * cut for cut in quantiles(times, n=100)]
        print(
            f"workers {workers}: {number:,} requests, {rate:.0f} a second; ms p50 {cuts[49]:.0f}, "
            f"p95 {cuts[94]:.0f}, p99 {cuts[98]:.0f}; {len(wrong)} answers differ"
        )
        print(
            f"  of the processors: the server {server:.1f} ms a request, "
            f"its workers {working:.1f} ms"
        )
        return rate


def beside() -> None:
    """Ask questions while queries that never finish run, and after these were stopped."""
    with served("--workers", "1", "--timeout", "6") as (url, _):
        path = "/ask?" + urllib.parse.urlencode({"question": QUESTION})
        fetched(url + path)
        alone = median(timed(url + path) for _ in range(20))
        query = urllib.parse.urlencode({"query": templates.read("lookup/endless")})
        endless = f"{url}/sparql?{query}"
        with ThreadPoolExecutor(4) as pool:
            slow = [pool.submit(stopped, endless) for _ in range(4)]
            time.sleep(0.5)
            with_slow = median(timed(url + path) for _ in range(20))
            told = ", ".join(one.result() for one in slow)
            print(f"a question alone {alone:.1f} ms, beside endless queries {with_slow:.1f} ms")
            print(f"  four of these with one worker: {told}")


def timed(url: str) -> float:
    """Return the milliseconds until a response."""
    start = time.monotonic()
    fetched(url)
    return 1000 * (time.monotonic() - start)


def stopped(url: str) -> str:
    """Return what a query is told that never finishes, and when."""
    start = time.monotonic()
    try:
        urllib.request.urlopen(url, timeout=60)
    except urllib.error.HTTPError as error:
        return f"{error.code} after {time.monotonic() - start:.1f} s"
    return "an answer"


def overhead() -> None:
    """Ask one question over HTTP and of the engine in turns; print what HTTP takes more."""
    from kgqa.engine import Engine

    with served("--workers", "1", "--no-text") as (url, pid), Engine("sample") as engine:
        path = "/ask?" + urllib.parse.urlencode({"question": QUESTION})
        differences, server, workers, alone = [], [], [], []
        for _ in range(TURNS):
            before = spent(pid)
            over_http = timed(url + path)
            after = spent(pid)
            server.append(after[0] - before[0])
            workers.append(after[1] - before[1])
            start, used = time.monotonic(), time.process_time()
            engine.ask(QUESTION).to_json()
            alone.append(1000 * (time.process_time() - used))
            differences.append(over_http - 1000 * (time.monotonic() - start))
        print(f"over HTTP it takes {median(differences[WARM:]):.1f} ms more than the engine alone")
        means = [sum(one[WARM:]) / (TURNS - WARM) for one in (server, workers, alone)]
        print(
            f"  of the processors: the server {means[0]:.1f} ms a question, "
            f"its workers {means[1]:.1f} ms, the engine alone {means[2]:.1f} ms"
        )


def spent(pid: int) -> tuple[float, float]:
    """Return the milliseconds that a server has spent on processors, and its workers."""
    return processor(pid), sum(map(processor, children(pid)))


def processor(pid: int) -> float:
    """Return the milliseconds that a process has spent on processors, in steps of ten."""
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return 1000 / os.sysconf("SC_CLK_TCK") * (int(told[11]) + int(told[12]))


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--quick", type=float, default=float("inf"), metavar="MS")
    given = parser.parse_args()
    overhead()
    beside()
    numbers = [int(one) for one in given.workers.split(",")]
    rates = {n: load(n, given.requests, given.clients, given.quick) for n in numbers}
    first = next(iter(rates.values()))
    print("; ".join(f"{n} workers: {rate / first:.2f} times" for n, rate in rates.items()))


if __name__ == "__main__":
    main()
