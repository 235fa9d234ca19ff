"""How much memory this process and those it started have taken."""

from __future__ import annotations

import os
from pathlib import Path


def peak_megabytes() -> float:
    """Return the most memory that this process and its living children ever had, summed up."""
    return round(sum(_peak(pid) for pid in family(os.getpid())) / 1024, 1)


def family(pid: int) -> list[int]:
    """Return a process and all that it started, as far as the system tells."""
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return [pid]
    return [pid, *(one for child in listed.split() for one in family(int(child)))]


def _peak(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return _own_peak() if pid == os.getpid() else 0
    lines = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return next((int(line.split()[1]) for line in lines), 0)


def _own_peak() -> int:
    """Return the kilobytes that this process had at most, on systems without /proc."""
    import resource
    import sys

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak
