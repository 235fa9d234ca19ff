"""A maker of machine tools, in RDF that mixes public vocabularies with its own.

python benchmarks/own_graphs/forge.py > forge.ttl

People are foaf:Person with mailto: and tel: addresses, employments are nodes with a role and dates,
addresses and weights are nodes, orders have lines, and labels say "[code] name" for departments.
"""

from __future__ import annotations

import random
import sys

HEAD = """\
@prefix f: <http://ld.forge.example/inst/> .
@prefix fv: <http://ld.forge.example/vocab/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix schema: <http://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix org: <http://www.w3.org/ns/org#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

fv:Employee a owl:Class ; rdfs:subClassOf foaf:Person ; rdfs:label "Employee"@en, "Mitarbeiter"@de .
fv:Department a owl:Class ; rdfs:subClassOf org:OrganizationalUnit ; rdfs:label "Department"@en .
fv:Machine a owl:Class ; rdfs:subClassOf fv:Product ; rdfs:label "Machine"@en .
fv:Lathe a owl:Class ; rdfs:subClassOf fv:Machine ; rdfs:label "Lathe"@en .
fv:MillingMachine a owl:Class ; rdfs:subClassOf fv:Machine ; rdfs:label "Milling Machine"@en .
fv:SparePart a owl:Class ; rdfs:subClassOf fv:Product ; rdfs:label "Spare Part"@en .
fv:Product a owl:Class ; rdfs:label "Product"@en .
fv:Supplier a owl:Class ; rdfs:label "Supplier"@en .
fv:Customer a owl:Class ; rdfs:label "Customer"@en . fv:Order a owl:Class ; rdfs:label "Order"@en .
fv:OrderLine a owl:Class . fv:Employment a owl:Class . fv:Address a owl:Class .
fv:Mass a owl:Class .

org:memberOf rdfs:label "member of"@en . org:headOf rdfs:label "head of"@en .
fv:areaOfExpertise a owl:DatatypeProperty ; rdfs:label "area of expertise"@en .
fv:compatibleWith a owl:SymmetricProperty ; rdfs:label "compatible with"@en .
fv:successorOf a owl:ObjectProperty ; rdfs:label "successor of"@en .
fv:suppliedBy a owl:ObjectProperty ; rdfs:label "supplied by"@en ; owl:inverseOf fv:supplies .
fv:maxSpindleSpeed_rpm a owl:DatatypeProperty ; rdfs:comment "Highest speed of the spindle."@en .
fv:price a owl:DatatypeProperty ; rdfs:label "price"@en ; rdfs:comment "List price in EUR."@en .
fv:warrantyMonths a owl:DatatypeProperty ; rdfs:label "warranty (months)"@en .
fv:orderedBy a owl:ObjectProperty ; rdfs:label "ordered by"@en .
fv:hasLine a owl:ObjectProperty ; rdfs:label "has line"@en .
fv:energyClass a owl:DatatypeProperty ; rdfs:label "energy class"@en .
"""
FIRST = ("Anneke", "Bruno", "Celine", "Dietmar", "Elif", "Fabio", "Gesine", "Hamza")
LAST = ("Alden", "Brock", "Castillo", "Dorn", "Eklund", "Farrow", "Gruber")
DEPARTMENTS = (
    ("D10", "Design"),
    ("D20", "Assembly"),
    ("D30", "Sales"),
    ("D40", "Accounting"),
    ("D50", "Service"),
)
SKILLS = ("Hydraulics", "CAD", "Taxation", "Negotiation", "Welding", "Electronics")
SUPPLIERS = (
    ("Kugelwerk AG", "Graz", "AT"),
    ("Fonderia Lario", "Como", "IT"),
    ("Ostrava Steel", "Ostrava", "CZ"),
    ("Spindle & Sons", "Leeds", "GB"),
)
CUSTOMERS = (
    ("Brenner Motors", "Innsbruck", "AT"),
    ("Atelier Nord", "Lille", "FR"),
    ("Turbina SpA", "Torino", "IT"),
    ("Delta Gears", "Leeds", "GB"),
    ("Havel Tools", "Brno", "CZ"),
)
STATES = ("delivered", "open", "cancelled")


def main() -> None:
    """Print the graph as Turtle."""
    chance = random.Random(4)
    out = [HEAD, *_people(chance), *_firms(), *_products(chance), *_orders(chance)]
    sys.stdout.write("\n".join(out) + "\n")


def _people(chance: random.Random) -> list[str]:
    lines = [
        f'f:dept-{code} a fv:Department ; rdfs:label "{name}" ; dct:identifier "{code}" ; '
        f"fv:headcountPlan {8 + i * 3} ; fv:costCentre {4100 + i * 50} ."
        for i, (code, name) in enumerate(DEPARTMENTS)
    ]
    for i in range(40):
        first, last = FIRST[i % 8], LAST[(i + i // 8) % 7]
        code = DEPARTMENTS[i % 5][0]
        head = f"org:headOf f:dept-{code} ; " if i < 5 else ""
        boss = "" if i < 5 else f"fv:reportsTo f:emp-{i % 5} ; "
        year, month = 2001 + (i * 7) % 22, 1 + i % 12
        lines.append(
            f'f:emp-{i} a fv:Employee ; foaf:name "{first} {last}" ; {head}{boss}'
            f"org:memberOf f:dept-{code} ; "
            f"foaf:mbox <mailto:{first.lower()}.{last.lower()}@forge.example> ; "
            f"foaf:phone <tel:+43-512-{7000 + i}> ; "
            f'fv:areaOfExpertise "{SKILLS[i % 6]}", "{SKILLS[(i * 5 + 1) % 6]}" ; '
            f'fv:employment f:job-{i} ; fv:roomNumber "{"AB"[i % 2]}-{100 + i}" ; '
            f"fv:hoursPerWeek {(38, 30, 20)[i % 3]} ."
        )
        left = f' ; fv:until "{year + 2}-06-30"^^xsd:date' if i % 10 == 9 else ""
        lines.append(
            f'f:job-{i} a fv:Employment ; fv:role "{("Engineer", "Clerk", "Manager")[i % 3]}" ; '
            f'fv:since "{year}-{month:02}-01"^^xsd:date ; '
            f"fv:yearlySalary {31000 + chance.randrange(400) * 100}{left} ."
        )
    return lines


def _firms() -> list[str]:
    lines = []
    for kind, rows in (("Supplier", SUPPLIERS), ("Customer", CUSTOMERS)):
        for i, (name, city, country) in enumerate(rows):
            short = kind[:3].lower()
            lines.append(
                f'f:{short}-{i} a fv:{kind} ; schema:name "{name}" ; '
                f"schema:address [ a fv:Address ; "
                f'schema:streetAddress "{12 + i} Mill Road" ; schema:addressLocality "{city}" ; '
                f'schema:addressCountry "{country}" ] ; '
                f'fv:customerSince "{1995 + i * 4}"^^xsd:gYear ; '
                f"fv:contactPerson f:emp-{10 + i * 3} ; "
                f"fv:isActive {'true' if i != 1 else 'false'} ."
            )
    return lines


def _products(chance: random.Random) -> list[str]:
    lines = []
    for i in range(48):
        kind = ("Lathe", "MillingMachine", "SparePart")[i % 3]
        name = {"Lathe": "TL", "MillingMachine": "FM", "SparePart": "SP"}[kind] + f"-{300 + i}"
        more = (
            f"fv:maxSpindleSpeed_rpm {2000 + (i * 37) % 50 * 100} ; "
            f'fv:energyClass "{"ABC"[i % 4 % 3]}" ; fv:width_mm {900 + (i * 53) % 1400} ; '
            if kind != "SparePart"
            else f"fv:compatibleWith f:prod-{i - 1}, f:prod-{i - 2} ; fv:stock {(i * 17) % 90} ; "
        )
        after = f"fv:successorOf f:prod-{i - 9} ; " if i > 24 and kind != "SparePart" else ""
        lines.append(
            f'f:prod-{i} a fv:{kind} ; rdfs:label "{name}" ; {more}{after}'
            f'fv:serialNumber "SN{81000 + i * 13}" ; fv:price {chance.randrange(40, 90000)}.50 ; '
            f"fv:mass [ a fv:Mass ; schema:value {chance.randrange(2, 4000)} ; "
            f'schema:unitText "kg" ] ; '
            f"fv:suppliedBy f:sup-{i % 4} ; fv:designedBy f:emp-{(i * 5) % 40} ; "
            f"fv:warrantyMonths {12 * (1 + i % 4)} ; "
            f'fv:launched "{2009 + i % 15}-0{1 + i % 9}-10"^^xsd:date .'
        )
    return lines


def _orders(chance: random.Random) -> list[str]:
    lines = []
    for i in range(30):
        lines.append(
            f'f:ord-{i} a fv:Order ; dct:identifier "PO-{2200 + i}" ; '
            f'rdfs:label "Order PO-{2200 + i}" ; '
            f"fv:orderedBy f:cus-{i % 5} ; fv:handledBy f:emp-{2 + (i % 8) * 5 % 38} ; "
            f'fv:orderDate "{2021 + i % 3}-{1 + i % 12:02}-{1 + i % 27:02}"^^xsd:date ; '
            f'fv:orderStatus "{STATES[0 if i % 4 else 1 + i % 8 // 4]}" ; fv:hasLine f:line-{i} .'
        )
        lines.append(
            f"f:line-{i} a fv:OrderLine ; fv:item f:prod-{(i * 11) % 48} ; "
            f"fv:quantity {1 + i % 6} ; "
            f"fv:lineTotal {chance.randrange(100, 60000)} ."
        )
    return lines


if __name__ == "__main__":
    main()
