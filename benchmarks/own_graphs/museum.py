"""A museum: works, artists, rooms, exhibitions, loans, restorations and the people who work there.

python benchmarks/own_graphs/museum.py > museum.ttl

Half of the properties have labels, others only names of their IRIs; works have accession numbers,
sizes in centimetres in the names of properties, years and dates of creation, insured values.
"""

from __future__ import annotations

import random
import sys

HEAD = """\
@prefix m: <https://data.lindenau.example/res/> .
@prefix mo: <https://data.lindenau.example/ont#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix geo: <http://www.w3.org/2003/01/geo/wgs84_pos#> .

mo:Artwork a owl:Class ; rdfs:label "artwork" ; skos:altLabel "work of art" .
mo:Painting a owl:Class ; rdfs:subClassOf mo:Artwork ; rdfs:label "painting" .
mo:Sculpture a owl:Class ; rdfs:subClassOf mo:Artwork ; rdfs:label "sculpture" .
mo:Print a owl:Class ; rdfs:subClassOf mo:Artwork ; rdfs:label "print" .
mo:Artist a owl:Class ; rdfs:label "artist" . mo:Room a owl:Class ; rdfs:label "room" .
mo:Exhibition a owl:Class ; rdfs:label "exhibition" . mo:Loan a owl:Class ; rdfs:label "loan" .
mo:Institution a owl:Class ; rdfs:label "institution" ; rdfs:comment "Another museum." .
mo:StaffMember a owl:Class ; rdfs:label "staff member" .
mo:Curator a owl:Class ; rdfs:subClassOf mo:StaffMember ; rdfs:label "curator" .
mo:Restorer a owl:Class ; rdfs:subClassOf mo:StaffMember ; rdfs:label "restorer" .
mo:Guard a owl:Class ; rdfs:subClassOf mo:StaffMember ; rdfs:label "guard" .
mo:Restoration a owl:Class ; rdfs:label "restoration" . mo:Donor a owl:Class ; rdfs:label "donor" .

mo:createdBy a owl:ObjectProperty ; rdfs:label "created by" ; rdfs:range mo:Artist .
mo:yearCreated a owl:DatatypeProperty ; rdfs:label "year of creation" .
mo:insuredValue a owl:DatatypeProperty ; rdfs:label "insured value" ; rdfs:comment "In EUR." .
mo:hangsIn a owl:ObjectProperty ; rdfs:label "hangs in" ; rdfs:range mo:Room .
mo:donatedBy a owl:ObjectProperty ; rdfs:label "donated by" ; rdfs:range mo:Donor .
mo:shownIn a owl:ObjectProperty ; rdfs:label "shown in" ; rdfs:range mo:Exhibition .
mo:curatedBy a owl:ObjectProperty ; rdfs:range mo:Curator .
mo:accessionNumber a owl:DatatypeProperty . mo:acquiredOn a owl:DatatypeProperty .
mo:loanedTo a owl:ObjectProperty ; rdfs:range mo:Institution .
mo:studentOf a owl:ObjectProperty ; rdfs:label "student of" .
mo:nationality a owl:DatatypeProperty . mo:technique a owl:DatatypeProperty .
mo:worksUnder a owl:ObjectProperty ; rdfs:label "works under" .
"""
ARTISTS = (
    ("Aurelia Vance", "Belgian", "1821-04-02", "1889-10-30", None),
    ("Tobias Merrill", "Danish", "1844-01-17", "1910-06-05", 0),
    ("Ottoline Grau", "Swiss", "1862-12-09", "1931-02-14", 1),
    ("Jasper Kolm", "Danish", "1870-07-21", "1944-11-03", 1),
    ("Mirela Stanek", "Czech", "1899-03-28", "1978-08-19", 2),
    ("Ivo Lantry", "Irish", "1951-05-11", None, 4),
    ("Celeste Okoye", "Nigerian", "1974-09-08", None, 5),
)
ADJECTIVES = ("Quiet", "Crimson", "Broken", "Distant", "Golden", "Winter", "Silent", "Blue")
NOUNS = ("Harbour", "Orchard", "Mirror", "Shepherd", "Bridge", "Sisters", "Lantern")
TECHNIQUES = {
    "Painting": ("oil on canvas", "tempera", "watercolour"),
    "Sculpture": ("bronze", "marble"),
    "Print": ("etching", "woodcut"),
}
ROOMS = (("Rotunda", 0, 140), ("Garden Room", 0, 85), ("North Gallery", 1, 210))
ROOMS_ABOVE = (("Blue Cabinet", 1, 40), ("Attic Hall", 2, 160))
EXHIBITIONS = (
    ("Masters of the North", "2017-03-10", "2017-08-27", 41200),
    ("Light and Shadow", "2018-10-05", "2019-01-20", 28950),
    ("Women Who Paint", "2021-05-14", "2021-11-07", 63400),
    ("Metal and Stone", "2022-02-18", "2022-06-12", 19800),
    ("The Merrill Circle", "2023-09-01", "2024-02-25", 35100),
)
INSTITUTIONS = (
    ("Kunsthal Vestby", "Vestby", "Denmark", 55.80, 12.20),
    ("Museum Rheinau", "Rheinau", "Switzerland", 47.64, 8.60),
    ("Galerie Morava", "Brno", "Czechia", 49.19, 16.61),
    ("Tallow House", "Cork", "Ireland", 51.90, -8.47),
)
STAFF = (
    ("Curator", "Dr.", "Helene", "Vinter", "2009-04-01", 68000, None),
    ("Curator", "Prof.", "Samuel", "Adeyemi", "2014-09-15", 61500, 0),
    ("Curator", None, "Noor", "Haddad", "2020-01-06", 52300, 0),
    ("Restorer", "Dr.", "Emil", "Straka", "2011-11-01", 57800, 0),
    ("Restorer", None, "Lotte", "Brandis", "2018-05-02", 48900, 3),
    ("Guard", None, "Piet", "Oskam", "2016-08-22", 33400, 1),
    ("Guard", None, "Rosa", "Delmar", "2022-03-14", 31800, 1),
    ("Guard", None, "Kwame", "Boateng", "2013-02-11", 35250, 1),
)
DONORS = ("Harrow Foundation", "Ingrid Solberg", "City of Lindenau", "Bank Merkur")


def main() -> None:
    """Print the graph as Turtle."""
    chance = random.Random(21)
    out = [HEAD, *_artists(), *_places(), *_staff(), *_works(chance)]
    sys.stdout.write("\n".join(out) + "\n")


def _artists() -> list[str]:
    out = []
    for number, (name, nationality, born, died, teacher) in enumerate(ARTISTS):
        told = [
            f'm:artist{number} a mo:Artist ; rdfs:label "{name}" ; mo:nationality "{nationality}"'
        ]
        told.append(f'mo:dateOfBirth "{born}"^^xsd:date')
        told += [f'mo:dateOfDeath "{died}"^^xsd:date'] if died else []
        told += [f"mo:studentOf m:artist{teacher}"] if teacher is not None else []
        out.append(" ; ".join(told) + " .")
    return out


def _places() -> list[str]:
    out = []
    for number, (name, floor, area) in enumerate(ROOMS + ROOMS_ABOVE):
        told = f'm:room{number} a mo:Room ; rdfs:label "{name}" ; mo:floor {floor}'
        out.append(f"{told} ; mo:area_sqm {area} .")
    for number, (name, opened, closed, visitors) in enumerate(EXHIBITIONS):
        told = f'm:ex{number} a mo:Exhibition ; rdfs:label "{name}" ; mo:visitors {visitors}'
        told += f' ; mo:opened "{opened}"^^xsd:date ; mo:closed "{closed}"^^xsd:date'
        out.append(f"{told} ; mo:curatedBy m:staff{number % 3} .")
    for number, (name, city, country, lat, long) in enumerate(INSTITUTIONS):
        told = f'm:inst{number} a mo:Institution ; rdfs:label "{name}" ; mo:city "{city}"'
        out.append(f'{told} ; mo:country "{country}" ; geo:lat {lat} ; geo:long {long} .')
    out += [
        f'm:donor{number} a mo:Donor ; rdfs:label "{name}" .' for number, name in enumerate(DONORS)
    ]
    return out


def _staff() -> list[str]:
    out = []
    for number, (kind, title, first, last, since, salary, boss) in enumerate(STAFF):
        told = [f'm:staff{number} a mo:{kind} ; rdfs:label "{first} {last}"']
        told += [f'mo:title "{title}"'] if title else []
        told.append(f'mo:email "{first[0].lower()}.{last.lower()}@lindenau.example"')
        told.append(f'mo:employedSince "{since}"^^xsd:date ; mo:annualSalary {salary}')
        told += [f"mo:worksUnder m:staff{boss}"] if boss is not None else []
        out.append(" ; ".join(told) + " .")
    return out


def _works(chance: random.Random) -> list[str]:
    out = []
    names = [f"{first} {last}" for first in ADJECTIVES for last in NOUNS]
    chance.shuffle(names)
    for number, name in enumerate(names):
        out += _work(number, name, chance)
    return out


def _work(number: int, name: str, chance: random.Random) -> list[str]:
    kind = chance.choice(("Painting", "Painting", "Sculpture", "Print"))
    artist = chance.randrange(len(ARTISTS))
    year = int(ARTISTS[artist][2][:4]) + 20 + chance.randrange(25)
    told = [f'm:work{number} a mo:{kind} ; rdfs:label "The {name}" ; mo:createdBy m:artist{artist}']
    told.append(f'mo:yearCreated "{year}"^^xsd:gYear ; mo:accessionNumber "LM-{year}-{number:03}"')
    told.append(f'mo:technique "{chance.choice(TECHNIQUES[kind])}"')
    told.append(
        f"mo:height_cm {chance.randrange(20, 240)} ; mo:width_cm {chance.randrange(20, 300)}"
    )
    told.append(f"mo:insuredValue {chance.randrange(4, 900) * 1000}")
    bought = (
        f"{chance.randrange(1950, 2023)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 28):02}"
    )
    told.append(f'mo:acquiredOn "{bought}"^^xsd:date ; mo:onDisplay {str(number % 3 > 0).lower()}')
    told += [f"mo:hangsIn m:room{chance.randrange(5)}"] if number % 3 else []
    told += [f"mo:donatedBy m:donor{chance.randrange(4)}"] if chance.random() < 0.4 else []
    told += [f"mo:shownIn m:ex{chance.randrange(5)}"] if chance.random() < 0.5 else []
    out = [" ; ".join(told) + " ."]
    if chance.random() < 0.25:
        start = chance.randrange(2015, 2023)
        loan = f"m:loan{number} a mo:Loan ; mo:loanOf m:work{number}"
        loan += (
            f' ; mo:loanedTo m:inst{chance.randrange(4)} ; mo:loanStart "{start}-05-01"^^xsd:date'
        )
        out.append(f'{loan} ; mo:loanEnd "{start + 1}-04-30"^^xsd:date ; mo:fee {start * 2} .')
    if chance.random() < 0.3:
        done = f"m:rest{number} a mo:Restoration ; mo:restoredWork m:work{number}"
        done += (
            f" ; mo:restoredBy m:staff{chance.choice((3, 4))} ; mo:hours {chance.randrange(8, 200)}"
        )
        day = f"{chance.randrange(2012, 2023)}-{chance.randrange(1, 13):02}-11"
        out.append(f'{done} ; mo:completedOn "{day}"^^xsd:date .')
    return out


if __name__ == "__main__":
    main()
