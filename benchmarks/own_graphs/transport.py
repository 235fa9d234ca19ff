"""A transport network with lines, stations, operators, vehicles and drivers, in RDF of its own.

python benchmarks/own_graphs/transport.py > transport.ttl
"""

from __future__ import annotations

import random
import sys

HEAD = """\
@prefix t: <https://transit.example/data/> .
@prefix o: <https://transit.example/ontology/> .
@prefix schema: <http://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

o:TramLine rdfs:subClassOf o:Line ; rdfs:label "tram line" .
o:BusLine rdfs:subClassOf o:Line ; rdfs:label "bus line" .
o:FerryLine rdfs:subClassOf o:Line ; rdfs:label "ferry line" .
o:Depot rdfs:label "depot" . o:District rdfs:label "district" .
o:servesStation a owl:ObjectProperty ; rdfs:label "serves" ; rdfs:range o:Station .
o:terminus a owl:ObjectProperty ; rdfs:comment "Where a line ends." .
o:interchangeWith a owl:ObjectProperty, owl:SymmetricProperty ; rdfs:label "interchange with" .
o:assignedTo a owl:ObjectProperty ; rdfs:label "assigned to" ;
  rdfs:comment "The line that a vehicle runs on." .
o:operatedBy a owl:ObjectProperty ; owl:inverseOf o:operates .
o:ticketPrice a owl:DatatypeProperty ; rdfs:label "ticket price" .
o:wheelchairAccessible a owl:DatatypeProperty ; rdfs:label "wheelchair accessible" .
o:dailyPassengers a owl:DatatypeProperty ; rdfs:label "daily passengers" .
"""
STREETS = [
    "Acorn",
    "Amber",
    "Anchor",
    "Arch",
    "Aster",
    "Bank",
    "Barley",
    "Beacon",
    "Bell",
    "Birch",
    "Bishop",
    "Bridge",
    "Brook",
    "Canal",
    "Castle",
    "Cedar",
    "Chapel",
    "Cherry",
    "Clock",
    "College",
    "Copper",
    "Corn",
    "Crane",
    "Crown",
    "Dock",
    "Dove",
    "Elm",
    "Falcon",
    "Fern",
    "Field",
    "Fountain",
    "Fox",
    "Gate",
    "Granite",
    "Grove",
    "Hawk",
    "Hazel",
    "Heron",
    "Hill",
    "Holly",
]
KINDS = ("Street", "Square", "Road", "Park")
DISTRICTS = ("Northbank", "Southgate", "Eastfield", "Westmoor", "Old Town")
OPERATORS = ("Metro Union", "Riverline", "Swift Coaches")
FIRST = [
    "Abel",
    "Beata",
    "Carl",
    "Dora",
    "Edgar",
    "Flora",
    "Gino",
    "Hanna",
    "Igor",
    "Juno",
    "Karl",
    "Lucia",
]
LAST = [
    "Anders",
    "Bright",
    "Collins",
    "Duarte",
    "Engel",
    "Foster",
    "Grieg",
    "Hobbs",
    "Ionescu",
    "Jansen",
]


def main() -> None:
    """Print the graph as Turtle."""
    chance = random.Random(3)
    out = [HEAD]
    out += [
        f't:district-{i} a o:District ; schema:name "{n}" ; o:population {18000 + i * 7350} .'
        for i, n in enumerate(DISTRICTS)
    ]
    out += [
        f't:operator-{i} a o:Operator ; schema:name "{n}" ; o:foundingYear '
        f'"{1921 + i * 31}"^^xsd:gYear ; o:headquarters t:district-{i} ; schema:telephone '
        f'"0800-77{i}" .'
        for i, n in enumerate(OPERATORS)
    ]
    out += [
        f't:depot-{i} a o:Depot ; schema:name "{n} Depot" ; o:inDistrict t:district-{i + 1} ; '
        f"o:capacity {30 + i * 20} ."
        for i, n in enumerate(("Harrow", "Lindley", "Marsh"))
    ]
    for i in range(40):
        close = f"o:interchangeWith t:station-{(i + 7) % 40} ; " if i % 9 == 0 else ""
        out.append(
            f't:station-{i} a o:Station ; schema:name "{STREETS[i]} {KINDS[i % 4]}" ; '
            f"o:inDistrict t:district-{i % 5} ; {close}o:wheelchairAccessible "
            f"{'true' if i % 3 else 'false'} ; o:dailyPassengers {chance.randrange(200, 20000)} ; "
            f'o:openedOn "{1930 + (i * 11) % 90}-05-0{i % 9 + 1}"^^xsd:date .'
        )
    out += _lines(chance) + _vehicles(chance)
    sys.stdout.write("\n".join(out) + "\n")


def _lines(chance: random.Random) -> list[str]:
    lines = []
    for i in range(18):
        kind, name = (
            ("TramLine", f"Tram {i + 1}"),
            ("BusLine", f"Bus {20 + i}"),
            ("FerryLine", f"Ferry F{i}"),
        )[i % 3]
        stops = [(i * 5 + j * 3) % 40 for j in range(6)]
        served = ", ".join(f"t:station-{s}" for s in stops)
        lines.append(
            f't:line-{i} a o:{kind} ; schema:name "{name}" ; o:servesStation {served} ; '
            f"o:terminus t:station-{stops[-1]} ; o:operatedBy t:operator-{i % 3 if i % 6 else 2} ; "
            f"o:lengthInKilometres {4 + i * 1.5} ; o:ticketPrice {1.5 + i % 4 * 0.7:.2f} ; "
            f'o:firstDeparture "05:{10 + i}:00"^^xsd:time .'
        )
    return lines


def _vehicles(chance: random.Random) -> list[str]:
    lines = []
    for i in range(90):
        lines.append(
            f't:vehicle-{i} a o:Vehicle ; rdfs:label "Vehicle {700 + i}" ; o:assignedTo '
            f't:line-{i % 18} ; o:stationedAt t:depot-{i % 3} ; o:licencePlate "TR-{i:03}-X" ; '
            f"o:numberOfSeats {chance.randrange(20, 180)} ; o:builtIn "
            f'"{1995 + i % 28}"^^xsd:gYear .'
        )
    for i in range(48):
        name = f"{FIRST[i % 12]} {LAST[(i * 7 + i // 12) % 10]}"
        lines.append(
            f't:driver-{i} a o:Driver ; schema:name "{name}" ; o:drives t:vehicle-{i} ; '
            f'o:employedBy t:operator-{i % 3} ; o:dateOfBirth "{1960 + i % 40}-0{i % 9 + 1}-20"'
            f'^^xsd:date ; schema:email "{name.lower().replace(" ", "_")}{i}@transit.example" ; '
            f"o:salary {2100 + (i * 137) % 1900} ."
        )
    return lines


if __name__ == "__main__":
    main()
