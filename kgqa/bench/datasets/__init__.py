"""The benchmarks as files: one module reads the official formats of one benchmark."""
