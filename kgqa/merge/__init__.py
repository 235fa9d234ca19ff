"""Graph and text to one reply, each answer with its proofs."""
