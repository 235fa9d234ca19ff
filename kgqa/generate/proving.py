"""Proves answers by texts: evidence, verified, for at least four answers of five."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kgqa.algebra import Membership, Query
from kgqa.generate.evidence import Edge, Evidence, Sentence, edges_of
from kgqa.generate.pages import Pages
from kgqa.generate.plan import Plan
from kgqa.generate.verifiers import Verifier, claim_of, verifier_of
from kgqa.generate.world import World

JUDGED = 6
"""Sentences of an edge that are judged, at most."""
LISTS = frozenset({"simple", "typed", "intersection", "comp", "difference"})
"""The kinds whose questions go where too few of their answers are proved."""


class Prover:
    """Adds proofs to records."""

    def __init__(self, evidence: Evidence, verifier: Verifier, plan: Plan) -> None:
        """Take sentences that the verifier gives at least the threshold of a plan, or its own."""
        self.evidence, self.verifier = evidence, verifier
        self.threshold = verifier.limit if plan.threshold is None else plan.threshold
        self.wanted = plan.proved
        self._proofs: dict[Edge, list[dict[str, Any]]] = {}

    def prove(self, query: Query, record: dict[str, Any], removed: Counter[str]) -> bool:
        """Add the proofs of each answer; return whether enough of them have such."""
        proved = 0
        for answer in record["answer_list"]:
            is_thing = "id" in answer or isinstance(query, Membership)
            ways = edges_of(query, answer.get("id", ""), self.evidence.world) if is_thing else []
            answer["proof"] = self._best(ways, removed)
            proved += bool(answer["proof"])
        is_list = record["kind"] in LISTS
        removed["answers"] += len(record["answer_list"]) if is_list else 0
        removed["answers proved by text"] += proved if is_list else 0
        record["proved"] = round(proved / max(1, len(record["answer_list"])), 4)
        return not is_list or proved >= self.wanted * len(record["answer_list"])

    def close(self) -> None:
        """Give back what the verifier holds."""
        self.verifier.close()

    def _best(self, ways: list[list[Edge]], removed: Counter[str]) -> list[dict[str, Any]]:
        """Return the proofs of the first way of which every edge has one."""
        for way in ways:
            found = [self._proof(edge, removed) for edge in way]
            if way and all(found):
                return [one for proofs in found for one in proofs]
        return []

    def _proof(self, edge: Edge, removed: Counter[str]) -> list[dict[str, Any]]:
        if edge not in self._proofs:
            self._proofs[edge] = self._judged(edge, removed)
        return self._proofs[edge]

    def _judged(self, edge: Edge, removed: Counter[str]) -> list[dict[str, Any]]:
        told = list(self.evidence.sentences(edge))[:JUDGED]
        removed["edges"] += 1
        if not told:
            removed["edges that no sentence names both sides of"] += 1
            return []
        world = self.evidence.world
        relation = world.relation(edge.property)
        claim = claim_of(relation, world.label(edge.subject), world.label(edge.object))
        scores = self.verifier.entails(claim, [f"{one.page.title}. {one.text}" for one in told])
        kept = [
            _record(one, claim.hypothesis, score)
            for one, score in zip(told, scores, strict=True)
            if score >= self.threshold
        ]
        removed["edges whose sentences the verifier refused"] += not kept
        return sorted(kept, key=lambda one: -float(one["score"]))


def _record(sentence: Sentence, stated: str, score: float) -> dict[str, Any]:
    return {
        "pid": sentence.page.id,
        "title": sentence.page.title,
        "proof_text": sentence.text,
        "found_in_url": sentence.page.url,
        "hypothesis": stated,
        "score": round(score, 4),
    }


def prover_of(plan: Plan, world: World) -> Prover:
    """Return who proves answers by the texts that a plan names."""
    evidence = Evidence(Pages(plan.texts, world), world)
    return Prover(evidence, verifier_of(plan.verify), plan)
