"""Our own engine as a system: the graph, texts, or both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_store.errors import StoreError
from kgqa_store.store import Store

from kgqa.algebra import Entity, to_english, to_text
from kgqa.answers import MONTHS, Answer, Fact, Measurement, Reply, Time, value_text
from kgqa.bench.errors import BenchError
from kgqa.bench.metrics.qampari import DEPTHS
from kgqa.bench.question import Given, Pair, Passage, Prediction, Question
from kgqa.bench.row import MOST
from kgqa.bench.systems.system import NAMED, Spec
from kgqa.engine import Engine
from kgqa.errors import KgqaError
from kgqa.merge.hypotheses import names_of
from kgqa.merge.proposals import PASSAGES as READ
from kgqa.merge.texts import Texts
from kgqa.merge.when_to_read import mode_of
from kgqa.parse.parser import Parsed
from kgqa.settings import DEFAULTS

MONTH = 10
"""The precision of a month; that of a day is larger."""
PROVED = 3
"""Answers of which the proof is written down."""
DEEPEST = DEPTHS[-1]
"""Passages that are retrieved, so that recall can be told at every depth; fewer are read."""
FACTS = 6
"""Facts of a proof that are written down."""


class Ours:
    """Answers with the engine."""

    def __init__(self, spec: Spec, store: Store) -> None:
        """Open the engine over `store`, with the texts that `spec` names."""
        settings = replace(DEFAULTS, timeout=spec.timeout, today=spec.today)
        self._mode = mode_of(spec.read if spec.text else "never")
        self._is_named = spec.benchmark in NAMED
        self.engine = Engine(store, text=_texts(spec), settings=settings)

    def answer(self, question: Question) -> Prediction:
        """Return what the engine says to a question."""
        return self.asked(question)

    def asked(self, question: Question, *, pick: str | None = None) -> Prediction:
        """Return what the engine says to a question, with an entity forced."""
        try:
            parsed, reply = self.engine.asked(question.text, pick=pick, read=self._mode)
        except (KgqaError, StoreError) as error:
            return self._failed(question, str(error))
        except Exception as error:  # a bug fails one question, and is told as one, not the run
            return self._failed(question, f"a bug: {type(error).__name__}: {error}")
        found = self._prediction(parsed, reply)
        return replace(found, passages=self._retrieved(question.text, names_of(parsed)), read=READ)

    def _failed(self, question: Question, reason: str) -> Prediction:
        passages = self._retrieved(question.text, ())
        return Prediction(outcome="failed", reason=reason, passages=passages, read=READ)

    def _retrieved(self, question: str, names: Sequence[str]) -> tuple[Passage, ...] | None:
        """Return what the texts give for a question, read or not, as deep as is measured."""
        texts = self.engine.texts
        if texts is None or not self._is_named:
            return None
        found = texts.search(question, DEEPEST, names)
        return tuple(Passage(one.text, one.title) for one in found)

    def _prediction(self, parsed: Parsed, reply: Reply) -> Prediction:
        first = reply.readings[0] if reply.readings else None
        labels = reply.labels
        return Prediction(
            tuple(self._given(answer, reply) for answer in reply.answers[:MOST]),
            reply.outcome,
            reason=reply.reason,
            pairs=self._pairs(reply),
            confidence=_confidence(reply),
            reading=to_text(first.query) if first else "",
            english=to_english(first.query, labels) if first else "",
            # Without an answer, what kind of question it was taken for is all there is to judge.
            operator=first.operator if first and reply.answers else parsed.guess.kind,
            sparql=first.sparql if first else "",
            proofs=tuple(_proofs(reply)),
            links=tuple(f"{one.mention} → {one.label} ({one.id})" for one in first.links)
            if first
            else (),
            timings=reply.timings,
            parsed=parsed,
        )

    def _given(self, answer: Answer, reply: Reply) -> Given:
        value = answer.value
        text = text_of(answer)
        if isinstance(value, Entity):
            entry = self.engine.parser.names.describe(value.id)
            names = (entry.label, *entry.aliases) if entry else (reply.labels.get(text, text),)
            return Given(text, names, "entity")
        kind = {bool: "boolean", Measurement: "number", Time: "date"}.get(type(value), "string")
        names = (value_text(value, reply.labels),)
        return Given(text, (*american(value), *names) if isinstance(value, Time) else names, kind)

    def _pairs(self, reply: Reply) -> tuple[Pair, ...]:
        """Return each interpretation with its first answer; else the question with each answer."""
        if reply.interpretations:
            return tuple(
                Pair(one.question, self._given(one.answers[0], reply).spellings)
                for one in reply.interpretations
                if one.answers
            )
        return tuple(
            Pair(reply.question, self._given(answer, reply).spellings) for answer in reply.answers
        )

    def close(self) -> None:
        """Close the engine; the store is closed by who opened it."""
        self.engine.close()


def _texts(spec: Spec) -> Texts | None:
    """Return the texts to read; refuse those that cannot be read, lest silence be scored."""
    if not spec.text or spec.read == "never":
        return None
    texts = Texts(spec.text, reader_name=spec.options.get("reader", "default"))
    if not texts.is_readable():
        hint = "leave --text out, or name a reader with --option reader=FOLDER"
        raise BenchError(f"The texts cannot be read: {texts.problem}.", hint=hint)
    return texts


def american(date: Time) -> tuple[str, ...]:
    """Return a day or month as AmbigQA and Natural Questions write it: March 1, 1973."""
    if date.year < 1 or date.precision < MONTH:
        return ()
    month = MONTHS[date.month - 1]
    day = f" {date.day}," if date.precision > MONTH else ""
    return (f"{month}{day} {date.year}",)


def text_of(answer: Answer) -> str:
    """Return an answer as benchmarks spell it: an id, a date, a number, True or False."""
    match answer.value:
        case Entity(id_):
            return id_
        case bool() as truth:
            return str(truth)
        case Measurement(amount, _):
            return str(int(amount)) if amount == int(amount) else str(amount)
        case value:
            return value.text


def _confidence(reply: Reply) -> float:
    if reply.answers:
        return round(reply.answers[0].confidence, 4)
    return round(reply.readings[0].score, 4) if reply.readings else 0.0


def _proofs(reply: Reply) -> list[str]:
    """Return the proofs of the first answers, a fact or passage each."""
    lines: list[str] = []
    for answer in reply.answers[:PROVED]:
        for by_graph in answer.graph_proofs:
            lines += [_fact(fact, reply) for fact in by_graph.facts[:FACTS]]
        lines += [f"{one.title}: {one.text} [{one.quote}]" for one in answer.text_proofs]
    return list(dict.fromkeys(lines))


def _fact(fact: Fact, reply: Reply) -> str:
    labels = reply.labels
    object_ = fact.object if isinstance(fact.object, str) else value_text(fact.object, labels)
    qualifiers = "".join(
        f" · {labels.get(key, key)} {value_text(value, labels)}" for key, value in fact.qualifiers
    )
    negated = "no fact: " if fact.is_missing else ""
    subject = value_text(fact.subject, labels)
    property_ = labels.get(fact.property, fact.property)
    return f"{negated}{subject} · {property_} · {object_}{qualifiers}"
