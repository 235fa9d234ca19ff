"""The sample's source files as records: entities and properties, each knowing its line.

Nothing is looked up here: a name stays a name until `compile` knows all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

PROPERTIES = "properties.kg"
"""The file that declares the properties; every other `.kg` file holds entities."""

DATATYPES = {
    "item": "WikibaseItem",
    "date": "Time",
    "quantity": "Quantity",
    "string": "String",
    "text": "Monolingualtext",
    "coordinate": "GlobeCoordinate",
}
"""The words of `properties.kg` for Wikidata's datatypes."""

_ENTITY = re.compile(r"(Q[1-9]\d*) +([^|]+?) +\| +(\S.*)")
_PROPERTY = re.compile(r"(P[1-9]\d*) +([^|]+?) +\| +(\w+)((?: +\| .*)?)")
_LABEL = re.compile(r"label ([a-z]{2,3}(?:-[a-z]+)*)")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a source file."""

    file: str
    line: int

    def __str__(self) -> str:
        """Name the place as editors and compilers do."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong, and where."""

    place: Place
    what: str

    def __str__(self) -> str:
        """Give the place first."""
        return f"{self.place}: {self.what}"


@dataclass(frozen=True, slots=True)
class ValueText:
    """One value as it is written, with its qualifiers as (property name, value) pairs."""

    text: str
    preferred: bool = False
    qualifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One line `property: value; value`."""

    place: Place
    property: str
    values: tuple[ValueText, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """What a block says of an entity; an addition (`+ name`) has no label and no description."""

    place: Place
    name: str
    """The Q-number of a new entity, or the name after `+`."""
    label: str = ""
    description: str = ""
    title: str = ""
    aliases: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def is_addition(self) -> bool:
        """Whether the block adds to an entity that another block declares."""
        return not self.label


@dataclass(frozen=True, slots=True)
class Property:
    """A declared property."""

    place: Place
    id: str
    label: str
    datatype: str
    aliases: tuple[str, ...] = ()
    inverse: str = ""
    """The property that holds in the other direction; its own label where it is symmetric."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything the source files say, in their order, and what in them could not be read."""

    entities: tuple[Entity, ...]
    properties: tuple[Property, ...]
    mistakes: tuple[Mistake, ...]


@dataclass(slots=True)
class _Block:
    """An entity while its lines are being read."""

    place: Place
    name: str
    label: str = ""
    description: str = ""
    title: str = ""
    aliases: list[str] = field(default_factory=list)
    labels: list[tuple[str, str]] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    def finish(self) -> Entity:
        return Entity(
            self.place,
            self.name,
            self.label,
            self.description,
            self.title or self.label,
            tuple(self.aliases),
            tuple(self.labels),
            tuple(self.claims),
        )


def read_sources(folder: Path) -> Sources:
    """Return what the `.kg` files of `folder` say; a line that cannot be read is a mistake."""
    entities: list[Entity] = []
    properties: list[Property] = []
    mistakes: list[Mistake] = []
    for path in sorted(folder.glob("*.kg")):
        lines = list(_lines(path))
        if path.name == PROPERTIES:
            properties.extend(_properties(lines, mistakes))
        else:
            entities.extend(_entities(lines, mistakes))
    return Sources(tuple(entities), tuple(properties), tuple(mistakes))


def split_outside(text: str, separator: str) -> list[str]:
    """Split at the separators that stand neither in braces nor in double quotes."""
    parts, depth, quoted, start = [], 0, False, 0
    if "{" not in text and '"' not in text:
        return [part.strip() for part in text.split(separator)]
    for at, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in "{}":
            depth += 1 if character == "{" else -1
        elif character == separator and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def _lines(path: Path) -> Iterator[tuple[Place, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield Place(path.name, number), line.rstrip()


def _properties(lines: list[tuple[Place, str]], mistakes: list[Mistake]) -> Iterator[Property]:
    for place, line in lines:
        found = _PROPERTY.fullmatch(line)
        if not found or found[3] not in DATATYPES:
            wanted = "P57 director | item | aliases; … | inverse: other property"
            mistakes.append(Mistake(place, f"expected `{wanted}`, with one of {list(DATATYPES)}"))
            continue
        aliases: tuple[str, ...] = ()
        inverse = ""
        for part in (part.strip() for part in found[4].split(" | ") if part.strip()):
            if part == "symmetric":
                inverse = found[2]
            elif part.startswith("inverse: "):
                inverse = part.removeprefix("inverse: ")
            else:
                aliases = tuple(alias.strip() for alias in part.split(";"))
        yield Property(place, found[1], found[2], found[3], aliases, inverse)


def _entities(lines: list[tuple[Place, str]], mistakes: list[Mistake]) -> Iterator[Entity]:
    block: _Block | None = None
    for place, line in lines:
        if line.startswith(" "):
            if block is None:
                mistakes.append(Mistake(place, "this line belongs to no entity"))
            else:
                _add_line(block, place, line.strip(), mistakes)
            continue
        if block is not None:
            yield block.finish()
        block = _open_block(place, line, mistakes)
    if block is not None:
        yield block.finish()


def _open_block(place: Place, line: str, mistakes: list[Mistake]) -> _Block | None:
    if line.startswith("+ "):
        return _Block(place, line[2:].strip())
    if found := _ENTITY.fullmatch(line):
        return _Block(place, found[1], found[2], found[3])
    mistakes.append(Mistake(place, "expected `Q42 Label | description` or `+ Label`"))
    return None


def _add_line(block: _Block, place: Place, line: str, mistakes: list[Mistake]) -> None:
    key, colon, rest = line.partition(":")
    rest = rest.strip()
    if not colon or not rest:
        mistakes.append(Mistake(place, "expected `property: value; value`"))
    elif not block.label and (key in ("aka", "title") or _LABEL.fullmatch(key)):
        mistakes.append(Mistake(place, "names stand in the block that declares the entity"))
    elif key == "aka":
        block.aliases += split_outside(rest, ";")
    elif key == "title":
        block.title = rest
    elif found := _LABEL.fullmatch(key):
        block.labels.append((found[1], rest))
    else:
        values = tuple(_value(text, place, mistakes) for text in split_outside(rest, ";"))
        block.claims.append(Claim(place, key, values))


def _value(text: str, place: Place, mistakes: list[Mistake]) -> ValueText:
    preferred = text.startswith("*")
    main, brace, inside = text.lstrip("*").strip().partition(" {")
    if not brace:
        if not main:
            mistakes.append(Mistake(place, "an empty value; look for a `;` too many"))
        return ValueText(main, preferred)
    if not inside.endswith("}"):
        mistakes.append(Mistake(place, f"the qualifiers of {main!r} are not closed by `}}`"))
        return ValueText(main, preferred)
    qualifiers = []
    for pair in split_outside(inside[:-1], ";"):
        name, colon, value = pair.partition(":")
        if not colon or not value.strip():
            mistakes.append(Mistake(place, f"expected `property: value` in braces, not {pair!r}"))
        qualifiers.append((name.strip(), value.strip()))
    return ValueText(main, preferred, tuple(qualifiers))
