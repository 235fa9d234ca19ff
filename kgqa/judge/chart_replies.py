"""Replies by the chart alone: for graphs that no model has learned anything of."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import TypeAlias

from kgqa_store.errors import LimitReached
from kgqa_store.store import Store

from kgqa.algebra import Entity, Query, simplify, to_english, to_text
from kgqa.algebra.ids import ids_in
from kgqa.answers import Measurement, Reply
from kgqa.errors import KgqaError
from kgqa.execute.per_group import rows_of, sparql_of
from kgqa.execute.run import execute
from kgqa.judge.choose import Tried, answers_of, reading_of
from kgqa.judge.known_names import KnownNames
from kgqa.judge.namesakes import with_namesakes
from kgqa.judge.units_beside import with_units
from kgqa.parse.candidate import Candidate
from kgqa.parse.item import Evidence, Item
from kgqa.parse.parser import Charted, Parsed, Parser
from kgqa.parse.per_group import Found, per_group
from kgqa.parse.promise import Promise
from kgqa.parse.question_kinds import shipped
from kgqa.parse.scene import Scene
from kgqa.parse.stated_ways import Stated
from kgqa.parse.untrained_rank import UntrainedRank
from kgqa.settings import Settings

SHOWN = 6
"""Readings that are told."""
TRIED = 3
"""Readings that are run until one gives something."""
SURE = 0.35
"""An answer that is less likely is not given."""
TOLD = 0.5
"""A reading that covers a smaller share of the words is no answer."""

LONGEST = 5.0
"""Seconds for a chart: most take a tenth of one, and nothing else is waited for."""
COMPARED = 50
"""Readings that share what is likely."""
STRANGE = 0.5
"""How much less is told by a reading whose answers are not of the kind that is asked for."""
COVERED = 0.5
"""A word that is covered this far is explained."""

Outcome: TypeAlias = tuple[Parsed, list[Tried], Reply]


@dataclass(frozen=True, slots=True)
class ChartReplier:
    """Answers questions over one store by the chart, its untrained rank, and the store."""

    store: Store
    settings: Settings
    parser: Parser
    names: KnownNames
    lock: AbstractContextManager[object]
    """Held while the parser is used."""
    stated: Stated

    def by_graph(self, question: str, pick: str | None, tell: Callable[[str], None]) -> Outcome:
        """Return how a question was parsed, the readings that were run, and the reply."""
        tell("understanding")
        start = time.monotonic()
        with self.lock:
            chart = self._charted(question, pick)
            parsed = self.parsed(chart, pick)
            groups = per_group(chart.scene, chart.items, Promise(chart.scene.analysis))
        between = time.monotonic()
        tell("querying")
        tried = [] if groups else self._run(parsed, start + self.settings.timeout)
        timings = {
            "parse": round((between - start) * 1000, 1),
            "execute": round((time.monotonic() - between) * 1000, 1),
        }
        timings["total"] = round(sum(timings.values()), 1)
        reply = self._rows(parsed, groups) if groups else self._reply(parsed, tried)
        return parsed, tried, replace(reply, question=question, timings=timings)

    def _charted(self, question: str, pick: str | None) -> Charted:
        seconds = min(LONGEST, self.settings.timeout / 2)
        return self.parser.chart(question, pick=pick, seconds=seconds)

    def parsed(self, chart: Charted, pick: str | None) -> Parsed:
        """Return the readings of a question, best first."""
        rank = UntrainedRank(chart.scene)
        scored = sorted(((rank(item), item) for item in chart.items), key=lambda one: -one[0])
        total = sum(math.exp(score - scored[0][0]) for score, _ in scored[:COMPARED])
        found: dict[Query, Candidate] = {}
        for score, item in scored[:COMPARED]:
            query = item.query if pick else with_namesakes(chart.scene, item)
            query = simplify(self.stated.both_ways(query))
            share = math.exp(score - scored[0][0]) / total
            if query in found:
                share += found[query].features["share"]
                found[query] = replace(
                    found[query], features={**found[query].features, "share": share}
                )
            elif len(found) < SHOWN + TRIED:
                fits = 1.0 if rank.fits(item) else STRANGE
                numbers = {"covered": rank.share(item) * fits, "share": share}
                found[query] = _candidate(chart.scene, query, item, numbers, score)
        candidates = found.values()
        guess = shipped().guess(chart.scene.analysis.question)
        return Parsed(chart.scene.analysis, chart.scene.linked, tuple(candidates), guess)

    def _run(self, parsed: Parsed, deadline: float) -> list[Tried]:
        for candidate in parsed.candidates[:TRIED]:
            seconds = max(0.05, deadline - time.monotonic())
            try:
                settings = replace(self.settings, timeout=seconds)
                result = execute(candidate.query, self.store, settings)
            except (LimitReached, KgqaError):
                continue
            if result.answers:
                return [Tried(candidate, result, _sure(candidate))]
        return []

    def _rows(self, parsed: Parsed, found: Found) -> Reply:
        """Return the reply of a number of each group."""
        question, language = parsed.analysis.question, self.settings.language
        statistics = self.store.statistics
        assert statistics is not None  # noqa: S101 - stores of such graphs have them
        sparql = sparql_of(found.asked, statistics)
        answers, labels = rows_of(found.asked, sparql, self.store, self.settings)
        covered = UntrainedRank(found.scene).share_of(found.evidence)
        sure = round(0.95 * covered, 4)
        links, unused = found.evidence.links, _unused(found.scene, found.evidence)
        asked = Candidate(found.asked.having, links, "per group", {}, sure, unused=unused)
        readings = (reading_of(asked, sure, sparql),)
        if not answers or sure < SURE:
            reason = "no reading of the question is sure enough"
            return Reply(question, language, "no-answer", reason, readings=readings, hint=_HINT)
        told = tuple(replace(one, confidence=sure) for one in answers)
        first = found.asked.of(Entity(told[0].id or ""))
        said = f"the number beside {told[0].label} is {to_english(first, labels)}"
        return Reply(
            *(question, language, "answered", "", told),
            readings=readings,
            labels=labels,
            coverage=said,
        )

    def _reply(self, parsed: Parsed, tried: Sequence[Tried]) -> Reply:
        question, language = parsed.analysis.question, self.settings.language
        run = {one.candidate.query for one in tried}
        others = [one for one in parsed.candidates if one.query not in run][:SHOWN]
        readings = (*(one.reading for one in tried), *(reading_of(one, 0.0) for one in others))
        ids = {id_ for one in readings for id_ in ids_in(to_text(one.query))}
        labels = self.store.labels(sorted(ids), language)
        plain = Reply(question, language, "no-answer", readings=readings, labels=labels)
        best = tried[0] if tried else None
        if best is not None and best.confidence >= SURE:
            answers = answers_of(best, self.names.popularity(best.result))
            if self.parser.own is not None:
                adjacency = self.parser.graph.adjacency
                answers = with_units(answers, self.parser.own.facts, adjacency)
            units = {one.value.unit for one in answers if isinstance(one.value, Measurement)}
            named = self.store.labels(sorted(filter(None, units)), language)
            labels = {**labels, **best.result.labels, **named}
            return replace(plain, outcome="answered", answers=answers, labels=labels)
        if not parsed.linked.names and not parsed.linked.nouns:
            reason = "no name and no class of the graph was found in the question"
            return replace(plain, reason=reason, understood=False, hint=_HINT)
        return replace(plain, reason="no reading of the question is sure enough", hint=_HINT)


_HINT = "kgqa store info tells what the graph has, and what it can be asked"


def _candidate(
    scene: Scene, query: Query, item: Item, numbers: Mapping[str, float], score: float
) -> Candidate:
    unused = _unused(scene, item.evidence)
    return Candidate(query, item.evidence.links, "generic", numbers, score, unused=unused)


def _unused(scene: Scene, evidence: Evidence) -> tuple[str, ...]:
    words, content = scene.analysis.words, sorted(scene.analysis.content)
    return tuple(words[place].text for place in content if evidence.cover[place] < COVERED)


def _sure(candidate: Candidate) -> float:
    """Return how likely a reading is right: by the words that it covers, and its rivals."""
    covered, share = candidate.features["covered"], candidate.features["share"]
    if covered < TOLD or isinstance(candidate.query, Entity):
        return 0.1
    return round(0.95 * covered * (0.6 + 0.4 * share), 4)
