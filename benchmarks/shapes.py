"""The query shapes that are measured, read from the files in `rivals/`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

RIVALS = Path(__file__).parent / "rivals"


@dataclass(frozen=True, slots=True)
class Shape:
    """A question of one operator and one size, with the queries that people would write for it."""

    operator: str
    size: str
    expression: str
    rivals: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """The operator and the size, as in `union, small`."""
        return f"{self.operator}, {self.size}"


def read_shapes(folder: Path = RIVALS) -> list[Shape]:
    """Return the shapes of all files, in the order of their names."""
    return [
        _shape(path.stem, block)
        for path in sorted(folder.glob("*.rq"))
        for block in path.read_text(encoding="utf-8").split("#: ")[1:]
    ]


def _shape(operator: str, block: str) -> Shape:
    head, *formulations = block.split("#- ")
    size, expression = head.strip().split(" | ", 1)
    rivals = tuple(tuple(each.strip().split("\n", 1)) for each in formulations)
    return Shape(operator, size, expression, rivals)  # type: ignore[arg-type]  # pairs by form
