"""A group of clinics, in RDF by somebody who labels things but no property, and comments on few.

python benchmarks/own_graphs/clinics.py > clinics.ttl

Object properties are camelCase, those of data are snake_case; people have a given and a family
name; specialties, states and countries are concepts with codes; what lasts is a duration.
"""

from __future__ import annotations

import random
import sys

HEAD = """\
@prefix nk: <https://data.nordkranz.example/o/> .
@prefix r: <https://data.nordkranz.example/r/> .
@prefix c: <https://data.nordkranz.example/code/> .
@prefix iso: <https://data.nordkranz.example/iso3166/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix geo: <http://www.w3.org/2003/01/geo/wgs84_pos#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

nk:Facility a owl:Class . nk:Hospital rdfs:subClassOf nk:Facility .
nk:DayClinic rdfs:subClassOf nk:Facility .
nk:Ward a owl:Class ; rdfs:comment "A station with beds, part of a facility."@en .
nk:StaffMember a owl:Class . nk:Physician rdfs:subClassOf nk:StaffMember .
nk:Nurse rdfs:subClassOf nk:StaffMember . nk:Technician rdfs:subClassOf nk:StaffMember .
nk:MedicalDevice a owl:Class . nk:Ventilator rdfs:subClassOf nk:MedicalDevice .
nk:InfusionPump rdfs:subClassOf nk:MedicalDevice .
nk:UltrasoundScanner rdfs:subClassOf nk:MedicalDevice .
nk:Vendor a owl:Class ; rdfs:comment "A firm that sells us devices or drugs."@en .
nk:Drug a owl:Class . nk:MaintenanceRecord a owl:Class .
nk:worksOnWard rdfs:comment "Die Station, auf der jemand arbeitet."@de .
nk:headedBy rdfs:comment "The physician in charge of a ward, its chief."@en .
nk:belongsToFacility rdfs:comment "The hospital or day clinic that a ward is part of."@en .
nk:specialisesIn rdfs:comment "The field of medicine of a physician or a ward."@en .
nk:suppliedBy rdfs:comment "From whom a device or a drug is bought."@en .
nk:installedOn rdfs:comment "The ward where a device stands."@en .
nk:mentoredBy rdfs:comment "The senior colleague who guides somebody."@en .
nk:acquisition_price rdfs:comment "In euros, net."@en .
nk:entered_service rdfs:comment "The day on which a person began to work for us."@en .
nk:net_weight_kg rdfs:comment "Without packaging."@en .
nk:bed_count a owl:DatatypeProperty . nk:runtime_on_battery a owl:DatatypeProperty .
nk:carriedOutBy rdfs:comment "The technician who did the maintenance."@en .
nk:concernsDevice rdfs:comment "What was maintained."@en .
"""
COUNTRIES = (("DE", "Germany"), ("DK", "Denmark"), ("PL", "Poland"), ("NL", "Netherlands"))
SPECIALTIES = (
    ("CARD", "cardiology", "heart medicine"),
    ("NEUR", "neurology", "nerve medicine"),
    ("PAED", "paediatrics", "children's medicine"),
    ("ORTH", "orthopaedics", "bone surgery"),
    ("ONCO", "oncology", "cancer medicine"),
)
STATES = (("ACT", "in use"), ("REP", "in repair"), ("RET", "retired"))
FACILITIES = (
    # name, kind, city, country, latitude, longitude, founded, accredited, has an emergency room
    ("Alster Hospital", "Hospital", "Hamburg", "DE", 53.561, 10.003, 1911, "true", "true"),
    ("Warnow Hospital", "Hospital", "Rostock", "DE", 54.089, 12.128, 1954, "true", "true"),
    ("Trave Day Clinic", "DayClinic", "Lübeck", "DE", 53.867, 10.686, 1998, "false", "false"),
    ("Oresund Hospital", "Hospital", "Copenhagen", "DK", 55.688, 12.571, 1932, "true", "true"),
    ("Oder Day Clinic", "DayClinic", "Szczecin", "PL", 53.432, 14.548, 2006, "true", "false"),
    ("Elbe Day Clinic", "DayClinic", "Hamburg", "DE", 53.546, 9.930, 2015, "false", "false"),
)
VENDORS = (
    # name, country, founded, score, preferred
    ("Lungenta", "DE", 1987, 4.6, "true"),
    ("Kattegat Medico", "DK", 1969, 3.9, "true"),
    ("Wisla Pharma", "PL", 1994, 4.1, "false"),
    ("Maasdal Instruments", "NL", 2001, 3.2, "false"),
    ("Tropfwerk", "DE", 2010, 4.8, "true"),
    ("Ekko Sound", "DK", 2004, 2.7, "false"),
)
GIVEN = ("Signe", "Matthis", "Bogdan", "Leonie", "Aksel", "Ewa", "Joris", "Thea", "Nils", "Carla")
FAMILY = ("Brandrup", "Kowalik", "Steen", "Harms", "Vinter", "Lubinski", "De Boer", "Petersen")
TITLES = ("Dr.", "Prof. Dr.")
DRUGS = (
    # name, vendor, price, doses, on prescription only
    ("Calmadin", 2, "12.40", 20, "true"),
    ("Febrolex", 2, "4.95", 30, "false"),
    ("Cordisan", 0, "38.00", 10, "true"),
    ("Neurovit", 1, "21.70", 60, "false"),
    ("Dolostop", 2, "7.15", 12, "false"),
    ("Ossiform", 3, "54.90", 28, "true"),
)
MODELS = {
    "Ventilator": ("AeroLung", "Breezer", "Respira"),
    "InfusionPump": ("DropMaster", "Infusor"),
    "UltrasoundScanner": ("EchoView", "SonoLite"),
}


def main() -> None:
    """Print the graph as Turtle."""
    chance = random.Random(21)
    out = [HEAD, *_codes(), *_places(), *_wards(chance), *_staff(chance)]
    out += [*_devices(chance), *_drugs(), *_maintenance(chance)]
    sys.stdout.write("\n".join(out) + "\n")


def _codes() -> list[str]:
    lines = [
        f'iso:{code} a skos:Concept ; skos:notation "{code}" ; skos:prefLabel "{name}"@en .'
        for code, name in COUNTRIES
    ]
    for code, name, other in SPECIALTIES:
        lines.append(
            f'c:{code} a skos:Concept ; skos:inScheme c:specialties ; skos:notation "{code}" ; '
            f'skos:prefLabel "{name}"@en ; skos:altLabel "{other}"@en .'
        )
    lines += [
        f'c:{code} a skos:Concept ; skos:inScheme c:states ; skos:prefLabel "{name}"@en .'
        for code, name in STATES
    ]
    return lines


def _places() -> list[str]:
    lines = []
    for i, one in enumerate(FACILITIES):
        name, kind, city, country, north, east, founded, accredited, emergency = one
        lines.append(
            f'r:fac-{i} a nk:{kind} ; rdfs:label "{name}" ; nk:city "{city}" ; '
            f"nk:country iso:{country} ; geo:lat {north} ; geo:long {east} ; "
            f'nk:founding_year "{founded}"^^xsd:gYear ; nk:is_accredited {accredited} ; '
            f"nk:has_emergency_room {emergency} ; "
            f"nk:annual_budget_eur {4_000_000 + i * 1_750_000} ."
        )
    for i, (name, country, founded, score, preferred) in enumerate(VENDORS):
        lines.append(
            f'r:ven-{i} a nk:Vendor ; rdfs:label "{name}" ; nk:country iso:{country} ; '
            f'nk:founding_year "{founded}"^^xsd:gYear ; nk:quality_score {score} ; '
            f'nk:is_preferred {preferred} ; nk:delivery_time "P{3 + i * 4}D"^^xsd:duration ; '
            f'nk:contact_email "orders@{name.split()[0].lower()}.example" .'
        )
    return lines


def _wards(chance: random.Random) -> list[str]:
    lines = []
    for i in range(18):
        code, _, _ = SPECIALTIES[i % 5]
        lines.append(
            f'r:ward-{i} a nk:Ward ; rdfs:label "Ward {"ABCDEF"[i % 6]}{i // 6 + 1}" ; '
            f"nk:belongsToFacility r:fac-{i % 6} ; nk:specialisesIn c:{code} ; "
            f"nk:headedBy r:staff-{i} ; nk:bed_count {8 + chance.randrange(30)} ; "
            f'nk:visiting_hours "{13 + i % 3}:00-{17 + i % 4}:00" ; '
            f'nk:average_length_of_stay "P{2 + (i * 3) % 11}D"^^xsd:duration .'
        )
    return lines


def _staff(chance: random.Random) -> list[str]:
    lines = []
    for i in range(72):
        kind = "Physician" if i < 30 else "Nurse" if i < 60 else "Technician"
        given, family = GIVEN[i % 10], FAMILY[(i * 3 + i // 10) % 8]
        ward = i if i < 18 else (i * 7) % 18
        parts = [
            f'a nk:{kind} ; nk:given_name "{given}" ; nk:family_name "{family}"',
            f'nk:date_of_birth "{1958 + chance.randrange(40)}-{1 + i % 12:02}-'
            f'{1 + i % 28:02}"^^xsd:date',
            f'nk:entered_service "{1999 + chance.randrange(25)}-{1 + i % 9:02}-01"^^xsd:date',
            f"nk:worksOnWard r:ward-{ward}",
            f'nk:work_email "{given[0].lower()}.{family.lower().replace(" ", "")}'
            f'{i}@nordkranz.example"',
            f'nk:pager_no "{4000 + i * 3}"',
            f"nk:monthly_salary_eur {2900 + chance.randrange(60) * 100}",
            f"nk:on_call {'true' if i % 4 == 1 else 'false'}",
        ]
        if kind == "Physician":
            parts.append(f'nk:academic_title "{TITLES[i % 7 == 0]}"')
            parts.append(f"nk:specialisesIn c:{SPECIALTIES[ward % 5][0]}")
        if i % 3 == 2:
            parts.append(f"nk:mentoredBy r:staff-{i // 3}")
        lines.append(f"r:staff-{i} {' ; '.join(parts)} .")
    return lines


def _devices(chance: random.Random) -> list[str]:
    lines = []
    for i in range(60):
        kind = tuple(MODELS)[i % 3]
        model = MODELS[kind][i % len(MODELS[kind])]
        vendor = {"Ventilator": (0, 3), "InfusionPump": (4, 1), "UltrasoundScanner": (5, 1)}[kind]
        lines.append(
            f'r:dev-{i} a nk:{kind} ; rdfs:label "{model} {200 + i}" ; '
            f'nk:serial_no "{kind[:2].upper()}/{7310 + i * 17}-{"KX"[i % 2]}" ; '
            f"nk:installedOn r:ward-{(i * 5) % 18} ; nk:suppliedBy r:ven-{vendor[i % 2]} ; "
            f"nk:acquisition_price {900 + chance.randrange(300) * 50} ; "
            f"nk:net_weight_kg {round(1.2 + chance.randrange(400) / 10, 1)} ; "
            f'nk:year_of_manufacture "{2008 + i % 16}"^^xsd:gYear ; '
            f'nk:warranty_period "P{1 + i % 5}Y"^^xsd:duration ; '
            f'nk:runtime_on_battery "PT{2 + i % 7}H"^^xsd:duration ; '
            f"nk:device_state c:{STATES[0 if i % 6 else 1 + i % 4 // 2][0]} ."
        )
    return lines


def _drugs() -> list[str]:
    return [
        f'r:drug-{i} a nk:Drug ; rdfs:label "{name}" ; nk:suppliedBy r:ven-{vendor} ; '
        f"nk:doses_per_pack {doses} ; nk:prescription_only {only} ; "
        f'nk:packPrice [ nk:price_value {price} ; nk:price_currency "EUR" ] ; '
        f"nk:treatsField c:{SPECIALTIES[i % 5][0]} ; "
        f'nk:shelf_life "P{12 + i * 6}M"^^xsd:duration .'
        for i, (name, vendor, price, doses, only) in enumerate(DRUGS)
    ]


def _maintenance(chance: random.Random) -> list[str]:
    return [
        f'r:mr-{i} a nk:MaintenanceRecord ; rdfs:label "MR-2023-{i:03}" ; '
        f"nk:concernsDevice r:dev-{(i * 7) % 60} ; nk:carriedOutBy r:staff-{60 + i % 12} ; "
        f'nk:date_performed "2023-{1 + i % 12:02}-{1 + (i * 5) % 28:02}"^^xsd:date ; '
        f"nk:total_cost_eur {80 + chance.randrange(90) * 10} ; "
        f'nk:time_spent "PT{1 + i % 6}H"^^xsd:duration .'
        for i in range(45)
    ]


if __name__ == "__main__":
    main()
