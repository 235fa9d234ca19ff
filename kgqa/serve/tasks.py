"""What workers do, by name: every task takes a desk and gives what the client gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from kgqa.answers import Reply, Result
from kgqa.as_json import document, reply_document
from kgqa.explanations import explained
from kgqa.formats import Written
from kgqa.formats.writing import written
from kgqa.queries import run_expression
from kgqa.serve.desk import Desk
from kgqa.serve.entities import entity_document
from kgqa.serve.frames import Outcome, Task, as_json
from kgqa.serve.lookups import complete, link, passages, properties
from kgqa.serve.page.views import PAGES
from kgqa.serve.problems import Refused
from kgqa.serve.sparql_results import serialised
from kgqa.settings import Settings

Tell = Callable[[str], None]
Do = Callable[[Desk, Task, Tell], Outcome]

UNDERSTOOD_NOTHING = "No query was found for the question."


def ask(desk: Desk, task: Task, tell: Tell) -> Outcome:
    """Return the reply to a question, as `kgqa ask --json` prints it."""
    return as_json(reply_document(reply_to(desk, task, tell)))


def reply_to(desk: Desk, task: Task, tell: Tell) -> Reply:
    """Return the reply to the question of a task."""
    given = task.given
    _, reply = desk.engine.asked(
        given["question"],
        pick=given.get("pick"),
        read=given.get("read"),
        reading=given.get("reading"),
        tell=tell,
    )
    if language := given.get("lang"):
        labels = {**reply.labels, **desk.store.labels(reply.labels, language)}
        reply = replace(reply, language=language, labels=labels)
    return replace(reply, answers=reply.answers[: given.get("top")])


def text2sparql(desk: Desk, task: Task, tell: Tell) -> Outcome:
    """Return the query that a question is understood as, as the TEXT2SPARQL challenge has it."""
    reply = reply_to(desk, task, tell)
    query = next((reading.sparql for reading in reply.readings if reading.sparql), "")
    if not query:
        raise Refused(404, UNDERSTOOD_NOTHING, hint=reply.reason, kind="NotUnderstood")
    given = task.given
    return as_json({"dataset": given["dataset"], "question": given["question"], "query": query})


def query(desk: Desk, task: Task, tell: Tell) -> Outcome:
    """Return the answers to an expression, as `kgqa query --json` prints them."""
    return as_json(document(result_of(desk, task, tell)))


def result_of(desk: Desk, task: Task, tell: Tell) -> Result:
    """Return the answers to the expression of a task."""
    tell("querying")
    result = run_expression(task.given["algebra"], desk.store, settings_of(desk, task))
    return replace(result, answers=result.answers[: task.given.get("top")])


FILES: Mapping[Written, str] = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "markdown": "text/markdown",
    "turtle": "text/turtle",
    "jsonld": "application/ld+json",
    "graphml": "application/xml",
}
"""The formats of answers as files, and their types."""


def download(desk: Desk, task: Task, tell: Tell) -> Outcome:
    """Return the answers to a question or an expression as a file."""
    found = (reply_to if "question" in task.given else result_of)(desk, task, tell)
    form: Written = task.given["format"]
    name = f'attachment; filename="answers.{form}"'
    body = written(found, form).encode()
    return Outcome(200, f"{FILES[form]}; charset=utf-8", body, {"Content-Disposition": name})


RESULT_FILES = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "turtle": "text/turtle",
    "jsonld": "application/ld+json",
}
"""The formats of results of SPARQL as files, and their types."""


def download_results(desk: Desk, task: Task, tell: Tell) -> Outcome:
    """Return the results of a SPARQL query as a file."""
    form = task.given["format"]
    given = {"query": task.given["sparql"], "accept": RESULT_FILES[form]}
    found = sparql(desk, replace(task, given=given), tell)
    name = f'attachment; filename="results.{form}"'
    return replace(found, headers={"Content-Disposition": name})


def settings_of(desk: Desk, task: Task) -> Settings:
    """Return the settings with what a task says otherwise."""
    language = task.given.get("lang") or desk.settings.language
    return replace(desk.settings, timeout=task.seconds, language=language)


def sparql(desk: Desk, task: Task, tell: Tell) -> Outcome:
    """Return the results of a SPARQL query in the format that was agreed on."""
    tell("querying")
    result = desk.store.run(
        task.given["query"], seconds=task.seconds, memory=desk.settings.memory << 20
    )
    return serialised(result, task.given["accept"])


def explain(desk: Desk, task: Task, tell: Tell) -> Outcome:
    """Return what a SPARQL query asks for, in the algebra and in English."""
    tell("reading")
    language = task.given.get("lang") or desk.settings.language
    return as_json(explained(task.given["sparql"], desk.store, language=language).to_dict())


def entity(desk: Desk, task: Task, tell: Tell) -> Outcome:
    """Return what the store says of an entity or a property."""
    language = task.given.get("lang") or desk.settings.language
    return as_json(entity_document(desk, task.given["id"], language, task.seconds))


def schema(desk: Desk, task: Task, _: Tell) -> Outcome:
    """Return the most frequent properties of the store, with what they join."""
    language, top = desk.settings.language, task.given["top"]
    rows = []
    for id_ in desk.schema.properties()[:top]:
        known = desk.schema.property(id_, language)
        if known is not None:
            sides = (known.subject_classes[:3], known.object_classes[:3])
            labels = desk.store.labels([one.id for side in sides for one in side], language)
            joins = [[labels.get(one.id, one.id) for one in side] for side in sides]
            rows.append(
                {
                    "id": id_,
                    "label": known.label,
                    "description": known.description,
                    "edges": known.edges,
                    "from": joins[0],
                    "to": joins[1],
                }
            )
    return as_json({"store": desk.settings.store, "properties": rows})


TASKS: Mapping[str, Do] = {
    "ask": ask,
    "complete": complete,
    "download_answers": download,
    "download_reply": download,
    "download_results": download_results,
    "entity": entity,
    "explain": explain,
    "link": link,
    "properties": properties,
    "query": query,
    "schema": schema,
    "sparql": sparql,
    "text2sparql": text2sparql,
    "text_search": passages,
    **PAGES,
}
