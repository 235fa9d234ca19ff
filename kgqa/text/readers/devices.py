"""Where a network runs and in which numbers, and batches that shrink when memory is short."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, TypeVar

import torch

from kgqa.errors import ReaderError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Item = TypeVar("Item")
Result = TypeVar("Result")


def device() -> torch.device:
    """Return the fastest device there is: CUDA, Apple's, or the processor."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")


def number_kind(place: torch.device) -> torch.dtype:
    """Return the numbers that a device is quickest with, at no loss that counts."""
    match place.type:
        case "cuda":
            return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
        case "mps":
            return torch.float16
        case _:
            # Without matrix units bf16 took 60 times as long as fp32 on a processor with AVX2.
            amx = getattr(torch.cpu, "_is_amx_tile_supported", lambda: False)()
            return torch.bfloat16 if amx else torch.float32


def in_batches(
    items: Sequence[Item], run: Callable[[Sequence[Item]], Sequence[Result]], size: int
) -> list[Result]:
    """Run over the items, at most `size` at once; where memory is short, fewer and fewer."""
    results: list[Result] = []
    begin = 0
    while begin < len(items):
        try:
            results += run(items[begin : begin + size])
        except (RuntimeError, MemoryError) as error:
            if not is_shortage(error):
                raise
            if size == 1:
                message = "There is not enough memory to read even one passage."
                raise ReaderError(message, hint="close other programs, or add --no-text") from error
            size = max(1, min(size, len(items)) // 2)
            _release()
        else:
            begin += size
    return results


def is_shortage(error: BaseException) -> bool:
    """Whether an error says that memory is short; torch has no one class for it."""
    if isinstance(error, (MemoryError, torch.OutOfMemoryError)):
        return True
    told = str(error).lower()
    return "out of memory" in told or "can't allocate memory" in told


def _release() -> None:
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
