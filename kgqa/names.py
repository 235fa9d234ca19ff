"""From what people write to ids: the items and the properties that a text may name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.errors import WrongArgument
from kgqa.settings import current
from kgqa.stores import checked, folder_of, location_of

if TYPE_CHECKING:
    from kgqa_store.item_names import ItemCandidate
    from kgqa_store.property_names import PropertyCandidate
    from kgqa_store.store import Store

TOP = 10
"""So many candidates are returned, unless told otherwise."""


def link(
    text: str,
    store: Store | str | Path | None = None,
    *,
    top: int = TOP,
    language: str | None = None,
) -> list[ItemCandidate]:
    """Return the items that `text` may be the name or the id of, best first.

    `store` is an open store, its folder, or `sample`; without one it is that of the settings.
    """
    from kgqa_store.item_names import find_items
    from kgqa_store.names import NameIndex
    from kgqa_store.names_opening import open_names

    _check(text, top)
    folder, chosen = _folder(store), language or current().settings.language
    with NameIndex(folder) if folder else open_names(folder_of(location_of(store))) as index:
        return find_items(index, text, limit=top, language=chosen.lower())


def properties(
    text: str,
    store: Store | str | Path | None = None,
    *,
    top: int = TOP,
    language: str | None = None,
) -> list[PropertyCandidate]:
    """Return the properties that `text` may name, by a label, an alias or its id, best first.

    `store` is as for `link`.
    """
    from kgqa_store.names_opening import open_schema
    from kgqa_store.property_names import find_properties
    from kgqa_store.schema import Schema

    _check(text, top)
    folder, chosen = _folder(store), language or current().settings.language
    with Schema(folder) if folder else open_schema(folder_of(location_of(store))) as schema:
        return find_properties(schema, text, limit=top, language=chosen.lower())


def _folder(store: Store | str | Path | None) -> Path | None:
    """Return the folder of the indexes of an open store."""
    if store is None or isinstance(store, str | Path):
        return None
    path = getattr(checked(store), "path", None)
    return path / "names" if isinstance(path, Path) else None


def _check(text: str, top: int) -> None:
    """Refuse what is no text, or no number of candidates."""
    if not isinstance(text, str):
        kind = type(text).__name__
        raise WrongArgument(f"A text is wanted, not {kind}.", hint='kgqa.link("Inception")')
    if isinstance(top, bool) or not isinstance(top, int) or top < 1:
        raise WrongArgument(f"{top!r} is no number of candidates.", hint="give 1 or more")
