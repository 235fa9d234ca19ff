"""What speaks for a reading: features of its links, its relations, its words and its answers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgqa.algebra import Comparison, Difference, Filter, Query, Subtraction, Years, to_text
from kgqa.parse.analysis import Analysis
from kgqa.parse.kinds import kinds_of_values
from kgqa.parse.linking import Link, Linked
from kgqa.parse.members import Literal, Member
from kgqa.parse.question_kinds import Guess
from kgqa.parse.scoring import score
from kgqa.parse.sketches import Sketch
from kgqa.parse.truths import Claim

ORDERED = frozenset(("superlative", "ordinal"))
"""Operators that leave few of many."""
CLOSED = frozenset(("comparative", "yesno"))
"""Operators that leave a choice of two."""
OPEN = (Subtraction, Difference, Years, Filter)
"""Expressions that say by how much two differ, or what exceeds one."""
AROUND = frozenset(("P131", "P17", "P30"))
"""From a place to what it is in."""
NEAR = 0.15
"""A relation whose score is so much lower is said nearly as well."""
FITS, SAID = 0.5, 0.5
"""A reading with so many answers of the kind asked for, and hops so well said, is a likely one."""
UNLIKELY = -5.0
"""No kind of question is less likely than the exponential of this."""
FEATURES = (
    *("link", "first", "names", "relation", "weakest", "covered", "told", "uncovered"),
    *("missing_operator", "passed_over", "kind", "misfit", "wrong", "joined", "many", "hops"),
    *("size", "unknown", "shape", "sort", "denied", "dated"),
    *("generic", "superlative", "ordinal", "count", "difference", "comparative", "yesno"),
    *("numbered", "stated", "still", "aged", "turn", "named", "lacking", "often"),
    "called",
)
"""All features that a reading may have, in the order in which models are learned."""
_PROPERTY = re.compile(r"\bP[1-9][0-9]*\b")
_SORTS = {"entity": "entity", "date": "date", "number": "numerical", "text": "string"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading before it is run: its query, links and features."""

    query: Query
    links: tuple[Link, ...]
    operator: str
    features: Mapping[str, float]
    score: float
    members: tuple[Member, ...] | None = None
    """What it denotes, as far as that is known without running it."""
    explained: frozenset[int] = frozenset()
    """The places of the words that it explains."""
    unused: tuple[str, ...] = ()
    """The words of the question that say something, and that no part of it covers."""


class Judge:
    """Judges the readings of one question."""

    def __init__(self, analysis: Analysis, linked: Linked, guess: Guess) -> None:
        """Judge by what is known of the question; `guess` is of which kind it is."""
        self.guess, self.words = guess, analysis.words
        self.cues = analysis.cues
        self.content = analysis.content | self.cues
        named = [name for name in linked.names if name and name[0].is_name]
        self.named = frozenset(p for name in named or linked.names if name for p in name[0].places)

    def sketch(self, sketch: Sketch, operator: str) -> Candidate:
        """Return a set as a reading."""
        features = self._features(sketch.links, sketch.relation, sketch.explained, operator)
        features["weakest"] = min((score for _, score in sketch.relations), default=0.5)
        features["kind"] = sketch.kind
        features["misfit"] = float(sketch.kind == 0)
        features["wrong"] = float(sketch.is_wrong)
        features["joined"] = float(len(sketch.links) > 1)
        if sketch.note:
            features[sketch.note] = 1.0
        size = 1 if sketch.members is None and operator in ORDERED else sketch.size
        features["many"] = float(size > 50)
        hops = max(0, len(sketch.relations) - len(sketch.links))
        features["hops"] = float(hops)
        features["size"] = 0.0 if operator == "count" else math.log10(max(1, size))
        features["unknown"] = float(sketch.members is None)
        features["shape"] = self._shape(sketch, operator, hops)
        features["sort"] = self._sort(sketch, operator)
        return Candidate(
            *(sketch.query, sketch.links, operator, features, score(features)),
            *(sketch.members, sketch.explained, self._unused(sketch.links, sketch.explained)),
        )

    def claim(self, claim: Claim, operator: str) -> Candidate:
        """Return a claim as a reading."""
        if isinstance(claim.query, Comparison) and claim.query.comparator != "=":
            operator = "comparative"
        features = self._features(claim.links, claim.relation, claim.explained, operator)
        features["denied"] = float(not claim.holds)
        features["dated"] = float(len(claim.links) == 1)
        features["shape"] = max(self._kind("yesno"), self._kind("comparative"))
        truth = (Literal("text", str(claim.holds)),)
        return Candidate(
            *(claim.query, claim.links, operator, features, score(features), truth),
            explained=claim.explained,
            unused=self._unused(claim.links, claim.explained),
        )

    def _unused(self, links: tuple[Link, ...], explained: frozenset[int]) -> tuple[str, ...]:
        """Return the words that say something, and that are neither explained nor linked."""
        linked = frozenset(place for link in links for place in link.places)
        rest = self.content - explained - linked
        return tuple(self.words[place].text for place in sorted(rest))

    def _shape(self, sketch: Sketch, operator: str, hops: int) -> float:
        """Return how likely a question is of the kind that a reading of this shape answers."""
        if operator != "generic":
            return self._kind(operator)
        if len(sketch.links) > 1:
            return self._kind("intersection")
        # "In which country was she born?" asks for a place around another: one fact to people.
        is_around = sketch.kind >= 0.5 and sketch.relations and sketch.relations[-1][0] in AROUND
        found = self._kind("multihop") if hops else self._kind("generic")
        return max(found, self._kind("generic")) if is_around else found

    def _kind(self, kind: str) -> float:
        return max(UNLIKELY, self.guess.kinds[kind])

    def _sort(self, sketch: Sketch, operator: str) -> float:
        """Return how likely answers of this sort are."""
        sorts = self.guess.sorts
        if operator == "count":
            return max(UNLIKELY, sorts["numerical"])
        found = kinds_of_values((sketch.members or ())[:5]) or {"entity"}
        return max(UNLIKELY, *(sorts[_SORTS[one]] for one in found))

    def _features(
        self, links: tuple[Link, ...], relation: float, explained: frozenset[int], operator: str
    ) -> dict[str, float]:
        content, named = self.content, self.named
        used = frozenset(p for link in links for p in link.places)
        free = content - named
        return {
            "link": sum(link.score for link in links) / len(links) if links else 0.6,
            "relation": relation,
            "covered": len(explained & content) / max(1, len(content)),
            "told": len(explained & free) / len(free) if free else 1.0,
            "names": len(used & named) / len(named) if named and links else 0.5,
            "first": min((link.score for link in links), default=0.6),
            operator: 1.0,
            "missing_operator": float(bool(self.cues) and operator == "generic"),
            "passed_over": float(bool(self.cues - explained)),
            "uncovered": float(len(content - explained)),
        }


def properties_in(query: Query) -> frozenset[str]:
    """Return the properties that a query names."""
    return frozenset(_PROPERTY.findall(to_text(query)))


def is_likely(candidate: Candidate) -> bool:
    """Whether a reading gives what is of the kind asked for, by hops that are said."""
    told = candidate.features
    return told.get("kind", 0.0) >= FITS and told.get("weakest", 0.0) >= SAID


def is_choice(candidate: Candidate) -> bool:
    """Whether a reading leaves a choice of two; by how much they differ is open."""
    return candidate.operator in CLOSED and not isinstance(candidate.query, OPEN)


def is_plainly_so(claim: Candidate) -> bool:
    """Whether a claim holds and says every word of the question."""
    return claim.features["covered"] == 1 and not claim.features.get("denied")


def affirmed(claims: Sequence[Candidate]) -> list[Candidate]:
    """Return claims, but no denied ones beside others that hold and that the words say as well.

    Who held an office was its holder, though another property of the place does not say so.
    """
    holding = [one for one in claims if not one.features.get("denied")]
    return [
        one
        for one in claims
        if not one.features.get("denied") or not any(_says_as_well(other, one) for other in holding)
    ]


def _says_as_well(claim: Candidate, other: Candidate) -> bool:
    """Whether the words say a claim about nearly as well as another about the same."""
    ids = [{link.id for link in one.links} for one in (claim, other)]
    here, there = claim.features, other.features
    is_as_said = here["relation"] >= there["relation"] - NEAR
    says_all = here["covered"] >= there["covered"] or _is_likelier(claim, other)
    return bool(ids[0] & ids[1]) and says_all and is_as_said


def _is_likelier(claim: Candidate, other: Candidate) -> bool:
    """Whether a claim takes a name for something likelier than another, and none for less."""
    mine, theirs = ({link.places: link for link in one.links} for one in (claim, other))
    if mine.keys() != theirs.keys():
        return False
    differing = [(mine[p].score, theirs[p].score) for p in mine if mine[p].id != theirs[p].id]
    return bool(differing) and all(one > two for one, two in differing)
