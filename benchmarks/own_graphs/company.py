"""A company with departments, people, products, suppliers and orders, in RDF of its own.

python benchmarks/own_graphs/company.py > company.ttl
"""

from __future__ import annotations

import random
import sys

HEAD = """\
@prefix ac: <https://acme.example/id/> .
@prefix av: <https://acme.example/vocab#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .

av:Agent a owl:Class ; rdfs:label "agent"@en .
av:Employee a owl:Class ; rdfs:subClassOf av:Agent ; rdfs:label "employee"@en, "Angestellter"@de .
av:Manager a owl:Class ; rdfs:subClassOf av:Employee ; rdfs:label "manager"@en .
av:Supplier a owl:Class ; rdfs:subClassOf av:Agent ; rdfs:label "supplier"@en .
av:Department a owl:Class ; rdfs:label "department"@en .
av:Product a owl:Class ; rdfs:label "product"@en .
av:Hardware a owl:Class ; rdfs:subClassOf av:Product ; rdfs:label "hardware"@en .
av:Valve a owl:Class ; rdfs:subClassOf av:Hardware ; rdfs:label "valve"@en .
av:Pump a owl:Class ; rdfs:subClassOf av:Hardware ; rdfs:label "pump"@en .
av:Service a owl:Class ; rdfs:subClassOf av:Product ; rdfs:label "service"@en .
av:Category a owl:Class ; rdfs:label "product category"@en .
av:Site a owl:Class ; rdfs:label "site"@en .
av:Country a owl:Class ; rdfs:label "country"@en .

av:hasManager a owl:ObjectProperty ; rdfs:label "has manager"@en ; rdfs:domain av:Department .
av:responsibleFor a owl:ObjectProperty ; rdfs:label "responsible for"@en ;
  rdfs:comment "Who looks after a department."@en .
av:memberOf a owl:ObjectProperty ; rdfs:label "member of"@en ;
  rdfs:comment "The department that somebody works in."@en .
av:reportsTo a owl:ObjectProperty ; owl:inverseOf av:supervises .
av:supervises a owl:ObjectProperty ; rdfs:label "supervises"@en .
av:isSuppliedBy a owl:ObjectProperty .
av:hasCategory a owl:ObjectProperty ; rdfs:label "has category"@en .
av:compatibleWith a owl:ObjectProperty, owl:SymmetricProperty ; rdfs:label "compatible with"@en .
av:locatedIn a owl:ObjectProperty ; rdfs:label "located in"@en .
av:list_price a owl:DatatypeProperty .
av:weight a owl:DatatypeProperty ; rdfs:label "weight"@en ; rdfs:comment "In grams."@en .
av:serialNumber a owl:DatatypeProperty ; rdfs:label "serial number"@en .
av:eMail a owl:DatatypeProperty ; rdfs:label "e-mail address"@en, "email"@en .
av:phone a owl:DatatypeProperty ; rdfs:label "phone number"@en .
av:hired a owl:DatatypeProperty ; rdfs:label "date of hire"@en ; skos:altLabel "hired"@en .
av:releaseYear a owl:DatatypeProperty ; rdfs:label "year of release"@en ;
  skos:altLabel "released"@en .
av:reliability a owl:DatatypeProperty ; rdfs:label "reliability index"@en .
"""
FIRST = [
    "Nora",
    "Ben",
    "Uma",
    "Ilja",
    "Tessa",
    "Milo",
    "Greta",
    "Omar",
    "Lena",
    "Victor",
    "Ruth",
    "Sven",
    "Amara",
    "Pavel",
    "Chloe",
    "Idris",
    "Marta",
    "Hugo",
    "Selma",
    "Dario",
    "Freya",
    "Kofi",
    "Anja",
    "Luis",
    "Petra",
    "Jonas",
    "Wanda",
    "Emil",
    "Rosa",
    "Tariq",
]
LAST = [
    "Feld",
    "Okafor",
    "Lind",
    "Brandt",
    "Moreau",
    "Castell",
    "Hauge",
    "Silva",
    "Novak",
    "Petrov",
    "Adeyemi",
    "Keller",
    "Marsh",
    "Quint",
    "Berger",
    "Tanaka",
    "Olsen",
    "Ferrand",
    "Vogel",
    "Zimmer",
    "Abbas",
    "Costa",
    "Dahl",
    "Eder",
]
DEPARTMENTS = (
    "Research",
    "Marketing",
    "Logistics",
    "Finance",
    "Purchasing",
    "Quality Assurance",
    "Customer Care",
    "Human Resources",
)
COUNTRIES = ("Germany", "Norway", "Brazil", "Japan", "Kenya", "France")
SITES = (("Hamburg Works", 0), ("Bergen Yard", 1), ("Recife Plant", 2), ("Osaka Lab", 3))
SUPPLIERS = (
    "Baltic Brass",
    "Nordlys Metals",
    "Rio Seals",
    "Sakura Springs",
    "Savanna Rubber",
    "Lumiere Optics",
    "Elbe Castings",
    "Fjord Filters",
)
CATEGORIES = ("Water Control", "Gas Control", "Measurement", "Maintenance")
WORDS = [
    "Aero",
    "Bolt",
    "Cera",
    "Dyna",
    "Echo",
    "Flux",
    "Giga",
    "Halo",
    "Iris",
    "Jade",
    "Kilo",
    "Luma",
    "Mega",
    "Nova",
    "Onyx",
    "Puls",
    "Quad",
    "Rapid",
    "Solo",
    "Tera",
    "Ultra",
    "Vario",
    "Wave",
    "Xeno",
    "Zeta",
]


def main() -> None:
    """Print the graph as Turtle."""
    chance = random.Random(7)
    out = [HEAD]
    for i, name in enumerate(COUNTRIES):
        out.append(f'ac:country-{i} a av:Country ; rdfs:label "{name}"@en .')
    for i, (name, country) in enumerate(SITES):
        out.append(
            f'ac:site-{i} a av:Site ; rdfs:label "{name}"@en ; av:locatedIn ac:country-{country} .'
        )
    for i, name in enumerate(CATEGORIES):
        out.append(f'ac:category-{i} a av:Category ; rdfs:label "{name}"@en .')
    for i, name in enumerate(SUPPLIERS):
        out.append(
            f'ac:supplier-{i} a av:Supplier ; rdfs:label "{name}" ; av:locatedIn '
            f'ac:country-{i % 6} ; av:eMail "sales@{name.split()[0].lower()}.example" ; '
            f"av:reliability {round(0.5 + i * 0.06, 2)} ."
        )
    out += _people(chance)
    out += _products(chance)
    sys.stdout.write("\n".join(out) + "\n")


def _people(chance: random.Random) -> list[str]:
    names = [
        f"{first} {LAST[(i * 7 + j * 5) % len(LAST)]}"
        for j in range(3)
        for i, first in enumerate(FIRST)
    ]
    lines = []
    for i, name in enumerate(names):
        department = i % len(DEPARTMENTS)
        kind = "Manager" if i < len(DEPARTMENTS) else "Employee"
        boss = "" if i < 8 else f"av:reportsTo ac:person-{department} ; "
        mail = name.lower().replace(" ", ".") + "@acme.example"
        day = f"{2004 + chance.randrange(20)}-{chance.randrange(1, 13):02}-15"
        lines.append(
            f'ac:person-{i} a av:{kind} ; rdfs:label "{name}" ; {boss}av:memberOf '
            f'ac:department-{department} ; av:eMail "{mail}" ; av:phone '
            f'"+49-40-{1000 + i}" ; av:hired "{day}"^^xsd:date ; av:basedAt '
            f"ac:site-{i % 4} ."
        )
    for i, name in enumerate(DEPARTMENTS):
        lines.append(
            f'ac:department-{i} a av:Department ; rdfs:label "{name} Department", '
            f'"{name}" ; av:hasManager ac:person-{i} ; av:annual_budget '
            f"{250000 + i * 125000} ."
        )
        lines.append(f"ac:person-{i} av:responsibleFor ac:department-{i} .")
    return lines


def _products(chance: random.Random) -> list[str]:
    lines = []
    for i in range(120):
        kind = ("Valve", "Pump", "Service")[i % 3]
        name = f"{WORDS[i % 25]} {kind} {100 + i}"
        parts = [
            f"a av:{kind}",
            f'rdfs:label "{name}"',
            f"av:hasCategory ac:category-{i % 4}",
            f"av:list_price {chance.randrange(1000, 99000) / 100}",
            f'av:releaseYear "{2010 + i % 14}"^^xsd:gYear',
            f"av:discontinued {'true' if i % 10 == 3 else 'false'}",
            f"av:designedBy ac:person-{(i * 11) % 90}",
        ]
        if kind != "Service":
            parts += [
                f"av:weight {chance.randrange(200, 9000)}",
                f'av:serialNumber "ZX-{1200 + i}-7"',
                f"av:isSuppliedBy ac:supplier-{i % 8}, ac:supplier-{(i * 3 + 1) % 8}",
                f"av:compatibleWith ac:product-{(i + 3) % 120}",
            ]
        lines.append(f"ac:product-{i} {' ; '.join(parts)} .")
    return lines


if __name__ == "__main__":
    main()
