"""A server on loopback that speaks the part of OpenSearch's and Elasticsearch's protocol we use.

What it does is said by the name of the index. A search that neither server would understand is
refused as they do, so that a wrong query is seen.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DOCUMENTS: list[dict[str, Any]] = [
    {
        "id": "dune",
        "title": "Dune",
        "text": "Dune is a novel by Frank Herbert.",
        "qid": "Q190192",
        "url": "https://example.org/dune",
        "vector": [1.0, 0.0],
    },
    {"id": "sand", "title": "Sand", "text": "A dune is a hill of sand.", "vector": [0.6, 0.8]},
    {"id": "sea", "title": "Sea", "text": "The sea is salt water.", "vector": [0.0, 1.0]},
]


@dataclass
class Stub:
    """The server's address, which distribution it plays, and the searches it got."""

    url: str
    distribution: str
    searches: list[dict[str, Any]] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    """Answers as the index that is named in the path is said to."""

    stub: Stub
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer what is asked about the server and about an index."""
        self._answer({})

    def do_POST(self) -> None:
        """Answer a search."""
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, body: dict[str, Any]) -> None:
        index, _, what = self.path.strip("/").partition("/")
        if not index:
            version = {"number": "2.19.0", "distribution": self.stub.distribution}
            if self.stub.distribution == "elasticsearch":
                version = {"number": "8.17.0"}
            self._send({"version": version})
        elif index == "gone":
            self._send({"error": {"type": "index_not_found_exception"}, "status": 404}, 404)
        elif index == "locked":
            self._send({"error": "Unauthorized"}, 401)
        elif what == "_mapping":
            self._send({index: {"mappings": self._mapping(index)}})
        elif what == "_count":
            self._send({"count": len(DOCUMENTS)})
        else:
            self.stub.searches.append(body)
            self._found(index, body)

    def _mapping(self, index: str) -> dict[str, Any]:
        kind = "knn_vector" if self.stub.distribution == "opensearch" else "dense_vector"
        fields: dict[str, Any] = {"title": {"type": "text"}, "qid": {"type": "keyword"}}
        if index != "textless":
            fields["text"] = {"type": "text"}
        if index == "vectors":
            fields["vector"] = {"type": kind}
        return {"properties": fields}

    def _found(self, index: str, body: dict[str, Any]) -> None:
        match index:
            case "slow":
                time.sleep(8)
            case "empty":
                self._send({"hits": {"hits": []}})
            case "page":
                self._send_bytes(b"<html>Welcome</html>", 200, "text/html")
            case "list":
                self._send([1, 2])  # type: ignore[arg-type]
            case "moved":
                self._send({}, 302, Location="/passages/_search")
            case "hitless":
                self._send({"took": 3})
            case "crash":
                self._send({"error": {"type": "circuit_breaking_exception"}, "status": 500}, 500)
            case "odd":
                odd = [7, {}, {"_source": {"text": 5}}, {"_source": {"text": "<b>Dune</b> it is"}}]
                self._send({"hits": {"hits": odd}})
            case _:
                self._send(self._searched(body))

    def _searched(self, body: dict[str, Any]) -> dict[str, Any]:
        try:
            scored = [(_score(body, one, self.stub.distribution), one) for one in DOCUMENTS]
        except (KeyError, TypeError) as error:
            return {"error": {"type": "parsing_exception", "reason": str(error)}}
        ranked = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
        hits = [
            {"_id": one["id"], "_score": score, "_source": _without_vector(one)}
            for score, one in ranked[: body["size"]]
        ]
        return {"hits": {"hits": hits}}

    def _send(self, told: dict[str, Any], status: int = 200, **headers: str) -> None:
        self._send_bytes(json.dumps(told).encode(), status, "application/json", **headers)

    def _send_bytes(self, content: bytes, status: int, kind: str, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _without_vector(one: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in one.items() if name != "vector"}


def _score(body: dict[str, Any], one: dict[str, Any], distribution: str) -> float:
    if "knn" in body and distribution == "elasticsearch":
        return _alike(body["knn"]["query_vector"], one[body["knn"]["field"]])
    ((kind, told),) = body["query"].items()
    if kind == "knn" and distribution == "opensearch":
        ((field_, asked),) = told.items()
        return _alike(asked["vector"], one[field_])
    return _by_words({kind: told}, one)


def _by_words(query: dict[str, Any], one: dict[str, Any]) -> float:
    ((kind, told),) = query.items()
    if kind == "multi_match":
        said = set(re.findall(r"\w+", f"{one['title']} {one['text']}".lower()))
        return float(len(said & set(re.findall(r"\w+", told["query"].lower()))))
    if kind == "match":
        ((field_, wanted),) = told.items()
        return float(one.get(field_) == wanted)
    if kind != "bool":
        raise KeyError(kind)
    if "filter" in told and not _by_words(told["filter"], one):
        return 0.0
    must = _by_words(told["must"], one) if "must" in told else 0.0
    should = told.get("should", [])
    more = [_by_words(each, one) for each in (should if isinstance(should, list) else [should])]
    return float(told.get("boost", 1.0)) * (must + sum(more))


def _alike(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@contextmanager
def running(distribution: str = "opensearch") -> Iterator[Stub]:
    """Give a server that runs until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    stub = Stub(f"http://127.0.0.1:{server.server_port}", distribution)
    server.RequestHandlerClass = type("Own", (Handler,), {"stub": stub})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
