"""Text indexes of OpenSearch and Elasticsearch, played by a stub that speaks their protocol."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from remote_stub import Stub, running

from kgqa.errors import EmbedderMissing, TextIndexMissing, TextIndexUnreachable
from kgqa.text.dense import Vectors
from kgqa.text.index import open_index
from kgqa.text.remote import RemoteIndex, address_of

pytest.importorskip("opensearchpy")


class North:
    """Makes the same vector of every text."""

    name = "north"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector to the north for each text."""
        return np.array([[0.0, 1.0]] * len(texts), np.float32)


@pytest.fixture(params=["opensearch", "elasticsearch"])
def stub(request: pytest.FixtureRequest) -> Iterator[Stub]:
    """Give a server of either distribution."""
    with running(request.param) as stub:
        yield stub


def test_passages_are_found_by_their_words(stub: Stub) -> None:
    """The best is first, with all that the server tells of it."""
    with open_index(f"{stub.url}/passages") as index:
        hits = index.search("Who wrote the novel Dune?", k=2)
        assert [hit.passage.id for hit in hits] == ["dune", "sand"]
        assert hits[0].passage.qid == "Q190192"
        assert hits[0].ranks == {"words": 1}
        assert len(index) == 3


def test_passages_about_an_entity_come_before_others_that_share_as_many_words(stub: Stub) -> None:
    """An entity raises its passages, and no others come in by it."""
    with open_index(f"{stub.url}/passages") as index:
        plain = index.search("hill of sand dune", k=3)
        about = index.search("dune", k=3, qids=["Q190192", "no id"])
    assert plain[0].passage.id == "sand"
    assert [hit.passage.id for hit in about] == ["dune", "sand"]
    assert about[0].score > about[1].score


def test_the_passages_of_an_entity_are_found_by_its_id(stub: Stub) -> None:
    """What is no id finds nothing, and is not sent."""
    with open_index(f"{stub.url}/passages") as index:
        assert [one.id for one in index.of_entity("Q190192")] == ["dune"]
        before = len(stub.searches)
        assert index.of_entity("Q1 OR *") == []
        assert len(stub.searches) == before


def test_vectors_find_what_words_do_not(stub: Stub) -> None:
    """Both rankings are fused, each in the words of its distribution."""
    with open_index(f"{stub.url}/vectors", embedder=North()) as index:
        hits = index.search("dune", k=3)
    assert {"dune", "sand", "sea"} == {hit.passage.id for hit in hits}
    assert hits[0].passage.id == "sand"
    assert hits[0].ranks == {"words": 2, "meaning": 2}


def test_an_embedder_without_vectors_is_refused(stub: Stub) -> None:
    """An index whose mapping has no field of vectors cannot be searched by them."""
    with pytest.raises(EmbedderMissing):
        open_index(f"{stub.url}/passages", embedder=North())


def test_a_question_is_sent_as_a_value_and_never_as_a_query(stub: Stub) -> None:
    """What stands in a question changes nothing but the words that are looked for."""
    asked = '"}}, "script": {"source": "1"} dune'
    with open_index(f"{stub.url}/passages") as index:
        assert index.search(asked)
    assert stub.searches[-1]["query"]["multi_match"]["query"] == asked
    assert set(stub.searches[-1]) == {"size", "query", "_source"}


def test_an_empty_index_finds_nothing(stub: Stub) -> None:
    """Nothing found is no error."""
    with open_index(f"{stub.url}/empty") as index:
        assert index.search("dune") == []


def test_what_is_no_passage_is_passed_over_and_markup_removed(stub: Stub) -> None:
    """A server can tell anything."""
    with open_index(f"{stub.url}/odd") as index:
        assert [hit.passage.text for hit in index.search("dune")] == ["Dune it is"]


@pytest.mark.parametrize("index", ["page", "list", "hitless", "crash", "moved"])
def test_a_server_that_answers_wrongly_is_told_so(stub: Stub, index: str) -> None:
    """No answer that cannot be one is taken for one, and no redirect is followed."""
    with open_index(f"{stub.url}/{index}") as opened, pytest.raises(TextIndexUnreachable):
        opened.search("dune")
    assert len(stub.searches) == 1


@pytest.mark.parametrize("index", ["textless", "locked"])
def test_an_index_that_is_of_no_use_is_refused_when_it_is_opened(stub: Stub, index: str) -> None:
    """Documents without text, and doors without a key."""
    with pytest.raises(TextIndexUnreachable):
        open_index(f"{stub.url}/{index}")


def test_an_index_that_is_not_there_is_missing(stub: Stub) -> None:
    """The server is there, the index is not."""
    with pytest.raises(TextIndexMissing, match="no index gone"):
        open_index(f"{stub.url}/gone")


def test_a_slow_server_is_not_waited_for(stub: Stub) -> None:
    """The time is over before the server answers, and nothing is tried again."""
    with RemoteIndex(f"{stub.url}/slow", seconds=1.5) as index:
        began = time.monotonic()
        with pytest.raises(TextIndexUnreachable, match=r"longer than 1\.5 seconds"):
            index.search("dune")
    assert time.monotonic() - began < 6
    assert len(stub.searches) == 1


def test_a_server_that_is_down_is_told_so() -> None:
    """A port where nobody listens."""
    with running() as stub:
        url = stub.url
    with pytest.raises(TextIndexUnreachable, match="cannot be reached"):
        open_index(f"{url}/passages")


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:9200",
        "http:///passages",
        "http://h:x/passages",
        "http://h/a,b",
        "http://h/*",
    ],
)
def test_an_address_that_names_no_index_is_refused(address: str) -> None:
    """Several indexes, patterns and none are no index."""
    with pytest.raises(TextIndexMissing):
        address_of(address)


def test_a_password_stays_out_of_what_is_told() -> None:
    """It is a part of the address that is given, and of no message."""
    found = address_of("https://me:p%40ss@search.example:9200/wiki")
    assert (found.user, found.password, found.index) == ("me", "p@ss", "wiki")
    assert "p@ss" not in str(found)
    assert "me" not in str(found).replace("example", "")
