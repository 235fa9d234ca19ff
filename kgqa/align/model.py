"""The network that aligns words with properties, in torch: a body that reads, and a few maps."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from kgqa.align.files import Tuned
from kgqa.align.property_text import ROLES
from kgqa.text.readers.encoder import Encoder

NUMBERS = 256
"""Numbers of the vectors that are compared."""


class Aligner(nn.Module):
    """Questions to a vector for each word piece, properties to a vector for each role.

    How well a question says a property is the soft maximum of the cosines of its pieces with the
    property's vector, so that it is known which words say it.
    """

    def __init__(self, body: Encoder) -> None:
        super().__init__()
        self.body = body
        width = body.shape.width
        self.word = nn.Linear(width, NUMBERS)
        self.roles = nn.ModuleList(nn.Linear(width, NUMBERS) for _ in ROLES)
        nn.init.orthogonal_(self.word.weight)
        nn.init.zeros_(self.word.bias)
        for role in self.roles:
            role.load_state_dict(self.word.state_dict())
        self.sharp = nn.Parameter(torch.tensor(2.3))
        """The logarithm of how much the best pieces count above the others."""
        self.scale = nn.Parameter(torch.tensor(3.0))
        """The logarithm of what a cosine is worth."""
        self.frequent = nn.Parameter(torch.zeros(len(ROLES)))
        self.likely = nn.Parameter(torch.zeros(len(ROLES)))
        self.covers = nn.Parameter(torch.tensor([10.0, -5.0]))
        """From the cosine of a piece to whether it is one of those that say the property."""

    def states(self, ids: Tensor) -> Tensor:
        """Return the states of rows of pieces; nothing stands beyond the end of a row."""
        groups = torch.where(ids > 0, 1, -1)
        places = torch.arange(ids.shape[1]).expand_as(ids)
        found: Tensor = self.body.states(ids, groups, places)
        return found

    def words(self, ids: Tensor) -> Tensor:
        """Return the vectors of pieces, rows × pieces × numbers."""
        return functional.normalize(self.word(self.states(ids)).float(), dim=-1)

    def properties(self, ids: Tensor) -> Tensor:
        """Return the vectors of properties, rows × roles × numbers."""
        states = self.states(ids)
        real = (ids > 0)[:, :, None]
        mean = (states * real).sum(dim=1) / real.sum(dim=1)
        found = [role(states[:, place] + mean) for place, role in enumerate(self.roles)]
        return functional.normalize(torch.stack(found, dim=1).float(), dim=-1)

    def scores(self, cosines: Tensor, ids: Tensor) -> Tensor:
        """Return soft maxima over pieces, rows × vectors, of cosines, rows × pieces × vectors."""
        sharp = self.sharp.exp()
        hidden = torch.where(ids > 0, 0.0, -1e4)[:, :, None]
        soft = torch.logsumexp(sharp * cosines + hidden, dim=1) / sharp
        return soft * self.scale.exp()

    def priors(self, edges: Tensor) -> Tensor:
        """Return what properties with so many edges are likelier by, properties × roles."""
        return torch.log1p(edges)[:, None] * self.frequent + self.likely

    def tuned(self) -> Tuned:
        """Return what the aligner knows of itself beside its weights."""
        steep, below = self.covers.tolist()
        return Tuned(1.0, steep, -below / steep)
