"""The sizes of the extractive reader's network."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST = 30
"""An answer has at most so many word pieces; 99 % of SQuAD's have fewer."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of an encoder: those of MiniLM, unless said otherwise."""

    words: int = 30_522
    width: int = 384
    inner: int = 1_536
    layers: int = 6
    heads: int = 12
    places: int = 512
    gate: int = 3
    """After so many layers it is told which passages are worth reading to the end."""
    pooled: bool = False
    """Whether that is told from the passage's states, too, and not from the question's alone."""
    tied: int = 0
    """So many numbers of a first token and of a last tell whether they belong together."""

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """Return the size of every weight, by its name."""
        width = self.width
        norm = {"weight": (width,), "bias": (width,)}
        found: dict[str, tuple[int, ...]] = {
            "word.weight": (self.words, width),
            "place.weight": (self.places, width),
            "part.weight": (2, width),
            **{f"normed.{name}": size for name, size in norm.items()},
        }
        maps = {"token": 2, "asked": 2 * width, "none": 2, "entailment": 3}
        linear = {name: (size, width) for name, size in maps.items()}
        linear["gate"] = (1, width * (2 if self.pooled else 1))
        if self.tied:
            linear |= {"first": (self.tied, width), "last": (self.tied, width)}
            found["long"] = (LONGEST,)
        for number in range(self.layers):
            layer = f"layers.{number}"
            linear[f"{layer}.mixed"] = (3 * width, width)
            linear[f"{layer}.joined"] = (width, width)
            linear[f"{layer}.wide"] = (self.inner, width)
            linear[f"{layer}.narrow"] = (width, self.inner)
            for part in ("attended", "mapped"):
                found |= {f"{layer}.{part}.{name}": size for name, size in norm.items()}
        for name, size in linear.items():
            found |= {f"{name}.weight": size, f"{name}.bias": size[:1]}
        return found
