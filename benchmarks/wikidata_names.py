"""Names for made-up entities, and the labels of the real classes, properties and units used."""

from __future__ import annotations

from random import Random
from types import MappingProxyType


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_STARTS = _words("Al Bar Cor Da El Fen Gor Hal Is Jo Kar Lin Mar Nor Ol Par Quen Ros Sal Tor")
_MIDDLES = _words("a be di do e go in la le ma mi na no o ra ri sa so ta ve")
_ENDS = _words("berg by dale den don field ford ham heim la land mar na ria rin sk ton via vik wa")
_FIRST = _words(
    "Ada Ali Ana Ben Carla Chen Dina Emil Eva Finn Greta Hugo Ida Ivan Jana John Kai Lea Leo Lina "
    "Maria Max Mei Nils Nora Olga Omar Paul Rosa Sara Tom Uma Vera Wei Yara Zoe"
)
_NOUNS = _words(
    "Bridge City Dream Fire Garden House Island Journey King Letter Moon Night Ocean Promise River "
    "Road Shadow Silence Star Storm Summer Tower Valley Voice Winter"
)
_ADJECTIVES = _words("Blue Broken Distant Golden Hidden Last Long Lost Quiet Red Secret Silver")


def place(random: Random) -> str:
    """Return one of 8,000 names of places."""
    draw = random.random
    return (
        _STARTS[int(draw() * len(_STARTS))]
        + _MIDDLES[int(draw() * len(_MIDDLES))]
        + _ENDS[int(draw() * len(_ENDS))]
    )


def person(random: Random) -> str:
    """Return a first and a last name; common ones are common."""
    draw = random.random
    first = _FIRST[int(draw() ** 2 * len(_FIRST))]
    last = _STARTS[int(draw() ** 2 * len(_STARTS))] + _ENDS[int(draw() * len(_ENDS))]
    middle = _MIDDLES[int(draw() * len(_MIDDLES))][0].upper() if draw() < 0.3 else ""
    return f"{first} {middle}. {last}" if middle else f"{first} {last}"


def title(random: Random) -> str:
    """Return the title of a film; many films share theirs."""
    draw = random.random
    noun = _NOUNS[int(draw() * len(_NOUNS))]
    match int(draw() * 4):
        case 0:
            return f"The {_ADJECTIVES[int(draw() * len(_ADJECTIVES))]} {noun}"
        case 1:
            return f"{noun} of {place(random)}"
        case 2:
            return f"{_FIRST[int(draw() * len(_FIRST))]} and the {noun}"
        case _:
            return f"{noun} {1 + int(draw() * 3)}"


def thing(random: Random) -> str:
    """Return a word for a kind or a thing."""
    draw = random.random
    return f"{place(random).lower()} {_NOUNS[int(draw() * len(_NOUNS))].lower()}"


def alias(name: str) -> str:
    """Return a shorter form: the last word, or the initials."""
    words = name.split()
    return words[-1] if len(words) == 2 else "".join(word[0] for word in words)


def translated(name: str, language: str) -> str:
    """Return the name as it is written in another language; often the same."""
    match language:
        case "de":
            return name.replace("The ", "Das ").replace(" of ", " von ").replace("c", "k")
        case "fr":
            return name.replace("The ", "Le ").replace(" of ", " de ").replace("k", "qu")
        case _:
            return name.replace("The ", "El ").replace(" of ", " de ").replace("ss", "s")


CLASSES = MappingProxyType(
    {
        "Q35120": "entity",
        "Q488383": "object",
        "Q17537576": "creative work",
        "Q10301427": "moving image",
        "Q2431196": "audiovisual work",
        "Q11424": "film",
        "Q5": "human",
        "Q2221906": "geographic location",
        "Q486972": "human settlement",
        "Q515": "city",
        "Q271669": "landform",
        "Q8502": "mountain",
        "Q6256": "country",
        "Q618779": "award",
        "Q4164871": "position",
        "Q28640": "profession",
        "Q201658": "film genre",
    }
)

UNITS = MappingProxyType(
    {
        "Q11573": "metre",
        "Q828224": "kilometre",
        "Q3710": "foot",
        "Q7727": "minute",
        "Q4917": "United States dollar",
        "Q712226": "square kilometre",
    }
)

_ITEM, _TIME, _QUANTITY = "WikibaseItem", "Time", "Quantity"
PROPERTIES = MappingProxyType(
    {
        "P17": ("country", _ITEM),
        "P19": ("place of birth", _ITEM),
        "P26": ("spouse", _ITEM),
        "P27": ("country of citizenship", _ITEM),
        "P31": ("instance of", _ITEM),
        "P39": ("position held", _ITEM),
        "P40": ("child", _ITEM),
        "P47": ("shares border with", _ITEM),
        "P57": ("director", _ITEM),
        "P106": ("occupation", _ITEM),
        "P131": ("located in the administrative territorial entity", _ITEM),
        "P136": ("genre", _ITEM),
        "P161": ("cast member", _ITEM),
        "P166": ("award received", _ITEM),
        "P279": ("subclass of", _ITEM),
        "P361": ("part of", _ITEM),
        "P495": ("country of origin", _ITEM),
        "P569": ("date of birth", _TIME),
        "P570": ("date of death", _TIME),
        "P577": ("publication date", _TIME),
        "P580": ("start time", _TIME),
        "P582": ("end time", _TIME),
        "P585": ("point in time", _TIME),
        "P1082": ("population", _QUANTITY),
        "P2044": ("elevation above sea level", _QUANTITY),
        "P2046": ("area", _QUANTITY),
        "P2047": ("duration", _QUANTITY),
        "P2142": ("box office", _QUANTITY),
    }
)
"""Of each property its label and its datatype."""
