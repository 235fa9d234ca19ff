"""Writes bells.ttl: a graph of some 300 statements whose properties no public question set has."""

from __future__ import annotations

import random
from pathlib import Path

PREFIXES = """\
@prefix b: <https://bells.example/> .
@prefix v: <https://bells.example/terms#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
CLASSES = {
    "Bell": "bell",
    "Master": "master",
    "Tower": "tower",
    "House": "house",
    "Timber": "timber",
}
PROPERTIES = {
    **{"castingMaster": "casting master", "tuner": "tuning master", "assessor": "assessor"},
    **{"homeTower": "home tower", "formerTower": "former tower"},
    **{"patron": "sponsoring house", "warden": "warding house", "yoke": "yoke timber"},
    **{"line": "line of instruction", "heft": "heft"},
}
ENDS = (
    "castingMaster",
    "tuner",
    "assessor",
    "homeTower",
    "formerTower",
    "patron",
    "warden",
    "yoke",
)
BELLS = (
    *("Old Margaret", "Dumb Tom", "The Grumbler", "Little Agnes", "Saint Odo", "Black Maria"),
    *("Great Huldah", "Thin Peter", "The Widow", "Sweet Alys", "Lame Jonas", "The Curfew"),
    *("Hoarse Anne", "Bishop Wulf", "Fat Otto", "The Magpie", "Lady Clemence", "Deaf Simon"),
    *("The Herald", "Grey Ursula", "Long Hugo", "The Lark", "Brother Fulk", "Red Mabel"),
)
MASTERS = ("Aldous Pennifold", "Berthe Krantz", "Corin Vasterly", "Dunstan Oake", "Elke Morrow")
TOWERS = ("Marsh Steeple", "Saint Brannoc", "Gallows Keep", "Harbour Turret")
HOUSES = ("House Tallow", "House Verrier", "House Quillon")
TIMBERS = ("bog oak", "hornbeam", "wych elm")


def name(text: str) -> str:
    """Return the local name of a thing."""
    return "b:" + text.lower().replace(" ", "-")


def lines() -> list[str]:
    """Return the graph: schema, things with their names, and eleven statements of each bell."""
    chance = random.Random(7)
    found = [f'v:{one} a rdfs:Class ; rdfs:label "{label}" .' for one, label in CLASSES.items()]
    found += [f'v:{one} rdfs:label "{label}" .' for one, label in PROPERTIES.items()]
    kinds = {"Master": MASTERS, "Tower": TOWERS, "House": HOUSES, "Timber": TIMBERS}
    for class_, things in kinds.items():
        found += [f'{name(one)} a v:{class_} ; rdfs:label "{one}" .' for one in things]
    for one, other in zip(MASTERS[1:], MASTERS, strict=False):
        found.append(f"{name(one)} v:line {name(other)} .")
    for number, bell in enumerate(BELLS):
        ends = [
            *chance.sample(MASTERS, 3),
            *chance.sample(TOWERS, 2),
            *chance.sample(HOUSES, 2),
            chance.choice(TIMBERS),
        ]
        said = " ; ".join(f"v:{one} {name(end)}" for one, end in zip(ENDS, ends, strict=True))
        heft = 120 + 37 * number
        found.append(f'{name(bell)} a v:Bell ; rdfs:label "{bell}" ; v:heft {heft} ; {said} .')
    return found


if __name__ == "__main__":
    text = PREFIXES + "\n".join(lines()) + "\n"
    (Path(__file__).parent / "bells.ttl").write_text(text, "utf-8")
