"""A text index that OpenSearch or Elasticsearch holds, named by its address.

    open_index("http://localhost:9200/wikipedia")

Documents are passages: `text`, and where known `title`, `qid` and `url`. Both servers are spoken to
through OpenSearch's client; what they answer is of unknown origin and is looked at before it is
believed. Nothing is tried twice, because whoever waits for an answer would rather do without.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import unquote, urlsplit, urlunsplit

from kgqa.errors import (
    EmbedderMissing,
    PackageMissing,
    TextIndexError,
    TextIndexMissing,
    TextIndexUnreachable,
)
from kgqa.text.fusion import fuse
from kgqa.text.index import BOOST, POOL, Hit, Mode, Reranker, TextIndex
from kgqa.text.manifest import TextManifest
from kgqa.text.markup import plain
from kgqa.text.passages import Passage

if TYPE_CHECKING:
    from kgqa.text.dense import Embedder

SECONDS = 4.0
"""How long the server may take for an answer: as long as a question is read for."""
LONGEST = 5_000
"""Characters of a document that are taken: passages are some hundred words."""
MOST = 1_000
"""Passages that are asked for at once."""
_ENTITY = re.compile(r"Q[1-9]\d{0,14}")


@dataclass(frozen=True, slots=True)
class Address:
    """Where an index lies: the server, the index on it, and who asks."""

    server: str
    index: str
    user: str = ""
    password: str = ""

    def __str__(self) -> str:
        return f"{self.server}/{self.index}"


def is_remote(location: str | Path) -> bool:
    """Whether a text index is named by an address."""
    return str(location).lower().startswith(("http://", "https://"))


def address_of(location: str) -> Address:
    """Return the parts of an address; TextIndexMissing where it names no index."""
    hint = "Name server and index: http://localhost:9200/passages"
    try:
        parts = urlsplit(location)
        port = f":{parts.port}" if parts.port else ""
    except ValueError as error:
        raise TextIndexMissing("The address of the text index is none.", hint=hint) from error
    index = unquote(parts.path.strip("/"))
    if not parts.hostname or not re.fullmatch(r"[a-z0-9][^\s/\\*?\"<>|,#:]*", index):
        raise TextIndexMissing(f"{parts.netloc.rpartition('@')[2]} names no index.", hint=hint)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    server = urlunsplit((parts.scheme.lower(), host + port, "", "", ""))
    return Address(server, index, unquote(parts.username or ""), unquote(parts.password or ""))


class RemoteIndex(TextIndex):
    """Passages on another machine, searched by their words and, where they have any, by vectors."""

    def __init__(
        self,
        location: str,
        *,
        embedder: Embedder | None = None,
        reranker: Reranker | None = None,
        mode: Mode = "fused",
        seconds: float = SECONDS,
    ) -> None:
        """Ask the server at `location` what there is; vectors are used if `embedder` is given."""
        self.address = address_of(location)
        self.directory = Path(location)  # for messages: nothing is opened there
        self.reranker, self.mode = reranker, mode
        self._seconds = seconds
        self._client = _client(self.address, seconds)
        self._is_opensearch = self._distribution() == "opensearch"
        self.vector_field, told = self._mapped()
        self.manifest = _manifest(self.address, told)
        self._embedder: Embedder | None = None
        self.embedder = embedder

    @property
    def embedder(self) -> Embedder | None:
        """What makes vectors of questions; None where passages are found by words alone."""
        return self._embedder

    @embedder.setter
    def embedder(self, embedder: Embedder | None) -> None:
        if embedder is not None and not self.vector_field:
            raise EmbedderMissing(
                f"The text index {self.address} has no vectors.",
                hint="Leave the embedder out: passages are found by their words",
            )
        self._embedder = embedder

    def __len__(self) -> int:
        """Return how many passages there are."""
        count = self._asked("GET", f"/{self.address.index}/_count").get("count")
        return count if isinstance(count, int) else self._wrong("it tells no count")

    def search(self, query: str, *, k: int = 20, qids: Collection[str] = ()) -> list[Hit]:
        """Return the `k` passages that say most about `query`, best first."""
        if k <= 0 or not query.strip():
            return []
        pool = min(MOST, max(k, POOL) if self.embedder or self.reranker else k)
        found: dict[str, list[tuple[Passage, float]]] = {}
        if self.mode != "dense" or self.embedder is None:
            found["words"] = self._found(by_words(query, pool, qids))
        if self.mode != "words" and self.embedder is not None:
            vector = [float(one) for one in self.embedder.embed([query])[0]]
            asked = by_vector(vector, pool, self.vector_field, is_opensearch=self._is_opensearch)
            found["meaning"] = self._found(asked)
        hits = _fused(found)
        if self.reranker is not None:
            scores = self.reranker(query, [hit.passage for hit in hits])
            again = [
                Hit(hit.passage, float(score), hit.ranks)
                for hit, score in zip(hits, scores, strict=True)
            ]
            hits = sorted(again, key=lambda hit: -hit.score)
        return hits[:k]

    def of_entity(self, qid: str) -> list[Passage]:
        """Return passages about an entity, a hundred at most."""
        if not _ENTITY.fullmatch(qid):
            return []
        asked = {"size": POOL, "query": {"match": {"qid": qid}}}
        return [passage for passage, _ in self._found(asked) if passage.qid == qid]

    def passage(self, number: int) -> Passage:
        """Refuse: passages of a server have no numbers."""
        raise self._unlisted()

    def passages(self) -> Iterator[Passage]:
        """Refuse: a corpus that needs a server is not walked through."""
        raise self._unlisted()

    def close(self) -> None:
        """Give the connection back."""
        self._client.close()

    # --- Inside ------------------------------------------------------------------------------

    def _unlisted(self) -> TextIndexError:
        return TextIndexError(
            f"The passages of {self.address} can be searched, not listed.",
            hint="Name an index that `kgqa text build` wrote",
        )

    def _distribution(self) -> str:
        version = self._asked("GET", "/").get("version")
        if not isinstance(version, dict) or "number" not in version:
            self._wrong("it tells no version")
        return str(version.get("distribution", "elasticsearch"))

    def _mapped(self) -> tuple[str, Mapping[str, Any]]:
        """Return the field of vectors, and what is noted about the index."""
        answer = self._asked("GET", f"/{self.address.index}/_mapping")
        mappings = [one.get("mappings") for one in answer.values() if isinstance(one, dict)]
        fields = mappings[0].get("properties") if mappings and mappings[0] else None
        if not isinstance(fields, dict) or "text" not in fields:
            self._wrong("its documents have no field `text`")
        vectors = [
            name
            for name, field in sorted(fields.items())
            if isinstance(field, dict) and field.get("type") in ("knn_vector", "dense_vector")
        ]
        noted = dict(mappings[0] or {}).get("_meta")
        return (vectors[0] if vectors else ""), noted if isinstance(noted, dict) else {}

    def _found(self, asked: Mapping[str, Any]) -> list[tuple[Passage, float]]:
        body = {**asked, "_source": ["id", "title", "text", "qid", "url"]}
        answer = self._asked("POST", f"/{self.address.index}/_search", body)
        hits = answer.get("hits")
        listed = hits.get("hits") if isinstance(hits, dict) else None
        if not isinstance(listed, list):
            self._wrong("it tells no hits")
        found = [_hit(one) for one in listed if isinstance(one, dict)]
        return [one for one in found if one is not None]

    def _asked(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401
        """Return what the server answers, which is an object; else say what is wrong."""
        from opensearchpy import exceptions as wrong

        try:
            answer = self._client.transport.perform_request(method, path, body=body)
        except wrong.ConnectionTimeout as error:
            raise self._unreachable(f"took longer than {self._seconds:g} seconds") from error
        except wrong.NotFoundError as error:
            raise TextIndexMissing(
                f"There is no index {self.address.index} on {self.address.server}.",
                hint="Name one that is there: curl SERVER/_cat/indices",
            ) from error
        except (wrong.AuthenticationException, wrong.AuthorizationException) as error:
            raise self._unreachable("does not let you in") from error
        except wrong.ConnectionError as error:
            raise self._unreachable("cannot be reached") from error
        except (wrong.OpenSearchException, ValueError) as error:
            said = str(error).partition("\n")[0][:200]
            raise self._unreachable(f"answers with an error: {said}") from error
        return answer if isinstance(answer, dict) else self._wrong("it answers with no object")

    def _unreachable(self, what: str) -> TextIndexUnreachable:
        return TextIndexUnreachable(
            f"The text index {self.address} {what}.",
            hint="Check that the server runs, or add --no-text.",
        )

    def _wrong(self, what: str) -> NoReturn:
        raise TextIndexUnreachable(
            f"{self.address} is no text index of OpenSearch or Elasticsearch: {what}.",
            hint="Name server and index: http://localhost:9200/passages",
        )


def by_words(query: str, k: int, qids: Collection[str] = ()) -> dict[str, Any]:
    """Return the search for passages by their words; those about `qids` get more of their score."""
    words = {"multi_match": {"query": query, "fields": ["text", "title"], "type": "cross_fields"}}
    about = [{"match": {"qid": qid}} for qid in qids if _ENTITY.fullmatch(qid)]
    if not about:
        return {"size": k, "query": words}
    more = {"must": words, "filter": {"bool": {"should": about}}, "boost": BOOST}
    return {"size": k, "query": {"bool": {"must": words, "should": {"bool": more}}}}


def by_vector(vector: list[float], k: int, field: str, *, is_opensearch: bool) -> dict[str, Any]:
    """Return the search for the passages whose vectors are nearest, as either server has it."""
    if is_opensearch:
        return {"size": k, "query": {"knn": {field: {"vector": vector, "k": k}}}}
    nearest = {"field": field, "query_vector": vector, "k": k, "num_candidates": min(10 * k, 9_999)}
    return {"size": k, "knn": nearest}


def _client(address: Address, seconds: float) -> Any:  # noqa: ANN401 - the client is optional
    try:
        from opensearchpy import OpenSearch
    except ImportError as error:
        raise PackageMissing(
            "A text index on a server needs opensearch-py, which is not installed.",
            hint="pip install 'kgqa[remote]'",
        ) from error
    who = (address.user, address.password) if address.user else None
    return OpenSearch(
        [address.server], http_auth=who, timeout=seconds, max_retries=0, retry_on_timeout=False
    )


def _manifest(address: Address, noted: Mapping[str, Any]) -> TextManifest:
    """Return what is known of an index; who made its vectors may be noted in its mapping."""
    name, model = noted.get("embedder"), noted.get("model")
    return TextManifest(
        generation=str(address),
        created="",
        program="",
        embedder=name if isinstance(name, str) else "",
        model=model if isinstance(model, str) else "",
    )


def _hit(told: Mapping[str, Any]) -> tuple[Passage, float] | None:
    """Return the passage that a server tells of and its score; None where it is none."""
    source, score = told.get("_source"), told.get("_score")
    if not isinstance(source, dict) or not isinstance(source.get("text"), str):
        return None
    text = plain(source["text"][:LONGEST])[0]
    title, url, qid = (source.get(name) for name in ("title", "url", "qid"))
    passage = Passage(
        id=str(source.get("id") or told.get("_id") or ""),
        title=plain(title)[0][:300] if isinstance(title, str) else "",
        text=text,
        qid=qid if isinstance(qid, str) and _ENTITY.fullmatch(qid) else None,
        url=url if isinstance(url, str) and url.lower().startswith(("http://", "https://")) else "",
    )
    rank = float(score) if isinstance(score, int | float) else 0.0
    return (passage, rank) if text else None


def _fused(found: Mapping[str, list[tuple[Passage, float]]]) -> list[Hit]:
    """Return the passages of all rankings, each once, best first."""
    numbers: dict[str, int] = {}
    passages: list[Passage] = []
    for ranking in found.values():
        for passage, _ in ranking:
            if passage.id not in numbers:
                numbers[passage.id] = len(passages)
                passages.append(passage)
    ranked = {
        name: list(dict.fromkeys(numbers[passage.id] for passage, _ in ranking))
        for name, ranking in found.items()
    }
    places = {name: {n: at for at, n in enumerate(ns, 1)} for name, ns in ranked.items()}
    if len(found) > 1:
        scored = fuse(ranked)
    else:
        ((name, ranking),) = found.items()
        own = {numbers[passage.id]: score for passage, score in reversed(ranking)}
        scored = [(number, own[number]) for number in ranked[name]]
    return [
        Hit(passages[n], score, {name: of[n] for name, of in places.items() if n in of})
        for n, score in scored
    ]
