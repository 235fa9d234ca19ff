from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from kgqa_store.build import Options
from kgqa_store.entity_set import EntitySet
from kgqa_store.errors import SourceError
from kgqa_store.slicing import Slice, built_in_slices, read_slice
from kgqa_store.wikidata_entity import Plan
from store_sources import built, claim, dump, entity, item, string, triple, triples_in, write

STATEMENT = "wds:Q10-1"
LINES = [
    ("wd:Q11424", "rdfs:label", '"film"@en'),
    ("wd:Q2", "wdt:P279", "wd:Q11424"),
    ("wd:Q2", "rdfs:label", '"silent film"@en'),
    ("wd:Q10", "wdt:P31", "wd:Q2"),
    ("wd:Q10", "rdfs:label", '"The Kid"@en'),
    ("wd:Q10", "rdfs:label", '"Le Kid"@fr'),
    ("wd:Q10", "wdt:P57", "wd:Q20"),
    ("wd:Q10", "wdt:P345", '"tt0012349"'),
    ("wd:Q10", "wdt:P161", "wd:Q30"),
    (STATEMENT, "wikibase:rank", "wikibase:NormalRank"),
    (STATEMENT, "pq:P453", "wd:Q40"),
    (STATEMENT, "pqv:P580", "wdv:abc"),
    ("wd:Q10", "p:P161", STATEMENT),
    ("wdv:abc", "wikibase:timePrecision", '"9"'),
    ("wdv:other", "wikibase:timePrecision", '"9"'),
    ("wds:Q50-1", "ps:P31", "wd:Q5"),
    ("wd:Q50", "p:P31", "wds:Q50-1"),
    ("wd:Q20", "rdfs:label", '"Chaplin"@en'),
    ("wd:Q20", "wdt:P19", "wd:Q84"),
    ("wd:Q84", "rdfs:label", '"London"@en'),
    ("wd:Q50", "rdfs:label", '"Somebody else"@en'),
    ("wd:Q30", "wdt:P31", "wd:Q5"),
    ("wd:P345", "wikibase:propertyType", "wikibase:ExternalId"),
    ("wd:P57", "rdfs:label", '"director"@en'),
]
FILMS = ("Q11424",)


def shortened(lines: list[tuple[str, str, str]]) -> set[str]:
    return {" ".join(line) for line in lines}


def nt(path: Path) -> Path:
    page = "<https://en.wikipedia.org/wiki/The_Kid> <http://schema.org/about> "
    french = page.replace("en.", "fr.")
    film = "<http://www.wikidata.org/entity/Q10> .\n"
    content = "".join(triple(*line) for line in LINES)
    return write(path / "a.nt", content + page + film + french + film)


def cut(tmp_path: Path, wanted: Slice, source: Path) -> set[str]:
    built(tmp_path / "s", source, options=Options(index=False, slice=wanted))
    return triples_in(tmp_path / "s")


def test_a_class_is_kept_with_its_subclasses_and_their_members(tmp_path: Path) -> None:
    found = cut(tmp_path, Slice(classes=FILMS), nt(tmp_path))

    assert {line.split()[0] for line in found if " wdt:" in line} == {"wd:Q10", "wd:Q2"}
    assert 'wd:Q11424 rdfs:label "film"@en' in found


def test_neighbours_are_kept_to_a_depth(tmp_path: Path) -> None:
    steps = [
        cut(tmp_path, Slice(entities=("Q10",), depth=depth), nt(tmp_path)) for depth in range(2)
    ]

    assert steps[1] - steps[0] == {
        "wd:Q20 wdt:P19 wd:Q84",
        'wd:Q84 rdfs:label "London"@en',
        "wd:Q30 wdt:P31 wd:Q5",
    }


def test_neighbours_are_found_over_properties_that_are_kept(tmp_path: Path) -> None:
    plan = Plan(properties=frozenset({"P57", "P19"}))
    found = cut(tmp_path, Slice(entities=("Q10",), depth=1, plan=plan), nt(tmp_path))

    assert "wd:Q20 wdt:P19 wd:Q84" in found
    assert not any(line.startswith("wd:Q30") for line in found)


NAMED = [
    ("wd:Q10", "wdt:P57", "wd:Q20"),
    ("wd:Q20", "rdfs:label", '"Chaplin"@en'),
    ("wd:Q20", "skos:altLabel", '"Charlot"@en'),
    ("wd:Q20", "schema:description", '"actor"@en'),
    ("wd:Q20", "wdt:P19", "wd:Q84"),
    ("wd:Q84", "rdfs:label", '"London"@en'),
    ("wd:Q10", "wdt:P31", "wd:Q2"),
    ("wd:Q2", "rdfs:label", '"silent film"@en'),
    ("wd:Q2", "wdt:P279", "wd:Q3"),
    ("wd:Q3", "wdt:P279", "wd:Q4"),
    ("wd:Q3", "wdt:P31", "wd:Q6"),
    ("wd:Q4", "rdfs:label", '"work"@en'),
    ("wd:Q10", "p:P2047", "wds:Q10-2"),
    ("wds:Q10-2", "pq:P518", "wd:Q40"),
    ("wds:Q10-2", "psv:P2047", "wdv:length"),
    ("wdv:length", "wikibase:quantityUnit", "wd:Q7727"),
    ("wd:Q40", "rdfs:label", '"part"@en'),
    ("wd:Q7727", "rdfs:label", '"minute"@en'),
    ("wd:Q6", "rdfs:label", '"kind"@en'),
]


def test_what_kept_statements_lead_to_keeps_its_names_and_the_classes_above(
    tmp_path: Path,
) -> None:
    source = write(tmp_path / "a.nt", "".join(triple(*line) for line in NAMED))
    found = cut(tmp_path, Slice(entities=("Q10",)), source)

    assert shortened(NAMED) - found == {
        "wd:Q20 wdt:P19 wd:Q84",
        'wd:Q84 rdfs:label "London"@en',
        "wd:Q3 wdt:P31 wd:Q6",
        'wd:Q6 rdfs:label "kind"@en',
    }


def test_entities_of_json_that_kept_statements_lead_to_keep_their_names(tmp_path: Path) -> None:
    minutes = {"value": {"amount": "+5", "unit": "http://www.wikidata.org/entity/Q7727"}}
    length = claim("P2047", {**minutes, "type": "quantity"}, "quantity")
    source = write(
        tmp_path / "a.json",
        dump(
            entity("Q10", claims={"P31": [claim("P31", item("Q2"))], "P2047": [length]}),
            entity("Q2", label="silent film", claims={"P279": [claim("P279", item("Q3"))]}),
            entity("Q3", label="film", claims={"P31": [claim("P31", item("Q6"))]}),
            entity("Q6", label="kind"),
            entity("Q7727", label="minute"),
        ),
    )
    found = cut(tmp_path, Slice(entities=("Q10",)), source)

    assert {line.split('"')[1] for line in found if "rdfs:label" in line} >= {
        "silent film",
        "film",
        "minute",
    }
    assert "wd:Q2 wdt:P279 wd:Q3" in found
    assert not any("wd:Q6" in line for line in found)


def test_statements_and_value_nodes_go_with_what_leads_to_them(tmp_path: Path) -> None:
    found = cut(tmp_path, Slice(classes=FILMS), nt(tmp_path))

    assert "wds:Q10-1 pq:P453 wd:Q40" in found
    assert 'wdv:abc wikibase:timePrecision "9"' in found
    assert not any(line.startswith(("wdv:other", "wds:Q50")) for line in found)


def test_languages_choose_texts_and_pages(tmp_path: Path) -> None:
    found = cut(tmp_path, Slice(plan=Plan(languages=frozenset({"fr"}))), nt(tmp_path))

    assert {line for line in found if "label" in line} == {'wd:Q10 rdfs:label "Le Kid"@fr'}
    assert [line[:18] for line in found if "about" in line] == ["<https://fr.wikipe"]


def test_properties_choose_statements(tmp_path: Path) -> None:
    found = cut(tmp_path, Slice(plan=Plan(properties=frozenset({"P57"}))), nt(tmp_path))

    assert {line for line in found if " wdt:" in line or " p:" in line} == {"wd:Q10 wdt:P57 wd:Q20"}
    assert not any(line.startswith(("wds:", "wdv:")) for line in found)


def test_external_identifiers_are_known_by_their_declaration(tmp_path: Path) -> None:
    found = cut(tmp_path, Slice(plan=Plan(external_ids=False)), nt(tmp_path))
    gone = shortened(LINES) - found

    assert gone == {'wd:Q10 wdt:P345 "tt0012349"', 'wdv:other wikibase:timePrecision "9"'}


def test_only_the_labelled_are_kept_and_pointed_at(tmp_path: Path) -> None:
    wanted = Slice(only_labelled=True, plan=Plan(languages=frozenset({"en"})))
    found = cut(tmp_path, wanted, nt(tmp_path))

    assert "wd:Q10 wdt:P57 wd:Q20" in found
    assert "wd:Q10 wdt:P161 wd:Q30" not in found
    assert "wd:Q30 wdt:P31 wd:Q5" not in found


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    options = Options(index=False, slice=Slice(entities=("Q84",)))
    manifest = built(tmp_path / "s", nt(tmp_path), options=options)

    assert manifest.counts["triples"] == 3
    assert manifest.dropped["lines outside the slice"] == len(LINES) - 1
    assert manifest.slice["entities"] == ["Q84"]


def test_turtle_is_cut_like_n_triples(tmp_path: Path) -> None:
    source = nt(tmp_path)
    turtle = write(tmp_path / "b.ttl", source.read_bytes())
    wanted = Slice(classes=FILMS, depth=1, only_labelled=True)

    assert cut(tmp_path, wanted, source) == cut(tmp_path, wanted, turtle)


def test_json_is_cut_by_the_same_rules(tmp_path: Path) -> None:
    people = {"P57": [claim("P57", item("Q20"))], "P161": [claim("P161", item("Q30"))]}
    identifier = {"P345": [claim("P345", string("tt1"), "external-id")]}
    source = write(
        tmp_path / "a.json",
        dump(
            entity("Q2", label="silent film", claims={"P279": [claim("P279", item("Q11424"))]}),
            entity("Q10", claims={"P31": [claim("P31", item("Q2"))]} | people | identifier),
            entity("Q20", label="Chaplin"),
            entity("Q30", label=None),
            entity("Q50", label="Somebody else"),
        ),
    )
    wanted = Slice(classes=FILMS, depth=1, only_labelled=True, plan=Plan(external_ids=False))
    found = cut(tmp_path, wanted, source)

    assert "wd:Q10 wdt:P57 wd:Q20" in found
    assert "wd:Q10 wdt:P161 wd:Q30" not in found
    assert not any("P345" in line or line.startswith(("wd:Q50", "wd:Q30")) for line in found)


def test_a_slice_of_nothing_makes_no_store(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="Nothing in the sources belongs to the slice"):
        cut(tmp_path, Slice(entities=("Q999",)), write(tmp_path / "a.nt", triple(*LINES[0])))


def test_standard_input_cannot_be_read_twice(tmp_path: Path) -> None:
    options = Options(kind="nt", slice=Slice(classes=FILMS))
    with pytest.raises(SourceError, match="standard input can be read only once"):
        built(tmp_path / "s", Path("-"), options=options)


# --- Slice files ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", built_in_slices())
def test_every_built_in_slice_can_be_read(name: str) -> None:
    found = read_slice(name)

    assert found.title
    assert read_slice(f"{name}.toml") == found


def test_a_slice_file_says_what_to_keep(tmp_path: Path) -> None:
    path = write(
        tmp_path / "my.toml",
        'title = "t"\nlanguages = ["en"]\nproperties = ["P57"]\nwithout_properties = ["P1"]\n'
        "external_identifiers = false\nonly_labelled = true\n"
        '[keep]\nclasses = ["Q1"]\nentities = ["Q2"]\ndepth = 2\n',
    )
    plan = Plan(frozenset({"en"}), frozenset({"P57"}), frozenset({"P1"}), external_ids=False)

    assert read_slice(str(path)) == Slice("t", plan, True, ("Q1",), ("Q2",), 2)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x = ", "is no TOML"),
        ("langages = []", "unknown field 'langages'"),
        ('languages = "en"', "languages is not a list"),
        ("properties = ['Q1']", "'Q1' among its properties"),
        ("[keep]\nclasses = ['P31']", "'P31' among its classes"),
        ("[keep]\ndepth = 99", "depth is not a number from 0 to 4"),
        ("statements = 'some'", "statements is not one of needed, all, none"),
        ("only_labelled = 'yes'", "only_labelled is not a bool"),
    ],
)
def test_a_wrong_slice_file_says_what_is_wrong(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(SourceError, match=re.escape(message)):
        read_slice(str(write(tmp_path / "my.toml", content)))


def test_an_unknown_slice_names_those_there_are() -> None:
    with pytest.raises(SourceError) as caught:
        read_slice("flims")
    assert "films" in caught.value.hint


def test_a_set_of_entities_is_a_set_of_numbers(tmp_path: Path) -> None:
    found = EntitySet()
    numbers = [1, 8, 9, 1_000_000, 13_000_000, 999_999_999_999]

    assert [found.add(number) for number in [*numbers, 8]] == [True] * 6 + [False]
    assert [number in found for number in (8, 10, 10**12)] == [True, False, False]
    found.save(tmp_path / "set")
    assert list(EntitySet.read(tmp_path / "set")) == numbers
    assert len(found) == 6


def test_numbers_can_be_added_and_looked_up_together() -> None:
    numbers = np.array([3, 3, 11, 70_000, 999_999_999_999], dtype=np.uint64)
    found = EntitySet()
    found.add(4)
    found.add_all(numbers)

    assert list(found) == [3, 4, 11, 70_000, 999_999_999_999]
    assert found.has_all(np.append(numbers, [5, 10**15]).astype(np.uint64)).tolist() == [
        *[True] * 5,
        *[False] * 2,
    ]
