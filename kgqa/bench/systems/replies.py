"""From what another system writes to a prediction: texts, lists, or what `kgqa ask --json` prints.

A reply is a text, a list, or an object with `answers`. An answer is a text, a number, a truth, or
an object with `text` or `id` or `value` or `label`, and perhaps `aliases`; a pair of AmbigQA has
`question` and `answer`. An object with `sparql` and without answers is a query that is to be run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kgqa.bench.errors import SystemFailed
from kgqa.bench.queries import QUERY
from kgqa.bench.question import Given, Pair, Passage, Prediction

QUERIES = (
    *("sparql", "query", "output"),
    *("executable_sparql", "predicted_sparql", "predicted_sql"),  # as WikiSP and SPINACH write it
)
"""The names under which replies have a query, the one that can be run as it is before others."""


def prediction_from(reply: Any, where: str) -> Prediction:  # noqa: ANN401 - whatever JSON has
    """Return the prediction that a reply spells; `where` tells where it stands."""
    if isinstance(reply, Mapping):
        return _from_object(reply, where)
    listed = [] if reply is None else reply if isinstance(reply, list) else [reply]
    pairs = tuple(
        Pair(str(one["question"]), (str(one["answer"]),))
        for one in listed
        if isinstance(one, Mapping) and "question" in one and "answer" in one
    )
    answers = tuple(given_from(one, where) for one in listed)
    return Prediction(answers, "answered" if answers else "no-answer", pairs=pairs)


def _from_object(reply: Mapping[str, Any], where: str) -> Prediction:
    key = next((key for key in ("answers", "predictions", "answer") if key in reply), None)
    if key is None and (sparql := query_in(reply)) is not None:
        return Prediction(outcome=QUERY, sparql=sparql, reason=where)
    if key is None:
        raise SystemFailed(
            f"{where}: the reply has no answers, only {', '.join(map(str, reply)) or 'nothing'}.",
            hint='expected for example {"answers": ["Q25191"]}',
        )
    plain = prediction_from(reply[key], where)
    readings = reply.get("readings") or [{}]
    reading = readings[0] if isinstance(readings[0], Mapping) else {}
    confidences = [one.get("confidence") for one in _objects(reply[key])]
    return Prediction(
        plain.answers,
        str(reply.get("outcome") or plain.outcome),
        reason=str(reply.get("reason") or ""),
        pairs=plain.pairs or _interpretations(reply, where),
        passages=tuple(_passages(reply)) if "passages" in reply else None,
        confidence=float(reply.get("confidence") or next(filter(None, confidences), 0.0)),
        reading=str(reading.get("algebra") or ""),
        english=str(reading.get("english") or ""),
        sparql=str(reading.get("sparql") or ""),
        timings=dict(reply.get("timings_ms") or {}),
    )


def query_in(reply: Mapping[str, Any]) -> str | None:
    """Return the SPARQL of a reply, by any of the names of a query, or one deeper, as in QALD."""
    for key in QUERIES:
        found = reply.get(key)
        if isinstance(found, Mapping):
            found = found.get("sparql")
        if isinstance(found, str):
            return found
    return None


def _objects(listed: Any) -> list[Mapping[str, Any]]:  # noqa: ANN401 - whatever JSON has
    found = listed if isinstance(listed, list) else [listed]
    return [one for one in found if isinstance(one, Mapping)]


def _interpretations(reply: Mapping[str, Any], where: str) -> tuple[Pair, ...]:
    return tuple(
        Pair(str(one.get("question", "")), given_from(answer, where).spellings)
        for one in _objects(reply.get("interpretations") or [])
        for answer in (one.get("answers") or [])[:1]
    )


def _passages(reply: Mapping[str, Any]) -> list[Passage]:
    return [
        Passage(str(one.get("text", "")), str(one.get("title", "")))
        if isinstance(one, Mapping)
        else Passage(str(one))
        for one in reply.get("passages") or []
    ]


def given_from(answer: Any, where: str) -> Given:  # noqa: ANN401 - whatever JSON has
    """Return one answer."""
    match answer:
        case bool():
            return Given(str(answer), kind="boolean")
        case int() | float():
            return Given(str(answer), kind="number")
        case str():
            return Given(answer.strip())
        case {"question": _, "answer": text}:
            return Given(str(text).strip())
        case Mapping():
            return _from_fields(answer, where)
        case _:
            raise SystemFailed(f"{where}: {str(answer)[:60]!r} is no answer.")


def _from_fields(answer: Mapping[str, Any], where: str) -> Given:
    value = answer.get("value")
    fields = value if isinstance(value, Mapping) else answer
    text = next((fields[key] for key in ("id", "text", "value") if fields.get(key) is not None), "")
    label = answer.get("label") or fields.get("label") or ""
    names = tuple(str(one) for one in (label, *(answer.get("aliases") or ())) if one)
    if text == "" and not names:
        raise SystemFailed(f"{where}: an answer has neither id, text, value nor label.")
    kind = str(fields.get("type") or "")
    return Given(
        str(text) if text != "" else names[0], names, "number" if kind == "quantity" else kind
    )
