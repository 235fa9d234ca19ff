"""Hand-written files in the official formats, over things that the embedded sample has."""

from __future__ import annotations

from pathlib import Path

SAMPLES = Path(__file__).parent / "samples"

FILES = {
    "mintaka": SAMPLES / "mintaka.json",
    "qampari": SAMPLES / "qampari.jsonl",
    "ambigqa": SAMPLES / "ambigqa.json",
    "quasar": SAMPLES / "quasar_t_questions.json",
    "simplequestions": SAMPLES / "simplequestions.txt",
    "qald": SAMPLES / "qald.json",
    "lcquad": SAMPLES / "lcquad.json",
    "wikiwebquestions": SAMPLES / "wikiwebquestions.json",
    "rubq": SAMPLES / "rubq.json",
    "spinach": SAMPLES / "spinach.json",
    "nq": SAMPLES / "nq.jsonl",
    "popqa": SAMPLES / "popqa.json",
}
