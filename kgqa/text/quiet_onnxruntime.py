"""onnxruntime as it is used here: it tells nobody that it runs.

From 1.31 on it writes an id of the device and a queue of events below the home folder when it is
imported, and looks for a collector's host. Only this variable stops it, and only before the import;
`disable_telemetry_events()` does not. So it is imported here and nowhere else.
"""

from __future__ import annotations

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime  # after the variable is set

__all__ = ["onnxruntime"]
