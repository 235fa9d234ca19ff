"""The embedded sample: its format, what is in it, and how it becomes a store."""

import re
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

import pyoxigraph as ox
import pytest
from kgqa_store.errors import SourceError, StoreError
from kgqa_store.generations import lease
from kgqa_store.sample import SOURCES, ensure_sample_store, sample_triples, sample_version
from kgqa_store.sample.compile import Sample, load_sample, sample_lines
from kgqa_store.sample.values import Item, Quantity, Time, simple_form
from kgqa_store.vocabulary import PREFIXES, WD, WDT

MINTAKA = {
    "generic",
    "multi-hop",
    "intersection",
    "difference",
    "superlative",
    "ordinal",
    "count",
    "comparative",
    "yes/no",
}
PROPERTIES = """\
P31 instance of | item | is a
P279 subclass of | item
P26 spouse | item | wife; husband | symmetric
P22 father | item | dad | inverse: child
P40 child | item
P569 date of birth | date
P580 start time | date
P1082 population | quantity
P2044 elevation | quantity
P742 pseudonym | string
P1476 title | text
P625 coordinate location | coordinate
"""
THINGS = """\
Q5 human | a person
  subclass of: thing
Q35120 thing | anything
  title: Entity
  instance of: thing kind
Q1 thing kind | kind of thing
  subclass of: thing
Q11573 metre | unit of length
  instance of: thing
"""


@pytest.fixture(scope="module")
def sample() -> Sample:
    return load_sample(SOURCES)


def compiled(tmp_path: Path, text: str) -> list[str]:
    """Compile `text` beside a few properties and things; return the lines about neither."""
    (tmp_path / "properties.kg").write_text(PROPERTIES, encoding="utf-8")
    (tmp_path / "shared.kg").write_text(THINGS, encoding="utf-8")
    (tmp_path / "topic.kg").write_text(text, encoding="utf-8")
    return list(sample_lines(load_sample(tmp_path)))


def graph_of(lines: list[str]) -> ox.Store:
    store = ox.Store()
    store.load("\n".join(lines).encode(), format=ox.RdfFormat.N_TRIPLES)
    return store


def ask(store: ox.Store, pattern: str) -> bool:
    return bool(store.query(f"ASK {{ {pattern} }}", prefixes=dict(PREFIXES)))


# --- The format ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Q9 Ann | a woman\n  instance of: humann\n", r"nothing is called 'humann'.*'human'"),
        ("Q9 Ann | a woman\n  instanc of: human\n", r"no property 'instanc of'.*'instance of'"),
        ("Q9 Ann | a woman\n  date of birth: human\n", r"date of birth: 'human' is no date"),
        ("Q9 Ann | a woman\n  date of birth: 1999-02-30\n", r"on no calendar"),
        ("Q9 Ann | a woman\n  elevation: tall\n", r"'tall' is no quantity"),
        ("Q9 Ann | a woman\n  elevation: 5 human being\n", r"nothing is called 'human being'"),
        ("Q9 Ann | a woman\n  pseudonym: Anna\n", r"double quotes"),
        ('Q9 Ann | a woman\n  title: A\n  title: B\n  coordinate location: "x"\n', r"latitude"),
        ("Q9 Ann | a woman\nQ9 Bea | another\n", r"Q9 is already declared in topic.kg:1 as 'Ann'"),
        ("Q9 Ann | a woman\nQ8 Ann | another\n", r"the page 'Ann' is Q9's"),
        ("Q9 Ann | a woman\n  spouse: Q7\n", r"Q7 is not in the sample"),
        ("Q9 Ann | a woman\n  spouse: Eve (Q5)\n", r"Q5 is called 'human', not 'Eve'"),
        ("Q9 Ann | a woman\n  spouse: Ann\n", r"not its own value"),
        ("Q9 Ann | a woman\n  spouse: human;\n", r"an empty value"),
        ("Q9 Ann | a woman\n  spouse: human {start time: 1999\n", r"not closed"),
        ("Q9 Ann | a woman\n  spouse: human {start time}\n", r"property: value"),
        ("Q9 Ann | a woman\n  instance of: human\n  instance of: human\n", r"topic.kg:2 says the"),
        ("Q9 Ann\n", r"expected `Q42 Label"),
        ("  instance of: human\n", r"belongs to no entity"),
        ("+ Ann\n  instance of: human\n", r"nothing is called 'Ann'"),
        ("+ human\n  aka: person\n", r"names stand in the block that declares"),
    ],
)
def test_a_mistake_is_named_with_its_file_and_line(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(SourceError, match=rf"topic\.kg:\d+: .*{what}"):
        compiled(tmp_path, text)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="2 mistakes") as caught:
        compiled(tmp_path, "Q9 Ann | a woman\n  instance of: x\n  spouse: y\n")
    assert "topic.kg:2" in str(caught.value) and "topic.kg:3" in str(caught.value)


def test_a_label_that_two_share_needs_an_id_or_a_page_title(tmp_path: Path) -> None:
    two = "Q8 Ann | one\n  title: Ann (singer)\nQ9 Ann | two\n  title: Ann (writer)\n"
    with pytest.raises(SourceError, match=r"ambiguous; write one of Ann \(Q8\), Ann \(Q9\)"):
        compiled(tmp_path, two + "Q7 Bob | a man\n  spouse: Ann\n")
    for name in ("Ann (Q9)", "Q9", "Ann (writer)"):
        graph = graph_of(compiled(tmp_path, two + f"Q7 Bob | a man\n  spouse: {name}\n"))
        assert ask(graph, "wd:Q7 wdt:P26 wd:Q9")


def test_the_precision_of_a_date_and_the_unit_of_a_quantity_are_kept(tmp_path: Path) -> None:
    text = "Q9 Ann | a woman\n  date of birth: 1999-05\n  elevation: 1.5 metre\n"
    graph = graph_of(compiled(tmp_path, text))
    month = 'wikibase:timePrecision 10; wikibase:timeValue "1999-05-01T00:00:00Z"^^xsd:dateTime'
    assert ask(graph, f"wd:Q9 p:P569/psv:P569 [ {month} ]")
    assert ask(graph, "wd:Q9 p:P2044/psv:P2044 [ wikibase:quantityUnit wd:Q11573 ]")
    assert ask(graph, "wd:Q9 wdt:P2044 1.5")


def test_a_day_without_qualifiers_is_an_edge_alone(tmp_path: Path) -> None:
    lines = compiled(tmp_path, "Q9 Ann | a woman\n  date of birth: -0044-03-15\n")
    about = [line for line in lines if "prop/" in line and "/Q9>" in line]
    date = '"-0044-03-15T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>'
    assert about == [f"<{WD}Q9> <{WDT}P569> {date} ."]


def test_preferred_values_alone_are_truthy(tmp_path: Path) -> None:
    text = "Q9 Rome | a city\n  population: 10 {start time: 1900}; *20 {start time: 2000}\n"
    graph = graph_of(compiled(tmp_path, text))
    assert ask(graph, "wd:Q9 wdt:P1082 20.0") and not ask(graph, "wd:Q9 wdt:P1082 10.0")
    assert ask(graph, "wd:Q9 p:P1082 [ ps:P1082 10.0; wikibase:rank wikibase:NormalRank ]")
    assert ask(graph, "wd:Q9 p:P1082 [ ps:P1082 20.0; wikibase:rank wikibase:PreferredRank ]")


def test_symmetric_and_inverse_edges_are_added_with_their_qualifiers(tmp_path: Path) -> None:
    text = (
        "Q7 Bob | a man\nQ8 Cai | a boy\n  father: Bob\n"
        "Q9 Ann | a woman\n  spouse: Bob {start time: 1990-01-01}\n"
    )
    graph = graph_of(compiled(tmp_path, text))
    assert ask(graph, "wd:Q7 wdt:P26 wd:Q9 . wd:Q7 wdt:P40 wd:Q8")
    assert ask(graph, "wd:Q7 p:P26 [ ps:P26 wd:Q9; pq:P580 ?start ]")


def test_names_texts_and_pages_are_written_as_wikidata_writes_them(tmp_path: Path) -> None:
    text = (
        "Q9 Ann | a woman; of course\n  aka: Anna; Annie\n  title: Ann (writer)\n"
        '  label fr: Anne\n  pseudonym: "A; B"\n  coordinate location: 45.5 -7\n'
    )
    graph = graph_of(compiled(tmp_path, text))
    assert ask(graph, 'wd:Q9 rdfs:label "Ann"@en, "Anne"@fr ; skos:altLabel "Anna"@en, "Annie"@en')
    assert ask(graph, 'wd:Q9 schema:description "a woman; of course"@en ; wdt:P742 "A; B"')
    assert ask(graph, "<https://en.wikipedia.org/wiki/Ann_%28writer%29> schema:about wd:Q9")
    assert ask(graph, 'wd:Q9 wdt:P625 "Point(-7 45.5)"^^geo:wktLiteral')


# --- What is in it ---------------------------------------------------------------------------


def test_it_is_large_enough(sample: Sample) -> None:
    assert len(sample.entities) >= 1_500
    assert len(sample.statements) >= 12_000
    assert sample.qualifiers >= 2_000


def test_every_topic_of_mintaka_has_its_file(sample: Sample) -> None:
    files = Counter(entity.place.file for entity in sample.entities)
    topics = ("movies", "music", "sports", "books", "geography", "politics", "video_games")
    assert all(files[f"{topic}.kg"] >= 100 for topic in (*topics, "history"))


def test_every_entity_is_of_some_kind(sample: Sample) -> None:
    kinds = {s.subject for s in sample.statements if s.property in ("P31", "P279")}
    assert [entity.label for entity in sample.entities if entity.name not in kinds] == []


def test_no_person_is_a_class(sample: Sample) -> None:
    kinds = {s.value for s in sample.statements if s.property in ("P31", "P279")}
    people = {s.subject for s in sample.statements if s.property == "P31" and s.value == Item("Q5")}
    assert {kind.id for kind in kinds if isinstance(kind, Item)} & people == set()


def test_the_classes_form_no_circle(sample: Sample) -> None:
    above = defaultdict(set)
    for statement in sample.statements:
        if statement.property == "P279" and isinstance(statement.value, Item):
            above[statement.subject].add(statement.value.id)
    for start in above:
        seen, todo = set(), list(above[start])
        while todo:
            seen.add(node := todo.pop())
            todo += [other for other in above.get(node, ()) if other not in seen]
        assert start not in seen, start


def test_every_date_is_plausible(sample: Sample) -> None:
    dates = [
        (statement, value)
        for statement in sample.statements
        for value in (statement.value, *(value for _, value in statement.qualifiers))
        if isinstance(value, Time)
    ]
    assert len(dates) > 3_000
    assert [s for s, date in dates if not -3500 <= date.year <= 2030 or date.year == 0] == []


def test_people_are_born_before_they_die_and_live_at_most_122_years(sample: Sample) -> None:
    born, died = defaultdict(list), defaultdict(list)
    for statement in sample.statements:
        if isinstance(statement.value, Time) and statement.property in ("P569", "P570"):
            (born if statement.property == "P569" else died)[statement.subject].append(
                statement.value.year
            )
    assert sum(subject in born for subject in died) > 500
    odd = [s for s in died if s in born and not 0 <= min(died[s]) - max(born[s]) <= 122]
    assert odd == []


def test_a_time_that_starts_ends_later(sample: Sample) -> None:
    for statement in sample.statements:
        times = {name: v for name, v in statement.qualifiers if isinstance(v, Time)}
        if "P580" in times and "P582" in times:
            start, end = times["P580"], times["P582"]
            assert (start.year, start.month) <= (end.year, end.month) or end.precision == 9, (
                statement.place
            )


def test_quantities_are_not_negative_and_measures_have_a_unit(sample: Sample) -> None:
    measured = {"P2044", "P2046", "P2043", "P2047", "P2048", "P2142", "P4511"}
    for statement in sample.statements:
        if isinstance(statement.value, Quantity) and statement.property in measured:
            assert statement.value.unit, statement.place
            assert statement.value.amount > 0 or statement.property == "P2044", statement.place


def test_values_are_of_the_kind_their_property_wants(sample: Sample) -> None:
    people = {s.subject for s in sample.statements if s.property == "P31" and s.value == Item("Q5")}
    for statement in sample.statements:
        value = statement.value.id if isinstance(statement.value, Item) else ""
        if statement.property in ("P57", "P161", "P58"):
            assert statement.subject not in people and value in people, statement.place


def test_labels_and_descriptions_are_plain(sample: Sample) -> None:
    for entity in sample.entities:
        assert 2 < len(entity.description) <= 120, entity.place
        assert not re.search(r"[;{}\"]|\s\s", entity.label), entity.label
        assert len(set(entity.aliases)) == len(entity.aliases), entity.label


# --- What is left out, and the tour ----------------------------------------------------------


def withheld() -> list[dict[str, str]]:
    files = sorted(SOURCES.glob("withheld*.toml"))
    return [fact for file in files for fact in tomllib.loads(file.read_text())["fact"]]


def test_what_is_withheld_is_not_in_the_graph(sample: Sample) -> None:
    forms = {(s.subject, s.property, simple_form(s.value)) for s in sample.statements}
    names = {entity.name for entity in sample.entities}
    facts = withheld()
    assert len(facts) >= 120
    for fact in facts:
        assert fact["entity"] in names and fact["type"] in MINTAKA, fact
        value = fact["value"]
        if value.startswith("Q"):
            assert (fact["entity"], fact["property"], f"<{WD}{value}>") not in forms, fact
        else:
            known = {f for e, p, f in forms if (e, p) == (fact["entity"], fact["property"])}
            assert not any(f'"{value.split()[0]}' in form for form in known), fact


def test_the_tour_asks_sixty_questions_of_all_nine_types(sample: Sample) -> None:
    files = sorted(SOURCES.glob("tour*.toml"))
    questions = [q for file in files for q in tomllib.loads(file.read_text())["question"]]
    assert len(questions) >= 60
    types = Counter(question["type"] for question in questions)
    assert types.keys() == MINTAKA and min(types.values()) >= 4
    assert len({question["question"] for question in questions}) == len(questions)
    names = {entity.name for entity in sample.entities}
    for question in questions:
        assert set(re.findall(r"Q\d+", question["algebra"])) <= names, question
        assert {a for a in question["answers"] if isinstance(a, str) and a[0] == "Q"} <= names


# --- As triples, and as a store --------------------------------------------------------------


def test_the_triples_are_legal_and_the_same_every_time() -> None:
    lines = list(sample_triples())
    assert lines == list(sample_triples())
    assert len(set(lines)) == len(lines)
    parsed = sum(1 for _ in ox.parse(b"".join(lines), format=ox.RdfFormat.N_TRIPLES))
    assert parsed == len(lines)


def test_its_version_changes_with_its_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = sample_version()
    (tmp_path / "movies.kg").write_text("Q5 human | a person\n")
    monkeypatch.setattr("kgqa_store.sample.SOURCES", tmp_path)
    assert sample_version() != first


def test_two_processes_that_come_first_build_one_store(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from kgqa_store.sample import ensure_sample_store;"
        "print(ensure_sample_store(Path(sys.argv[1])))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = {process.communicate(timeout=120)[0].strip() for process in processes}
    assert [process.returncode for process in processes] == [0, 0]
    assert said == {str(ensure_sample_store(tmp_path))}
    (directory,) = map(Path, said)
    assert len(list(directory.glob("generation-*"))) == 1
    with lease(directory) as current:
        graph = ox.Store.read_only(str(current.graph))
        assert ask(graph, "wd:Q25188 wdt:P57 wd:Q25191")


def test_a_home_that_cannot_be_written_is_told_clearly(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="nothing can be written to"):
        ensure_sample_store(tmp_path / "file" / "home")
