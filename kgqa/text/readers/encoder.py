"""The network of the extractive reader: MiniLM with heads for spans and for entailment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional

from kgqa.text.readers.shape import LONGEST, Shape
from kgqa.text.readers.spans import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Mapping

TIED = 64


class Layer(nn.Module):
    """One layer: attention, then two linear maps, each added to what came in and normed."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.dropped = 0.0
        self.mixed = nn.Linear(shape.width, 3 * shape.width)
        self.joined = nn.Linear(shape.width, shape.width)
        self.attended = nn.LayerNorm(shape.width, eps=1e-12)
        self.wide = nn.Linear(shape.width, shape.inner)
        self.narrow = nn.Linear(shape.inner, shape.width)
        self.mapped = nn.LayerNorm(shape.width, eps=1e-12)

    def forward(self, states: Tensor, seen: Tensor) -> Tensor:
        """Return the states after this layer; `seen` is added to the scores of attention."""
        rows, tokens, width = states.shape
        parts = self.mixed(states).view(rows, tokens, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        attend = attention if self.training else functional.scaled_dot_product_attention
        mixed = attend(query, key, value, seen)
        joined = self.joined(mixed.transpose(1, 2).reshape(rows, tokens, width))
        states = self.attended(states + self._some(joined))
        inner = functional.gelu(self.wide(states))
        narrow: Tensor = self.mapped(states + self._some(self.narrow(inner)))
        return narrow

    def _some(self, states: Tensor) -> Tensor:
        """Return states of which a share is dropped while it learns."""
        return functional.dropout(states, self.dropped, self.training and self.dropped > 0)


def attention(query: Tensor, key: Tensor, value: Tensor, seen: Tensor) -> Tensor:
    """Return attention step by step, which a processor learns with three times as fast as fused."""
    scores = query * query.shape[-1] ** -0.5 @ key.transpose(-1, -2) + seen.to(query.dtype)
    mixed: Tensor = scores.softmax(dim=-1).to(value.dtype) @ value
    return mixed


class Encoder(nn.Module):
    """Questions with a passage to scores of spans, and of entailment.

    A row holds one passage and one or more questions, each beginning with a token that stands for
    the whole question. Questions see themselves and the passage, and the passage sees all.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.word = nn.Embedding(shape.words, shape.width)
        self.place = nn.Embedding(shape.places, shape.width)
        self.part = nn.Embedding(2, shape.width)
        self.normed = nn.LayerNorm(shape.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.token = nn.Linear(shape.width, 2)
        self.asked = nn.Linear(shape.width, 2 * shape.width)
        self.none = nn.Linear(shape.width, 2)
        self.entailment = nn.Linear(shape.width, 3)
        self.gate = nn.Linear(shape.width * (2 if shape.pooled else 1), 1)
        if shape.tied:
            self.first = nn.Linear(shape.width, shape.tied)
            self.last = nn.Linear(shape.width, shape.tied)
            self.long = nn.Parameter(torch.zeros(LONGEST))

    def drop(self, share: float) -> None:
        """Let every layer leave out such a share of what it adds, at random, while it learns."""
        for layer in self.layers:
            layer.dropped = share  # type: ignore[assignment]  # torch knows only modules

    def states(self, tokens: Tensor, groups: Tensor, places: Tensor) -> Tensor:
        """Return a state per token; its group is 0 in the passage, -1 beyond the end of a row."""
        states = self.embedded(tokens, groups, places)
        return self.through(states, groups, 0, self.shape.layers)

    def embedded(self, tokens: Tensor, groups: Tensor, places: Tensor) -> Tensor:
        """Return the states before the first layer."""
        parts = (groups == 0).long()
        states: Tensor = self.normed(self.word(tokens) + self.part(parts) + self.place(places))
        return states

    def through(self, states: Tensor, groups: Tensor, begin: int, end: int) -> Tensor:
        """Return the states after the layers [begin, end)."""
        seen = visible(groups, states.dtype)
        for layer in self.layers[begin:end]:
            states = layer(states, seen)
        return states

    def spans(self, states: Tensor, groups: Tensor, rows: Tensor, heads: Tensor) -> Tensor:
        """Return start and end scores, questions × (1 + tokens) × 2; the first is "no answer".

        Question i stands in row `rows[i]` and begins at token `heads[i]`.
        """
        asked = states[rows, heads]
        wanted = self.asked(asked).view(len(rows), 2, -1) * states.shape[-1] ** -0.5
        alike = torch.einsum("qtw,qkw->qtk", states[rows], wanted)
        scores = alike + self.token(states)[rows]
        scores = scores.masked_fill((groups != 0)[rows][:, :, None], UNSEEN)
        return torch.cat([self.none(asked)[:, None], scores], dim=1)

    def ties(self, states: Tensor) -> Tensor:
        """Return how well first and last tokens fit, rows × tokens × LONGEST, by the length."""
        rows, tokens, _ = states.shape
        if not self.shape.tied:
            return states.new_zeros(rows, tokens, LONGEST)
        alike = self.first(states) @ self.last(states).transpose(1, 2) * self.shape.tied**-0.5
        starts = torch.arange(tokens, device=states.device)
        ends = starts[:, None] + torch.arange(LONGEST, device=states.device)
        ends = ends.clamp(max=tokens - 1).expand(rows, tokens, LONGEST)
        fitting: Tensor = alike.gather(2, ends) + self.long
        return fitting

    def joint(self, states: Tensor, groups: Tensor, rows: Tensor, heads: Tensor) -> Tensor:
        """Return scores of all spans, questions × (1 + tokens · LONGEST), and of none first."""
        scores = self.spans(states, groups, rows, heads)
        starts, ends = scores[:, 1:].unbind(dim=2)
        beyond = functional.pad(ends, (0, LONGEST - 1), value=UNSEEN).unfold(1, LONGEST, 1)
        spans = starts[:, :, None] + beyond + self.ties(states)[rows]
        return torch.cat([scores[:, :1].sum(dim=2), spans.flatten(1)], dim=1)

    def entails(self, states: Tensor, rows: Tensor, heads: Tensor) -> Tensor:
        """Return scores of entailment, neutrality and contradiction, questions × 3."""
        scores: Tensor = self.entailment(states[rows, heads])
        return scores

    def promise(self, states: Tensor, groups: Tensor, rows: Tensor, heads: Tensor) -> Tensor:
        """Return from the states at the gate how much speaks for an answer, one per question."""
        seen = self.at_the_gate(states, groups, rows, heads)
        scores: Tensor = self.gate(seen[:, : self.gate.in_features])[:, 0]
        return scores

    def at_the_gate(self, states: Tensor, groups: Tensor, rows: Tensor, heads: Tensor) -> Tensor:
        """Return what the gate goes by: a question's state, and the largest of its passage."""
        passage = states.masked_fill((groups != 0)[:, :, None], UNSEEN).amax(dim=1)
        return torch.cat([states[rows, heads], passage[rows]], dim=1)


def visible(groups: Tensor, kind: torch.dtype) -> Tensor:
    """Return what is added to attention: 0 where a token may be looked at, else very little."""
    passage, real = groups == 0, groups >= 0
    same = groups[:, :, None] == groups[:, None, :]
    seen = (same | passage[:, :, None] | passage[:, None, :]) & real[:, None, :]
    blocked = torch.zeros(seen.shape, dtype=kind, device=groups.device)
    return blocked.masked_fill_(~seen, UNSEEN)[:, None]


def tied(encoder: Encoder, numbers: int = TIED) -> Encoder:
    """Return an encoder that also tells which first and last tokens belong together."""
    if encoder.shape.tied:
        return encoder
    more = Encoder(replace(encoder.shape, tied=numbers))
    for head in (more.first, more.last):
        nn.init.normal_(head.weight, std=0.02)
        nn.init.zeros_(head.bias)
    more.load_state_dict(more.state_dict() | encoder.state_dict())
    return more


def from_bert(weights: Mapping[str, Tensor]) -> Encoder:
    """Return an encoder with the weights of a BERT checkpoint and fresh heads."""
    encoder = Encoder(_shape_of(weights))
    for head in (encoder.token, encoder.asked, encoder.none, encoder.entailment, encoder.gate):
        nn.init.normal_(head.weight, std=0.02)
        nn.init.zeros_(head.bias)
    encoder.load_state_dict(encoder.state_dict() | dict(_renamed(weights)))
    return encoder


def _shape_of(weights: Mapping[str, Tensor]) -> Shape:
    words, width = weights["embeddings.word_embeddings.weight"].shape
    layers = sum(name.endswith("attention.self.query.weight") for name in weights)
    inner = weights["encoder.layer.0.intermediate.dense.weight"].shape[0]
    places = weights["embeddings.position_embeddings.weight"].shape[0]
    # Every BERT of this width and depth has heads of 32 or 64 numbers; MiniLM has 32.
    heads = width // (32 if width < 512 else 64)
    return Shape(words, width, inner, layers, heads, places, (layers + 1) // 2)


EMBEDDINGS = {
    "word.weight": "word_embeddings.weight",
    "place.weight": "position_embeddings.weight",
    "part.weight": "token_type_embeddings.weight",
    "normed.weight": "LayerNorm.weight",
    "normed.bias": "LayerNorm.bias",
}
LAYER = {
    "joined": "attention.output.dense",
    "attended": "attention.output.LayerNorm",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
    "mapped": "output.LayerNorm",
}


def _renamed(weights: Mapping[str, Tensor]) -> list[tuple[str, Tensor]]:
    renamed = [(ours, weights[f"embeddings.{theirs}"]) for ours, theirs in EMBEDDINGS.items()]
    for number in range(_shape_of(weights).layers):
        theirs = f"encoder.layer.{number}"
        for kind in ("weight", "bias"):
            attention = [
                weights[f"{theirs}.attention.self.{part}.{kind}"]
                for part in ("query", "key", "value")
            ]
            renamed.append((f"layers.{number}.mixed.{kind}", torch.cat(attention)))
            renamed += [
                (f"layers.{number}.{ours}.{kind}", weights[f"{theirs}.{name}.{kind}"])
                for ours, name in LAYER.items()
            ]
    return renamed
