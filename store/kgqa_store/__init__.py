"""A Wikidata store: local and read-only, or any SPARQL endpoint. It knows RDF and nothing else."""
