"""Things of one name: where nothing tells which of several is meant, all of them are asked of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import cast

from kgqa.algebra import Apply, Entity, Query, Things, Union
from kgqa.parse.item import Item
from kgqa.parse.linking import Link
from kgqa.parse.scene import Scene


def with_namesakes(scene: Scene, item: Item) -> Query:
    """Return the query of an item over all that are called by its names as what it starts from."""
    alike: dict[str, Things] = {
        link.id: Union(tuple(map(Entity, sorted((link.id, *others)))))
        for link in item.evidence.links
        if (others := _namesakes(scene, link))
    }
    return cast(Query, _replaced(item.query, alike)) if alike else item.query


def _namesakes(scene: Scene, link: Link) -> list[str]:
    """Return what the same words name in the same way, and is of a class in common."""
    of_name = [name for name in scene.linked.names if any(one.id == link.id for one in name)]
    own = _types(scene, link)
    return [
        one.id
        for name in of_name
        for one in name
        if one.id != link.id
        and (one.how, one.places) == (link.how, link.places)
        and not own.isdisjoint(_types(scene, one))
    ]


def _types(scene: Scene, link: Link) -> frozenset[int]:
    return frozenset(scene.types(scene.graph.entity(link.id)))


def _replaced(node: object, alike: Mapping[str, Things]) -> object:
    """Return a node of the algebra that starts from sets in the place of single things."""
    match node:
        case Apply(relation, Entity(id_)) if id_ in alike:
            return Apply(relation, alike[id_])
        case tuple():
            return tuple(_replaced(one, alike) for one in node)
        case _ if is_dataclass(node) and not isinstance(node, type):
            inner = {each.name: _replaced(getattr(node, each.name), alike) for each in fields(node)}
            return replace(node, **inner)
        case _:
            return node
