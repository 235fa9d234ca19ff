import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kgqa_store import collect_lines, names_layout
from kgqa_store.errors import StoreDamaged, StoreMissing
from kgqa_store.names import NameIndex
from kgqa_store.names_mentions import other_numeral
from kgqa_store.names_prefixes import MANY
from kgqa_store.names_text import key_of, normalise, singulars
from kgqa_store.names_typos import edits_between
from kgqa_store.vocabulary import RDFS, WD, WDT, WIKIBASE
from name_world import build, iri, text, typed


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NameIndex]:
    with NameIndex(build(tmp_path_factory.mktemp("names")) / "names") as opened:
        yield opened


def ids(candidates: object) -> list[str]:
    return [candidate.id for candidate in candidates]  # type: ignore[attr-defined]


def label_lines(names: dict[str, str]) -> bytes:
    label = iri(RDFS, "label")
    lines = [f"{iri(WD, name)} {label} {text(said)} ." for name, said in names.items()]
    return "\n".join(lines).encode()


# --- Normal forms ----


@given(st.text())
@example("İ")
@example("ŉ")
@example("ﬁancé")
@example("0¸0")
@example("\ud800")
@settings(max_examples=500)
def test_a_normal_form_is_its_own_normal_form(name: str) -> None:
    normal = normalise(name)

    assert normalise(normal) == normal
    assert len(key_of(normal)) <= 400


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Beyoncé", "beyonce"),
        ("AC/DC", "ac-dc"),
        ("J. R. R. Tolkien", "JRR Tolkien"),
        ("J.R.R. Tolkien", "j r r tolkien"),
        ("Schindler's List", "Schindler’s  list"),
        ("Łódź", "lodz"),
        ("Simon & Garfunkel", "simon and garfunkel"),
        ("U.S.A.", "USA"),
        ("ＡＢＣ", "abc"),
        ("Straße", "strasse"),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_spellings_of_one_name_have_one_normal_form(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(
    ("one", "other"), [("C++", "C"), ("C#", "C"), ("हिन्दी", "हनद"), ("!!!", "!")]
)
def test_what_tells_names_apart_is_kept(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


# --- Exact look-up ----


@pytest.mark.parametrize(
    ("name", "best"),
    [
        ("beyonce", "Q36153"),
        ("SCHINDLERS LIST", "Q483941"),
        ("jrr tolkien", "Q892"),
        ("!!!", "Q13580495"),
        ("Mercury (planet)", "Q308"),
        ("quicksilver", "Q925"),
        ("Farrokh Bulsara", "Q15869"),
    ],
)
def test_labels_aliases_and_titles_are_found(index: NameIndex, name: str, best: str) -> None:
    assert ids(index.exact(name))[:1] == [best]


def test_a_title_is_found_without_what_it_has_in_brackets(index: NameIndex) -> None:
    assert set(ids(index.exact("Mercury"))) == {"Q308", "Q925", "Q1150"}


def test_bearers_of_one_name_are_ranked_by_fame(index: NameIndex) -> None:
    assert ids(index.exact("Paris")) == ["Q90", "Q1007"]


def test_a_name_of_another_language_is_left_out_if_one_is_asked_for(index: NameIndex) -> None:
    assert ids(index.exact("mercure")) == ["Q925"]
    assert ids(index.exact("mercure", "fr")) == ["Q925"]
    assert index.exact("mercure", "en") == []
    assert ids(index.exact("Paris", "fr")) == ["Q90"]


def test_a_candidate_says_how_it_was_found(index: NameIndex) -> None:
    (found,) = index.exact("Fab Four")

    assert (found.id, found.label, found.name) == ("Q1299", "The Beatles", "fab four")
    assert (found.how, found.language) == ("alias", "en")
    assert 0 < found.popularity <= 1 and 0 < found.score <= 1


@pytest.mark.parametrize("name", ["", " ", "nobody is called so", "x" * 100_000, "\0", "\ud800"])
def test_what_is_no_name_is_not_found(index: NameIndex, name: str) -> None:
    assert index.exact(name) == []
    assert index.search(name) == []
    assert index.prefix(name) == []
    assert index.fuzzy(name) == []
    assert index.mentions(name) == []


# --- Partial names, beginnings, forms ----


def test_a_last_name_leads_to_people_but_less_than_a_name_of_its_own(index: NameIndex) -> None:
    assert ids(index.search("Obama")) == ["Q41773", "Q76", "Q13133"] or ids(
        index.search("Obama")
    ) == ["Q76", "Q41773", "Q13133"]
    assert [found.how for found in index.search("Villeneuve")] == ["last word"]
    assert "Q15869" in ids(index.search("Mercury"))


@pytest.mark.parametrize(
    ("written", "meant", "how"),
    [
        ("Beatles", "Q1299", "label, with article"),
        ("the country", "Q6256", "label, without article"),
        ("countries", "Q6256", "label, plural"),
        ("films", "Q11424", "label, plural"),
        ("Barack Obama's", "Q76", "label, possessive"),
        ("Barack Oba", "Q76", "label, prefix"),
    ],
)
def test_a_search_undoes_forms(index: NameIndex, written: str, meant: str, how: str) -> None:
    best = index.search(written)[0]

    assert (best.id, best.how) == (meant, how)


def test_a_beginning_leads_to_names(index: NameIndex) -> None:
    assert set(ids(index.prefix("merc"))) == {"Q308", "Q925", "Q1150"}


def test_of_very_many_names_with_one_beginning_the_best_known_are_found(tmp_path: Path) -> None:
    names = {f"Q{number}": f"Sand {number:04}" for number in range(1, 3 * MANY)}
    famous = "\n".join(
        f"{iri(WD, f'Q9{n}')} {iri(WDT, 'P1')} {iri(WD, 'Q555')} ." for n in range(50)
    )
    with NameIndex(
        build(tmp_path, label_lines(names) + b"\n" + famous.encode()) / "names"
    ) as index:
        assert ids(index.prefix("sand", 1)) == ["Q555"]
        assert len(index.prefix("sand", 20)) == 20
        assert ids(index.prefix("sand 000", 20)) == [f"Q{number}" for number in range(1, 10)]


def test_of_very_many_bearers_of_a_name_the_best_known_are_found(tmp_path: Path) -> None:
    names = {f"Q{number}": "Sand" for number in range(1, 20_000)}
    links = f"{iri(WD, 'Q777')} {iri(WIKIBASE, 'sitelinks')} {typed('12', 'integer')} ."
    with NameIndex(build(tmp_path, label_lines(names) + b"\n" + links.encode()) / "names") as index:
        assert ids(index.exact("sand", limit=3)) == ["Q777", "Q1", "Q2"]


# --- Mistakes ----


NAMES = ["arnold schwarzenegger", "barack obama", "denis villeneuve", "new york city", "beyonce"]


@given(
    st.sampled_from(NAMES),
    st.integers(0, 3),
    st.integers(0, 99),
    st.sampled_from(string.ascii_lowercase),
)
@settings(max_examples=300)
def test_a_name_with_one_mistake_is_found(
    index: NameIndex, name: str, kind: int, place: int, letter: str
) -> None:
    place %= len(name)
    wrong = {
        0: name[:place] + letter + name[place:],
        1: name[:place] + name[place + 1 :],
        2: name[:place] + letter + name[place + 1 :],
        3: name[:place] + name[place : place + 2][::-1] + name[place + 2 :],
    }[kind]

    assert name in {found.name for found in index.fuzzy(wrong, max_edits=1)}


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("Arnold Shwarzeneger", "Q2685"),
        ("Micheele Obamma", "Q13133"),
        ("newyork city", "Q60"),
        ("Dennis Vileneuve", "Q548823"),
    ],
)
def test_a_name_with_two_mistakes_is_found(index: NameIndex, wrong: str, meant: str) -> None:
    assert ids(index.fuzzy(wrong)) == [meant]
    assert ids(index.search(wrong))[:1] == [meant]


def test_a_name_that_exists_is_not_corrected(index: NameIndex) -> None:
    assert all("typo" not in found.how for found in index.search("Paris"))


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_edits_are_counted_as_by_the_definition(one: str, other: str) -> None:
    def distance(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        found = min(
            distance(i - 1, j) + 1,
            distance(i, j - 1) + 1,
            distance(i - 1, j - 1) + (one[i - 1] != other[j - 1]),
        )
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            found = min(found, distance(i - 2, j - 2) + 1)
        return found

    expected = distance(len(one), len(other))

    assert edits_between(one, other, 3) == (expected if expected <= 3 else None)


# --- Mentions ----


def test_every_span_that_is_a_name_is_a_mention(index: NameIndex) -> None:
    question = "Did Barack Obama's wife visit the Beatles in New York City?"
    found = {mention.text: ids(mention.candidates) for mention in index.mentions(question)}

    assert found["Barack Obama"] == ["Q76"]
    assert "Q76" in found["Obama"]
    assert found["the Beatles"] == ["Q1299"]
    assert found["New York City"] == found["New York"] == ["Q60"]
    assert "in" not in found and "Did" not in found
    for mention in index.mentions(question):
        assert question[mention.start : mention.end] == mention.text


def test_initials_and_brackets_are_mentioned_too(index: NameIndex) -> None:
    found = {mention.text for mention in index.mentions("Was J. R. R. Tolkien (the author) born?")}

    assert "J. R. R. Tolkien" in found


# --- Entities ----


def test_labels_fall_back_to_another_language(index: NameIndex) -> None:
    assert index.labels(["Q6256", "Q5", "Q404", "x", "L1"], "fr") == {
        "Q6256": "pays",
        "Q5": "human",
    }


def test_an_entity_is_described(index: NameIndex) -> None:
    entry = index.describe("Q15869")

    assert entry is not None
    assert (entry.label, entry.description) == ("Freddie Mercury", "British singer")
    assert (entry.aliases, entry.types) == (("Farrokh Bulsara",), ("Q5",))
    assert index.describe("Q404") is None and index.describe("nonsense") is None


def test_properties_have_labels_but_are_no_entities_of_a_name(index: NameIndex) -> None:
    assert index.labels(["P57"]) == {"P57": "director"}
    assert index.exact("director") == []


def test_strange_labels_are_kept(tmp_path: Path) -> None:
    label = iri(RDFS, "label").encode()
    entity = iri(WD, "Q1").encode()
    long = b'"' + b"long " * 20_000 + b'"@en'
    strange = [
        b'"tab\\there \\"quoted\\" \\u00e9 \\U0001F600"@en',
        b'"\xff broken"@de',
        long + b" ",
        b'"plain"',
    ]
    triples = b"\n".join(entity + b" " + label + b" " + literal + b" ." for literal in strange)
    with NameIndex(build(tmp_path, triples) / "names") as index:
        assert ids(index.exact('TAB here "quoted" e 😀')) == ["Q1"]
        assert ids(index.exact("plain")) == ["Q1"]
        assert ids(index.exact("long " * 20_000)) == ["Q1"]


# --- The files ----


def test_one_process_opens_an_index_twice(tmp_path: Path) -> None:
    place = build(tmp_path) / "names"
    with NameIndex(place) as one:
        with NameIndex.open(place) as other:
            assert other.exact("Paris") == one.exact("Paris")
        assert ids(one.exact("Paris")) == ["Q90", "Q1007"]


def test_another_process_reads_the_same_index(tmp_path: Path) -> None:
    place = build(tmp_path) / "names"
    code = (
        "import sys, pathlib; from kgqa_store.names import NameIndex\n"
        "print(NameIndex(pathlib.Path(sys.argv[1])).exact('paris')[0].id)"
    )
    with NameIndex(place):
        run = subprocess.run(
            [sys.executable, "-c", code, str(place)], capture_output=True, text=True, check=True
        )

    assert run.stdout == "Q90\n"


def test_a_missing_index_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match="no name index") as caught:
        NameIndex(tmp_path)
    assert "kgqa store build" in caught.value.hint


@pytest.mark.parametrize("content", [b"", b"no database at all" * 1000])
def test_a_damaged_index_is_reported(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "data.mdb").write_bytes(content)

    with pytest.raises(StoreDamaged):
        NameIndex(tmp_path)


LAYOUTS = {
    1: (
        256,
        ">HBHQ",
        ">BQ",
        ">H",
        "entities names parts prefixes forms words typos word-typos meta",
    ),
}
"""What decides how an index is read, by its format."""


def test_a_layout_that_changes_has_a_new_format() -> None:
    """Who changes one of these raises FORMAT and adds a line: older indexes are then refused."""
    tables = " ".join(names_layout.TABLES[:9])
    layout = (
        collect_lines.NAME_BUCKETS,
        names_layout.POSTING.format,
        names_layout._ENTITY.format,
        names_layout.HEADER.format,
        tables,
    )

    assert layout == LAYOUTS[names_layout.FORMAT]
    assert max(LAYOUTS) == names_layout.FORMAT


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("rivers", "river"),
        ("countries", "country"),
        ("presidents of the united states", "president of the united states"),
        ("secretaries general of the united nations", "secretary general of the united nations"),
    ],
)
def test_a_plural_is_undone_at_the_end_and_before_of(plural: str, singular: str) -> None:
    assert singular in singulars(plural)


@pytest.mark.parametrize(
    ("word", "other"),
    [("4", "iv"), ("iv", "4"), ("99", "xcix"), ("xl", "40"), ("100", ""), ("ivy", ""), ("0", "")],
)
def test_a_number_may_be_written_in_two_ways(word: str, other: str) -> None:
    assert other_numeral(word) == other
