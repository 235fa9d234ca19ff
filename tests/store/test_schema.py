from collections.abc import Iterator

import pytest
from kgqa_store.schema import Class, Schema, Share, Use
from name_world import build


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Schema]:
    with Schema.open(build(tmp_path_factory.mktemp("schema")) / "names") as opened:
        yield opened


def test_what_was_read_of_a_property_is_kept(
    schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert schema.property("P57") is schema.property("P57")
    assert schema.property("P999999") is None

    monkeypatch.setattr("kgqa_store.schema.KEPT", 0)
    assert schema.property("P57") == schema.property("P57")
    assert schema.class_label("Q999999999") is None


def test_a_property_is_described(schema: Schema) -> None:
    found = schema.property("P57")

    assert found is not None
    assert (found.label, found.aliases) == ("director", ("directed by", "film director"))
    assert (found.datatype, found.edges, found.subjects, found.objects) == ("WikibaseItem", 3, 3, 2)
    assert found.subject_classes == (Share("Q11424", 0.6667), Share("Q24869", 0.3333))
    assert found.object_classes == (Share("Q5", 1.0),)
    assert found.wider_subject_classes[0] == Share("Q2431196", 0.6667)
    assert found.example == ("Q107", "Q548823")


def test_a_property_without_edges_is_known_by_its_declaration(schema: Schema) -> None:
    found = schema.property("P9999")

    assert found is not None
    assert (found.datatype, found.edges, found.example) == ("String", 0, ())


def test_the_example_of_a_property_of_values_is_its_subject(schema: Schema) -> None:
    found = schema.property("P2048")

    assert found is not None and found.example == ("Q76",)


@pytest.mark.parametrize("identifier", ["P404", "Q5", "nonsense", ""])
def test_what_is_no_property_is_none(schema: Schema, identifier: str) -> None:
    assert schema.property(identifier) is None


def test_properties_with_edges_are_listed_most_frequent_first(schema: Schema) -> None:
    listed = schema.properties()

    assert listed[0] == "P31" and "P57" in listed and "P9999" not in listed


def test_the_size_of_a_class_includes_subclasses_in_its_total(schema: Schema) -> None:
    assert schema.class_("Q11424") == Class(
        id="Q11424", label="film", size=2, total=3, superclasses=("Q2431196",)
    )
    assert schema.class_("Q404") is None


def test_classes_above_are_found_through_a_cycle(schema: Schema) -> None:
    assert schema.superclasses("Q24869") == ("Q11424", "Q2431196", "Q386724")
    assert schema.superclasses("Q24869", most=1) == ("Q11424",)
    assert schema.superclasses("Q404") == schema.superclasses("?") == ()


def test_the_classes_of_an_entity_are_known(schema: Schema) -> None:
    assert schema.class_of("Q76") == ("Q5",)
    assert schema.class_of("Q404") == schema.class_of("?") == ()


def test_a_class_knows_the_properties_of_its_instances(schema: Schema) -> None:
    assert Use("P57", 2) in schema.properties_of("Q11424")
    assert Use("P57", 3) in schema.properties_to("Q5")
    assert schema.properties_of("Q404") == ()


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("director", "P57"),
        ("Directed by", "P57"),
        ("the directors of", "P57"),
        ("born in", "P19"),
        ("how tall", "P2048"),
        ("birthplace", "P19"),
        ("date of birth", "P569"),
    ],
)
def test_words_lead_to_properties(schema: Schema, words: str, best: str) -> None:
    assert schema.find_property(words)[0].id == best


@pytest.mark.parametrize("words", ["", "?", "xyzzy", "\0"])
def test_words_of_no_property_lead_nowhere(schema: Schema, words: str) -> None:
    assert schema.find_property(words) == []
