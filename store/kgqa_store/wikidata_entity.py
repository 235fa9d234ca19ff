"""An entity of Wikidata's JSON as N-Triples in Wikidata's own vocabulary.

A statement becomes a truthy edge (`wdt:`) if its rank is the best its property has. It becomes a
statement node (`p:`, `ps:`, `pq:`, ...) where that says more than the edge: qualifiers, a rank
other than normal, a precision other than a day, a unit. References are left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from kgqa_store.rdf_source import GENID
from kgqa_store.tally import Tally
from kgqa_store.vocabulary import (
    PQ,
    PQV,
    PS,
    PSV,
    RDF,
    RDFS,
    SCHEMA,
    SKOS,
    WD,
    WDNO,
    WDS,
    WDT,
    WIKIBASE,
    P,
)
from kgqa_store.wikidata_sitelinks import sitelink_lines
from kgqa_store.wikidata_values import ENTITY_ID, Unstorable, Value, text, value_of

Statements: TypeAlias = Literal["needed", "all", "none"]
Fields: TypeAlias = dict[str, Any]

OWL = "http://www.w3.org/2002/07/owl#"
KNOWN_FIELDS = frozenset(
    {
        "id",
        "type",
        "labels",
        "descriptions",
        "aliases",
        "claims",
        "statements",
        "sitelinks",
        "datatype",
        "lastrevid",
        "modified",
        "ns",
        "title",
        "pageid",
        "redirects",
        "lemmas",
        "lexicalCategory",
        "language",
        "forms",
        "senses",
    }
)
MAPS = ("labels", "lemmas", "descriptions", "aliases", "sitelinks", "claims", "statements")
"""The fields whose content has names of its own."""
RANKS = {"preferred": "PreferredRank", "normal": "NormalRank", "deprecated": "DeprecatedRank"}
CLASSES = {"item": "Item", "property": "Property", "lexeme": "Lexeme"}
UNREADABLE = "statements that cannot be read"
_TYPE = f"<{RDF}type>"


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes RDF of an entity."""

    languages: frozenset[str] | None = None
    """Of labels, aliases, descriptions and Wikipedias; nothing for all."""
    properties: frozenset[str] | None = None
    """Whose statements; nothing for all."""
    without: frozenset[str] = frozenset()
    """Whose statements and qualifiers are left out."""
    external_ids: bool = True
    """Whether identifiers of other catalogues are kept."""
    statements: Statements = "needed"

    def says(self, language: str) -> bool:
        """Whether texts in `language` are kept."""
        return self.languages is None or language in self.languages

    def keeps(self, name: str, datatype: str) -> bool:
        """Whether statements and qualifiers of a property may be kept at all."""
        return name not in self.without and (self.external_ids or datatype != "external-id")


EVERYTHING = Plan()


def entity_lines(entity: Fields, plan: Plan, tally: Tally) -> Iterator[str]:
    """Give the lines about an entity; what cannot be said in RDF is counted in `tally`."""
    name = entity["id"]
    subject = f"<{WD}{name}>"
    kind = CLASSES.get(str(entity.get("type", "item")), "Item")
    yield f"{subject} {_TYPE} <{WIKIBASE}{kind}> .\n"
    if kind == "Property":
        yield from _declaration(subject, name, str(entity.get("datatype", "")))
    if kind == "Lexeme":
        yield from _lexeme(subject, entity, plan, tally)
    yield from _texts(subject, entity, plan, tally)
    yield from sitelink_lines(subject, _map(entity, "sitelinks"), plan.says)
    for claims in _map(entity, "claims", "statements").values():
        yield from _group(name, _readable(claims, tally), plan, tally)
    for field in entity.keys() - KNOWN_FIELDS:
        tally.drop(f"fields {field[:40]!r}, which are unknown")
    for field in MAPS:
        if entity.get(field) and not isinstance(entity[field], dict):
            tally.drop(f"fields {field!r} that cannot be read")


def redirect_line(source: str, target: str) -> str:
    """Return the line that says that `source` is now called `target`."""
    return f"<{WD}{source}> <{OWL}sameAs> <{WD}{target}> .\n"


def _map(entity: Fields, *names: str) -> Fields:
    """Return a map of an entity, which may be missing; PHP writes an empty one as a list."""
    for name in names:
        found = entity.get(name)
        if found and isinstance(found, dict):
            return found
    return {}


# --- Texts ------------------------------------------------------------------------------------


def _texts(subject: str, entity: Fields, plan: Plan, tally: Tally) -> Iterator[str]:
    labels = _map(entity, "labels", "lemmas")
    if not labels:
        tally.counts["entities without a label"] += 1
    yield from _terms(subject, f"{RDFS}label", labels, plan, tally)
    yield from _terms(subject, f"{SCHEMA}description", _map(entity, "descriptions"), plan, tally)
    for language, aliases in _map(entity, "aliases").items():
        if plan.says(language):
            for alias in aliases if isinstance(aliases, list) else [None]:  # None cannot be read
                one = {language: alias}
                yield from _terms(subject, f"{SKOS}altLabel", one, plan, tally)


def _terms(subject: str, predicate: str, terms: Fields, plan: Plan, tally: Tally) -> Iterator[str]:
    for language, term in terms.items():
        if not plan.says(language):
            continue
        try:
            literal = text(term["value"], language)
        except (Unstorable, KeyError, TypeError, AttributeError):
            tally.drop("texts without a readable value or language")
        else:
            yield f"{subject} <{predicate}> {literal} .\n"


def _lexeme(subject: str, entity: Fields, plan: Plan, tally: Tally) -> Iterator[str]:
    yield from _terms(subject, f"{WIKIBASE}lemma", _map(entity, "lemmas"), plan, tally)
    links = {
        f"{WIKIBASE}lexicalCategory": "lexicalCategory",
        "http://purl.org/dc/terms/language": "language",
    }
    for predicate, field in links.items():
        if ENTITY_ID.fullmatch(str(entity.get(field))):
            yield f"{subject} <{predicate}> <{WD}{entity[field]}> .\n"
    for field in ("forms", "senses"):
        tally.drop(f"{field} of lexemes", len(entity.get(field) or ()))


def _declaration(subject: str, name: str, datatype: str) -> Iterator[str]:
    words = "".join(word[:1].upper() + word[1:] for word in datatype.split("-"))
    if words.isalpha() and words.isascii():
        yield f"{subject} <{WIKIBASE}propertyType> <{WIKIBASE}{words}> .\n"
    yield f"{subject} <{WIKIBASE}directClaim> <{WDT}{name}> .\n"


# --- Statements -------------------------------------------------------------------------------


def _readable(claims: object, tally: Tally) -> list[Fields]:
    """Return the statements with one property, without what is none."""
    if not isinstance(claims, list):
        tally.drop(UNREADABLE)
        return []
    found = [claim for claim in claims if isinstance(claim, dict)]
    tally.drop(UNREADABLE, len(claims) - len(found))
    return found


def _group(name: str, claims: list[Fields], plan: Plan, tally: Tally) -> Iterator[str]:
    """Give the lines of all statements with one property."""
    ranks = {claim.get("rank", "normal") for claim in claims}
    best = "preferred" if "preferred" in ranks else "normal"
    for place, claim in enumerate(claims):
        tally.counts["statements"] += 1
        try:
            snak = claim["mainsnak"]
            property_name, datatype = snak["property"], snak.get("datatype", "")
            if plan.properties is not None and property_name not in plan.properties:
                tally.drop("statements of properties outside the slice")
            elif not plan.keeps(property_name, datatype):
                tally.drop("external identifiers and excluded properties")
            else:
                rank = claim.get("rank", "normal")
                yield from _statement(name, claim, place, rank, rank == best, plan, tally)
        except Unstorable as error:
            tally.drop(str(error))
        except (KeyError, TypeError, AttributeError):
            tally.drop(UNREADABLE)


def _statement(
    name: str, claim: Fields, place: int, rank: str, is_best: bool, plan: Plan, tally: Tally
) -> Iterator[str]:
    snak = claim["mainsnak"]
    property_name = snak["property"]
    identity = str(claim.get("id") or f"{name}-{property_name}-{place}").replace("$", "-")
    node = f"<{WDS}{identity}>"
    if not ENTITY_ID.fullmatch(property_name) or not identity.replace("-", "").isalnum():
        raise KeyError("id")
    subject = f"<{WD}{name}>"
    value = _value(snak, identity)
    if is_best:
        yield _claim_line(subject, WDT, property_name, value)
    tally.drop("references", len(claim.get("references") or ()))
    qualifiers = [q for group in _map(claim, "qualifiers").values() for q in group]
    says_more = qualifiers or rank != "normal" or (value is not None and value.node)
    if plan.statements == "none" or (plan.statements == "needed" and not says_more):
        return
    yield f"{subject} <{P}{property_name}> {node} .\n"
    yield f"{node} <{WIKIBASE}rank> <{WIKIBASE}{RANKS.get(rank, 'NormalRank')}> .\n"
    if is_best:
        yield f"{node} {_TYPE} <{WIKIBASE}BestRank> .\n"
    yield _claim_line(node, PS, property_name, value)
    yield from _node_lines(node, PSV, property_name, value)
    yield from _qualifiers(node, identity, qualifiers, plan, tally)


def _value(snak: Fields, identity: str) -> Value | None:
    """Return the value of a snak: a node nobody knows for `somevalue`, nothing for `novalue`."""
    match snak["snaktype"]:
        case "value":
            return value_of(snak["datavalue"], snak.get("datatype", ""))
        case "somevalue":
            seed = f"{identity} {snak['property']} {snak.get('hash', '')}"
            digest = hashlib.blake2b(seed.encode("utf-8", "replace"), digest_size=16).hexdigest()
            return Value(f"<{GENID}{digest}>")
        case "novalue":
            return None
        case _:
            raise Unstorable("statements of an unknown kind of snak")


def _claim_line(subject: str, namespace: str, property_name: str, value: Value | None) -> str:
    if value is None:
        return f"{subject} {_TYPE} <{WDNO}{property_name}> .\n"
    return f"{subject} <{namespace}{property_name}> {value.term} .\n"


def _node_lines(node: str, namespace: str, name: str, value: Value | None) -> Iterator[str]:
    if value is not None and value.node:
        yield f"{node} <{namespace}{name}> {value.node} .\n"
        yield from value.facts


def _qualifiers(
    node: str, identity: str, qualifiers: list[Fields], plan: Plan, tally: Tally
) -> Iterator[str]:
    for snak in qualifiers:
        try:
            name = snak["property"]
            if not plan.keeps(name, snak.get("datatype", "")):
                tally.drop("external identifiers and excluded properties")
                continue
            value = _value(snak, identity)
            if not ENTITY_ID.fullmatch(name):
                raise KeyError("property")
            yield _claim_line(node, PQ, name, value)
            yield from _node_lines(node, PQV, name, value)
        except Unstorable as error:
            tally.drop(str(error))
        except (KeyError, TypeError, AttributeError):
            tally.drop("qualifiers that cannot be read")
