"""The entities of a made-up graph: their Q-numbers, how many of a kind, the upper classes."""

from __future__ import annotations

from dataclasses import dataclass

COUNTRIES = tuple(f"Q{n}" for n in (30, 142, 183, 145, 38, 29, 39, 17, 148, 159, 668, 155, 16, 408))
COUNTRY_COUNT = 200
UPPER = {  # class: its superclass
    "Q35120": "",  # entity
    "Q488383": "Q35120",  # object
    "Q17537576": "Q488383",  # creative work
    "Q10301427": "Q17537576",  # moving image
    "Q2431196": "Q10301427",  # audiovisual work
    "Q11424": "Q2431196",  # film
    "Q5": "Q488383",  # human
    "Q2221906": "Q488383",  # geographic location
    "Q486972": "Q2221906",  # human settlement
    "Q515": "Q486972",  # city
    "Q271669": "Q2221906",  # landform
    "Q8502": "Q271669",  # mountain
    "Q6256": "Q2221906",  # country
    "Q618779": "Q35120",  # award
    "Q4164871": "Q35120",  # position
    "Q28640": "Q35120",  # profession
    "Q201658": "Q35120",  # film genre
}
OWN_SUBCLASSES = {"Q11424": 0.1, "Q486972": 0.3, "Q8502": 0.05, "Q488383": 0.55}
"""The upper classes below which classes are made up, and which share of them."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many entities of each kind."""

    people: int
    films: int
    places: int
    mountains: int
    classes: int
    awards: int
    positions: int
    genres: int
    professions: int

    @classmethod
    def of(cls, triples: int) -> Sizes:
        """Return the sizes that give almost this many triples; kinds of kinds grow by the root."""
        # Counted: a unit is about 1,170 lines, and what does not grow 5,000; things fill the rest.
        unit = max(1.0, (triples - 5_000) / 1_234)
        root = max(2, int((triples / 10) ** 0.5))
        return cls(
            people=max(20, int(unit * 24)),
            films=max(20, int(unit * 13)),
            places=max(10, int(unit * 8)),
            mountains=max(10, int(unit * 3)),
            classes=max(20, int(unit * 2)),
            awards=root,
            positions=root,
            genres=max(5, root // 2),
            professions=max(5, root // 2),
        )


def country(number: int) -> str:
    """Return the Q-number of the country with the most edges but `number`."""
    return COUNTRIES[number] if number < len(COUNTRIES) else f"Q{1_000_000 + number}"


def concept(kind: str, number: int) -> str:
    """Return the Q-number of an award, a position, a genre or a profession; 0 is most used."""
    place_ = ("award", "position", "genre", "profession").index(kind)
    return f"Q{2_000_000 + 1_000_000 * place_ + number}"


def place(number: int) -> str:
    """Return the Q-number of a place; 0 is the one most pointed at."""
    return f"Q{20_000_000 + number}"


def person(number: int) -> str:
    """Return the Q-number of a person; 0 is the busiest director and actor."""
    return f"Q{40_000_000 + number}"
