"""How a graph tells things, as data: what its classes, names and bookkeeping are.

A profile is a TOML file; `wikidata`, `rdf` and `dbpedia` lie in `profiles/`, and one's own may
extend one of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib import resources
from pathlib import Path
from typing import Any

import orjson

from kgqa_store.errors import SourceError

WIKIDATA, RDF, DBPEDIA = "wikidata", "rdf", "dbpedia"
SHIPPED = (WIKIDATA, RDF, DBPEDIA)
FILE = "profile.json"
"""Where a store keeps the profile that its indexes were made by."""
_JOINED = ("bookkeeping", "prefixes")
"""What a profile adds to that of the one it extends, rather than putting it in place."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How a graph tells things. Predicates and classes are IRIs."""

    name: str
    instance: str
    """The predicate that leads to the class of a thing."""
    subclass: str
    """The predicate that leads to what is above a class."""
    labels: tuple[str, ...]
    """The predicates of names: the first of them that a thing has is its label."""
    aliases: tuple[str, ...] = ()
    descriptions: tuple[str, ...] = ()
    label_names: tuple[str, ...] = ()
    """The ends of the IRIs of predicates whose texts are names where a thing has no other."""
    given_names: tuple[str, ...] = ()
    """The ends of the IRIs of predicates of first names, which with last names are names."""
    family_names: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    """Words that begin the IRIs of properties and say nothing: `is`, `has`."""
    statements: str = "auto"
    """How edges carry qualifiers: `wikibase`, `reifies`, `reification`, `none`; `auto` looks."""
    bookkeeping: tuple[str, ...] = ()
    """How the predicates begin that tell nothing of the world."""
    language: str = "en"
    """The language of names that have none."""
    recognised_by: str = ""
    """A namespace by whose use a graph is taken for one of this profile."""
    prefixes: Mapping[str, str] = field(default_factory=dict)

    def is_bookkeeping(self, predicate: str) -> bool:
        """Whether a predicate says how the graph is made rather than what it tells."""
        return predicate.startswith(self.bookkeeping)


def read_profile(name: str) -> Profile:
    """Return the profile of that name, or in the TOML file of that name."""
    if name in SHIPPED:
        file = resources.files(__package__) / "profiles" / f"{name}.toml"
        return _profile(name, tomllib.loads(file.read_text(encoding="utf-8")))
    path = Path(name)
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SourceError(
            f"There is no profile {name}: {error.strerror}.",
            hint=f"Name one of {', '.join(SHIPPED)}, or a TOML file (docs/own-graph.md).",
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"The profile {name} is no TOML: {error}.", hint="Mend it.") from error
    return _profile(path.stem, found)


def kept_profile(place: Path, name: str) -> Profile:
    """Return the profile by which the indexes in the folder `place` were made."""
    path = place / FILE
    if path.is_file():
        found = orjson.loads(path.read_bytes())
        return _profile(found.pop("name"), found)
    if name in SHIPPED:
        return read_profile(name)
    raise SourceError(
        f"The store was built by a profile of one's own, {name}, and has not kept it.",
        hint="Build it again: kgqa store build SOURCE... --profile FILE.toml --out DIR",
    )


def keep_profile(profile: Profile, place: Path) -> None:
    """Write a profile beside the indexes that are made by it."""
    (place / FILE).write_bytes(orjson.dumps(asdict(profile)))


def _profile(name: str, found: dict[str, Any]) -> Profile:
    base = read_profile(found.pop("extends")) if "extends" in found else None
    known = {each.name for each in fields(Profile)} - {"name"}
    if strange := sorted(found.keys() - known):
        raise SourceError(
            f"The profile {name} has an entry that means nothing: {strange[0]}.",
            hint=f"Entries are: extends, {', '.join(sorted(known))}.",
        )
    given: dict[str, Any] = {
        key: tuple(one) if isinstance(one, list) else one for key, one in found.items()
    }
    if base is not None:
        above = {each: getattr(base, each) for each in known}
        given = above | given | {key: _joined(above[key], given.get(key)) for key in _JOINED}
    lacking = [each for each in ("instance", "subclass", "labels") if not given.get(each)]
    if lacking:
        raise SourceError(
            f"The profile {name} does not say its {lacking[0]}.",
            hint='Begin with extends = "rdf", and say only what differs.',
        )
    return Profile(name, **given)


def _joined(above: Any, given: Any) -> Any:  # noqa: ANN401 - a tuple or a mapping
    if given is None:
        return above
    return {**above, **given} if isinstance(above, Mapping) else (*above, *given)
