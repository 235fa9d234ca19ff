"""Who may ask, by which name, with how much; and what every response carries."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from served import Served, serving

from kgqa.serve.guard import LARGEST, is_ours


@pytest.fixture(scope="module")
def closed() -> Iterator[Served]:
    """Return a server with a token that lets one origin ask, and has a name."""
    options = ("--token", "s3cret", "--cors", "https://example.org", "--allow-host", "Box.lan")
    with serving("--workers", "1", *options) as found:
        yield found


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "[::1]:80", "localhost", "10.0.0.7:1", "[::1]"])
def test_addresses_and_localhost_are_names_of_the_server(host: str) -> None:
    assert is_ours(host, ())


@pytest.mark.parametrize("host", ["", "evil.example", "127.0.0.1.evil.com:80", "localhost.evil"])
def test_other_names_are_not(host: str) -> None:
    assert not is_ours(host, ())


def test_a_foreign_host_is_refused(server: Served, closed: Served) -> None:
    said = server.send("/health", headers={"Host": "rebound.example"})

    assert said.status == 421 and said.json()["error"]["kind"] == "ForeignHost"
    assert closed.send("/health", headers={"Host": "box.LAN:8765"}).status == 200


def test_without_its_token_nothing_is_told(closed: Served) -> None:
    for path in ("/ask?question=Who%3F", "/sparql", "/metrics", "/openapi.json", "/entity/Q1"):
        assert closed.send(path).status == 401, path
    wrong = {"Authorization": "Bearer s3cret!"}
    assert closed.send("/link", text="Berlin", headers=wrong).status == 401
    assert closed.send("/health").status == 200


def test_with_its_token_it_answers(closed: Served) -> None:
    given = {"Authorization": "Bearer s3cret"}

    assert closed.send("/link", text="Berlin", headers=given).status == 200
    cookie = {"Cookie": "other=1; kgqa_token=s3cret"}
    assert closed.send("/link", text="Berlin", headers=cookie).status == 200


def test_a_browser_is_asked_for_the_token_and_gets_a_cookie(closed: Served) -> None:
    asked = closed.send("/", headers={"Accept": "text/html"})
    assert asked.status == 401 and '<form method="post" action="/token">' in asked.text
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    wrong = closed.send("/token", body=b"token=guess", headers=form)
    assert wrong.status == 401 and "set-cookie" not in wrong.headers
    right = closed.send("/token", body=b"token=s3cret", headers=form)
    assert right.status == 303 and right.headers["location"] == "/"
    assert "HttpOnly" in right.headers["set-cookie"] and "strict" in right.headers["set-cookie"]


def test_other_pages_may_ask_only_where_they_were_let(server: Served, closed: Served) -> None:
    headers = {"Origin": "https://example.org", "Authorization": "Bearer s3cret"}
    said = closed.send("/link", text="Berlin", headers=headers)
    assert said.headers["access-control-allow-origin"] == "https://example.org"
    stranger = closed.send("/link", text="Berlin", headers={**headers, "Origin": "https://e.com"})
    assert "access-control-allow-origin" not in stranger.headers
    alone = server.send("/link", text="Berlin", headers=headers)
    assert "access-control-allow-origin" not in alone.headers


def test_a_body_beyond_the_limit_is_refused(server: Served) -> None:
    head = b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\n"
    announced = raw(server, head + f"Content-Length: {LARGEST + 1}\r\n\r\n".encode())
    assert b" 413 " in announced.split(b"\r\n")[0]
    pieces = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    said = raw(server, head + b"Transfer-Encoding: chunked\r\n\r\n" + pieces * 33)
    assert b" 413 " in said.split(b"\r\n")[0]


def raw(server: Served, request: bytes) -> bytes:
    """Return the beginning of what the server answers to some bytes."""
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname or "", address.port or 0), 60) as client:
        client.sendall(request)
        return client.recv(4096)


def test_nonsense_in_a_request_is_no_harm(server: Served) -> None:
    assert b" 400 " in raw(server, b"NONSENSE\r\n\r\n")
    smuggled = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n"
    assert b" 400 " in raw(server, smuggled)
    said = server.send("/link?text=a%0d%0aSet-Cookie:%20x=1")
    assert said.status == 200 and "set-cookie" not in said.headers
    assert server.json("/health")["status"] == "ok"


def test_every_response_carries_a_strict_policy(server: Served) -> None:
    for path in ("/health", "/nowhere", "/sparql"):
        headers = server.send(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer" and "server" not in headers
