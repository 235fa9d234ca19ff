"""The pages, as tasks of a worker: each is the whole page, or only what changes in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import orjson
from kgqa_store.opening import is_endpoint
from kgqa_store.result_formats import abbreviated
from kgqa_store.results import Node, Table, Triples

from kgqa.algebra import AlgebraError
from kgqa.explanations import explained
from kgqa.serve.desk import SAMPLE, Desk, place
from kgqa.serve.entities import entity_document
from kgqa.serve.frames import Outcome, Task
from kgqa.serve.page.rendering import GIVEN, rendered
from kgqa.serve.page.replies import reply_view, result_view, understood
from kgqa.serve.problems import place_of, problem, status_of

HTML = "text/html; charset=utf-8"
ROWS = 500
"""So many rows of a table are shown."""
EXAMPLES = 9
"""So many questions are offered."""
Tell = Callable[[str], None]
View = Callable[[Desk, Task, Tell], dict[str, Any]]


def shown(title: str, template: str, view: View) -> Callable[[Desk, Task, Tell], Outcome]:
    """Return the task that shows what `view` gives; an error is shown in its place."""

    def task(desk: Desk, task: Task, tell: Tell) -> Outcome:
        status, content = 200, {}
        try:
            content = view(desk, task, tell)
            name = template
        except Exception as error:
            status, name = status_of(error), "problem.html"
            if status == 500:
                raise
            wrong = place_of(error, task.given.get("algebra") or task.given.get("sparql") or "")
            content = {"problem": orjson.loads(problem(error).body)["error"], "wrong": wrong}
        given = dict.fromkeys(GIVEN) | dict(task.given)
        about = {
            "title": content.get("title") or given["question"] or title,
            "given": given,
            "store": store_name(desk.settings.store),
            "is_fragment": bool(given.get("fragment")),
        }
        return Outcome(status, HTML, rendered(name, **(content | about)))

    return task


def store_name(location: str) -> str:
    """Return how a store is called on the page."""
    if location == SAMPLE:
        return "the sample of Wikidata"
    return location if is_endpoint(location) else Path(location).name


# --- Home ----


def _home(desk: Desk, task: Task, _: Tell) -> dict[str, Any]:
    return {"examples": examples(desk), "title": "kgqa", "is_home": True}


def examples(desk: Desk) -> list[str]:
    """Return questions that fit the store."""
    if desk.settings.store == SAMPLE:
        text = (files("kgqa_store") / "sample" / "tour.toml").read_text(encoding="utf-8")
        tour = tomllib.loads(text)["question"]
        kinds = {one["type"]: one["question"] for one in reversed(tour)}
        more = (one["question"] for one in tour)
        return list(dict.fromkeys([*kinds.values(), *more]))[:EXAMPLES]
    found: list[str] = []
    for id_ in desk.schema.properties():
        known = desk.schema.property(id_, desk.settings.language)
        if known is None or not known.example or known.label == id_ or len(found) == EXAMPLES:
            continue
        label = desk.store.labels(known.example[:1], desk.settings.language)
        if label:
            found.append(f"What is the {known.label} of {next(iter(label.values()))}?")
    return found


# --- Questions, expressions, queries ----


def _ask(desk: Desk, task: Task, tell: Tell) -> dict[str, Any]:
    from kgqa.as_json import reply_document
    from kgqa.serve.tasks import reply_to

    document = reply_document(reply_to(desk, task, tell))
    return reply_view(desk, document, task.given)


def _query(desk: Desk, task: Task, tell: Tell) -> dict[str, Any]:
    from kgqa.as_json import document
    from kgqa.serve.tasks import result_of

    found = document(result_of(desk, task, tell))
    return result_view(desk, found, task.given) | {"title": found["english"]}


def _sparql(desk: Desk, task: Task, tell: Tell) -> dict[str, Any]:
    tell("querying")
    result = desk.store.run(
        task.given["sparql"], seconds=task.seconds, memory=desk.settings.memory << 20
    )
    match result:
        case bool():
            columns, rows = ["answer"], [[{"text": "yes" if result else "no", "id": None}]]
        case Table(variables, found):
            columns, rows = list(variables), [list(map(_cell, row)) for row in found[:ROWS]]
        case Triples(triples):
            columns = ["subject", "predicate", "object"]
            rows = [list(map(_cell, triple)) for triple in triples[:ROWS]]
    ids = [cell["id"] for row in rows for cell in row if cell["id"]]
    labels = desk.store.labels(dict.fromkeys(ids), desk.settings.language) if ids else {}
    total = (
        1
        if isinstance(result, bool)
        else len(result.rows)
        if isinstance(result, Table)
        else len(result.triples)
    )
    view = {"columns": columns, "rows": rows, "labels": labels, "total": total, "title": "SPARQL"}
    forms = GRAPH_FILES if isinstance(result, Triples) else TABLE_FILES
    files = [(name, download_address(task.given["sparql"], form)) for name, form in forms.items()]
    return view | {"downloads": files, "understood": asked_for(desk, task.given)}


TABLE_FILES = {"CSV": "csv", "JSON": "json", "XML": "xml"}
GRAPH_FILES = {"Turtle": "turtle", "JSON-LD": "jsonld"}


def download_address(sparql: str, form: str) -> str:
    """Return where the results of a query can be had as a file."""
    return "/download?" + urlencode({"sparql": sparql, "format": form})


def asked_for(desk: Desk, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what a query asks for, as an expression; None where the algebra cannot say it."""
    lang = given.get("lang") or desk.settings.language
    try:
        found = explained(given["sparql"], desk.store, language=lang)
    except AlgebraError:
        return None
    reading = {"algebra": found.algebra, "english": found.english, "sparql": given["sparql"]}
    return understood(desk, reading | {"links": [], "unused": []}, None, lang)


def _cell(node: Node | None) -> dict[str, Any]:
    import pyoxigraph as ox

    if isinstance(node, ox.NamedNode):
        short = abbreviated(node.value)
        prefix, _, name = short.partition(":")
        is_ours = prefix in ("wd", "wdt", "p", "ps", "pq") and name[1:].isdigit()
        return {"text": short, "id": name if is_ours else None}
    text = "" if node is None else getattr(node, "value", str(node))
    return {"text": text, "id": None}


# --- Entities and the store ----


def _entity(desk: Desk, task: Task, _: Tell) -> dict[str, Any]:
    language = task.given.get("lang") or desk.settings.language
    found = entity_document(desk, task.given["id"], language, task.seconds)
    return {"entity": found, "title": found["label"]}


def _store(desk: Desk, task: Task, _: Tell) -> dict[str, Any]:
    from kgqa_store.errors import StoreMissing
    from kgqa_store.overview import overview

    location = place(desk.settings.store)
    if is_endpoint(location):
        raise StoreMissing(f"{location} is an endpoint, and tells nothing of what it holds.")
    found = overview(Path(location), top=15, language=desk.settings.language)
    size = sum(found.sizes.values())
    return {
        "overview": found,
        "megabytes": size / 1e6,
        "largest": {
            "classes": max((one.count for one in found.top_classes), default=1),
            "properties": max((one.count for one in found.top_properties), default=1),
        },
        "title": "What is in the store",
    }


PAGES: Mapping[str, Callable[[Desk, Task, Tell], Outcome]] = {
    "page_home": shown("kgqa", "home.html", _home),
    "page_ask": shown("kgqa", "reply.html", _ask),
    "page_query": shown("kgqa", "reply.html", _query),
    "page_sparql": shown("SPARQL", "table.html", _sparql),
    "page_entity": shown("kgqa", "entity.html", _entity),
    "page_store": shown("Store", "store.html", _store),
}
