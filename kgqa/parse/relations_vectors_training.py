"""Learns the vectors of words with torch: questions are to be nearest to what they ask for.

The vectors start as what a sentence encoder says of single pieces of words. They, the weights of
pieces and the matrices between questions and names are moved until the relation that a question
means gets a high probability among those of a sample of properties.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from kgqa.parse.relations_minilm import PieceVectors
from kgqa.parse.relations_pieces import Pieces
from kgqa.parse.relations_questions import Example
from kgqa.parse.relations_schema import SchemaEvidence
from kgqa.parse.relations_vectors import PARTS, ZONES, Floats, TokenVectors, quantised
from kgqa.parse.relations_vectors_batches import (
    LONGEST_NAMES,
    Bags,
    Batch,
    Batches,
    Incident,
    VectorPlan,
)

START_SCALES = (10.0, 10 / 3, 10 / 3)
"""What nearness counts at first: names, answer classes, entity classes."""
FAR = -1e4
_FREE = ("asked", "named", "zones", "maps", "name_map", "class_map", "scales", "frequent")

Progress = Callable[[int, int, float], None]
"""Told after each step: the step, how many there are, and the loss."""


def train_vectors(
    examples: Sequence[Example],
    evidence: SchemaEvidence,
    start: PieceVectors,
    incident: Incident,
    plan: VectorPlan,
    *,
    progress: Progress = lambda step, steps, loss: None,
) -> TokenVectors:
    """Return vectors by which the questions of `examples` come nearest to their relations."""
    torch.manual_seed(plan.seed)
    pieces = Pieces.of_list(start.pieces)
    batches = Batches(examples, evidence, pieces, incident, plan)
    model = _Model(batches, start.vectors)
    free = [model.vectors, *(value for name, value in model.parameters() if name != "vectors")]
    rates = [plan.vector_rate] + [plan.rate] * (len(free) - 1)
    optimiser = torch.optim.Adam(
        [{"params": [one], "lr": rate} for one, rate in zip(free, rates, strict=True)]
    )
    for step, batch in enumerate(batches):
        loss = model.loss(batch, plan)
        moved = plan.hold * (model.vectors - model.start).pow(2).sum() / plan.dimensions
        optimiser.zero_grad()
        torch.autograd.backward(loss + moved)
        faded = min(1.0, (step + 1) / 30) * (1 - step / (batches.steps + 1))
        for group, rate in zip(optimiser.param_groups, rates, strict=True):
            group["lr"] = rate * faded
        optimiser.step()
        progress(step + 1, batches.steps, float(loss.detach()))
    return model.learned(pieces, start.vectors)


class _Model:
    """The parameters, and the probability of relations by them."""

    def __init__(self, batches: Batches, start: Floats) -> None:
        self._batches = batches
        used = [one.pieces for one in batches.questions]
        bags = (batches.names, batches.subjects, batches.objects)
        self._used = np.unique(np.concatenate([*used, *(bag.pieces for bag in bags), np.arange(3)]))
        self._local = np.full(len(start), -1, np.int64)
        self._local[self._used] = np.arange(len(self._used))
        width = start.shape[1]
        self.start = torch.from_numpy(start[self._used])
        self.vectors = self.start.clone().requires_grad_()
        count = len(self._used)
        self.asked = torch.zeros(count, requires_grad=True)
        self.named = torch.zeros(count, requires_grad=True)
        self.zones = torch.zeros(len(PARTS), 2, len(ZONES), requires_grad=True)
        self.maps = torch.eye(width).repeat(len(PARTS), 2, 1, 1).requires_grad_()
        self.name_map = torch.eye(width).requires_grad_()
        self.class_map = torch.eye(width).requires_grad_()
        self.scales = torch.tensor(START_SCALES)[:, None].repeat(1, 2).requires_grad_()
        self.frequent = torch.zeros(2, requires_grad=True)

    def parameters(self) -> list[tuple[str, torch.Tensor]]:
        """Return what is learned, by name."""
        names = (*_FREE, "vectors")
        return [(name, getattr(self, name)) for name in names]

    def loss(self, batch: Batch, plan: VectorPlan) -> torch.Tensor:
        """Return what is lost: minus the logarithm of the probability of what is right.

        Added to it is the same among the relations of the entity, where these are known.
        """
        scores = self._scores(batch, plan.drop)
        right = self._marked(batch, [one.relations for one in batch.asked])
        near = self._marked(batch, [(*one.relations, *one.around) for one in batch.asked])
        good = torch.logsumexp(scores + right, dim=1)
        among_all = torch.logsumexp(scores, dim=1) - good
        among_near = torch.logsumexp(scores + near, dim=1) - good  # zero where none are known
        weights = torch.tensor([one.weight for one in batch.asked])
        return (weights * (among_all + plan.near * among_near)).sum() / weights.sum()

    def _marked(self, batch: Batch, places: Sequence[tuple[int, ...]]) -> torch.Tensor:
        """Return zero for the relations of each question, and very little for all others."""
        size, count = self._batches.size, len(batch.properties)
        local = np.full(size, -1, np.int64)
        local[batch.properties] = np.arange(count)
        rows = np.repeat(np.arange(len(places)), [len(one) for one in places])
        flat = np.concatenate([np.array(one, np.int64) for one in places])
        columns = local[flat % size]
        there = columns >= 0
        found = np.full((len(places), 2 * count), FAR, np.float32)
        found[rows[there], (flat // size * count + columns)[there]] = 0
        return torch.from_numpy(found)

    def _scores(self, batch: Batch, drop: float) -> torch.Tensor:
        """Return the score of each question for each direction and property of the batch."""
        names, inside = self._names(batch)
        classes = [
            self._bag(bags, batch.properties, self.class_map)
            for bags in (self._batches.subjects, self._batches.objects)
        ]
        questions = self._questions(batch, drop)
        often = torch.from_numpy(self._batches.frequent[batch.properties])
        hidden = self._hidden(batch, inside)
        found = []
        for direction in (0, 1):
            near = (questions[0, direction] @ names.T)[:, inside.clamp(min=0)] + hidden
            score = self.scales[0, direction] * near.amax(dim=2) + self.frequent[direction] * often
            answers, entities = classes if direction == 0 else classes[::-1]
            score = score + self.scales[1, direction] * (questions[1, direction] @ answers.T)
            found.append(score + self.scales[2, direction] * (questions[2, direction] @ entities.T))
        return torch.cat(found, dim=1)

    def _names(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the vectors of all names, and which of them each property has (-1: none)."""
        starts = self._batches.first_names[batch.properties]
        counts = np.minimum(self._batches.first_names[batch.properties + 1] - starts, LONGEST_NAMES)
        columns = np.arange(LONGEST_NAMES)
        there = columns < counts[:, None]
        self._places = np.where(there, starts[:, None] + columns, -1)
        names = self._places[there]
        inside = np.full(there.shape, -1, np.int64)
        inside[there] = np.arange(len(names))
        return self._bag(self._batches.names, names, self.name_map), torch.from_numpy(inside)

    def _hidden(self, batch: Batch, inside: torch.Tensor) -> torch.Tensor:
        """Return what keeps questions from names that are none, or that they may not see."""
        hidden = torch.where(inside < 0, FAR, 0.0)[None].repeat(len(batch.asked), 1, 1)
        for row, one in enumerate(batch.asked):
            if one.hidden >= 0:
                hidden[row][torch.from_numpy(self._places == one.hidden)] = -2.0
        return hidden

    def _questions(self, batch: Batch, drop: float) -> torch.Tensor:
        lengths = np.array([len(one.pieces) for one in batch.asked])
        ids = torch.from_numpy(self._local[np.concatenate([one.pieces for one in batch.asked])])
        zones = torch.from_numpy(np.concatenate([one.zones for one in batch.asked]))
        owners = torch.from_numpy(np.repeat(np.arange(len(lengths)), lengths))
        kept = (torch.rand(len(ids)) >= drop).float()
        weights = torch.exp(self.asked[ids] + self.zones[:, :, zones]) * kept
        said = weights[..., None] * self.vectors[ids]
        summed = torch.zeros(len(PARTS), 2, len(lengths), said.shape[-1])
        summed = summed.index_add(2, owners, said)
        return functional.normalize(summed @ self.maps, dim=-1, eps=1e-3)

    def _bag(self, bags: Bags, places: NDArray[np.int64], map_: torch.Tensor) -> torch.Tensor:
        ids, weights, starts = bags.chosen(places)
        local = torch.from_numpy(self._local[ids])
        summed = functional.embedding_bag(
            local,
            self.vectors,
            torch.from_numpy(starts),
            mode="sum",
            per_sample_weights=torch.exp(self.named[local]) * torch.from_numpy(weights),
        )
        return functional.normalize(summed @ map_, dim=1, eps=1e-3)

    def learned(self, pieces: Pieces, start: Floats) -> TokenVectors:
        """Return what was learned; pieces that do not occur stay where they were."""
        found = {name: value.detach().numpy() for name, value in self.parameters()}
        vectors = start.copy()
        vectors[self._used] = found.pop("vectors")
        for name in ("asked", "named"):
            weights = np.ones(len(start), np.float32)
            weights[self._used] = np.exp(found[name])
            found[name] = weights
        found["zones"] = np.exp(found["zones"])
        bytes_, steps = quantised(vectors)
        mixture = np.ones(2, np.float32)
        return TokenVectors(pieces=pieces, vectors=bytes_, steps=steps, mixture=mixture, **found)
