"""The embedded sample: a small Wikidata, written by hand, that comes with the program."""
