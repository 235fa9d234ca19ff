"""Passages that are read in a second: the shipped reader, and plain transformers beside it.

    python benchmarks/reading.py [PASSAGES.jsonl[.gz]] [--count 64] [--threads 2] [--rounds 3]

Passages are cut to a hundred words; without a file they are made of the vocabulary's words. The
rival is a network of the same size in 32-bit floats, as transformers runs it by default. All take
turns, so that what else runs on the machine disturbs all alike.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
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


def readers(texts: Sequence[str], threads: int) -> dict[str, Callable[[], object]]:
    """Return the ways to read the texts, by name."""
    from kgqa.text.readers.extractive import ExtractiveReader
    from kgqa.text.readers.onnx_network import OnnxNetwork
    from kgqa.text.readers.rows import Network
    from kgqa.text.readers.torch_network import TorchNetwork
    from kgqa.text.readers.weights import load, read
    from kgqa.text.readers.wordpieces import WordPieces

    weights, shape, manifest = read(SHIPPED)
    networks: dict[str, Network] = {
        "kgqa, torch, 32-bit floats": TorchNetwork(load(SHIPPED)[0], quick=False),
        "kgqa, torch, int8": TorchNetwork(load(SHIPPED)[0]),
        "kgqa, onnxruntime, int8": OnnxNetwork(weights, shape, SHIPPED, threads=threads),
    }
    found = {"plain transformers, 32-bit floats": plain(texts)}
    for name, network in networks.items():
        reader = ExtractiveReader(network, WordPieces(SHIPPED / "vocab.txt"), manifest.calibration)
        found[name] = partial(reader.read, QUESTION, texts)
    return found


def timed(run: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of a run, on the clock and of the processor."""
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    """Print a table of passages per second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--count", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    import torch

    torch.set_num_threads(given.threads)
    texts = passages(given.file, given.count)
    rivals = readers(texts, given.threads)
    for run in rivals.values():
        run()
    rounds = [{name: timed(run) for name, run in rivals.items()} for _ in range(given.rounds)]
    print(f"{len(texts)} passages of {WORDS} words, {given.threads} threads\n")
    print("| reader | passages/s | passages per CPU second | ratio, CPU |")
    print("| --- | ---: | ---: | ---: |")
    first = min(each["plain transformers, 32-bit floats"][1] for each in rounds)
    for name in rivals:
        wall, cpu = (min(each[name][place] for each in rounds) for place in (0, 1))
        print(f"| {name} | {len(texts) / wall:.1f} | {len(texts) / cpu:.1f} | {first / cpu:.2f} |")


if __name__ == "__main__":
    main()
