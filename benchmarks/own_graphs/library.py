"""A library with books, authors, branches and members, in RDF without labels of properties.

python benchmarks/own_graphs/library.py > library.ttl
"""

from __future__ import annotations

import random
import sys

HEAD = """\
@prefix lib: <http://library.example/ns/> .
@prefix r: <http://library.example/resource/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

lib:Novel rdfs:subClassOf lib:Book . lib:Biography rdfs:subClassOf lib:Book .
lib:Atlas rdfs:subClassOf lib:Book . lib:Author rdfs:subClassOf foaf:Person .
lib:Librarian rdfs:subClassOf foaf:Person . lib:Member rdfs:subClassOf foaf:Person .
"""
FIRST = [
    "Agnes",
    "Bela",
    "Cora",
    "Dimitri",
    "Elif",
    "Fausto",
    "Gwen",
    "Henrik",
    "Ines",
    "Jorge",
    "Katya",
    "Leopold",
    "Mina",
    "Nils",
    "Odette",
    "Piotr",
    "Rania",
    "Silas",
    "Thea",
    "Ugo",
]
LAST = [
    "Arden",
    "Bosch",
    "Calder",
    "Drossel",
    "Ekberg",
    "Farrow",
    "Gruber",
    "Halloran",
    "Ivarsson",
    "Janda",
    "Kemp",
    "Lazar",
    "Mortimer",
    "Nyberg",
    "Oriel",
    "Pascoe",
]
ADJECTIVES = [
    "Silent",
    "Crimson",
    "Hollow",
    "Distant",
    "Golden",
    "Broken",
    "Winter",
    "Paper",
    "Velvet",
    "Salt",
    "Burning",
    "Last",
    "Wandering",
    "Glass",
    "Iron",
]
NOUNS = [
    "River",
    "Orchard",
    "Lantern",
    "Harbour",
    "Garden",
    "Compass",
    "Tower",
    "Meadow",
    "Mirror",
    "Voyage",
    "Archive",
]
CITIES = ("Aldermoor", "Brightwater", "Cresthaven", "Dunmere")
BRANCHES = (
    ("Central Library", 0),
    ("Harbour Branch", 1),
    ("Hillside Branch", 2),
    ("Old Mill Branch", 0),
    ("Station Branch", 3),
)
GENRES = ("Mystery", "Romance", "Travel", "History", "Fantasy")
PUBLISHERS = ("Quill & Sons", "Bluebird Press", "Northgate Books", "Marble House")
LANGUAGES = ("English", "French", "Swedish")


def main() -> None:
    """Print the graph as Turtle."""
    chance = random.Random(11)
    out = [HEAD]
    out += [f'r:city{i} a lib:City ; rdfs:label "{n}" .' for i, n in enumerate(CITIES)]
    out += [f'r:genre{i} a lib:Genre ; rdfs:label "{n}" .' for i, n in enumerate(GENRES)]
    out += [
        f'r:publisher{i} a lib:Publisher ; rdfs:label "{n}" ; lib:foundedIn '
        f'"{1890 + i * 17}"^^xsd:gYear ; lib:basedIn r:city{i} .'
        for i, n in enumerate(PUBLISHERS)
    ]
    out += [f'r:lang{i} a lib:Language ; rdfs:label "{n}" .' for i, n in enumerate(LANGUAGES)]
    for i, (name, city) in enumerate(BRANCHES):
        out.append(
            f'r:branch{i} a lib:Branch ; dct:title "{name}" ; lib:locatedInCity r:city{city} ; '
            f'lib:openingDate "{1950 + i * 9}-04-0{i + 1}"^^xsd:date ; lib:numberOfSeats '
            f'{40 + i * 25} ; lib:headLibrarian r:person{60 + i} ; lib:telephone "555-01{i}0" .'
        )
    out += _people(chance) + _books(chance)
    sys.stdout.write("\n".join(out) + "\n")


def _people(chance: random.Random) -> list[str]:
    lines = []
    for i in range(100):
        name = f"{FIRST[i % 20]} {LAST[(i * 3 + i // 20) % 16]}"
        kind = "Author" if i < 40 else "Member" if i < 60 or i > 70 else "Librarian"
        parts = [f"a lib:{kind}", f'foaf:name "{name}"']
        if kind == "Author":
            parts += [
                f'lib:birthDate "{1900 + chance.randrange(90)}-0{chance.randrange(1, 10)}-11"'
                "^^xsd:date",
                f"lib:birthPlace r:city{i % 4}",
            ]
            parts += [f"lib:influencedBy r:person{(i * 7 + 3) % 40}"] if i % 3 == 0 else []
            parts += [f"lib:spouse r:person{i + 1}"] if i % 8 == 0 else []
        elif kind == "Librarian":
            parts += [
                f"lib:worksAt r:branch{i % 5}",
                f'lib:email "{name.split()[0].lower()}@library.example"',
            ]
        else:
            parts += [
                f'lib:cardNumber "LC-{4000 + i}"',
                f'lib:memberSince "{2001 + i % 20}-09-01"^^xsd:date',
                f"lib:hasBorrowed r:book{(i * 13) % 150}, r:book{(i * 29 + 5) % 150}",
            ]
        lines.append(f"r:person{i} {' ; '.join(parts)} .")
    return lines


def _books(chance: random.Random) -> list[str]:
    lines = []
    for i in range(150):
        title = f"The {ADJECTIVES[i % 15]} {NOUNS[(i * 4 + i // 15) % 11]}"
        kind = ("Novel", "Novel", "Biography", "Atlas")[i % 4]
        parts = [
            f"a lib:{kind}",
            f'dct:title "{title}"',
            f"lib:writtenBy r:person{(i * 3) % 40}",
            f"lib:publishedBy r:publisher{i % 4}",
            f"lib:genre r:genre{i % 5}",
            f"lib:pageCount {chance.randrange(90, 900)}",
            f'lib:isbn "978-0-{10000 + i * 37}"',
            f'lib:publicationYear "{1950 + (i * 7) % 73}"^^xsd:gYear',
            f"lib:heldBy r:branch{i % 5}",
            f"lib:inLanguage r:lang{i % 3}",
        ]
        parts += [f"lib:translatedBy r:person{(i * 5 + 1) % 40}"] if i % 3 else []
        parts += [f"lib:sequelOf r:book{i - 15}"] if i % 15 == 4 and i > 15 else []
        lines.append(f"r:book{i} {' ; '.join(parts)} .")
    return lines


if __name__ == "__main__":
    main()
