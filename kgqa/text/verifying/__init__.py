"""The verifier: whether a passage says what an edge says, and how that is learned."""
