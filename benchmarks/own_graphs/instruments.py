"""A maker of instruments, in RDF as a program wrote it: numbers for IRIs, names in two languages.

python benchmarks/own_graphs/instruments.py > instruments.ttl
"""

from __future__ import annotations

import random
import sys

HEAD = """\
@prefix : <https://data.helio.example/resource/> .
@prefix h: <https://data.helio.example/ontology/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .

h:Person a owl:Class ; rdfs:label "Mitarbeiter"@de, "staff member"@en .
h:Team a owl:Class ; rdfs:label "Gruppe"@de, "team"@en .
h:Division a owl:Class ; rdfs:label "Bereich"@de, "division"@en .
h:Plant a owl:Class ; rdfs:label "Werk"@de, "plant"@en .
h:City a owl:Class ; rdfs:label "Stadt"@de, "city"@en .
h:Country a owl:Class ; rdfs:label "Land"@de, "country"@en .
h:Device a owl:Class ; rdfs:label "Gerät"@de, "device"@en .
h:Microscope a owl:Class ; rdfs:subClassOf h:Device ; rdfs:label "Mikroskop"@de, "microscope"@en .
h:Telescope a owl:Class ; rdfs:subClassOf h:Device ; rdfs:label "Teleskop"@de, "telescope"@en .
h:LaserSensor a owl:Class ; rdfs:subClassOf h:Device .
h:Component a owl:Class ; rdfs:label "Bauteil"@de, "component"@en .
h:Supplier a owl:Class ; rdfs:label "Lieferant"@de, "supplier"@en .
h:Customer a owl:Class ; rdfs:label "Kunde"@de, "customer"@en .
h:SalesOrder a owl:Class ; rdfs:label "Auftrag"@de, "sales order"@en .
h:Price a owl:Class .

h:isMemberOf a owl:ObjectProperty ; rdfs:domain h:Person ; rdfs:range h:Team .
h:hasTeamLead a owl:ObjectProperty ; rdfs:domain h:Team ; rdfs:range h:Person .
h:hasSuperior a owl:ObjectProperty ; owl:inverseOf h:isSuperiorOf .
h:isSuperiorOf a owl:ObjectProperty .
h:isPartOf a owl:ObjectProperty, owl:TransitiveProperty .
h:hasSkill a owl:ObjectProperty ; rdfs:label "kann"@de, "has skill"@en .
h:isMadeAt a owl:ObjectProperty .
h:isLocatedIn a owl:ObjectProperty .
h:hasProductManager a owl:ObjectProperty .
h:hasComponent a owl:ObjectProperty ; owl:inverseOf h:isComponentOf .
h:hasSupplier a owl:ObjectProperty .
h:isCompatibleWith a owl:ObjectProperty, owl:SymmetricProperty .
h:hasAccountManager a owl:ObjectProperty .
h:isOrderedBy a owl:ObjectProperty .
h:hasItem a owl:ObjectProperty .
h:hasPrice a owl:ObjectProperty ; rdfs:range h:Price .

h:material-scheme a skos:ConceptScheme ; skos:prefLabel "Werkstoffe"@de, "materials"@en .
h:status-scheme a skos:ConceptScheme ; skos:prefLabel "Status"@de, "statuses"@en .
"""
PEOPLE = """\
Ada Lindqvist,Bruno Hartmann,Carla Okonkwo,Dmitri Falk,Elif Sorensen,Farid Nowak,Gesa Tremblay,
Henrik Abara,Ines Kowalski,Jonas Petit,Katja Dubois,Lorenz Mbeki,Mara Steinberg,Nils Achterberg,
Olga Ferreira,Paul Ivanova,Quirin Blum,Rita Castellan,Samir Oduya,Tilda Wagner,Ulf Moreno,
Vera Lindholm,Wim Jansen,Xenia Pohl,Yusuf Demir,Zora Kaminski,Anton Reber,Bea Hartmann,
Cem Aydin,Dora Silvestri,Egon Fuchs,Flora Adeyemi,Gregor Weiss,Hanna Lunde,Igor Marchetti,
Jana Vogel,Kurt Oyelaran,Livia Brandt,Moritz Sand,Nadia Ruiz""".replace("\n", "").split(",")
WOMEN = {"Ada", "Carla", "Elif", "Gesa", "Ines", "Katja", "Mara", "Olga", "Rita", "Tilda"} | {
    *("Vera", "Xenia", "Zora", "Bea", "Dora", "Flora", "Hanna", "Jana", "Livia", "Nadia")
}
JOBS = ("Mechanical Engineer", "Optical Designer", "Buyer", "Sales Representative", "Technician")
TEAMS = (
    ("Optics Development", "Optikentwicklung", 0),
    ("Precision Mechanics", "Feinmechanik", 0),
    ("Firmware", "Firmware", 0),
    ("Procurement", "Einkauf", 1),
    ("Warehouse", "Lager", 1),
    ("Inside Sales", "Vertriebsinnendienst", 2),
    ("Service Desk", "Kundendienst", 2),
)
DIVISIONS = (("Engineering", "Technik"), ("Operations", "Betrieb"), ("Sales", "Vertrieb"))
COUNTRIES = (
    ("Germany", "Deutschland"),
    ("Sweden", "Schweden"),
    ("Italy", "Italien"),
    ("Switzerland", "Schweiz"),
    ("Poland", "Polen"),
)
CITIES = (("Jena", 0), ("Lund", 1), ("Bologna", 2), ("Bern", 3), ("Gdansk", 4), ("Dresden", 0))
PLANTS = (
    ("Plant Jena", "Werk Jena", 0, 50.927, 11.586, 18500),
    ("Plant Lund", "Werk Lund", 1, 55.704, 13.191, 7200),
    ("Plant Bologna", "Werk Bologna", 2, 44.494, 11.343, 9800),
    ("Plant Dresden", "Werk Dresden", 5, 51.050, 13.737, 12400),
)
SKILLS = (
    "CNC milling",
    "optical coating",
    "embedded C",
    "contract law",
    "soldering",
    "CAD",
    "laser alignment",
)
MATERIALS = (("brass", "Messing"), ("steel", "Stahl"), ("glass", "Glas"), ("aluminium", "Alu"))
STATUSES = (
    ("in production", "in Fertigung"),
    ("phased out", "abgekündigt"),
    ("in development", "in Entwicklung"),
    ("open", "offen"),
    ("shipped", "versandt"),
    ("cancelled", "storniert"),
)
SUPPLIERS = (
    "Kestrel Optics",
    "Malm Glas",
    "Officina Rossi",
    "Tatra Metall",
    "Aare Feinwerk",
    "Elster Elektronik",
    "Vättern Coatings",
    "Po Fasteners",
)
CUSTOMERS = (
    "Lund Observatory",
    "Alpine Clinic",
    "Museum of Glass",
    "Baltic Shipyards",
    "Emilia Motors",
    "Saale Waterworks",
    "Institute of Crystals",
    "Northern Lights School",
    "Elbe Biotech",
)
SERIES = ("Orion", "Vega", "Lyra", "Corvus", "Draco", "Hydra", "Aquila", "Cetus")
PARTS = ("Lens", "Mirror", "Housing", "Gear", "Board", "Prism")
CURRENCIES = (("euro", "EUR"), ("Swiss franc", "CHF"), ("Swedish krona", "SEK"))


def main() -> None:
    """Print the graph as Turtle."""
    chance = random.Random(23)
    out = [HEAD, *_lists(), *_places(), *_people(chance), *_partners(chance)]
    out += [*_components(chance), *_devices(chance), *_orders(chance)]
    sys.stdout.write("\n".join(out) + "\n")


def _lists() -> list[str]:
    lines = []
    for i, (english, german) in enumerate(MATERIALS):
        lines.append(f":9{100 + i} a skos:Concept ; skos:inScheme h:material-scheme ; ")
        lines.append(f'  skos:prefLabel "{german}"@de, "{english}"@en .')
    for i, (english, german) in enumerate(STATUSES):
        lines.append(f":9{200 + i} a skos:Concept ; skos:inScheme h:status-scheme ; ")
        lines.append(f'  skos:prefLabel "{german}"@de, "{english}"@en .')
    for i, name in enumerate(SKILLS):
        lines.append(f':9{300 + i} a skos:Concept ; skos:prefLabel "{name}"@en .')
    for i, (name, code) in enumerate(CURRENCIES):
        lines.append(
            f':9{400 + i} a h:Currency ; rdfs:label "{name}"@en ; skos:notation "{code}" .'
        )
    return lines


def _places() -> list[str]:
    lines = []
    for i, (english, german) in enumerate(COUNTRIES):
        lines.append(f':1{100 + i} a h:Country ; rdfs:label "{german}"@de, "{english}"@en .')
    for i, (name, country) in enumerate(CITIES):
        lines.append(
            f':1{200 + i} a h:City ; rdfs:label "{name}"@en ; h:isLocatedIn :1{100 + country} .'
        )
    for i, (english, german, city, north, east, area) in enumerate(PLANTS):
        lines.append(
            f':1{300 + i} a h:Plant ; rdfs:label "{german}"@de, "{english}"@en ; '
            f"h:isLocatedIn :1{200 + city} ; h:latitude {north} ; h:longitude {east} ; "
            f'h:floorArea_m2 {area} ; h:openingDate "{1965 + 12 * i}-0{i + 3}-01"^^xsd:date .'
        )
    return lines


def _people(chance: random.Random) -> list[str]:
    lines = [':2900 a h:Company ; rdfs:label "Helio Instruments" .']
    for i, (english, german) in enumerate(DIVISIONS):
        lines.append(
            f':2{100 + i} a h:Division ; rdfs:label "{german}"@de, "{english}"@en ; '
            f"h:isPartOf :2900 ."
        )
    for i, (english, german, division) in enumerate(TEAMS):
        lines.append(
            f':2{200 + i} a h:Team ; rdfs:label "{german}"@de, "{english}"@en ; '
            f"h:isPartOf :2{100 + division} ; h:hasTeamLead :3{100 + i} ; "
            f'h:costCenter "CC-{410 + i}" .'
        )
    for i, name in enumerate(PEOPLE):
        first, last = name.split()
        superior = f"h:hasSuperior :3{100 + i % 7} ; " if i >= 7 else ""
        year = 2003 + chance.randrange(21)
        lines.append(
            f':3{100 + i} a h:Person ; rdfs:label "{name}" ; h:salutation '
            f'"{"Ms." if first in WOMEN else "Mr."}" ; h:jobTitle "{JOBS[i % 5]}" ; '
            f'h:mailAddress "{first[0].lower()}.{last.lower()}@helio.example" ; '
            f'h:phoneNumber "+49 3641 55{100 + i}" ; {superior}h:isMemberOf :2{200 + i % 7} ; '
            f'h:entryDate "{year}-{chance.randrange(1, 13):02}-01"^^xsd:date ; '
            f"h:isFullTime {'false' if i % 6 == 5 else 'true'} ; h:worksAt :1{300 + i % 4} ; "
            f"h:annualSalary {chance.randrange(38, 98) * 1000} ; "
            f"h:hasSkill :9{300 + i % 7}, :9{300 + (i * 3 + 2) % 7} ."
        )
    return lines


def _partners(chance: random.Random) -> list[str]:
    lines = []
    for i, name in enumerate(SUPPLIERS):
        lines.append(
            f':4{100 + i} a h:Supplier ; rdfs:label "{name}" ; h:isLocatedIn :1{100 + i % 5} ; '
            f'h:contactEmail "info@{name.split()[-1].lower()}.example" ; '
            f"h:supplierRating {chance.randrange(20, 50) / 10} ; "
            f"h:isPreferred {'true' if i % 3 == 0 else 'false'} ."
        )
    for i, name in enumerate(CUSTOMERS):
        lines.append(
            f':4{200 + i} a h:Customer ; rdfs:label "{name}" ; h:isLocatedIn :1{200 + i % 6} ; '
            f"h:hasAccountManager :3{105 + 7 * (i % 4)} ; h:customerSince "
            f'"{2001 + 2 * i}"^^xsd:gYear .'
        )
    return lines


def _components(chance: random.Random) -> list[str]:
    lines = []
    for i in range(30):
        lines.append(
            f':5{100 + i} a h:Component ; rdfs:label "{PARTS[i % 6]} {PARTS[i % 6][0]}-{10 + i}" ; '
            f"h:isMadeOf :9{100 + i % 4} ; h:hasSupplier :4{100 + i % 8} ; "
            f"h:unitCost {chance.randrange(150, 9900) / 100} ; "
            f"h:stockLevel {chance.randrange(0, 900)} ; h:leadTimeDays {chance.randrange(3, 60)} ."
        )
    return lines


def _devices(chance: random.Random) -> list[str]:
    lines = []
    for i in range(48):
        kind = ("Microscope", "Telescope", "LaserSensor")[i % 3]
        parts = [
            f"a h:{kind}",
            f'rdfs:label "{SERIES[i % 8]} {(i // 8 + 1) * 100}"@en',
            f"h:hasPrice :7{100 + i}",
            f"h:weight_g {chance.randrange(400, 24000)}",
            f"h:width_mm {chance.randrange(80, 900)}",
            f'h:serialNo "HX{40 + i}-{900 - 7 * i}"',
            f'h:launchDate "{2008 + i % 15}-{1 + i % 12:02}-10"^^xsd:date',
            f"h:hasStatus :9{200 + (0, 0, 0, 1, 2)[i % 5]}",
            f"h:hasProductManager :3{100 + (i * 5) % 40}",
            f"h:isMadeAt :1{300 + i % 4}",
            f"h:hasComponent :5{100 + i % 30}, :5{100 + (i * 7 + 3) % 30}",
            f'h:warrantyPeriod "P{2 + i % 3}Y"^^xsd:duration',
            f"h:isCertified {'false' if i % 4 == 1 else 'true'}",
            f"h:isCompatibleWith :6{100 + (i + 8) % 48}",
        ]
        lines.append(f":6{100 + i} {' ; '.join(parts)} .")
        amount = chance.randrange(30000, 990000) / 100
        lines.append(f":7{100 + i} a h:Price ; h:amount {amount} ; h:currency :9{400 + i % 2} .")
    return lines


def _orders(chance: random.Random) -> list[str]:
    lines = []
    for i in range(60):
        year, month, day = 2019 + i % 5, chance.randrange(1, 13), chance.randrange(1, 28)
        lines.append(
            f':8{100 + i} a h:SalesOrder ; h:orderNumber "SO-{year}-{i:04}" ; h:isOrderedBy '
            f":4{200 + (i * 5) % 9} ; h:orderDate "
            f'"{year}-{month:02}-{day:02}T09:30:00"^^xsd:dateTime ; '
            f"h:hasItem :6{100 + (i * 13) % 48} ; h:quantity {chance.randrange(1, 20)} ; "
            f"h:totalAmount {chance.randrange(900, 90000)}.50 ; h:currency :9{400 + i % 3} ; "
            f"h:hasStatus :9{203 + i % 3} ."
        )
    return lines


if __name__ == "__main__":
    main()
