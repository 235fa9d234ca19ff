"""What people say for the properties and classes of a graph, as a TOML file teaches it.

supervises = ["boss", "reports to"]        # by the name of a property or class
"v:Employee" = ["colleague"]               # or by its id
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema

from kgqa.errors import SettingsError

Synonyms = Mapping[str, tuple[str, ...]]
"""By the id of a property or a class, what people say for it."""
LOOKED_AT = 5
"""Properties with nearly a name that are looked at."""
NOTHING: Synonyms = MappingProxyType({})


def read_synonyms(path: str, schema: Schema) -> Synonyms:
    """Return what a file teaches of the properties and classes of a schema; '' teaches nothing."""
    if not path:
        return NOTHING
    ids = _ids(schema)
    found: dict[str, tuple[str, ...]] = {}
    for name, words in _rows(Path(path)).items():
        is_id = schema.property(name) is not None or schema.class_(name) is not None
        id_ = name if is_id else ids.get(normalise(name)) or _unused(name, schema)
        if id_ is None:
            raise SettingsError(
                f"{path} speaks of {name}, and no property or class of the store is called so.",
                hint="kgqa store info lists the properties and classes of a store",
            )
        found[id_] = (*found.get(id_, ()), *words)
    return found


def written(synonyms: Mapping[str, Sequence[str]]) -> str:
    """Return synonyms as TOML."""
    rows = (
        f"{_quoted(name)} = [{', '.join(map(_quoted, words))}]\n"
        for name, words in sorted(synonyms.items())
    )
    return "".join(rows)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _rows(path: Path) -> dict[str, tuple[str, ...]]:
    hint = 'a line of it is: supervises = ["boss", "reports to"]'
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"The synonyms {path} cannot be read: {error}.", hint=hint) from error
    for name, words in found.items():
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise SettingsError(f"The synonyms {path} of {name} are no list of texts.", hint=hint)
    return {name: tuple(words) for name, words in found.items()}


def _unused(name: str, schema: Schema) -> str | None:
    """Return the property of that name that has no edges: what it says is stated backwards."""
    found = schema.find_property(name, LOOKED_AT)
    return next((one.id for one in found if normalise(one.name) == normalise(name)), None)


def _ids(schema: Schema) -> dict[str, str]:
    """Return the ids of properties and classes by their names; of several the most frequent."""
    found: dict[str, str] = {}
    classes: dict[str, None] = {}
    for id_ in schema.properties():
        entry = schema.property(id_)
        for text in (entry.label, *entry.aliases) if entry else ():
            found.setdefault(normalise(text), id_)
        for one in (*entry.subject_classes, *entry.object_classes) if entry else ():
            classes |= dict.fromkeys((one.id, *schema.superclasses(one.id)))
    for id_ in classes:
        found.setdefault(normalise(schema.class_label(id_) or id_), id_)
    return found
