"""The tokens of SPARQL read from left to right, and its expressions and terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn, Protocol

from kgqa.algebra.errors import NotationError
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.lexer import PREFIXES, Token, tokens_of

XSD = "http://www.w3.org/2001/XMLSchema#"
_BINDING = (("||",), ("&&",), ("=", "!=", "<", ">", "<=", ">="), ("+", "-"), ("*", "/"))
"""Signs between two expressions, from the loosest to the tightest."""
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}


class GraphIds(Protocol):
    """Knows the ids of the things of a graph, and which of them tell classes."""

    @property
    def prefixes(self) -> Mapping[str, str]:
        """The prefixes that need no declaration."""

    @property
    def instance(self) -> str:
        """The id of the property that leads to the class of a thing."""

    @property
    def subclass(self) -> str:
        """The id of the property that leads to what is above a class."""

    def id_of(self, iri: str) -> str | None:
        """Return the id of what an IRI names."""


def named(iri: str, graph: GraphIds | None) -> str:
    """Return the IRI that Wikidata would have for a thing with the id of a graph."""
    id_ = None if graph is None else graph.id_of(iri)
    return iri if id_ is None else PREFIXES["wd"] + id_


def followed(iri: str, graph: GraphIds | None) -> str:
    """Return the IRI that Wikidata would have for the edges of a property of a graph."""
    id_ = None if graph is None or iri == PREFIXES["rdfs"] + "label" else graph.id_of(iri)
    if graph is None or id_ is None:
        return iri
    return PREFIXES["wdt"] + {graph.instance: "P31", graph.subclass: "P279"}.get(id_, id_)


class Expressions:
    """Terms and expressions, over the tokens of one query."""

    def __init__(self, text: str, graph: GraphIds | None = None) -> None:
        self.text, self.tokens, self.place = text, tokens_of(text), 0
        self.prefixes = {**PREFIXES, **(graph.prefixes if graph else {})}
        self.graph = graph

    # --- Tokens ---

    @property
    def next(self) -> Token:
        """The token to read next; the last one is of kind `end`."""
        return self.tokens[self.place]

    def take(self) -> Token:
        """Return the next token, and move on. The end is never passed."""
        token = self.next
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def sees(self, sign: str) -> bool:
        """Return whether the next token is this sign."""
        return self.next.kind == "sign" and self.next.text == sign

    def takes(self, sign: str) -> bool:
        """Move past the next token if it is this sign, and return whether it was."""
        if not self.sees(sign):
            return False
        self.take()
        return True

    def skip(self, sign: str) -> None:
        """Move past a sign that must be there."""
        if not self.takes(sign):
            self.expected(f"a {sign}")

    def word(self) -> str:
        """Return the next token in capitals if it is a word, else nothing."""
        return self.next.text.upper() if self.next.kind == "word" else ""

    def takes_word(self, word: str) -> bool:
        """Move past the next token if it is this word, and return whether it was."""
        if self.word() != word:
            return False
        self.take()
        return True

    def since(self, start: int) -> sx.Span:
        """Return the span from `start` to the last token read."""
        return start, max(start, self.tokens[max(0, self.place - 1)].end)

    def expected(self, what: str) -> NoReturn:
        """Raise `NotationError`: something else must stand where the next token is."""
        token = self.next
        raise NotationError(
            f"This is no SPARQL: {what} is expected here",
            text=self.text,
            start=token.start,
            end=max(token.end, token.start + 1),
            hint="kgqa sparql runs a query, and says more of its mistakes",
        )

    # --- Terms ---

    def variable(self) -> sx.Variable:
        """Return the variable that comes next."""
        if self.next.kind != "variable":
            self.expected("a variable")
        return sx.Variable(self.take().text[1:])

    def node(self) -> sx.Node:
        """Return the term that comes next."""
        match self.next.kind:
            case "variable":
                return self.variable()
            case "blank":
                return sx.Variable(self.take().text)
            case "iri" | "name":
                return sx.Iri(named(self.iri(), self.graph))
            case "string":
                return self.string()
            case "number":
                return self.number("")
        if self.word() in ("TRUE", "FALSE"):
            return sx.Literal(self.take().text.lower(), "boolean")
        if self.sees("-") or self.sees("+"):
            return self.number("-" if self.take().text == "-" else "")
        return self.expected("a term")

    def iri(self) -> str:
        """Return the IRI that comes next, in full."""
        token = self.take()
        if token.kind == "iri":
            return token.text[1:-1]
        prefix, _, local = token.text.partition(":")
        if prefix not in self.prefixes:
            self.place -= 1
            self.expected(f"a prefix that is declared, not {prefix}:,")
        return self.prefixes[prefix] + local

    def string(self) -> sx.Literal:
        """Return the string that comes next, whatever its language."""
        raw = self.take().text
        quotes = 3 if raw[:3] in ('"""', "'''") and len(raw) >= 6 else 1
        text = unescaped(raw[quotes:-quotes])
        if self.next.kind == "language":
            self.take()
            return sx.Literal(text, "langString")
        if self.takes("^^"):
            return sx.Literal(text, self.iri().removeprefix(XSD))
        return sx.Literal(text, "string")

    def number(self, sign: str) -> sx.Literal:
        """Return the number that comes next."""
        if self.next.kind != "number":
            self.expected("a number")
        text = self.take().text
        kind = "integer" if text.isdigit() else "decimal"
        return sx.Literal(sign + text, kind)

    # --- Expressions ---

    def expression(self, level: int = 0) -> sx.Expression:
        """Return the expression that comes next; `level` says how tight its signs must bind."""
        if level == len(_BINDING):
            return self.unary()
        start = self.next.start
        left = self.expression(level + 1)
        while True:
            sign = self.next.text if self.next.kind == "sign" else self.word()
            if sign in _BINDING[level] and sign:
                self.take()
                right = self.expression(level + 1)
                left = sx.Call(sign, (left, right), span=self.since(start))
            elif level == 2 and sign in ("IN", "NOT"):
                self.take()
                name = "IN" if sign == "IN" else "NOT IN"
                if sign == "NOT" and not self.takes_word("IN"):
                    self.expected("IN")
                left = sx.Call(name, (left, *self.arguments()), span=self.since(start))
            else:
                return left

    def unary(self) -> sx.Expression:
        """Return an expression with the sign before it, if any."""
        start = self.next.start
        if self.takes("!"):
            return sx.Call("!", (self.unary(),), span=self.since(start))
        if (self.sees("-") or self.sees("+")) and self.tokens[self.place + 1].kind != "number":
            sign = self.take().text
            inner = self.unary()
            return inner if sign == "+" else sx.Call("-", (inner,), span=self.since(start))
        return self.primary()

    def primary(self) -> sx.Expression:
        """Return a term, a call, or an expression in brackets."""
        start = self.next.start
        if self.takes("("):
            inner = self.expression()
            if self.takes_word("AS"):
                self.expected("no name for what is grouped by")
            self.skip(")")
            return inner
        if self.word() in ("EXISTS", "NOT"):
            negated = self.takes_word("NOT")
            if not self.takes_word("EXISTS"):
                self.expected("EXISTS")
            return sx.Exists(self.group(), negated, self.since(start))
        return self.call() if self.is_call() else self.node()

    def is_call(self) -> bool:
        """Return whether a function or an aggregate comes next."""
        after = self.tokens[min(self.place + 1, len(self.tokens) - 1)]
        called = after.kind == "sign" and after.text == "("
        boolean = self.word() in ("TRUE", "FALSE")
        return called and self.next.kind in ("word", "iri", "name") and not boolean

    def call(self) -> sx.Call:
        """Return the call that comes next; a cast has the name of its datatype in capitals."""
        start = self.next.start
        if self.next.kind == "word":
            name = self.take().text.upper()
        else:
            name = self.iri().removeprefix(XSD).rsplit("/", 1)[-1].upper()
        self.skip("(")
        distinct = self.takes_word("DISTINCT")
        if self.takes("*"):
            self.skip(")")
            return sx.Call(name, (), distinct, self.since(start))
        self.place -= 1 + distinct
        arguments = self.arguments()
        return sx.Call(name, arguments, distinct, self.since(start))

    def arguments(self) -> tuple[sx.Expression, ...]:
        """Return the expressions between brackets."""
        self.skip("(")
        self.takes_word("DISTINCT")
        found: list[sx.Expression] = []
        while not self.takes(")"):
            found.append(self.expression())
            if self.takes(";"):  # GROUP_CONCAT(?x; separator = ", ")
                self.take()
                self.skip("=")
                self.take()
            elif not self.sees(")"):
                self.skip(",")
        return tuple(found)

    def group(self) -> sx.Group:
        """Return the group that comes next: an expression may hold one."""
        raise NotImplementedError


def unescaped(text: str) -> str:
    """Return what is between quotes with its escapes resolved."""
    if "\\" not in text:
        return text
    parts, place = [], 0
    while place < len(text):
        if text[place] != "\\" or place + 1 == len(text):
            parts.append(text[place])
            place += 1
            continue
        sign = text[place + 1]
        width = {"u": 4, "U": 8}.get(sign, 0)
        digits = text[place + 2 : place + 2 + width]
        if width and len(digits) == width and all(c in "0123456789abcdefABCDEF" for c in digits):
            parts.append(chr(min(int(digits, 16), 0x10FFFF)))
        else:
            parts.append(_ESCAPES.get(sign, sign))
            width = 0
        place += 2 + width
    return "".join(parts)
