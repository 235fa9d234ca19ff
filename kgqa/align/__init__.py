"""Which properties the words of a question say: a network that reads both, and compares."""
