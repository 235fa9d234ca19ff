"""SPARQL text with holes, nothing else."""
