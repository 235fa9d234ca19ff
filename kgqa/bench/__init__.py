"""Measures the engine on published benchmarks: scores, predictions, and a row for each question."""
