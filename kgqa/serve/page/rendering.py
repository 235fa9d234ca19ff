"""From templates to HTML. Everything that enters a template is escaped by Jinja."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from kgqa.serve.page.alternatives import address
from kgqa.serve.page.drawing import HEIGHT, text_of

GIVEN = ("question", "algebra", "sparql", "about", "pick", "reading", "lang")
"""What templates look at of what was given; each may be missing."""
WIKIDATA = "https://www.wikidata.org/wiki/"


@cache
def environment() -> Environment:
    """Return the environment of all templates."""
    made = Environment(
        loader=PackageLoader("kgqa.serve"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"text_of": text_of}
    made.globals |= {"address": address, "wikidata": WIKIDATA, "box_height": HEIGHT}
    return made


def rendered(name: str, **given: Any) -> bytes:  # noqa: ANN401 - whatever the template shows
    """Return a template filled with what is given."""
    return environment().get_template(name).render(given).encode()
