"""The words of a SPARQL text: enough to see what kind of query it is, and where a word stands.

This is a scanner, no parser. It knows what is a name, an IRI, a text or a comment, so that the
word SERVICE in a label is not taken for the keyword.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kgqa_store.errors import QueryRefused

# SPARQL 1.1 Update §3; WITH opens a DELETE or INSERT.
UPDATES = frozenset(
    {"ADD", "CLEAR", "COPY", "CREATE", "DELETE", "DROP", "INSERT", "LOAD", "MOVE", "WITH"}
)
PROLOGUE = frozenset({"BASE", "PREFIX", "VERSION"})

_TOKEN = re.compile(
    r"""
      (?P<space>   [ \t\r\n]+ | \#[^\r\n]* )
    | (?P<iri>     <[^<>"{}|^`\\\x00-\x20]*> )
    | (?P<text>    \"{3}(?:\"{0,2}(?:[^\"\\]|\\.))*\"{3} | '{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}
                 | \"(?:[^\"\\\r\n]|\\.)*\" | '(?:[^'\\\r\n]|\\.)*' )
    | (?P<variable>[?$]\w+ )
    | (?P<tag>     @[A-Za-z]+(?:-[A-Za-z0-9]+)* )
    | (?P<name>    (?:\w[\w.-]*)?:(?:[\w.:%-]|\\.)* )
    | (?P<word>    \w+ )
    | (?P<mark>    . )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a query: its kind (iri, text, variable, tag, name, word, mark), and where it is."""

    kind: str
    text: str
    start: int


def tokens_of(sparql: str) -> Iterator[Token]:
    """Yield the words of `sparql`, without white space and comments."""
    for match in _TOKEN.finditer(sparql):
        if match.lastgroup != "space" and match.lastgroup is not None:
            yield Token(match.lastgroup, match.group(), match.start())


def kind_of(sparql: str) -> str:
    """Return the first keyword after the prologue, in capitals; `""` where there is none.

    >>> kind_of("PREFIX x: <http://x/> select ?s { ?s x:p 'INSERT' }")
    'SELECT'
    """
    in_prologue = False
    for token in tokens_of(sparql):
        if in_prologue:
            in_prologue = token.kind not in ("iri", "text")
        elif token.kind == "word" and token.text.upper() in PROLOGUE:
            in_prologue = True
        else:
            return token.text.upper() if token.kind == "word" else ""
    return ""


def asks_other_servers(sparql: str) -> bool:
    """Whether `sparql` has a SERVICE clause."""
    return any(
        token.kind == "word" and token.text.upper() == "SERVICE" for token in tokens_of(sparql)
    )


def undeclared(sparql: str, prefixes: Mapping[str, str]) -> dict[str, str]:
    """Return those of `prefixes` that `sparql` uses and does not declare."""
    used, declared, declaring = set[str](), set[str](), False
    for token in tokens_of(sparql):
        if token.kind == "name":
            (declared if declaring else used).add(token.text.partition(":")[0])
        declaring = token.kind == "word" and token.text.upper() == "PREFIX"
    return {name: prefixes[name] for name in sorted(used - declared) if name in prefixes}


def refuse_updates(sparql: str) -> None:
    """Refuse a query that would change the store."""
    kind = kind_of(sparql)
    if kind in UPDATES:
        raise QueryRefused(
            f"{kind} would change the store, and a store is only read here.",
            hint="Ask with SELECT, ASK, CONSTRUCT or DESCRIBE; "
            "to change what is in a store, build it again: kgqa store build SOURCE... --out DIR",
        )


def refuse_services(sparql: str) -> None:
    """Refuse a query that would make a local store ask another server."""
    if not asks_other_servers(sparql):
        return
    hint = "Leave the SERVICE clause out, or send the query to an endpoint: --store https://..."
    if any(token.text == "wikibase:label" for token in tokens_of(sparql)):
        label = '?x rdfs:label ?xLabel FILTER(LANG(?xLabel) = "en")'
        hint = f"Ask for the label itself: OPTIONAL {{ {label} }}"
    raise QueryRefused(
        "SERVICE asks another server, and a local store makes no network requests.", hint=hint
    )
