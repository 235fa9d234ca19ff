"""What the replies of an endpoint that are no results mean, each in one sentence."""

from __future__ import annotations

import html
import re
import socket
import ssl
import time
import urllib.error
from collections.abc import Sequence
from email.utils import parsedate_to_datetime

from kgqa_store.errors import EndpointError, QueryError, StoreError, TimeLimit
from kgqa_store.limits import Limits
from kgqa_store.remote_queries import not_sparql
from kgqa_store.transfer import LeadsElsewhere, Reply, whole_number

BUSY = frozenset({429, 503})
ATTEMPTS = 4
"""How often a busy endpoint is asked at most."""
PATIENCE = 3600.0
"""Nobody is told to wait for a busy endpoint for so many seconds or more."""

_TIMED_OUT = re.compile(
    rb"TimeoutException|QueryTimeout|timed out|time.?limit|deadline|estimated execution time", re.I
)
_PAGE = re.compile(rb"\s*<(?:!doctype|html)", re.I)
_STACK_TRACE = re.compile(rb"^\s+at [\w.$]+\(|^(?:Caused by: )?java\.", re.M)


def wanted_wait(reply: Reply, attempt: int) -> float | None:
    """Return how many seconds to wait before the next attempt; None if there should be none."""
    if attempt + 1 >= ATTEMPTS:
        return None
    wish = reply.headers.get("Retry-After", "").strip()
    if (seconds := whole_number(wish)) is not None:
        return float(seconds)
    try:
        return max(0.0, parsedate_to_datetime(wish).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return 0.5 * 2.0**attempt


def wait_is_too_long(url: str, reply: Reply, wait: float, seconds: float) -> EndpointError:
    """Return the error of an endpoint that asks to come again after the deadline."""
    more = f", or allow more time: --timeout {wait + seconds:.0f}" if wait < PATIENCE else ""
    return EndpointError(
        f"{url} has too much to do (HTTP {reply.status}) and asks to wait {wait:.0f} s, "
        f"which is beyond the time limit of {seconds:g} s.",
        hint=f"Try again later{more}.",
    )


def http_error(url: str, reply: Reply, sparql: str, limits: Limits) -> StoreError:
    """Return what a status other than 200 means."""
    reason = f" It says: {said}" if (said := _gist(reply)) else ""
    match reply.status:
        case 400:
            return _rejected(url, sparql, reason, limits)
        case 206 | 408 | 504:
            return cut_off(url, reply)
        case 500 if _TIMED_OUT.search(reply.body):
            return _stopped(url)
        case 401 | 403 | 407:
            return EndpointError(f"{url} refuses access (HTTP {reply.status}).{reason}")
        case 404 | 405 | 410:
            return EndpointError(
                f"There is no SPARQL service at {url} (HTTP {reply.status}).",
                hint="Give the address of the service itself; it often ends in /sparql or /query.",
            )
        case status if status in BUSY:
            return EndpointError(
                f"{url} has too much to do (HTTP {status}).{reason}", hint="Try again later."
            )
        case status if 300 <= status < 400:
            return EndpointError(
                f"{url} redirects without an end (HTTP {status}).",
                hint="Open the address in a browser to see where it leads.",
            )
        case status:
            return EndpointError(
                f"{url} failed (HTTP {status}).{reason}",
                hint="Try a simpler query, to see whether it is the query or the endpoint.",
            )


def _rejected(url: str, sparql: str, reason: str, limits: Limits) -> StoreError:
    """Return why the endpoint rejected `sparql`: by our own parser, if it finds the place."""
    return not_sparql(sparql, limits) or QueryError(
        f"{url} does not accept the query (HTTP 400).{reason}"
    )


def cut_off(url: str, reply: Reply) -> StoreError:
    """Return what a result means that is not whole."""
    tail = reply.body[-20_000:]
    if _TIMED_OUT.search(tail) or reply.status in (408, 504) or "X-SQL-State" in reply.headers:
        return _stopped(url)
    if _STACK_TRACE.search(tail):
        return EndpointError(
            f"{url} failed in the middle of the result, after {len(reply.body)} bytes.",
            hint="Make the query more selective, or add LIMIT.",
        )
    if reply.media_type == "text/html" or _PAGE.match(reply.body):
        return no_results(url, reply)
    return EndpointError(
        f"{url} sent a result that is cut off or garbled, after {len(reply.body)} bytes.",
        hint="Try again, or add LIMIT to make the result smaller.",
    )


def no_results(url: str, reply: Reply) -> EndpointError:
    """Return the error of an endpoint that sent something else than SPARQL results."""
    kind = reply.media_type or "something without a type"
    what = "a web page" if kind == "text/html" else kind
    said = f" ({gist})" if (gist := _gist(reply)) else ""
    return EndpointError(
        f"{url} answers {what} instead of SPARQL results{said}.",
        hint="Give the address of the service itself; it often ends in /sparql or /query.",
    )


def other_variables(url: str, asked: Sequence[str], given: Sequence[str]) -> EndpointError:
    """Return the error of an endpoint that answers another query than it was asked."""
    wanted, got = (" ".join(f"?{name}" for name in names) or "none" for names in (asked, given))
    return EndpointError(
        f"{url} answers with other variables than were asked for: {got} instead of {wanted}.",
        hint="See whether the address is that of a SPARQL 1.1 service.",
    )


def other_form(url: str, asked: str) -> EndpointError:
    """Return the error of an endpoint that gives a table for a truth, or a truth for a table."""
    return EndpointError(
        f"{url} answers {asked} with another kind of result.",
        hint="See whether the address is that of a SPARQL 1.1 service.",
    )


def unreachable(url: str, error: OSError) -> EndpointError:
    """Return the error of an endpoint that gave no reply."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    match reason:
        case LeadsElsewhere():
            return EndpointError(
                f"{url} redirects to another server, to which the query was not sent: {reason.url}",
                hint=f"If you trust that one, name it: --store {reason.url}",
            )
        case ConnectionRefusedError():
            why, hint = "nothing listens there", "Start the server, or check host and port."
        case socket.gaierror():
            why, hint = "its host is not known", "Check the address and the network."
        case ssl.SSLError():
            why, hint = f"its certificate or its TLS is not accepted: {reason.reason}", ""
        case ConnectionError() | EOFError():
            why, hint = "it broke the connection off", "Try again."
        case OSError() if reason.strerror:
            why, hint = reason.strerror.lower(), "Check the address and the network."
        case _:
            why, hint = (
                " ".join(str(reason).split())[:200],
                "Check the address; it often ends in /sparql or /query.",
            )
    return EndpointError(f"{url} cannot be asked: {why}.", hint=hint)


def _stopped(url: str) -> TimeLimit:
    return TimeLimit(
        f"{url} stopped the query at its own time limit.",
        hint="Make the query more selective, add LIMIT, or ask a local store.",
    )


def _gist(reply: Reply) -> str:
    """Return the title or the first line of what a server sent, at most 200 characters of it."""
    text = reply.body[:20_000].decode(errors="replace")
    title = re.search(r"<title[^>]*>(.*?)</title>", text, re.I | re.S)
    text = title[1] if title else re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", text, flags=re.S)
    lines = [" ".join(line.split()) for line in html.unescape(text).strip().splitlines()]
    first = next((line for line in lines if line), "")
    return "".join(sign for sign in first if sign.isprintable())[:200]
