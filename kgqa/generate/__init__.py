"""Makes question sets from a graph: questions, what they mean, their answers and the proofs."""
