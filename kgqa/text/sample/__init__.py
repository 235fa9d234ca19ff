"""The passages of the embedded sample: what its graph says, says otherwise, or leaves out."""

from pathlib import Path

PASSAGES = Path(__file__).parent / "passages"
"""The folder of the passages: a `.jsonl` file for each topic."""

TOUR = Path(__file__).parent / "tour_text.toml"
"""Questions that the graph alone answers not at all, not fully, or not as a passage does."""
