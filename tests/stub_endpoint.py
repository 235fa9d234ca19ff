"""A web server on loopback that misbehaves as it is told, in its path."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

RESULTS = "application/sparql-results+json"
GOOD = b'{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"uri","value":"http://a/"}}]}}'
YES = b'{"head":{},"boolean":true}'
TRACE = b"""
java.util.concurrent.TimeoutException
\tat java.util.concurrent.FutureTask.get(FutureTask.java:205)
\tat com.bigdata.rdf.sail.webapp.BigdataServlet.submitApiTask(BigdataServlet.java:281)
"""
PAGE = b"<!DOCTYPE html><html><head><title>Welcome &amp; enjoy</title></head><body>Hi</body></html>"


@dataclass
class Stub:
    """The server's address, and what it was asked so far."""

    url: str
    requests: list[tuple[str, str, dict[str, str], str]] = field(default_factory=list)
    """Method, path, headers and SPARQL of every request."""


class Handler(BaseHTTPRequestHandler):
    """Does what the first word of the path says."""

    stub: Stub
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer a query in the URL."""
        self._misbehave(urlsplit(self.path).query)

    def do_POST(self) -> None:
        """Answer a query in the body."""
        self._misbehave(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def _misbehave(self, form: str) -> None:
        path = urlsplit(self.path).path
        sparql = parse_qs(form).get("query", [""])[0]
        self.stub.requests.append((self.command, path, dict(self.headers), sparql))
        self.close_connection = True
        getattr(self, "_" + path.strip("/").replace("/", "_"))()

    def _send(
        self,
        status: int,
        body: bytes,
        kind: str = RESULTS,
        *,
        length: int | None = None,
        **headers: str,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _good(self) -> None:
        is_ask = self.stub.requests[-1][3].startswith("ASK")
        self._send(200, YES if is_ask else GOOD, RESULTS + "; charset=utf-8")

    def _slow(self) -> None:
        time.sleep(3)

    def _drip_headers(self) -> None:
        self._drip(b"HTTP/1.1 200 OK\r\n" + b"X-Filler: x\r\n" * 100)

    def _drip_body(self) -> None:
        self._send(200, b"", length=10_000)
        self._drip(GOOD * 10)

    def _drip_error(self) -> None:
        self._send(500, b"", length=10_000)
        self._drip(GOOD * 10)

    def _drip(self, content: bytes) -> None:
        end = time.monotonic() + 3
        for byte in content:
            self.wfile.write(bytes([byte]))
            if time.monotonic() > end:
                return
            time.sleep(0.05)

    def _cut_length(self) -> None:
        self._send(200, GOOD[:40], length=len(GOOD))

    def _cut_json(self) -> None:
        self._send(200, GOOD[:-6])

    def _cut_chunk(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", RESULTS)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"%x\r\n" % len(GOOD) + GOOD[:30])

    def _trace(self) -> None:
        self._send(200, GOOD[:-4] + TRACE)

    def _other_trace(self) -> None:
        self._send(
            200, GOOD[:-4] + b"\njava.lang.NullPointerException\n\tat org.Foo.bar(Foo.java:1)"
        )

    def _500_trace(self) -> None:
        self._send(500, b"SPARQL-QUERY: queryStr=SELECT" + TRACE, "text/plain")

    def _anytime(self) -> None:
        self._send(
            200, GOOD, X_SQL_State="S1TAT", X_SQL_Message="RC...: Returning incomplete results"
        )

    def _maxrows(self) -> None:
        self._send(200, GOOD, X_SPARQL_MaxRows="1")

    def _429_once(self) -> None:
        if len(self.stub.requests) == 1:
            self._send(429, b"Too Many Requests", "text/plain", Retry_After="1")
        else:
            self._good()

    def _503_date(self) -> None:
        if len(self.stub.requests) == 1:
            self._send(503, b"", "text/plain", Retry_After=formatdate(time.time() + 1, usegmt=True))
        else:
            self._good()

    def _429_odd(self) -> None:
        if len(self.stub.requests) == 1:
            self._send(429, b"", "text/plain", Retry_After="\u00b2")
        else:
            self._good()

    def _429_long(self) -> None:
        self._send(429, b"", "text/plain", Retry_After="3600")

    def _503(self) -> None:
        self._send(503, PAGE.replace(b"Welcome", b"Down"), "text/html", Retry_After="0")

    def _400(self) -> None:
        self._send(400, b"Parse error: I dislike it\nmore", "text/plain")

    def _403(self) -> None:
        self._send(403, b"Forbidden: bad user agent", "text/plain")

    def _404(self) -> None:
        self._send(404, PAGE, "text/html")

    def _500(self) -> None:
        self._send(500, b"\n\nOut of cheese\n\tat x", "text/plain")

    def _504(self) -> None:
        self._send(504, PAGE, "text/html")

    def _html(self) -> None:
        self._send(200, PAGE, "text/html; charset=utf-8")

    def _html_as_json(self) -> None:
        self._send(200, PAGE)

    def _csv(self) -> None:
        self._send(200, b"x\r\nhttp://a/\r\n", "text/csv")

    def _plain(self) -> None:
        self._send(200, GOOD, "text/plain")

    def _empty(self) -> None:
        self._send(200, b"")

    def _other_json(self) -> None:
        self._send(200, b'{"message": "moved to version 2"}', "application/json")

    def _cut_turtle(self) -> None:
        self._send(200, b"<http://a/> <http://b/> <http://c/> .\n<http://a/> <htt", "text/turtle")

    def _xml(self) -> None:
        body = b"""<sparql xmlns="http://www.w3.org/2005/sparql-results#">
        <head><variable name="x"/></head>
        <results><result><binding name="x"><uri>http://a/</uri></binding></result></results></sparql>"""
        self._send(200, body, "application/sparql-results+xml")

    def _loop(self) -> None:
        self._send(302, b"", Location="/loop")

    def _moved(self) -> None:
        self._send(301, b"", Location=self.path.replace("/moved", "/good"))

    def _elsewhere(self) -> None:
        port = parse_qs(urlsplit(self.path).query).get("port", ["9"])[0]
        self._send(307, b"", Location=f"http://127.0.0.1:{port}/good?secret")

    def _other_variables(self) -> None:
        self._send(200, GOOD.replace(b'"x"', b'"y"'))

    def _turned(self) -> None:
        row = b'{"x":{"type":"literal","value":"1"},"y":{"type":"literal","value":"2"}}'
        self._send(200, b'{"head":{"vars":["y","x"]},"results":{"bindings":[%b]}}' % row)

    def _to_file(self) -> None:
        self._send(302, b"", Location="file:///etc/passwd")

    def _hang_up(self) -> None:
        self.wfile.close()

    def _garbage(self) -> None:
        self.wfile.write(b"\x00\x01 this is no HTTP\r\n\r\n")

    def _endless(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", RESULTS)
        self.end_headers()
        while True:
            self.wfile.write(b" " * 65536)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A server that does not complain about clients that hang up."""

    daemon_threads = True
    block_on_close = False

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def stub_endpoint() -> Iterator[Stub]:
    """Run the server while the context lasts."""
    handler = type("Handler", (Handler,), {})
    with Server(("127.0.0.1", 0), handler) as server:
        handler.stub = Stub(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield handler.stub
        finally:
            server.shutdown()
            thread.join()
