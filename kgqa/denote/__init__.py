"""What a query denotes, over a graph in memory-mapped arrays: fast enough to ask while reading.

    graph = Graph.of_store(store)
    denote(query, graph)                  # a sorted array of nodes, numbers, or a truth

The definition is that of the algebra (`kgqa.algebra.operators`); what the store answers by SPARQL
is the same, by test.
"""

from kgqa.denote.evaluate import Cache, Denotation, Evaluator, denote
from kgqa.denote.graph import Graph, TooLarge

__all__ = ["Cache", "Denotation", "Evaluator", "Graph", "TooLarge", "denote"]
