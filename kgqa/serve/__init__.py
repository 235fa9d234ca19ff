"""The same engine over HTTP, as a page, as a SPARQL endpoint, and as tools for assistants.

One process speaks HTTP and waits; what takes time is done by others, each of which has the store
open and does one thing at a time. So a slow question never holds up a quick one, and what is not
done at its deadline is ended together with its process, which is replaced.
"""
