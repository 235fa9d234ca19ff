"""Values of ours as terms of RDF, and ids as IRIs."""

from __future__ import annotations

import hashlib
import re
from decimal import Decimal
from typing import assert_never

from kgqa_store.vocabulary import WD, WDS, WDT
from rdflib import XSD, Literal, URIRef
from rdflib.term import Node

from kgqa.algebra import Entity
from kgqa.answers import Measurement, Time, Value, Words

_ID = re.compile(r"[QP][1-9][0-9]*")
_STATEMENT = re.compile(r"[A-Za-z0-9$-]+")
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_NO_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\]")
_DATES = {11: XSD.date, 10: XSD.gYearMonth}


def entity(id_: str) -> URIRef:
    """Return the IRI of an item or a property."""
    return URIRef(WD + id_)


def edge(property_: str) -> URIRef | None:
    """Return the IRI of the edges of a property, and None for a key such as `count(P166)`."""
    return URIRef(WDT + property_) if _ID.fullmatch(property_) else None


def statement(id_: str | None, *content: object) -> URIRef:
    """Return the IRI of a statement: Wikidata's where its id is known, else one for its content."""
    if id_ and _STATEMENT.fullmatch(id_):
        return URIRef(WDS + id_)
    return made("statement", *content)


def made(kind: str, *content: object) -> URIRef:
    """Return an IRI of ours that is the same for the same content."""
    text = "\x1f".join(map(str, content))
    return URIRef(f"urn:kgqa:{kind}:{hashlib.sha256(text.encode()).hexdigest()[:16]}")


def address(url: str) -> Node:
    """Return a URL as an IRI, and as a text where it is none."""
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:.", url) or _NO_IRI.search(url):
        return Literal(url)
    return URIRef(url)


def decimal(amount: Decimal) -> Literal:
    """Return a number as XML Schema writes it: with a point, without exponent."""
    whole, _, rest = format(amount, "f").partition(".")
    text = f"{whole}.{rest.rstrip('0') or '0'}"
    return Literal(text, datatype=XSD.decimal, normalize=False)


def share(number: float) -> Literal:
    """Return a number between 0 and 1, without digits that mean nothing."""
    return decimal(Decimal(f"{number:.4f}"))


def term(value: Value) -> Node:
    """Return the RDF term of a value; of an amount, that of its number."""
    match value:
        case bool():
            return Literal(value)
        case Entity(id_):
            return entity(id_)
        case Time():
            datatype = _DATES.get(min(value.precision, 11), XSD.gYear)
            return Literal(value.text, datatype=datatype, normalize=False)
        case Measurement(amount, _):
            return decimal(amount) if amount.is_finite() else Literal(str(amount))
        case Words(text, language) if language and _LANGUAGE.fullmatch(language):
            return Literal(text, lang=language)
        case Words(text, _):
            return Literal(text)
        case _:
            assert_never(value)
