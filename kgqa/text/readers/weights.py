"""The files of a reader: int8 weights, its layers, the vocabulary, and a manifest with checksums.

`reader.safetensors` holds every matrix as int8 with one scale per row, and the rest as floats;
`first.onnx` and `last.onnx` say what is done with them up to the gate and behind it. The embeddings
stay as they are when a reader learns, so those of the shipped one may lie there once for several.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.errors import ReaderDamaged, ReaderMissing
from kgqa.text.readers import onnx_graph
from kgqa.text.readers.onnx_graph import SCALE, WEIGHTS, Placed
from kgqa.text.readers.shape import Shape

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor

    from kgqa.text.readers.encoder import Encoder

    Array = NDArray[Any]

SHIPPED = Path(__file__).parent / "data"
OF_SHARING = "shared"
"""The folder with the graphs of what shares the embeddings of the shipped reader."""
VOCABULARY, MANIFEST = "vocab.txt", "reader.json"
FIRST, LAST = "first.onnx", "last.onnx"
FORMAT = 1
KINDS = {"I8": "i1", "F32": "<f4"}
SHARED = ("word.", "place.", "part.")
"""The weights that networks taught from the shipped reader need not have: they are its own."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """From the scores of a span to the probability that it is right, and what is worth telling.

    The logistic of `bias + margin · (score above "no answer") + share · (log of its share among
    the spans of its passage)`.
    """

    bias: float = 0.0
    margin: float = 1.0
    share: float = 0.0
    threshold: float = 0.1


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is said of a reader beside its weights."""

    shape: Mapping[str, int]
    calibration: Calibration
    trained: Mapping[str, Any] = field(default_factory=dict)


def save(
    folder: Path,
    encoder: Encoder,
    vocabulary: bytes,
    calibration: Calibration,
    trained: Mapping[str, Any],
    *,
    shares: bool = False,
) -> None:
    """Write the files of a reader; the manifest comes last, so a broken write is seen.

    One that `shares` has the embeddings of the shipped reader, and does without its own; ValueError
    is raised where they are others.
    """
    from safetensors.torch import save as as_bytes

    folder.mkdir(parents=True, exist_ok=True)
    all_weights = dict(packed(encoder.state_dict()))
    weights = as_bytes(_without_shared(all_weights) if shares else all_weights)
    files = {WEIGHTS: weights, **_graphs(weights, encoder.shape), VOCABULARY: vocabulary}
    for name, content in files.items():
        if not shares or name != VOCABULARY:  # what has the same embeddings has the same words
            _write(folder / name, content)
    manifest = {
        "format": FORMAT,
        "shape": asdict(encoder.shape),
        "calibration": asdict(calibration),
        "sha256": {name: _digest(content) for name, content in files.items()},
        "trained": dict(trained),
        **({"shares": _embeddings_digest(_embeddings())} if shares else {}),
    }
    _write(folder / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())


def recalibrated(folder: Path, calibration: Calibration) -> None:
    """Give a reader another calibration."""
    told = {**_manifest(folder), "calibration": asdict(calibration)}
    _write(folder / MANIFEST, (json.dumps(told, indent=1) + "\n").encode())


def vocabulary_of(folder: Path) -> Path:
    """Return the vocabulary of a reader: its own, or that of the shipped one it was taught from."""
    own, shipped = folder / VOCABULARY, SHIPPED / VOCABULARY
    if own.is_file() or not shipped.is_file():
        return own
    wanted = _manifest(folder)["sha256"].get(VOCABULARY)
    return shipped if _digest(shipped.read_bytes()) == wanted else own


def load(folder: Path) -> tuple[Encoder, Manifest]:
    """Return the encoder of a folder, in 32-bit floats, and its manifest; checksums must agree."""
    import torch

    from kgqa.text.readers.encoder import Encoder

    packed, shape, manifest = read(folder)
    encoder = Encoder(shape)
    tensors = {name: torch.from_numpy(array.copy()) for name, array in packed.items()}
    encoder.load_state_dict(dict(_unpacked(tensors)))
    return encoder.eval(), manifest


def read(folder: Path) -> tuple[dict[str, Array], Shape, Manifest]:
    """Return what is in the files of a reader; checksums and sizes must agree."""
    told = _manifest(folder)
    content = _checked(folder, WEIGHTS, told["sha256"])
    _checked(vocabulary_of(folder).parent, VOCABULARY, told["sha256"])
    try:
        weights = _with_shared(arrays(content), told, folder)
        shape = Shape(**told["shape"])
        calibration = Calibration(**told["calibration"])
        for name, size in shape.sizes().items():
            _check_size(name, size, weights)
    except (TypeError, KeyError, ValueError) as error:
        raise _damaged(folder, f"its weights do not fit its manifest ({error})") from error
    return weights, shape, Manifest(told["shape"], calibration, told.get("trained", {}))


def _embeddings() -> dict[str, Array]:
    weights, _, _ = read(SHIPPED)
    return {name: weights[name] for name in sorted(weights) if name.startswith(SHARED)}


def _embeddings_digest(embeddings: Mapping[str, Array]) -> str:
    digest = hashlib.sha256()
    for array in embeddings.values():
        digest.update(array.tobytes())
    return digest.hexdigest()


def has_shipped_embeddings(encoder: Encoder) -> bool:
    """Whether an encoder may share the embeddings of the shipped reader: it has the same."""
    try:
        _without_shared(dict(packed(encoder.state_dict())))
    except (KeyError, ValueError):
        return False
    return True


def _without_shared(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return weights without the embeddings, which must be those of the shipped reader."""
    for name, shared in _embeddings().items():
        if weights[name].numpy().tobytes() != shared.tobytes():
            raise ValueError(f"{name} is not that of the shipped reader, and cannot be shared")
    return {name: value for name, value in weights.items() if not name.startswith(SHARED)}


def _with_shared(
    weights: dict[str, Array], told: Mapping[str, Any], folder: Path
) -> dict[str, Array]:
    """Return weights with the embeddings of the shipped reader, where they are shared."""
    if "shares" not in told:
        return weights
    embeddings = _embeddings()
    if _embeddings_digest(embeddings) != told["shares"]:
        raise _damaged(folder, "it shares the embeddings of another version of the shipped reader")
    return {**weights, **embeddings}


def graphs(folder: Path) -> tuple[bytes, bytes]:
    """Return the layers up to the gate and behind it as models of ONNX, which name the weights.

    One that was taught from the shipped reader has the same, and they lie there once; those of
    all that share its embeddings lie below it. A reader of earlier versions has no files of them:
    then they are written here.
    """
    told = _manifest(folder)
    if FIRST in told["sha256"]:
        common = SHIPPED / OF_SHARING if "shares" in told else SHIPPED
        place = folder if (folder / FIRST).is_file() or folder == SHIPPED else common
        first, last = (bytes(_checked(place, name, told["sha256"])) for name in (FIRST, LAST))
        return first, last
    made = _graphs(_checked(folder, WEIGHTS, told["sha256"]), Shape(**told["shape"]))
    return made[FIRST], made[LAST]


def _graphs(weights: bytes | mmap.mmap, shape: Shape) -> dict[str, bytes]:
    lies = placed(weights)
    return {
        FIRST: onnx_graph.layers(lies, shape, 0, shape.gate),
        LAST: onnx_graph.layers(lies, shape, shape.gate, shape.layers),
    }


def arrays(content: mmap.mmap) -> dict[str, Array]:
    """Return the arrays of a file in the format of safetensors, which stay where they are in it.

    The package makes a copy of each. ValueError or KeyError is raised where it is no such file.
    """
    import numpy as np

    data = memoryview(content)
    return {
        name: np.frombuffer(data[one.begin : one.end], KINDS[one.kind]).reshape(one.sizes)
        for name, one in placed(content).items()
    }


def placed(content: bytes | mmap.mmap) -> dict[str, Placed]:
    """Return where each array of a file in the format of safetensors lies."""
    size = int.from_bytes(content[:8], "little")
    told = json.loads(content[8 : 8 + size])
    return {
        name: Placed(
            one["dtype"], tuple(one["shape"]), *(8 + size + at for at in one["data_offsets"])
        )
        for name, one in told.items()
        if name != "__metadata__"
    }


def _check_size(name: str, size: tuple[int, ...], weights: Mapping[str, Array]) -> None:
    """Raise ValueError where a weight is not as large as it should be, or has no scales."""
    found = weights[name].shape
    if found != size:
        raise ValueError(f"{name} is {found}, not {size}")
    if len(size) > 1 and weights[name + SCALE].shape != (size[0], 1):
        raise ValueError(f"{name} has not one scale per row")


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.is_file():
        message = f"There is no reader in {folder}: {MANIFEST} is missing."
        raise ReaderMissing(message, hint="name a folder that `kgqa train reader` wrote")
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        known = told["format"], told["shape"], told["calibration"], told["sha256"]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise _damaged(folder, f"{MANIFEST} cannot be read ({error})") from error
    if known[0] != FORMAT:
        raise _damaged(folder, f"it has format {known[0]}, and this program reads {FORMAT}")
    return dict(told)


def _checked(folder: Path, name: str, digests: Mapping[str, str]) -> mmap.mmap:
    """Return what is in a file, mapped into memory; its checksum must be as it is told."""
    try:
        with (folder / name).open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise _damaged(folder, f"{name} cannot be read ({error.strerror})") from error
    except ValueError as error:  # nothing cannot be mapped
        raise _damaged(folder, f"{name} is empty") from error
    if _digest(content) != digests.get(name):
        raise _damaged(folder, f"{name} is not what {MANIFEST} says: the checksums differ")
    return content


def _damaged(folder: Path, why: str) -> ReaderDamaged:
    return ReaderDamaged(
        f"The reader in {folder} is damaged: {why}.",
        hint="install kgqa anew, or train a reader: kgqa train reader --help",
    )


def _digest(content: bytes | mmap.mmap) -> str:
    return hashlib.sha256(content).hexdigest()


def _write(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole, or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(path)


def packed(weights: Mapping[str, Tensor]) -> list[tuple[str, Tensor]]:
    """Return matrices as int8 with a scale per row, and vectors as they are."""
    import torch

    packed = []
    for name, weight in weights.items():
        if weight.dim() < 2:
            packed.append((name, weight.float().contiguous()))
            continue
        scale = weight.abs().amax(dim=1, keepdim=True).clamp_min(1e-8) / 127
        whole = (weight / scale).round().to(torch.int8)
        packed += [(name, whole.contiguous()), (name + SCALE, scale.float().contiguous())]
    return packed


def _unpacked(packed: Mapping[str, Tensor]) -> list[tuple[str, Tensor]]:
    return [
        (name, value.float() * packed[name + SCALE] if name + SCALE in packed else value)
        for name, value in packed.items()
        if not name.endswith(SCALE)
    ]
