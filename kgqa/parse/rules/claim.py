"""Whether a thing is among others: `e in X`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import (
    Apply,
    Difference,
    Entity,
    Intersection,
    Inverse,
    Membership,
    Ordinal,
    Property,
    Qualified,
    Superlative,
    Things,
    Type,
)
from kgqa.parse.item import Item
from kgqa.parse.rules.exists import are_values_used
from kgqa.parse.scene import Scene
from kgqa.parse.world import world


def claim(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield whether a name is among a set that other words say."""
    if not scene.asks_truth or not isinstance(item.query, Entity):
        return
    if isinstance(other.query, Entity | Type) or not _may_have(scene, other):
        return
    evidence = item.evidence.joined(other.evidence)
    if not are_values_used(scene, evidence):
        return
    made = scene.item(Membership(item.query, other.things), evidence, "claim", item, other)
    if made is not None and (made.value is True or _is_known(scene, item, other.things)):
        yield made


def _may_have(scene: Scene, item: Item) -> bool:
    """Whether a thing may be in a set: it is not of values, nor left by leaving out one name."""
    if isinstance(item.query, Difference) and isinstance(item.query.right, Entity):
        return False
    return scene.own is not None or int(item.nodes[0]) < scene.graph.adjacency.entities


def _is_known(scene: Scene, item: Item, things: Things) -> bool:
    """Whether a thing has what makes the members of a set its members, though another value.

    What is not stated of a thing at all is unknown, and not denied, but in graphs of one's own.
    """
    if scene.own is not None:
        return True
    match things:
        case Apply((Property() as property_) | Qualified(Property() as property_), _):
            # What something is is not followed, but is known of it.
            has = scene.item(Apply(Inverse(property_), item.things), item.evidence, "")
            if has is None or property_.id != world().instance:
                return has is not None
            members = scene.item(things, item.evidence, "")
            return members is not None and _are_alike(scene, has, members)
        case Apply(Inverse(), _):
            return True
        case Superlative(things=inner) | Ordinal(things=inner):
            # What is compared with others, and is not the first, or is none of them.
            return _is_in(scene, item, inner) or _is_known(scene, item, inner)
        case Intersection(operands):
            lacks = [one for one in operands if not _is_in(scene, item, one)]
            return any(_is_known(scene, item, one) for one in lacks)
        case _:
            return False


def _is_in(scene: Scene, item: Item, things: Things) -> bool:
    return scene.item(Intersection((item.things, things)), item.evidence, "") is not None


def _are_alike(scene: Scene, classes: Item, members: Item) -> bool:
    """Whether members of a set are of any of some classes, too: no film is landlocked or not."""
    return not set(classes.nodes.tolist()).isdisjoint(scene.types(int(members.nodes[0])))


def claim_kind(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether a name is of a kind that a noun says."""
    if not isinstance(item.query, Entity) or scene.analysis.form != "truth":
        return
    for noun in scene.linked.nouns:
        if noun.places & item.evidence.spent:
            continue
        for class_ in noun.classes:
            evidence = item.evidence.spending(noun.places)
            query = Membership(item.query, Type(Entity(class_)))
            made = scene.item(query, evidence, "claim", item)
            if made is not None:
                yield made


def claim_trait(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether a name is as a word says: landlocked, or marked by true and false."""
    if not isinstance(item.query, Entity) or scene.analysis.form != "truth":
        return
    is_name = any(link.is_name for link in item.evidence.links)
    for trait, words in scene.traits if is_name else ():
        if not words & item.evidence.spent:
            evidence = item.evidence.spending(words)
            made = scene.item(Membership(item.query, trait), evidence, "claim", item)
            if made is not None and (made.value is True or _is_known(scene, item, trait)):
                yield made
