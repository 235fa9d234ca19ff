"""A shipping line: ships, ports, calls, crews, containers and the firms that send them.

python benchmarks/own_graphs/harbour.py > harbour.ttl

No property has a label and no class is declared; names are schema:name, IRIs are opaque, ports have
their places as WKT, calls have times, and ratings and states are short codes with labels.
"""

from __future__ import annotations

import random
import sys

HEAD = """\
@prefix h: <https://graph.velmar.example/id/> .
@prefix s: <https://graph.velmar.example/schema/> .
@prefix schema: <http://schema.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> .

h:st-A a skos:Concept ; skos:notation "A" ; skos:prefLabel "in service" .
h:st-D a skos:Concept ; skos:notation "D" ; skos:prefLabel "in dry dock" .
h:st-S a skos:Concept ; skos:notation "S" ; skos:prefLabel "sold" .
"""
PORTS = (
    ("Rotterdam", "NL", 4.48, 51.92, 14),
    ("Hamburg", "DE", 9.97, 53.54, 11),
    ("Bergen", "NO", 5.32, 60.39, 6),
    ("Lisbon", "PT", -9.14, 38.71, 8),
    ("Gdansk", "PL", 18.66, 54.40, 5),
    ("Antwerp", "BE", 4.40, 51.26, 12),
)
SHIPS = (
    ("Velmar Star", "ContainerShip", 2011, 294.5, 5200, "A"),
    ("Velmar Dawn", "ContainerShip", 2016, 366.0, 13100, "A"),
    ("Nordic Wren", "Tanker", 2004, 183.2, 0, "D"),
    ("Nordic Heron", "Tanker", 2019, 249.9, 0, "A"),
    ("Isolde", "Ferry", 1998, 142.0, 0, "S"),
    ("Tristan", "Ferry", 2001, 148.5, 0, "A"),
    ("Velmar Dusk", "ContainerShip", 2020, 399.9, 20100, "A"),
)
CREW = (
    ("Captain", "Ingeborg Sall", "1969-02-11", 118000, 0),
    ("Captain", "Matthias Roel", "1975-08-30", 109500, 1),
    ("Captain", "Farid Benali", "1981-05-05", 101000, 2),
    ("Captain", "Joana Teles", "1972-12-19", 112300, 3),
    ("Captain", "Pavel Krol", "1964-10-02", 96500, 5),
    ("Engineer", "Siri Aalto", "1988-01-23", 71000, 0),
    ("Engineer", "Dario Conti", "1991-07-14", 66400, 1),
    ("Engineer", "Wanda Lis", "1979-03-08", 73900, 6),
    ("Cook", "Otto Brandt", "1966-06-27", 42100, 0),
    ("Cook", "Amina Diallo", "1995-11-11", 39800, 3),
    ("Captain", "Hugo Wierd", "1970-04-17", 120400, 6),
)
FIRMS = (
    ("Halvorsen Fish", "NO", "orders@halvorsen.example"),
    ("Kessler Paper", "DE", "versand@kessler.example"),
    ("Azul Cork", "PT", "mail@azul.example"),
    ("Vistula Glass", "PL", "export@vistula.example"),
)
GOODS = ("fish", "paper", "cork", "glass", "machine parts")


def main() -> None:
    """Print the graph as Turtle."""
    chance = random.Random(8)
    out = [HEAD, *_places(), *_ships(), *_calls(chance), *_containers(chance)]
    sys.stdout.write("\n".join(out) + "\n")


def _places() -> list[str]:
    out = []
    for number, (name, country, long, lat, berths) in enumerate(PORTS):
        told = f'h:p{number} a s:Port ; schema:name "{name}" ; s:country_code "{country}"'
        told += f' ; geo:asWKT "POINT({long} {lat})"^^geo:wktLiteral ; s:berth_count {berths}'
        out.append(f"{told} .")
    for number, (name, country, mail) in enumerate(FIRMS):
        told = f'h:f{number} a s:Shipper ; schema:name "{name}" ; s:country_code "{country}"'
        out.append(f"{told} ; s:contact_mail <mailto:{mail}> .")
    return out


def _ships() -> list[str]:
    out = []
    for number, (name, kind, built, length, teu, state) in enumerate(SHIPS):
        told = f'h:v{number} a s:{kind}, s:Ship ; schema:name "{name}"'
        told += f' ; s:built_in "{built}"^^xsd:gYear'
        told += (
            f' ; s:length_m {length} ; s:imo_number "97{number}40{number}2" ; s:status h:st-{state}'
        )
        told += f" ; s:home_port h:p{number % 4}"
        out.append(told + (f" ; s:capacity_teu {teu} ." if teu else " ."))
    for number, (kind, name, born, pay, ship) in enumerate(CREW):
        told = f'h:c{number} a s:{kind} ; schema:name "{name}" ; s:birth_date "{born}"^^xsd:date'
        out.append(f"{told} ; s:yearly_pay {pay} ; s:serves_on h:v{ship} .")
        if kind == "Captain":
            out.append(f"h:v{ship} s:commanded_by h:c{number} .")
    return out


def _calls(chance: random.Random) -> list[str]:
    out = []
    for number in range(60):
        day = (
            f"202{chance.randrange(1, 4)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 27):02}"
        )
        ship, port = chance.choice((0, 1, 2, 3, 5, 6)), chance.randrange(len(PORTS))
        told = f"h:call{number} a s:PortCall ; s:vessel h:v{ship} ; s:port h:p{port}"
        told += f' ; s:arrived_at "{day}T06:00:00Z"^^xsd:dateTime'
        told += f" ; s:harbour_dues_eur {chance.randrange(20, 900) * 10}"
        out.append(f"{told} ; s:delayed {str(chance.random() < 0.3).lower()} .")
    return out


def _containers(chance: random.Random) -> list[str]:
    out = []
    for number in range(80):
        told = f'h:b{number} a s:Container ; s:container_number "VLMU{number * 37 + 100000}"'
        told += f" ; s:sent_by h:f{chance.randrange(4)} ; s:loaded_on h:v{chance.choice((0, 1, 6))}"
        told += f' ; s:contents "{chance.choice(GOODS)}"'
        told += f" ; s:gross_weight_kg {chance.randrange(2000, 30000)}"
        told += f" ; s:destination h:p{chance.randrange(len(PORTS))}"
        out.append(f"{told} ; s:refrigerated {str(chance.random() < 0.25).lower()} .")
    return out


if __name__ == "__main__":
    main()
