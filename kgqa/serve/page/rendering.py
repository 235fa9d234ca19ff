"""From templates to HTML. Everything that enters a template is escaped by Jinja."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def environment() -> Environment:
    """Return the environment of all templates."""
    return Environment(
        loader=PackageLoader("kgqa.serve"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(name: str, **given: Any) -> bytes:  # noqa: ANN401 - whatever the template shows
    """Return a template filled with what is given."""
    return environment().get_template(name).render(given).encode()
