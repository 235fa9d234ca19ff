"""The words of a SPARQL text: enough to see what kind of query it is, and where a word stands.

This is a scanner, no parser: it serves messages, prefixes and headers of HTTP. What a query may do
is decided by what the engine's parser makes of it, in `service_clauses` and `worker`.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kgqa_store.errors import QueryRefused

# SPARQL 1.1 Update §3; WITH opens a DELETE or INSERT.
UPDATES = frozenset(
    {"ADD", "CLEAR", "COPY", "CREATE", "DELETE", "DROP", "INSERT", "LOAD", "MOVE", "WITH"}
)
PROLOGUE = frozenset({"BASE", "PREFIX", "VERSION"})

# Every sign is looked at a bounded number of times: quantifiers give nothing back (`*+`), a text
# that does not end takes the rest with it, and a run of words and dots is cut afterwards.
_TOKEN = re.compile(
    r"""
      (?P<space>   [ \t\r\n]++ | \#[^\r\n]*+ )
    | (?P<iri>     <(?:[^<>"{}|^`\\\x00-\x20]|\\u\w{4}|\\U\w{8})*+> )
    | (?P<text>    \"{3}(?:[^\"\\]|\\.|\"(?!\"\"))*+\"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*+'{3}
                 | \"(?:[^\"\\\r\n]|\\.)*+\" | '(?:[^'\\\r\n]|\\.)*+' )
    | (?P<open>    (?:\"{3}|'{3}).*+ | [\"'][^\r\n]*+ )
    | (?P<variable>[?$]\w++ )
    | (?P<tag>     @[A-Za-z]++(?:-[A-Za-z0-9]++)*+ )
    | (?P<number>  (?:\d++(?:\.\d++)?+|\.\d++)(?:[eE][+-]?\d++)?+ )
    | (?P<name>    (?:[^\W\d][\w.-]*+)?+:(?:[\w.:%-]|\\.)*+ )
    | (?P<words>   [^\W\d][\w.-]*+ )
    | (?P<mark>    . )
    """,
    re.VERBOSE | re.DOTALL,
)
_WORD = re.compile(r"(?P<word>\w++)|(?P<mark>.)")
LOOK = 4096
"""The clock is looked at after so many words."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a query: its kind, and where it is.

    The kinds are iri, text, variable, tag, number, name, word and mark.
    """

    kind: str
    text: str
    start: int


def tokens_of(sparql: str, *, deadline: float = math.inf) -> Iterator[Token]:
    """Yield the words of `sparql`, without white space and comments.

    The time grows with the length of the text; `TimeoutError` is raised at the `deadline`, on the
    monotonic clock.
    """
    for number, match in enumerate(_TOKEN.finditer(sparql)):
        if number % LOOK == 0 and time.monotonic() > deadline:
            raise TimeoutError
        match match.lastgroup:
            case "space" | None:
                continue
            case "open":
                yield Token("mark", match[0][0], match.start())
            case "words":
                for part in _WORD.finditer(match[0]):
                    yield Token(str(part.lastgroup), part[0], match.start() + part.start())
            case kind:
                yield Token(kind, match[0], match.start())


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


def undeclared(
    sparql: str, prefixes: Mapping[str, str], *, deadline: float = math.inf
) -> dict[str, str]:
    """Return those of `prefixes` that `sparql` uses and does not declare."""
    used, declared, declaring = set[str](), set[str](), False
    for token in tokens_of(sparql, deadline=deadline):
        if token.kind == "name":
            (declared if declaring else used).add(token.text.partition(":")[0])
        declaring = token.kind == "word" and token.text.upper() == "PREFIX"
    return {name: prefixes[name] for name in sorted(used - declared) if name in prefixes}


def projected(sparql: str) -> tuple[str, ...] | None:
    """Return the variables that a SELECT query names; None where they cannot be told.

    >>> projected("SELECT DISTINCT ?x (COUNT(?y) AS ?n) { ?x ?p ?y } GROUP BY ?x")
    ('x', 'n')
    """
    found: list[str] = []
    depth, is_selecting, before = 0, False, ""
    for token in tokens_of(sparql):
        text = token.text.upper()
        if not is_selecting:
            is_selecting = token.kind == "word" and text == "SELECT"
        elif text == "{" or (depth == 0 and text in ("WHERE", "FROM")):
            return tuple(found) if found else None
        elif text in ("(", ")"):
            depth += 1 if text == "(" else -1
        elif token.kind == "variable" and (depth == 0 or (depth == 1 and before == "AS")):
            found.append(token.text[1:])
        elif depth == 0 and text not in ("DISTINCT", "REDUCED"):
            return None  # a star, or an extension of some endpoint
        before = text
    return None


def update_error(sparql: str) -> QueryRefused | None:
    """Return why `sparql`, which is no query, is refused if it would change the store."""
    kind = kind_of(sparql)
    if kind not in UPDATES:
        return None
    return QueryRefused(
        f"{kind} would change the store, and a store is only read here.",
        hint="Ask with SELECT, ASK, CONSTRUCT or DESCRIBE; "
        "to change what is in a store, build it again: kgqa store build SOURCE... --out DIR",
    )
