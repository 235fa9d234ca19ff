"""The gate: after some layers it tells which passages are worth reading to the end.

It is fitted when the rest has learned, by logistic regression over states of the network as it is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor
from torch.nn import functional

from kgqa.text.readers.batches import stacked
from kgqa.text.readers.encoder import Encoder
from kgqa.text.readers.examples import Example
from kgqa.text.readers.rows import Row, row_of
from kgqa.text.readers.wordpieces import WordPieces

LAYERS = 3
LENGTH = 160
AT_ONCE = 16
WEIGHT = 0.01
"""What large weights cost, so that 768 of them can be fitted on some thousand passages."""


def with_gate(
    encoder: Encoder,
    pieces: WordPieces,
    examples: Sequence[Example],
    *,
    layers: int = LAYERS,
    seed: int = 2,
) -> Encoder:
    """Return an encoder whose gate tells passages that answer these questions from others."""
    shape = replace(encoder.shape, gate=min(layers, encoder.shape.layers), pooled=True)
    gated = Encoder(shape)
    own = {name: value for name, value in encoder.state_dict().items() if "gate." not in name}
    gated.load_state_dict(gated.state_dict() | own)
    gated.eval()
    rows, answered = _rows(pieces, examples, random.Random(seed))
    weights, bias = _fitted(_seen(gated, rows), torch.tensor(answered))
    with torch.no_grad():
        gated.gate.weight.copy_(weights[None])
        gated.gate.bias.copy_(bias[None])
    return gated


def _rows(
    pieces: WordPieces, examples: Sequence[Example], chance: random.Random
) -> tuple[list[Row], list[float]]:
    """Return each question with its passage and with another of the same article; which is which.

    The other does not have the answer in it.
    """
    by_title: dict[str, list[Example]] = {}
    for example in examples:
        by_title.setdefault(example.title, []).append(example)
    found: list[tuple[Row, float]] = []
    for example in examples:
        asked = pieces.of(example.question).ids
        answers = [example.passage[start:end] for start, end in example.spans]
        others = [
            one.passage
            for one in by_title[example.title]
            if not any(answer in one.passage for answer in answers)
        ]
        found.append((row_of([asked], pieces.of(example.passage).ids[:LENGTH]), 1.0))
        if others:
            other = pieces.of(chance.choice(others)).ids[:LENGTH]
            found.append((row_of([asked], other), 0.0))
    found.sort(key=lambda one: len(one[0]))
    return [row for row, _ in found], [label for _, label in found]


def _seen(encoder: Encoder, rows: Sequence[Row]) -> Tensor:
    """Return what the gate goes by, for each row."""
    found = []
    for begin in range(0, len(rows), AT_ONCE):
        batch = stacked(rows[begin : begin + AT_ONCE])
        with torch.inference_mode():
            states = encoder.embedded(batch.tokens, batch.groups, batch.places)
            states = encoder.through(states, batch.groups, 0, encoder.shape.gate)
            found.append(encoder.at_the_gate(states, batch.groups, batch.rows, batch.heads))
    return torch.cat(found).clone()


def _fitted(seen: Tensor, answered: Tensor) -> tuple[Tensor, Tensor]:
    """Return the weights and the bias under which the labels are likeliest."""
    middle, spread = seen.mean(dim=0), seen.std(dim=0).clamp_min(1e-6)
    plain = (seen - middle) / spread
    weights = torch.zeros(seen.shape[1] + 1, requires_grad=True)
    search = torch.optim.LBFGS([weights], max_iter=100, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        search.zero_grad()
        told = plain @ weights[1:] + weights[0]
        total = functional.binary_cross_entropy_with_logits(told, answered)
        total = total + WEIGHT * weights[1:].square().sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    search.step(loss)  # type: ignore[no-untyped-call]
    found = weights.detach()
    scaled = found[1:] / spread
    return scaled, found[0] - scaled @ middle
