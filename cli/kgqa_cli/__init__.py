"""The `kgqa` command: the only place that prints, and the only place that exits."""
