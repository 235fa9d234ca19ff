"""What can be scored: our engine, simple baselines, files of predictions, commands, endpoints."""
