"""Look-ups by words: entities, properties, passages, and what completes what is being typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kgqa.serve.desk import Desk
from kgqa.serve.frames import Outcome, Task, as_json

Tell = Callable[[str], None]


def link(desk: Desk, task: Task, _: Tell) -> Outcome:
    """Return the entities that a text may be the name of, as `kgqa link --json` prints them."""
    language = task.given.get("lang") or desk.settings.language
    found = entities(desk, task.given["text"], task.given["top"], language)
    return as_json({"text": task.given["text"], "language": language, "candidates": found})


def entities(desk: Desk, text: str, top: int, language: str) -> list[dict[str, Any]]:
    """Return the best candidates for a name, with what is known of each."""
    from kgqa_store.item_names import find_items

    found = find_items(desk.names, text, limit=top, language=language)
    return [_rounded(candidate._asdict()) for candidate in found]


def properties(desk: Desk, task: Task, _: Tell) -> Outcome:
    """Return the properties whose names say what a text says, best first."""
    language = task.given.get("lang") or desk.settings.language
    text = task.given["text"]
    found = named_properties(desk, text, task.given["top"], language)
    return as_json({"text": text, "language": language, "candidates": found})


def named_properties(desk: Desk, text: str, top: int, language: str) -> list[dict[str, Any]]:
    """Return the best properties for some words, with what is known of each."""
    from kgqa_store.property_names import find_properties

    found = find_properties(desk.schema, text, limit=top, language=language)
    return [_rounded(candidate._asdict()) for candidate in found]


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without digits that mean nothing."""
    return {key: round(one, 4) if isinstance(one, float) else one for key, one in row.items()}


def complete(desk: Desk, task: Task, _: Tell) -> Outcome:
    """Return names that begin as a text does: entities, properties, or both."""
    text, top, kind = task.given["text"], task.given["top"], task.given["kind"]
    language = task.given.get("lang") or desk.settings.language
    rows: list[dict[str, Any]] = []
    if kind != "property":
        for found in desk.names.prefix(text, top) if text.strip() else ():
            entry = desk.names.describe(found.id, language)
            about = entry.description if entry else ""
            rows.append({"id": found.id, "label": found.label, "description": about})
    if kind != "entity":
        some = named_properties(desk, text, top, language)
        rows += [{key: row[key] for key in ("id", "label", "description")} for row in some]
    return as_json({"text": text, "completions": rows[: 2 * top]})


def passages(desk: Desk, task: Task, _: Tell) -> Outcome:
    """Return the passages that say most about a text, as `kgqa text search --json` prints them."""
    from kgqa.text.words import highlights, query_words

    text = task.given["text"]
    words = query_words(text)
    hits = desk.texts.search(text, k=task.given["top"], qids=task.given["about"])
    found = [
        {
            "passage": hit.passage.id,
            "title": hit.passage.title,
            "text": hit.passage.text,
            "qid": hit.passage.qid,
            "url": hit.passage.url,
            "start": hit.passage.start,
            "score": round(hit.score, 4),
            "ranks": dict(hit.ranks),
            "highlights": list(highlights(hit.passage.text, words)),
        }
        for hit in hits
    ]
    return as_json({"query": text, "hits": found})
