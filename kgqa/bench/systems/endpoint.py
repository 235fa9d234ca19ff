"""An HTTP endpoint that takes a question as JSON and gives a reply as JSON."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

from kgqa.bench.errors import SystemFailed
from kgqa.bench.question import Prediction, Question
from kgqa.bench.systems.replies import prediction_from

LARGEST = 16 << 20
"""Bytes of the largest reply that is read."""


class Endpoint:
    """Answers by posting each question to an address."""

    def __init__(self, url: str, *, timeout: float) -> None:
        """Note the address."""
        if not url.startswith(("http://", "https://")):
            raise SystemFailed(f"{url!r} is no address.", hint="it starts with http:// or https://")
        self._url, self._timeout = url, timeout

    def answer(self, question: Question) -> Prediction:
        """Return what the endpoint says to a question."""
        asked = {"id": question.id, "question": question.text, "language": question.language}
        request = urllib.request.Request(  # noqa: S310 - the scheme was checked
            self._url,
            json.dumps(asked).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:  # noqa: S310
                content = response.read(LARGEST)
            reply = json.loads(content)
        except (OSError, urllib.error.URLError) as error:
            raise SystemFailed(
                f"{self._url} failed at question {question.id}: {error}.",
                hint="is it running? try it with curl",
            ) from error
        except ValueError:
            raise SystemFailed(
                f"{self._url} gave no JSON for question {question.id}: {content[:80]!r}."
            ) from None
        return prediction_from(reply, f"the reply to question {question.id}")

    def close(self) -> None:
        """Do nothing: each question has a connection of its own."""
