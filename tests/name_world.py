"""A little world with names that are easy to confuse, as N-Triples."""

from __future__ import annotations

import io
import json
from pathlib import Path

from kgqa_store.collect import collect_from
from kgqa_store.vocabulary import (
    PQ,
    PQV,
    PS,
    PSV,
    RDFS,
    SCHEMA,
    SKOS,
    WD,
    WDS,
    WDT,
    WDV,
    WIKIBASE,
    XSD,
    P,
)

ENTITIES = """
Q308      | Mercury | Q634 | Q308 planet        | Mercury (planet)
Q925      | mercury | Q11344 | quicksilver, Hg  | Mercury (element)
Q1150     | Mercury | Q178885 | Mercurius       | Mercury (mythology)
Q15869    | Freddie Mercury | Q5 | Farrokh Bulsara | Freddie Mercury
Q76       | Barack Obama | Q5 | Barack Hussein Obama II | Barack Obama
Q13133    | Michelle Obama | Q5 |               | Michelle Obama
Q41773    | Obama | Q515 |                      |
Q1299     | The Beatles | Q215380 | Fab Four    | The Beatles
Q548823   | Denis Villeneuve | Q5 |             | Denis Villeneuve
Q36153    | Beyoncé | Q5 | Beyoncé Knowles      | Beyoncé
Q483941   | Schindler's List | Q11424 |         | Schindler's List
Q892      | J. R. R. Tolkien | Q5 | Tolkien      | J. R. R. Tolkien
Q2685     | Arnold Schwarzenegger | Q5 |         | Arnold Schwarzenegger
Q60       | New York City | Q515 | New York      | New York City
Q6256     | country | Q16889133 | land           | Country
Q11424    | film | Q16889133 | movie             | Film
Q5        | human | Q16889133 | person            | Human
Q13580495 | !!! | Q215380 | chk chk chk          | !!! (band)
Q90       | Paris | Q515 | City of Light         | Paris
Q1007     | Paris | Q515 |                       |
"""

FRENCH = {"Q925": "mercure", "Q90": "Paris", "Q6256": "pays"}

DESCRIPTIONS = {"Q308": "first planet from the Sun", "Q15869": "British singer"}

EDGES = """
Q544 P527 Q308
Q1 P397 Q308
Q2 P397 Q308
Q3 P397 Q308
Q10 P186 Q925
Q11 P186 Q925
Q1299 P31 Q215380
Q101 P175 Q1299
Q102 P175 Q1299
Q103 P1346 Q15869
Q104 P1346 Q15869
Q105 P488 Q76
Q106 P488 Q76
Q13133 P26 Q76
Q76 P26 Q13133
Q483941 P57 Q8877
Q107 P57 Q548823
Q107 P31 Q11424
Q108 P57 Q548823
Q108 P31 Q24869
Q8877 P31 Q5
Q24869 P279 Q11424
Q11424 P279 Q2431196
Q2431196 P279 Q386724
Q386724 P279 Q11424
Q109 P19 Q90
Q110 P19 Q90
"""

PROPERTIES = {
    "P57": ("director", "directed by, film director", "WikibaseItem"),
    "P19": ("place of birth", "born in, birthplace", "WikibaseItem"),
    "P2048": ("height", "how tall", "Quantity"),
    "P569": ("date of birth", "born on", "Time"),
    "P9999": ("never used", "", "String"),
}


def iri(namespace: str, name: str) -> str:
    """Return an IRI as it stands in N-Triples."""
    return f"<{namespace}{name}>"


def text(value: str, language: str = "en") -> str:
    """Return a literal with its language as it stands in N-Triples."""
    return f"{json.dumps(value, ensure_ascii=False)}@{language}"


def typed(value: str, datatype: str) -> str:
    """Return a literal with its datatype as it stands in N-Triples."""
    return f'"{value}"^^<{XSD}{datatype}>'


def name_lines() -> list[str]:
    """Return what the world says about names."""
    lines = []
    label, alias, about = iri(RDFS, "label"), iri(SKOS, "altLabel"), iri(SCHEMA, "about")
    for row in ENTITIES.strip().splitlines():
        identifier, name, kind, aliases, title = (cell.strip() for cell in row.split("|"))
        entity = iri(WD, identifier)
        lines.append(f"{entity} {label} {text(name)} .")
        lines.append(f"{entity} {iri(WDT, 'P31')} {iri(WD, kind)} .")
        lines += [f"{entity} {alias} {text(one.strip())} ." for one in aliases.split(",") if one]
        if title:
            page = iri("https://en.wikipedia.org/wiki/", title.replace(" ", "_"))
            lines.append(f"{page} {about} {entity} .")
    lines += [f"{iri(WD, name)} {label} {text(said, 'fr')} ." for name, said in FRENCH.items()]
    for name, said in DESCRIPTIONS.items():
        lines.append(f"{iri(WD, name)} {iri(SCHEMA, 'description')} {text(said)} .")
    return lines


def edge_lines() -> list[str]:
    """Return the edges of the world, a few values, and its properties."""
    lines = []
    for row in EDGES.strip().splitlines():
        subject, name, value = row.split()
        lines.append(f"{iri(WD, subject)} {iri(WDT, name)} {iri(WD, value)} .")
    for name, (label, aliases, datatype) in PROPERTIES.items():
        lines.append(f"{iri(WD, name)} {iri(RDFS, 'label')} {text(label)} .")
        for alias in filter(None, aliases.split(", ")):
            lines.append(f"{iri(WD, name)} {iri(SKOS, 'altLabel')} {text(alias)} .")
        kind = iri(WIKIBASE, datatype)
        lines.append(f"{iri(WD, name)} {iri(WIKIBASE, 'propertyType')} {kind} .")
    return lines


def value_lines() -> list[str]:
    """Return statements with units, precisions, qualifiers, ranks and values nobody knows."""
    obama, statement, node = iri(WD, "Q76"), iri(WDS, "Q76-1"), iri(WDV, "n1")
    birth, day, office = iri(WDS, "Q76-2"), iri(WDV, "n2"), iri(WDS, "Q76-3")
    return [
        f"{obama} {iri(WDT, 'P2048')} {typed('+1.87', 'decimal')} .",
        f"{iri(WD, 'Q13133')} {iri(WDT, 'P2048')} {typed('+1.8', 'decimal')} .",
        f"{obama} {iri(P, 'P2048')} {statement} .",
        f"{statement} {iri(PS, 'P2048')} {typed('+1.87', 'decimal')} .",
        f"{statement} {iri(PSV, 'P2048')} {node} .",
        f"{node} {iri(WIKIBASE, 'quantityUnit')} {iri(WD, 'Q11573')} .",
        f"{obama} {iri(WDT, 'P569')} {typed('1961-08-04T00:00:00Z', 'dateTime')} .",
        f"{iri(WD, 'Q1')} {iri(WDT, 'P569')} _:unknown .",
        f"{iri(WD, 'Q2')} {iri(WDT, 'P569')} <http://www.wikidata.org/.well-known/genid/1> .",
        f"{obama} {iri(P, 'P569')} {birth} .",
        f"{birth} {iri(PSV, 'P569')} {day} .",
        f"{day} {iri(WIKIBASE, 'timePrecision')} {typed('11', 'integer')} .",
        f"{birth} {iri(WIKIBASE, 'rank')} {iri(WIKIBASE, 'DeprecatedRank')} .",
        f"{obama} {iri(P, 'P39')} {office} .",
        f"{office} {iri(PQ, 'P580')} {typed('2009-01-20T00:00:00Z', 'dateTime')} .",
        f"{office} {iri(PQV, 'P580')} {day} .",
        f"{office} {iri(PQ, 'P1365')} {iri(WD, 'Q207')} .",
        f"{obama} {iri(WDT, 'P856')} <http://obama.example/> .",
        f"{obama} {iri(WDT, 'P1477')} {text('Barack Hussein Obama II')} .",
    ]


def world() -> bytes:
    """Return everything the world says."""
    return "\n".join([*name_lines(), *edge_lines(), *value_lines(), ""]).encode()


def build(out: Path, triples: bytes | None = None) -> Path:
    """Collect the indexes of the world, or of other triples, into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    collect_from(io.BytesIO(world() if triples is None else triples), out)
    return out
