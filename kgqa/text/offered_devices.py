"""Which devices torch and onnxruntime really offer on this machine, the quickest first."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

QUICKEST = ("CUDAExecutionProvider", "ROCMExecutionProvider", "CPUExecutionProvider")
"""What onnxruntime may run a model on, the quickest first."""


def onnx_providers(offered: Sequence[str]) -> list[str]:
    """Return what onnxruntime shall run on, of what it offers; the processor always is."""
    return [one for one in QUICKEST if one in offered] or ["CPUExecutionProvider"]


def torch_device() -> str:
    """Return what torch shall run on: a graphics card, Apple's device, or the processor."""
    from kgqa.text.readers.devices import device

    return device().type


def offered() -> dict[str, str]:
    """Return what each library would run on; a library that is not installed is left out."""
    found = {}
    if find_spec("onnxruntime") is not None:
        from kgqa.text.quiet_onnxruntime import onnxruntime

        first = onnx_providers(onnxruntime.get_available_providers())[0]
        found["onnxruntime"] = first.removesuffix("ExecutionProvider").lower()
    if find_spec("torch") is not None:
        found["torch"] = torch_device()
    return found
