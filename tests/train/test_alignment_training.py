from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from pathlib import Path  # noqa: E402

from kgqa.align.files import Tuned, read, save  # noqa: E402
from kgqa.align.model import Aligner  # noqa: E402
from kgqa.align.network import Network  # noqa: E402
from kgqa.text.readers.encoder import Encoder, Shape  # noqa: E402
from kgqa.text.readers.weights import SHIPPED, load  # noqa: E402
from kgqa.text.readers.wordpieces import shipped_pieces  # noqa: E402
from kgqa.train.alignment_bank import Bank  # noqa: E402
from kgqa.train.alignment_batches import SAYS, BatchMaker, Sizes, padded  # noqa: E402
from kgqa.train.alignment_lessons import Lesson  # noqa: E402
from kgqa.train.alignment_queries import Said  # noqa: E402
from kgqa.train.alignment_training import Plan, Trainer  # noqa: E402

NAMES = ("director", "population", "author", "capital")


def bank() -> Bank:
    pieces = shipped_pieces()
    names = tuple((pieces.of(name),) for name in NAMES)
    rest = tuple(tuple(pieces.of_all(["", "", ""])) for _ in NAMES)
    return Bank(NAMES, names, rest, np.ones(len(NAMES), np.float32), 1010, len(NAMES))


def lessons() -> list[Lesson]:
    found = []
    for name in NAMES:
        text = f"the {name} of X"
        said = (Said(name, 0, "Q1"),)
        names = (("Q1", (len(text) - 1, len(text))),)
        words = (((4, 4 + len(name)),),)
        found.append(Lesson("set", text, shipped_pieces().of(text), names, said, words))
    return found


def small() -> Aligner:
    torch.manual_seed(1)
    return Aligner(Encoder(Shape(words=30_522, width=64, inner=64, layers=2, heads=2, places=64)))


def around(entity: str) -> np.ndarray:
    return np.array([0, 3, 6, 9]) if entity == "Q1" else np.zeros(0, np.int64)


def test_the_loss_falls() -> None:
    plan = Plan(batch=4, rate=2e-3, head_rate=1e-2, warm=1e-9, frozen=0, dropped=0.0)
    sizes = Sizes(fresh=4, others=2, unfocused=0.0)

    steps = Trainer(small(), bank(), lessons() * 4, around, plan, sizes).steps()
    losses = [next(steps).loss for _ in range(60)]

    assert losses[-1] < 0.9 * losses[0]


def test_it_ends_when_the_time_is_over() -> None:
    plan = Plan(minutes=1e-9, batch=4)

    assert not list(Trainer(small(), bank(), lessons(), around, plan).steps())


def test_a_batch_knows_what_is_said_and_by_which_piece() -> None:
    maker = BatchMaker(bank().places, 4, around, Sizes(fresh=4, others=2, unfocused=0.0), 1)

    batch = maker.batch(lessons())

    assert batch is not None
    assert batch.columns.tolist() == [0, 3, 6, 9]
    assert batch.is_near.tolist() == [1, 1, 1, 1]
    assert [(row == SAYS).sum().item() for row in batch.covered] == [1, 1, 1, 1]
    assert (batch.around == 0).sum(dim=1).tolist() == [3, 3, 3, 3]


def test_onnxruntime_reads_as_torch_does(tmp_path: Path) -> None:
    torch.manual_seed(1)
    body, _ = load(SHIPPED)
    model = Aligner(body).eval()
    save(tmp_path, model.state_dict(), body.shape, Tuned(), {})
    network = Network(read(tmp_path))
    row = bank().row(0)

    with torch.no_grad():
        words = model.words(padded([row]))[0].numpy()
        ways = model.properties(padded([row]))[0].numpy()

    # Both are rounded to whole numbers, in other places.
    assert (words * network.words(row)).sum(axis=1).min() > 0.97
    assert (ways * network.properties([row])[0]).sum(axis=1).min() > 0.97
