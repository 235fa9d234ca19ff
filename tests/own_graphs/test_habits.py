"""What authors of graphs are used to do: nodes without names, durations, codes, addresses."""

from __future__ import annotations

import pytest
from kgqa_store.build import build

from kgqa import Engine, query
from kgqa.algebra import Date, Entity

GRAPH = """
@prefix e: <https://y.example/id/> .
@prefix v: <https://y.example/vocab#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix schema: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
v:Employee rdfs:subClassOf foaf:Person .
e:p-1 a v:Employee ; foaf:name "Tilda Brax" ; foaf:mbox <mailto:tilda@y.example> ;
  foaf:phone <tel:+43-1-77> ; v:job e:job-1 .
e:p-2 a v:Employee ; foaf:name "Oskar Venn" ; v:mentoredBy e:p-1 ; v:job e:job-2 ;
  foaf:phone <tel:+43-1-78> .
e:job-1 a v:Employment ; v:yearly_salary_eur 52000 ; v:role "Engineer" .
e:job-2 a v:Employment ; v:yearly_salary_eur 41000 ; v:role "Clerk" .
e:f-1 a v:Vendor ; schema:name "Lindenhof" ; schema:address [ schema:addressLocality "Graz" ;
  schema:addressCountry "AT" ] .
e:f-2 a v:Vendor ; schema:name "Ferro Como" ; schema:address [ schema:addressLocality "Como" ;
  schema:addressCountry "IT" ] .
e:d-1 a v:Drill ; rdfs:label "Drill One" ; v:warranty "P2Y"^^xsd:duration ; v:room_count 3 ;
  v:packPrice [ v:amount 12.5 ; v:currency "EUR" ] ; v:vendor e:f-1 ; v:permit_required true .
e:d-2 a v:Drill ; rdfs:label "Drill Two" ; v:warranty "P30M"^^xsd:duration ; v:room_count 5 ;
  v:packPrice [ v:amount 8 ; v:currency "EUR" ] ; v:vendor e:f-2 ; v:permit_required false .
e:d-3 a v:Drill ; rdfs:label "Drill Three" ; v:warranty "P400D"^^xsd:duration ; v:vendor e:f-2 ;
  v:permit_required false .
<https://elsewhere.example/a/b/item?id=9&x=Drill> a v:Drill ; rdfs:label "Odd Drill" ;
  v:permit_required true .
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """Return an engine over a graph with such habits."""
    folder = tmp_path_factory.mktemp("habits")
    (folder / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    build([folder / "graph.ttl"], folder / "store")
    return Engine(folder / "store")


def labels(engine: Engine, question: str) -> set[str]:
    """Return the labels of the answers to a question."""
    return {one.label for one in engine.ask(question).answers}


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ('type("drill")[v:warranty > 2 year]', {"Drill Two"}),
        ('type("drill")[v:warranty >= 24 month]', {"Drill One", "Drill Two"}),
        ('type("drill")[v:warranty < 2 year]', {"Drill Three"}),
        ('type("drill")[v:warranty = 730 day]', set()),
        ('argmax(type("drill"), v:warranty)', {"Drill Two"}),
        ("nth(2, type(v:Drill), v:warranty)", {"Drill One"}),
        ("^v:warranty(e:d-2) > ^v:warranty(e:d-1)", {"yes"}),
        ("^v:warranty(e:d-3) > 2", {"no"}),
    ],
)
def test_durations_compare_by_how_long_they_are(
    engine: Engine, expression: str, found: set[str]
) -> None:
    assert {one.label for one in query(expression, store=engine.store).answers} == found


@pytest.mark.parametrize(
    ("question", "found"),
    [
        # What lasts.
        ("Which drills have a warranty of more than 2 years?", {"Drill Two"}),
        ("Is the warranty of Drill Two longer than that of Drill One?", {"yes"}),
        # Nodes without a class or a name are passed through, and are no answer.
        ("price of Drill One", {"12.5 EUR"}),
        ("What is the cheapest drill?", {"Drill Two"}),
        ("Who earns more than 50000?", {"Tilda Brax"}),
        ("In which city is Lindenhof?", {"Graz"}),
        # Codes of countries, addresses of people.
        ("Which vendors are from Austria?", {"Lindenhof"}),
        ("Whose phone number is +43-1-78?", {"Oskar Venn"}),
        # Marks, passive names, and what is so now.
        ("Which drills do not need a permit?", {"Drill Two", "Drill Three"}),
        ("Whom does Tilda Brax mentor?", {"Oskar Venn"}),
        ("Who currently mentors Oskar Venn?", {"Tilda Brax"}),
        # Things whose IRI no prefix makes short.
        ("Is the Odd Drill a drill?", {"yes"}),
    ],
)
def test_questions_are_answered_whatever_the_habit(
    engine: Engine, question: str, found: set[str]
) -> None:
    answers = labels(engine, question)
    assert answers
    assert answers <= found


def test_what_is_told_of_durations_stays_a_duration(engine: Engine) -> None:
    (answer,) = engine.ask("What is the warranty of Drill One?").answers
    assert answer.label == "2 year"
    assert not isinstance(answer.value, Date | Entity)
