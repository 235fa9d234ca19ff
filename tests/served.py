"""A real `kgqa serve` process on this machine, and the smallest client that can talk to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

PATIENCE = 120
"""Seconds that a request may take on a busy machine."""


@dataclass(frozen=True)
class Said:
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def type(self) -> str:
        return self.headers["content-type"].partition(";")[0]

    def json(self) -> Any:  # noqa: ANN401 - whatever was said
        return json.loads(self.body)


class _Staying(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow nothing: a redirection is what was said."""


OPENER = urllib.request.build_opener(_Staying)


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    url: str
    process: subprocess.Popen[str]

    def send(
        self,
        path: str,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        method: str | None = None,
        **fields: object,
    ) -> Said:
        """Return the response to a request; `fields` are those of the query string."""
        encoded = f"?{urllib.parse.urlencode(fields, doseq=True)}" if fields else ""
        address = self.url.rstrip("/") + path + encoded
        request = urllib.request.Request(address, body, dict(headers or {}), method=method)
        try:
            with OPENER.open(request, timeout=PATIENCE) as response:
                return _said(response)
        except urllib.error.HTTPError as error:
            with error:
                return _said(error)

    def json(self, path: str, **fields: object) -> Any:  # noqa: ANN401 - whatever was said
        """Return the JSON at a path, which must be there."""
        said = self.send(path, **fields)
        assert said.status == 200, said.text
        return said.json()


def _said(response: Any) -> Said:  # noqa: ANN401 - a response or an error that is one
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Said(response.status, headers, response.read())


@contextmanager
def serving(*options: str, **environment: str) -> Iterator[Served]:
    """Run `kgqa serve` with some options at a free port, until the block ends."""
    command = [sys.executable, "-m", "kgqa_cli", "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    ) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        assert first.startswith("http://"), first + process.stderr.read()
        try:
            yield Served(first.strip(), process)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                process.kill()
