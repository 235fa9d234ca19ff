from __future__ import annotations

import gzip
from pathlib import Path

import orjson
import pytest
from kgqa_store.errors import SourceError
from kgqa_store.tally import Tally
from kgqa_store.wikidata_entity import EVERYTHING, Plan, entity_lines
from kgqa_store.wikidata_values import gregorian
from store_sources import (
    built,
    claim,
    dump,
    entity,
    item,
    quantity,
    snak,
    string,
    time,
    triples_in,
    write,
)

XSD = "http://www.w3.org/2001/XMLSchema#"


def lines_of(fields: dict[str, object], plan: Plan = EVERYTHING, tally: Tally | None = None) -> str:
    return "".join(entity_lines(fields, plan, tally or Tally()))


def value_of(datavalue: object, datatype: str) -> str:
    """Return the object of the truthy edge that a value becomes."""
    lines = lines_of(entity(claims={"P1": [claim("P1", datavalue, datatype)]}))
    (line,) = [line for line in lines.splitlines() if "/prop/direct/P1>" in line]
    return line.split(" ", 2)[2].removesuffix(" .")


def test_texts_become_labels_aliases_and_descriptions(tmp_path: Path) -> None:
    fields = entity(
        label="Douglas",
        descriptions={"en": {"language": "en", "value": 'a "writer"'}},
        aliases={"de": [{"language": "de", "value": "D."}, {"language": "de", "value": "DNA"}]},
    )
    built(tmp_path / "s", write(tmp_path / "a.json", dump(fields)))

    assert triples_in(tmp_path / "s") >= {
        'wd:Q1 rdfs:label "Douglas"@en',
        'wd:Q1 schema:description "a \\"writer\\""@en',
        'wd:Q1 skos:altLabel "D."@de',
        'wd:Q1 skos:altLabel "DNA"@de',
        "wd:Q1 rdf:type wikibase:Item",
    }


@pytest.mark.parametrize(
    ("datavalue", "datatype", "term"),
    [
        (item("Q5"), "wikibase-item", "<http://www.wikidata.org/entity/Q5>"),
        (string("plain \\ text\n"), "string", r'"plain \\ text\n"'),
        (string("nm1"), "external-id", '"nm1"'),
        (string("http://e.org/a b"), "url", "<http://e.org/a%20b>"),
        (
            string("A B.jpg"),
            "commonsMedia",
            "<http://commons.wikimedia.org/wiki/Special:FilePath/A%20B.jpg>",
        ),
        (quantity("+8849"), "quantity", f'"+8849"^^<{XSD}decimal>'),
        (
            {"type": "monolingualtext", "value": {"text": "Hallo", "language": "de"}},
            "monolingualtext",
            '"Hallo"@de',
        ),
        (
            {"type": "globecoordinate", "value": {"latitude": 48.5, "longitude": -2.25}},
            "globe-coordinate",
            '"Point(-2.25 48.5)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>',
        ),
        (
            {"type": "wikibase-entityid", "value": {"entity-type": "lexeme", "id": "L7"}},
            "wikibase-lexeme",
            "<http://www.wikidata.org/entity/L7>",
        ),
        (
            {"type": "wikibase-entityid", "value": {"entity-type": "item", "numeric-id": 9}},
            "wikibase-item",
            "<http://www.wikidata.org/entity/Q9>",
        ),
    ],
)
def test_a_value_becomes_the_term_that_wikidata_writes(
    datavalue: object, datatype: str, term: str
) -> None:
    assert value_of(datavalue, datatype) == term


@pytest.mark.parametrize(
    ("text", "precision", "calendar", "date"),
    [
        ("+1999-12-31T00:00:00Z", 11, "Q1985727", "1999-12-31"),
        ("+1999-00-00T00:00:00Z", 9, "Q1985727", "1999-01-01"),
        ("-0043-00-00T00:00:00Z", 9, "Q1985727", "-0042-01-01"),
        ("-0001-00-00T00:00:00Z", 9, "Q1985727", "0000-01-01"),
        ("-13798000000-00-00T00:00:00Z", 3, "Q1985727", "-13797999999-01-01"),
        ("+1616-04-23T00:00:00Z", 11, "Q1985786", "1616-05-03"),
        ("-0044-03-15T00:00:00Z", 11, "Q1985786", "-0043-03-13"),
        ("+1616-00-00T00:00:00Z", 9, "Q1985786", "1616-01-01"),
        ("+1999-02-31T00:00:00Z", 11, "Q1985727", "1999-02-28"),
    ],
)
def test_a_time_becomes_a_gregorian_date_with_a_year_zero(
    text: str, precision: int, calendar: str, date: str
) -> None:
    term = value_of(time(text, precision, calendar), "time")

    assert term == f'"{date}T00:00:00Z"^^<{XSD}dateTime>'


def test_the_calendars_meet_where_history_says() -> None:
    assert gregorian(1582, 10, 5) == (1582, 10, 15)
    assert gregorian(1917, 10, 25) == (1917, 11, 7)
    assert gregorian(300, 2, 28) == (300, 2, 28)


def test_a_precision_and_a_unit_are_told_by_a_value_node(tmp_path: Path) -> None:
    claims = {
        "P569": [claim("P569", time("+1950-00-00T00:00:00Z", 9), "time")],
        "P2044": [claim("P2044", quantity("+8849", "Q11573"), "quantity")],
    }
    built(tmp_path / "s", write(tmp_path / "a.json", dump(entity(claims=claims))))
    found = triples_in(tmp_path / "s")

    assert "wds:Q1-0000-P569 ps:P569 " + '"1950-01-01T00:00:00Z"^^xsd:dateTime' in found
    assert any("wikibase:timePrecision " + '"9"^^xsd:integer' in line for line in found)
    assert any(line.startswith("wds:Q1-0000-P2044 psv:P2044 wdv:") for line in found)
    assert any(line.endswith("wikibase:quantityUnit wd:Q11573") for line in found)


def test_a_statement_that_says_no_more_than_its_edge_has_no_node() -> None:
    fields = entity(claims={"P31": [claim("P31", item("Q5"))]})

    assert "/prop/P31>" not in lines_of(fields)
    assert "/prop/P31>" in lines_of(fields, Plan(statements="all"))


def test_qualifiers_hang_on_the_statement(tmp_path: Path) -> None:
    qualifiers = {
        "P580": [snak("P580", time("+1997-05-02T00:00:00Z"), "time")],
        "P642": [snak("P642", item("Q145"), "wikibase-item"), snak("P642", None, "wikibase-item")],
    }
    fields = entity(claims={"P39": [claim("P39", item("Q14211"), qualifiers=qualifiers)]})
    built(tmp_path / "s", write(tmp_path / "a.json", dump(fields)))
    found = triples_in(tmp_path / "s")

    assert found >= {
        "wd:Q1 wdt:P39 wd:Q14211",
        "wd:Q1 p:P39 wds:Q1-0000-P39",
        "wds:Q1-0000-P39 ps:P39 wd:Q14211",
        "wds:Q1-0000-P39 wikibase:rank wikibase:NormalRank",
        'wds:Q1-0000-P39 pq:P580 "1997-05-02T00:00:00Z"^^xsd:dateTime',
        "wds:Q1-0000-P39 pq:P642 wd:Q145",
    }
    assert any("pq:P642 http" not in line and "genid" in line for line in found) or any(
        "genid" in line for line in found
    )


def test_only_the_best_rank_is_truthy() -> None:
    claims = [
        claim("P6", item(f"Q{n}"), rank=rank, id=f"Q1${n}")
        for n, rank in enumerate(["preferred", "normal", "deprecated", "preferred"], 10)
    ]
    lines = lines_of(entity(claims={"P6": claims}))

    assert [
        f"direct/P6> <http://www.wikidata.org/entity/Q{n}>" in lines for n in range(10, 14)
    ] == [
        True,
        False,
        False,
        True,
    ]
    assert lines.count("DeprecatedRank") == 1
    deprecated = [claim("P6", item("Q12"), rank="deprecated")]
    assert "direct/P6" not in lines_of(entity(claims={"P6": deprecated}))


def test_unknown_and_missing_values_are_not_values() -> None:
    nothing = claim("P22")
    nothing["mainsnak"]["snaktype"] = "novalue"
    lines = lines_of(entity(claims={"P19": [claim("P19")], "P22": [nothing]}))

    assert "/prop/direct/P19> <http://www.wikidata.org/.well-known/genid/" in lines
    assert "/prop/direct/P22>" not in lines
    assert "/prop/novalue/P22>" in lines


def test_pages_of_wikipedia_are_about_the_entity(tmp_path: Path) -> None:
    sites = {
        "enwiki": {"site": "enwiki", "title": "Douglas Adams (d'Art)"},
        "commonswiki": {"site": "commonswiki", "title": "Category:X"},
        "zh_min_nanwiki": {"site": "zh_min_nanwiki", "title": "X"},
    }
    built(tmp_path / "s", write(tmp_path / "a.json", dump(entity(sitelinks=sites))))
    found = triples_in(tmp_path / "s")
    page = "<https://en.wikipedia.org/wiki/Douglas_Adams_(d'Art)"

    assert found >= {
        f"{page} schema:about wd:Q1",
        f"{page} schema:isPartOf <https://en.wikipedia.org/",
        'wd:Q1 wikibase:sitelinks "3"^^xsd:integer',
    }
    assert sum("schema:about" in line for line in found) == 2


def test_a_property_tells_its_datatype(tmp_path: Path) -> None:
    fields = entity("P57", type="property", datatype="wikibase-item")
    built(tmp_path / "s", write(tmp_path / "a.json", dump(fields)))

    assert triples_in(tmp_path / "s") >= {
        "wd:P57 rdf:type wikibase:Property",
        "wd:P57 wikibase:propertyType wikibase:WikibaseItem",
        "wd:P57 wikibase:directClaim wdt:P57",
    }


def test_a_lexeme_is_labelled_with_its_lemma() -> None:
    fields = {
        "type": "lexeme",
        "id": "L1",
        "lemmas": {"en": {"language": "en", "value": "run"}},
        "lexicalCategory": "Q24905",
        "language": "Q1860",
        "claims": [],
        "forms": [],
    }
    lines = lines_of(fields)

    assert '#label> "run"@en' in lines
    assert "lexicalCategory> <http://www.wikidata.org/entity/Q24905>" in lines


# --- Shapes of files --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        dump(entity("Q1"), entity("Q2")),
        b"\n".join(orjson.dumps(entity(name)) for name in ("Q1", "Q2")),
        orjson.dumps([entity("Q1"), entity("Q2")]),
        orjson.dumps({"entities": {"Q1": entity("Q1"), "Q2": entity("Q2")}}),
        orjson.dumps([entity("Q1"), entity("Q2")], option=orjson.OPT_INDENT_2),
        orjson.dumps({"entities": {"Q1": entity("Q1"), "Q2": entity("Q2")}}, option=2048 | 1),
    ],
)
def test_entities_come_a_line_or_in_one_document(tmp_path: Path, content: bytes) -> None:
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", content))

    assert manifest.counts["entities"] == 2
    assert not manifest.dropped


def test_one_entity_over_many_lines_is_read(tmp_path: Path) -> None:
    content = orjson.dumps(entity("Q1"), option=orjson.OPT_INDENT_2)
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", content))

    assert manifest.counts["entities"] == 1


# --- Bad input --------------------------------------------------------------------------------


def test_json_cut_in_the_middle_is_a_broken_line(tmp_path: Path) -> None:
    content = dump(entity("Q1"), entity("Q2"), entity("Q3"))[:-60]
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", content))

    assert manifest.counts["entities"] == 2
    assert manifest.dropped == {"broken lines": 1}
    assert "a.json, line 4: no JSON" in manifest.problems[0]


def test_a_truncated_dump_makes_no_store(tmp_path: Path) -> None:
    packed = gzip.compress(dump(*(entity(f"Q{n}") for n in range(1, 3000))))

    with pytest.raises(SourceError, match="cut off"):
        built(tmp_path / "s", write(tmp_path / "a.json.gz", packed[:-100]))
    assert not (tmp_path / "s" / "manifest.json").exists()


def test_an_entity_without_labels_is_stored_and_counted(tmp_path: Path) -> None:
    one = entity("Q1", label=None, labels=[], claims={"P31": [claim("P31", item("Q5"))]})
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", dump(one, {"id": "Q2"})))

    assert manifest.counts["entities without a label"] == 2
    assert "wd:Q1 wdt:P31 wd:Q5" in triples_in(tmp_path / "s")


def test_a_claim_of_an_unknown_datatype_is_dropped_and_counted(tmp_path: Path) -> None:
    claims = {
        "P1": [claim("P1", {"type": "hologram", "value": {"depth": 3}}, "hologram")],
        "P2": [claim("P2", string("new kind of string"), "dna-sequence")],
    }
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", dump(entity(claims=claims))))

    assert manifest.dropped == {"values of the unknown type 'hologram'": 1}
    assert 'wd:Q1 wdt:P2 "new kind of string"' in triples_in(tmp_path / "s")


def test_strange_texts_are_stored_as_they_are(tmp_path: Path) -> None:
    aliases = {"en": [{"language": "en", "value": f"alias {n}"} for n in range(10_000)]}
    one = entity("Q1", label="x" * 100_000, aliases=aliases)
    two = entity("Q2", label="bell \x07, null \x00, \u2028 and \ufeff")
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", dump(one, two)))
    found = triples_in(tmp_path / "s")

    assert not manifest.dropped
    assert sum("altLabel" in line for line in found) == 10_000
    assert any("bell" in line and "\u2028" in line for line in found)


def test_half_a_surrogate_pair_and_bad_utf8_do_not_lose_the_entity(tmp_path: Path) -> None:
    one = b'{"id": "Q1", "labels": {"en": {"language": "en", "value": "half \\ud83d"}}}'
    two = b'{"id": "Q2", "labels": {"en": {"language": "en", "value": "bad \xff"}}}'
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", one + b"\n" + two + b"\n"))

    assert manifest.counts["entities with repaired characters"] == 2
    assert 'wd:Q1 rdfs:label "half ?"@en' in triples_in(tmp_path / "s")


def test_a_second_entity_of_the_same_name_is_dropped_and_counted(tmp_path: Path) -> None:
    a = write(tmp_path / "a.json", dump(entity("Q1", label="first"), entity("Q1", label="second")))
    b = write(tmp_path / "b.json", dump(entity("Q1", label="third")))
    manifest = built(tmp_path / "s", a, b)

    assert manifest.dropped == {"entities that come a second time": 2}
    assert 'wd:Q1 rdfs:label "first"@en' in triples_in(tmp_path / "s")


def test_a_redirect_says_what_the_entity_is_called_now(tmp_path: Path) -> None:
    redirect = {"entity": "Q7", "redirect": "Q1"}
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", dump(entity("Q1"), redirect)))

    assert manifest.counts["redirects"] == 1
    same = "wd:Q7 <http://www.w3.org/2002/07/owl#sameAs wd:Q1"
    assert same in triples_in(tmp_path / "s")


def test_unknown_fields_are_passed_over_and_counted(tmp_path: Path) -> None:
    one = entity("Q1", mood="happy", claims={"P31": [claim("P31", item("Q5"), flavour="sweet")]})
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", dump(one)))

    assert manifest.dropped == {"fields 'mood', which are unknown": 1}
    assert "wd:Q1 wdt:P31 wd:Q5" in triples_in(tmp_path / "s")


@pytest.mark.parametrize(
    "line", [b"42", b'"text"', b"{}", b'{"id": "X1"}', b'{"id": 7}', b'{"id": "Q0"}', b"null"]
)
def test_a_line_that_is_no_entity_is_broken(tmp_path: Path, line: bytes) -> None:
    content = orjson.dumps(entity("Q1")) + b"\n" + line + b"\n"
    manifest = built(tmp_path / "s", write(tmp_path / "a.json", content))

    assert manifest.dropped == {"broken lines": 1}


@pytest.mark.parametrize(
    "change",
    [
        {"claims": {"P1": "text"}},
        {"claims": {"P1": [None, 3, "x"]}},
        {"claims": {"P1": [{}]}},
        {"claims": {"P1": [{"mainsnak": None}]}},
        {"claims": {"P1": [claim("P1", {"type": "time", "value": {"time": "soon"}}, "time")]}},
        {"claims": {"P1": [claim("P1", {"type": "quantity", "value": None}, "quantity")]}},
        {"claims": {"P1": [claim("nonsense", item("Q5"))]}},
        {"claims": {"P1": [claim("P1", item("Q5"), id="Q1$<bad id>")]}},
        {"claims": {"P1": [claim("P1", item("http://x"))]}},
        {"claims": {"P1": [claim("P1", string("http://[broken"), "url")]}},
        {"labels": {"en": None, "de": {"value": 3}}},
        {"labels": {"not a language": {"value": "x"}}},
        {"aliases": {"en": "text"}},
        {"aliases": {"en": None}},
        {"sitelinks": {"enwiki": None, "dewiki": {"title": 3}}},
        {"descriptions": 3},
        {"type": ["list"]},
        {"datatype": {}, "type": "property"},
    ],
)
def test_no_shape_of_an_entity_ends_a_build(tmp_path: Path, change: dict[str, object]) -> None:
    content = dump(entity("Q1") | change, entity("Q2", label="fine"))
    built(tmp_path / "s", write(tmp_path / "a.json", content))

    assert 'wd:Q2 rdfs:label "fine"@en' in triples_in(tmp_path / "s")
