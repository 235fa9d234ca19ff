"""Cases: one expression per file, from its notation to its proof.

A case starts with what it is about, in words. Then come sections, each under its own line:
`# expression` is written by hand; `# english`, `# sparql`, `# answers` and `# proof of ...`, or
`# refused`, are what the program makes of it. `pytest --accept` writes these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kgqa_store.store import Store

from kgqa.algebra import AlgebraError, Entity, parse_expression, to_english
from kgqa.answers import Answer, Fact, Result, value_text
from kgqa.errors import KgqaError
from kgqa.execute.run import execute

FOLDER = Path(__file__).parent / "cases"
_SECTION = re.compile(r"^# (expression|english|sparql|answers|refused|proof of .+)$", re.MULTILINE)

Sections = dict[str, str]
"""The text under each heading, in order."""


@dataclass(frozen=True)
class Case:
    path: Path
    about: str
    sections: Sections

    @property
    def expression(self) -> str:
        return self.sections["expression"]


def read_case(path: Path) -> Case:
    about, *parts = _SECTION.split(path.read_text(encoding="utf-8"))
    headings, texts = parts[::2], parts[1::2]
    sections = {heading: text.strip("\n") for heading, text in zip(headings, texts, strict=True)}
    return Case(path, about.strip(), sections)


def write_case(case: Case, sections: Sections) -> None:
    parts = [f"# {heading}\n{text}\n" for heading, text in sections.items()]
    case.path.write_text(f"{case.about}\n\n" + "".join(parts), encoding="utf-8")


# --- What the program makes of it ------------------------------------------------------------


def outcome(expression: str, store: Store) -> Sections:
    """Return all sections of a case as they come out."""
    given = {"expression": expression}
    try:
        query = parse_expression(expression)
        result = execute(query, store)
    except (AlgebraError, KgqaError) as error:
        hint = f"\nHint: {error.hint}" if error.hint else ""
        return {**given, "refused": f"{type(error).__name__}: {error}{hint}"}
    given["english"] = to_english(query, result.labels)
    given["sparql"] = result.sparql.rstrip("\n")
    names = [named(answer, result.labels) for answer in result.answers]
    given["answers"] = "\n".join(names) or "none"
    for name, answer in zip(names, result.answers, strict=True):
        given[f"proof of {name}"] = "\n".join(proof_lines(answer, result)) or "none needed"
    return given


def named(answer: Answer, labels: Mapping[str, str]) -> str:
    text = value_text(answer.value, labels)
    match answer.value:
        case Entity(id_) if text != id_:
            return f"{text} ({id_})"
        case _:
            return text


def proof_lines(answer: Answer, result: Result) -> list[str]:
    """Return the facts in alphabetical order, what is not true of the answer itself at the end."""
    facts = [fact for proof in answer.proofs for fact in proof.facts]
    facts.sort(key=lambda f: (f.is_missing, f.role, fact_line(f, result.labels)))
    return [fact_line(fact, result.labels) for fact in facts]


def fact_line(fact: Fact, labels: Mapping[str, str]) -> str:
    object_ = fact.object if isinstance(fact.object, str) else value_text(fact.object, labels)
    property_ = labels.get(fact.property, fact.property)
    line = " · ".join([value_text(fact.subject, labels), property_, object_])
    if fact.qualifiers:
        said = (f"{labels.get(p, p)} {value_text(v, labels)}" for p, v in fact.qualifiers)
        line += f" {{{', '.join(said)}}}"
    if fact.statement:
        line += f" [{fact.statement}]"
    mark = "not: " if fact.is_missing else f"{fact.role}: " if fact.role else ""
    return mark + line
