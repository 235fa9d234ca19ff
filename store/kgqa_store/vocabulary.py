"""The IRIs of Wikidata's RDF: namespaces, and the few terms that are named one by one."""

from __future__ import annotations

from types import MappingProxyType

WD = "http://www.wikidata.org/entity/"
WDS = "http://www.wikidata.org/entity/statement/"
WDT = "http://www.wikidata.org/prop/direct/"
P = "http://www.wikidata.org/prop/"
PS = "http://www.wikidata.org/prop/statement/"
PSV = "http://www.wikidata.org/prop/statement/value/"
PQ = "http://www.wikidata.org/prop/qualifier/"
PQV = "http://www.wikidata.org/prop/qualifier/value/"
WDV = "http://www.wikidata.org/value/"
WDNO = "http://www.wikidata.org/prop/novalue/"
WIKIBASE = "http://wikiba.se/ontology#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
SCHEMA = "http://schema.org/"
XSD = "http://www.w3.org/2001/XMLSchema#"
GEO = "http://www.opengis.net/ont/geosparql#"

UNKNOWN_VALUE = "/.well-known/genid/"
"""Part of every IRI that stands for a value nobody knows (older dumps use blank nodes instead)."""

PREFIXES = MappingProxyType(
    {
        "wd": WD,
        "wds": WDS,
        "wdt": WDT,
        "p": P,
        "ps": PS,
        "psv": PSV,
        "pq": PQ,
        "pqv": PQV,
        "wdv": WDV,
        "wdno": WDNO,
        "wikibase": WIKIBASE,
        "rdf": RDF,
        "rdfs": RDFS,
        "skos": SKOS,
        "schema": SCHEMA,
        "xsd": XSD,
        "geo": GEO,
    }
)
"""The prefixes every query may use without declaring them, as on Wikidata's own query page."""
