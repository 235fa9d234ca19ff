"""Passages that are read in a second: the shipped reader, and plain transformers beside it.

    python benchmarks/reading.py [PASSAGES.jsonl[.gz]] [--count 64] [--threads 2]

Passages are cut to a hundred words; without a file they are made of the vocabulary's words. The
rival is a network of the same size in 32-bit floats, as transformers runs it by default.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kgqa.text.readers.reading import SHIPPED

QUESTION = "Who was the first director of the national museum of natural history?"
WORDS = 100


def passages(path: Path | None, count: int) -> list[str]:
    """Return texts of a hundred words each."""
    if path is None:
        known = (SHIPPED / "vocab.txt").read_text(encoding="utf-8").split("\n")
        words = [word for word in known if word.isalpha() and len(word) > 2]
        chance = random.Random(1)
        return [" ".join(chance.choices(words, k=WORDS)) for _ in range(count)]
    found = []
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            words = json.loads(line)["text"].split()
            if len(words) >= WORDS:
                found.append(" ".join(words[:WORDS]))
            if len(found) == count:
                break
    return found


def plain(texts: Sequence[str]) -> Callable[[], object]:
    """Return how transformers reads them: in batches of 8, padded to the longest, in floats."""
    import torch
    from transformers import BertConfig, BertForQuestionAnswering

    from kgqa.text.readers.wordpieces import START, STOP, WordPieces

    config = BertConfig(
        vocab_size=30_522,
        hidden_size=384,
        num_hidden_layers=6,
        num_attention_heads=12,
        intermediate_size=1_536,
    )
    model = BertForQuestionAnswering(config).eval()
    pieces = WordPieces(SHIPPED / "vocab.txt")

    def run() -> None:
        asked = pieces.of(QUESTION).ids
        rows = [[START, *asked, STOP, *cut.ids, STOP] for cut in pieces.of_all(list(texts))]
        for begin in range(0, len(rows), 8):
            part = rows[begin : begin + 8]
            longest = max(map(len, part))
            ids = torch.tensor([row + [0] * (longest - len(row)) for row in part])
            with torch.inference_mode():
                model(input_ids=ids, attention_mask=(ids != 0).long())

    return run


def timed(run: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Return the least seconds of a run, on the clock and of the processor, after a warm-up."""
    run()
    walls, cpus = [], []
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        run()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return min(walls), min(cpus)


def main() -> None:
    """Print a table of passages per second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--count", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    import torch

    from kgqa.text.readers.extractive import ExtractiveReader

    torch.set_num_threads(given.threads)
    texts = passages(given.file, given.count)
    quick = ExtractiveReader.load(SHIPPED)
    exact = ExtractiveReader.load(SHIPPED, quick=False)
    rivals: dict[str, Callable[[], object]] = {
        "plain transformers, 32-bit floats": plain(texts),
        "kgqa, 32-bit floats": lambda: exact.read(QUESTION, texts),
        "kgqa": lambda: quick.read(QUESTION, texts),
    }
    print(f"{len(texts)} passages of {WORDS} words, {given.threads} threads\n")
    print("| reader | passages/s | passages per CPU second | ratio, CPU |")
    print("| --- | ---: | ---: | ---: |")
    first = 0.0
    for name, run in rivals.items():
        wall, cpu = timed(run, given.rounds)
        first = first or cpu
        print(f"| {name} | {len(texts) / wall:.1f} | {len(texts) / cpu:.1f} | {first / cpu:.2f} |")


if __name__ == "__main__":
    main()
