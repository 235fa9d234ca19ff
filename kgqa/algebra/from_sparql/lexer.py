"""The words of SPARQL, each with its place in the text; comments and spaces are left out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

from kgqa.algebra.errors import NotationError

LONGEST = 100_000
"""A query of more characters than this is refused."""

PREFIXES = MappingProxyType(
    {
        "wd": "http://www.wikidata.org/entity/",
        "wdt": "http://www.wikidata.org/prop/direct/",
        "p": "http://www.wikidata.org/prop/",
        "ps": "http://www.wikidata.org/prop/statement/",
        "psv": "http://www.wikidata.org/prop/statement/value/",
        "psn": "http://www.wikidata.org/prop/statement/value-normalized/",
        "pq": "http://www.wikidata.org/prop/qualifier/",
        "pqv": "http://www.wikidata.org/prop/qualifier/value/",
        "pr": "http://www.wikidata.org/prop/reference/",
        "wikibase": "http://wikiba.se/ontology#",
        "bd": "http://www.bigdata.com/rdf#",
        "hint": "http://www.bigdata.com/queryHints#",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "schema": "http://schema.org/",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
        "owl": "http://www.w3.org/2002/07/owl#",
        "prov": "http://www.w3.org/ns/prov#",
        "geo": "http://www.opengis.net/ont/geosparql#",
        "geof": "http://www.opengis.net/def/geosparql/function/",
        "dct": "http://purl.org/dc/terms/",
        "ontolex": "http://www.w3.org/ns/lemon/ontolex#",
        "mwapi": "https://www.mediawiki.org/ontology#API/",
        "gas": "http://www.bigdata.com/rdf/gas#",
        "wdno": "http://www.wikidata.org/prop/novalue/",
        "wds": "http://www.wikidata.org/entity/statement/",
        "wdv": "http://www.wikidata.org/value/",
    }
)
"""The prefixes that Wikidata's endpoint knows without being told."""

_TOKEN = re.compile(
    r"""
    (?P<space>    (?: \s | \#[^\n]* )+ )
  | (?P<iri>      < [^<>"{}|^`\\\x00-\x20]* > )
  | (?P<variable> [?$] \w+ )
  | (?P<blank>    _: [\w.-]* \w )
  | (?P<name>     (?: [^\W\d_] [\w.-]* )? : (?: [\w:%-] (?: [\w:.%-]* [\w:%-] )? )? )
  | (?P<string>   \"{3} (?: \\. | (?!\"{3}) . )* \"{3} | '{3} (?: \\. | (?!'{3}) . )* '{3}
                | \" (?: \\. | [^\"\\\n] )* \" | ' (?: \\. | [^'\\\n] )* ' )
  | (?P<language> @ [A-Za-z]+ (?: - [A-Za-z0-9]+ )* )
  | (?P<number>   (?: [0-9]+ (?: \. [0-9]+ )? | \. [0-9]+ ) (?: [eE] [+-]? [0-9]+ )? )
  | (?P<word>     [^\W\d_] \w* )
  | (?P<sign>     \^\^ | && | \|\| | != | <= | >= | [{}()\[\].;,*/+?|^=<>!-] )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of SPARQL. `kind` is one of those above, or `end`."""

    kind: str
    text: str
    start: int
    end: int


DEEPEST = 60
"""Brackets within each other, and signs before each other, beyond so many are refused."""


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of `text`, the last of kind `end`."""
    if len(text) > LONGEST:
        raise NotationError(
            f"The query has {len(text):,} characters, and {LONGEST:,} are the most.",
            text=text[:80],
            start=0,
            end=1,
            hint="ask for one thing at a time",
        )
    found, place = [], 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise NotationError(
                "This is no SPARQL: no word begins so",
                text=text,
                start=place,
                end=place + 1,
                hint="check the quotes and brackets before it",
            )
        if match.lastgroup != "space":
            found.append(Token(str(match.lastgroup), match.group(), place, match.end()))
        place = match.end()
    _check_depth(found, text)
    return [*found, Token("end", "", len(text), len(text))]


def _check_depth(tokens: list[Token], text: str) -> None:
    """Refuse what is nested so deeply that reading it could exhaust the stack."""
    depth = signs = 0
    for token in tokens:
        bracket = token.text if token.kind == "sign" else ""
        depth += (bracket in ("(", "[", "{")) - (bracket in (")", "]", "}"))
        signs = signs + 1 if bracket in ("!", "^", "-", "+") else 0
        if depth > DEEPEST or signs > DEEPEST:
            raise NotationError(
                "The query is nested too deeply",
                text=text,
                start=token.start,
                end=token.end,
                hint=f"{DEEPEST} brackets within each other are enough",
            )
