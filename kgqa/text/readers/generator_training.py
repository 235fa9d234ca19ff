"""Teaching a T5-family checkpoint to read: alone, over all passages, or without any."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa.errors import ReaderError
from kgqa.text.readers.generating import (
    BETWEEN,
    NEW_PIECES,
    NOT_RELEVANT,
    WAYS,
    Checkpoint,
    as_outputs,
    encoded,
)


@dataclass(frozen=True, slots=True)
class Taught:
    """A question with passages and all of its answers, each by its name or by several names."""

    question: str
    passages: tuple[str, ...]
    answers: tuple[str | tuple[str, ...], ...]

    @property
    def names(self) -> list[tuple[str, ...]]:
        """The names of each answer, the first of which is written where no passage tells."""
        return [(one,) if isinstance(one, str) else one for one in self.answers]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a generator is trained."""

    steps: int = 1_000
    batch: int = 16
    rate: float = 1e-3
    passages: int = 10
    seed: int = 7


@dataclass(frozen=True, slots=True)
class Progress:
    """Where training is: steps done of all, and the running loss."""

    step: int
    steps: int
    loss: float


def read_taught(path: Path) -> list[Taught]:
    """Return the lines of a file: objects with `question`, `answers` and perhaps `passages`.

    An answer is a text, or a list of its names.
    """
    taught = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                told = json.loads(line)
                passages, answers = (
                    tuple(told.get("passages", ())),
                    tuple(map(_names, told["answers"])),
                )
                taught.append(Taught(str(told["question"]), passages, answers))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                message = f"Line {number} of {path} is no question to learn from: {error!r}."
                hint = 'a line looks like {"question": "…", "passages": ["…"], "answers": ["…"]}'
                raise ReaderError(message, hint=hint) from error
    if not taught:
        message = f"There is nothing to learn from in {path}."
        raise ReaderError(message, hint="give a file with one JSON object per line")
    return taught


def _names(answer: str | list[str]) -> str | tuple[str, ...]:
    return answer if isinstance(answer, str) else tuple(map(str, answer))


def _told_in(passage: str, names: Sequence[str]) -> str | None:
    """Return the first name that stands in a passage in whole words, as it is written there."""
    for name in names:
        words = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        if name and (found := words.search(passage)):
            return found.group()
    return None


def lessons(kind: str, taught: Sequence[Taught], most: int) -> list[tuple[list[str], str]]:
    """Return what is encoded together, and what is to be written, for a kind of generator."""
    found = []
    for each in taught:
        inputs = WAYS[kind].inputs(each.question, each.passages[:most])
        for number, texts in enumerate(inputs):
            answers = [names[0] for names in each.names]
            if kind == "pig":
                told = (_told_in(each.passages[number], names) for names in each.names)
                answers = [name for name in told if name]
            found.append((texts, f" {BETWEEN} ".join(answers) or NOT_RELEVANT))
    return found


def train(
    kind: str, checkpoint: Checkpoint, taught: Sequence[Taught], plan: Plan
) -> Iterator[Progress]:
    """Train the checkpoint in place, and tell after each step."""
    import torch

    chance = random.Random(plan.seed)
    torch.manual_seed(plan.seed)
    known = lessons(kind, taught, plan.passages)
    model = checkpoint.model.float().train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=plan.rate, weight_decay=0.0)
    running = 0.0
    for step in range(plan.steps):
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * min(1.0, (step + 1) / 20, 1.02 - step / plan.steps)
        chosen = chance.choices(known, k=plan.batch)
        states, real = encoded(checkpoint, [texts for texts, _ in chosen])
        labels = _labels(checkpoint, [target for _, target in chosen])
        loss = model(encoder_outputs=as_outputs(states), attention_mask=real, labels=labels).loss
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        value = float(loss.detach())
        running = value if not running else 0.95 * running + 0.05 * value
        yield Progress(step + 1, plan.steps, running)
    model.eval()


def _labels(checkpoint: Checkpoint, targets: Sequence[str]) -> object:
    tokens = checkpoint.tokenizer(
        list(targets), return_tensors="pt", padding=True, truncation=True, max_length=NEW_PIECES
    ).to(checkpoint.model.device)
    return tokens["input_ids"].masked_fill(tokens["attention_mask"] == 0, -100)


def save(checkpoint: Checkpoint, folder: Path) -> None:
    """Write a checkpoint, as safetensors with its tokenizer."""
    checkpoint.model.save_pretrained(folder)
    checkpoint.tokenizer.save_pretrained(folder)
