"""What a person sees of a question: the answers, what was understood, the proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any
from urllib.parse import urlencode

from kgqa.algebra import AlgebraError, Query, parse_expression
from kgqa.serve.desk import Desk
from kgqa.serve.page import alternatives
from kgqa.serve.page.charts import Chart, chart_of
from kgqa.serve.page.coverage import Piece, pieces
from kgqa.serve.page.drawing import drawn, key_of, place_text, text_of

SHOWN = 20
"""So many answers are on a page."""
NUMBERS = ("number", "quantity")
Object = dict[str, Any]


def reply_view(desk: Desk, document: Mapping[str, Any], given: Mapping[str, Any]) -> Object:
    """Return what the template shows of a reply."""
    question, lang = document["question"], document["language"]
    readings = document["readings"]
    number = given.get("reading") or 1
    view: Object = {
        "kind": "reply",
        "reply": document,
        "understood": understood(desk, readings[0], question, lang)
        if readings and _is_meant(document, given)
        else None,
        "readings": [
            one | {"address": _reading_address(question, given, _number_at(at, number))}
            for at, one in enumerate(readings)
        ],
        "is_chosen": number > 1,
        "interpretations": [
            {
                "question": one["question"],
                "answers": answer_views(desk, one["answers"][:5], lang),
                "more": max(0, len(one["answers"]) - 5),
                "address": _meaning_address(question, document, at),
            }
            for at, one in enumerate(document["interpretations"])
        ],
        "conflicts": document.get("conflicts", ()),
    }
    return view | answers_view(desk, document["answers"], given, lang)


def _is_meant(document: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    """Whether a reading is behind the answers, and not only the question as it stands."""
    proofs = [proof for answer in document["answers"] for proof in answer["proofs"]]
    return (
        not proofs
        or bool(given.get("reading"))
        or any(proof["kind"] == "kg" or "says" in proof for proof in proofs)
    )


def _number_at(place: int, chosen: int) -> int:
    """Return the number of the reading at a place, where the one of number `chosen` comes first."""
    if place == 0:
        return chosen
    return place if place < chosen else place + 1


def _reading_address(question: str, given: Mapping[str, Any], number: int) -> str:
    return alternatives.address(question=question, pick=given.get("pick"), reading=number)


def _meaning_address(question: str, document: Mapping[str, Any], at: int) -> str:
    """Return the address at which a question has only one of its meanings."""
    readings = document["readings"]
    first = {link["id"] for link in readings[0]["links"]} if readings else set()
    if at < len(readings):
        other = [link["id"] for link in readings[at]["links"] if at == 0 or link["id"] not in first]
        if other:
            return alternatives.address(question=question, pick=other[0])
    return alternatives.address(question=question, reading=at + 1)


def result_view(desk: Desk, document: Mapping[str, Any], given: Mapping[str, Any]) -> Object:
    """Return what the template shows of the answers to an expression."""
    lang = given.get("lang") or desk.settings.language
    reading = {
        "algebra": document["algebra"],
        "english": document["english"],
        "links": [],
        "sparql": document["sparql"],
        "unused": [],
    }
    view: Object = {
        "kind": "result",
        "reply": {
            **document,
            "outcome": "answered" if document["answers"] else "no-answer",
            "reason": document.get("reason", ""),
            "question": given.get("about"),
        },
        "understood": understood(desk, reading, given.get("about"), lang),
        "readings": [],
        "is_chosen": False,
        "interpretations": [],
        "conflicts": (),
    }
    return view | answers_view(desk, document["answers"], given, lang)


def understood(
    desk: Desk, reading: Mapping[str, Any], question: str | None, lang: str
) -> Object | None:
    """Return a reading in words and parts, with the words of the question that say each."""
    query = _parsed(reading["algebra"])
    if query is None:
        return None
    relations = list(alternatives.relations(desk, query, question, lang))
    names = list(alternatives.names(desk, query, reading, question, lang))
    said = [(part.label, _aliases(desk, part.id, lang)) for part in relations]
    covered = pieces(question, mentions(names), reading["unused"], said) if question else []
    words, others = words_of(covered, [*names, *relations])
    return {**reading, "words": words, "parts": others}


def mentions(names: Sequence[alternatives.Part]) -> list[tuple[str, str]]:
    """Return the words that say each name, and what the name means."""
    return [(part.said, part.label) for part in names]


Word = tuple[Piece, alternatives.Part | None]


def words_of(
    covered: Sequence[Piece], parts: Sequence[alternatives.Part]
) -> tuple[list[Word], list[alternatives.Part]]:
    """Return pieces of a question, each with the part that it says first, and all other parts."""
    left = {(part.kind, part.number): part for part in parts}
    words = [(piece, left.pop((piece.role, piece.number), None)) for piece in covered]
    return words, list(left.values())


def _parsed(algebra: str) -> Query | None:
    try:
        return parse_expression(algebra)
    except AlgebraError:
        return None


def _aliases(desk: Desk, id_: str, lang: str) -> Sequence[str]:
    known = desk.schema.property(id_, lang)
    return known.aliases if known else ()


def answers_view(
    desk: Desk, answers: Sequence[Mapping[str, Any]], given: Mapping[str, Any], lang: str
) -> Object:
    """Return a page of answers, sorted as is asked for, with a chart of all."""
    page = max(1, int(given.get("page") or 1))
    sort = given.get("sort")
    ordered, chart = list(answers), chart_of(answers)
    if sort in ("label", "confidence"):
        ordered.sort(key=lambda one: one[sort], reverse=sort == "confidence")
    elif sort == "value" and chart:
        ordered.sort(key=lambda one: -value_in(chart, one)[0])
    pages = max(1, -(-len(ordered) // SHOWN))
    page = min(page, pages)
    return {
        "answers": answer_views(desk, ordered[(page - 1) * SHOWN : page * SHOWN], lang),
        "count": len(ordered),
        "first": (page - 1) * SHOWN + 1,
        "page": page,
        "pages": pages,
        "sort": sort,
        "layout": given.get("view") or ("table" if len(ordered) > 6 else "cards"),
        "chart": chart,
        "shows_values": bool(chart and chart.values and any(one["value"]["id"] for one in answers)),
        "downloads": downloads(given),
    }


def value_in(chart: Chart, answer: Mapping[str, Any]) -> tuple[float, str]:
    """Return what an answer is sorted by in a chart, and what is shown; -inf where it has none."""
    return chart.values.get(answer["value"]["id"] or answer["label"], (-inf, ""))


def downloads(given: Mapping[str, Any]) -> Object:
    """Return the addresses at which the answers can be had as files."""
    kept = {
        name: given[name]
        for name in ("question", "algebra", "pick", "reading", "read", "lang")
        if given.get(name) is not None
    }
    path = "/ask" if "question" in kept else "/query"
    files = [
        (shown, f"/download?{urlencode(kept | {'format': form})}")
        for shown, form in (("CSV", "csv"), ("Turtle", "turtle"), ("GraphML", "graphml"))
    ]
    return {"json": f"{path}?{urlencode(kept)}", "others": files}


def answer_views(desk: Desk, answers: Sequence[Mapping[str, Any]], lang: str) -> list[Object]:
    """Return answers with what they are and the drawings of their proofs."""
    return [_answer_view(desk, answer, lang) for answer in answers]


def _answer_view(desk: Desk, answer: Mapping[str, Any], lang: str) -> Object:
    value = answer["value"]
    entry = desk.names.describe(value["id"], lang) if value["id"] else None
    key = key_of(value | {"label": answer["label"]}) if value["id"] else text_of(value)
    facts = [fact for proof in answer["proofs"] for fact in proof.get("facts", ())]
    return {
        **answer,
        "id": value["id"],
        "label": text_of(value) if value["type"] in NUMBERS else place_text(answer["label"]),
        "about": entry.description if entry else "",
        "drawing": drawn(facts, key),
        "recalled": [one["model"] for one in answer["proofs"] if one["kind"] == "model"],
        "passages": [_passage(proof) for proof in answer["proofs"] if proof["kind"] == "text"],
        "more": sum(proof.get("more", 0) for proof in answer["proofs"]),
    }


def _passage(proof: Mapping[str, Any]) -> Object:
    """Return a passage in three parts: before, what was read, and after."""
    text, start, end = proof["text"], max(0, proof["start"]), max(0, proof["end"])
    url = proof["url"] if proof["url"].startswith(("http://", "https://")) else ""
    return {
        "title": proof["title"] or proof["passage"],
        "url": url,
        "before": text[:start],
        "read": text[start:end],
        "after": text[end:],
        "score": proof["score"],
    }
