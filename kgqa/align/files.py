"""The files of the network that aligns: int8 weights, and a manifest with checksums.

Its embeddings are those of the shipped reader, which stay as they are while either learns, so
they lie in the repository once.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.errors import ReaderDamaged, ReaderMissing
from kgqa.text.readers import onnx_graph
from kgqa.text.readers import weights as reader
from kgqa.text.readers.shape import Shape

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor

    Array = NDArray[Any]

SHIPPED = Path(__file__).parent / "data"
WEIGHTS, MANIFEST = "alignment.safetensors", "alignment.json"
FORMAT = 1
BODY = "body."
SHARED = ("word.", "place.", "part.")
"""The weights that are taken from the shipped reader."""
UNUSED = ("token.", "asked.", "none.", "entailment.", "gate.", "first.", "last.", "long")
"""The weights of a reader that nothing is aligned with."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What is fitted on held-out questions when all weights are as they are used.

    Scores count `certain` times what they did while learning. A piece of a word with the cosine c
    says a property by the logistic of `cover · (c - least)`.
    """

    certain: float = 1.0
    cover: float = 10.0
    least: float = 0.5


@dataclass(frozen=True, slots=True)
class Files:
    """The weights of an aligner by their names, and what is said beside them."""

    weights: Mapping[str, Array]
    shape: Shape
    tuned: Tuned
    digest: str
    """Of the weights: what was made with others is of no use."""
    layers: bytes
    """The layers as a model of ONNX, whose weights lie in `folder`."""
    folder: Path


def save(
    folder: Path, weights: Mapping[str, Tensor], shape: Shape, tuned: Tuned, told: Mapping[str, Any]
) -> None:
    """Write the files of an aligner; the manifest comes last, so a broken write is seen."""
    from safetensors.torch import save as as_bytes

    own = {name: tensor for name, tensor in weights.items() if _is_own(name)}
    content = as_bytes(dict(reader.packed(own)))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / WEIGHTS).write_bytes(content)
    manifest = {
        "format": FORMAT,
        "shape": asdict(shape),
        "tuned": asdict(tuned),
        "sha256": {WEIGHTS: sha256(content).hexdigest(), "embeddings": _embeddings_digest()},
        "trained": dict(told),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def read(folder: Path = SHIPPED) -> Files:
    """Return what is in the files of an aligner; checksums must agree."""
    told = _manifest(folder)
    try:
        with (folder / WEIGHTS).open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if sha256(content).hexdigest() != told["sha256"][WEIGHTS]:
            raise _damaged(folder, f"{WEIGHTS} is not what {MANIFEST} says")
        own, lies = reader.arrays(content), reader.placed(content)
        shape, tuned = Shape(**told["shape"]), Tuned(**told["tuned"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(folder, f"its files cannot be read ({error})") from error
    if _embeddings_digest() != told["sha256"]["embeddings"]:
        raise _damaged(folder, "it was taught with the embeddings of another reader")
    shared, _, _ = reader.read(reader.SHIPPED)
    body = {BODY + name: array for name, array in shared.items() if name.startswith(SHARED)}
    inner = {name.removeprefix(BODY): one for name, one in lies.items() if name.startswith(BODY)}
    layers = onnx_graph.layers(inner, shape, 0, shape.layers, file=WEIGHTS)
    return Files(body | own, shape, tuned, told["sha256"][WEIGHTS], layers, folder)


def _is_own(name: str) -> bool:
    inner = name.removeprefix(BODY)
    return inner == name or not inner.startswith(SHARED + UNUSED)


def _embeddings_digest() -> str:
    weights, _, _ = reader.read(reader.SHIPPED)
    digest = sha256()
    for name in sorted(weights):
        if name.startswith(SHARED):
            digest.update(weights[name].tobytes())
    return digest.hexdigest()


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.is_file():
        message = f"There is no alignment network in {folder}: {MANIFEST} is missing."
        raise ReaderMissing(message, hint="name a folder that `kgqa train alignment` wrote")
    try:
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        known = told["format"]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise _damaged(folder, f"{MANIFEST} cannot be read ({error})") from error
    if known != FORMAT:
        raise _damaged(folder, f"it has format {known}, and this program reads {FORMAT}")
    return told


def _damaged(folder: Path, why: str) -> ReaderDamaged:
    return ReaderDamaged(
        f"The alignment network in {folder} is damaged: {why}.",
        hint="install kgqa anew, or train one: kgqa train alignment --help",
    )
