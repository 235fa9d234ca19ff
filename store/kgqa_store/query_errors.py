"""From the parser's report about a malformed query to a message a person can act on.

Oxigraph reports how far its parser came, which is behind the culprit by the length of the keyword
it tried last. The place is corrected here, and common slips get a sentence of their own.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from kgqa_store.errors import QueryError, QueryRefused
from kgqa_store.query_text import Token, tokens_of, update_error
from kgqa_store.vocabulary import PREFIXES
from kgqa_store.worker import PADDING

EXAMPLE = "For instance: SELECT ?x WHERE { ?x wdt:P31 wd:Q5 } LIMIT 10"

_REPORT = re.compile(r"error at (\d+):(\d+): expected (?:one of )?(.*)", re.DOTALL)
_AGGREGATES = frozenset({"COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT"})
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_KEYWORDS = (  # noqa: SIM905 - ninety words read better without quotes
    "SELECT ASK CONSTRUCT DESCRIBE PREFIX BASE WHERE FILTER OPTIONAL UNION MINUS BIND VALUES GRAPH "
    "ORDER GROUP BY HAVING LIMIT OFFSET DISTINCT REDUCED ASC DESC AS COUNT SUM AVG MIN MAX SAMPLE "
    "GROUP_CONCAT SEPARATOR EXISTS NOT IN LANG LANGMATCHES DATATYPE STR STRLEN STRSTARTS STRENDS "
    "CONTAINS REGEX REPLACE SUBSTR UCASE LCASE CONCAT YEAR MONTH DAY HOURS MINUTES SECONDS NOW ABS "
    "CEIL FLOOR ROUND IF COALESCE BOUND IRI URI BNODE ISIRI ISBLANK ISLITERAL ISNUMERIC FROM NAMED "
    "SILENT UNDEF SERVICE STRDT STRLANG STRBEFORE STRAFTER SAMETERM TRUE FALSE A"
).split()


@dataclass(frozen=True, slots=True)
class _Slip:
    """What is wrong at which word, and what to do."""

    at: Token
    what: str
    hint: str


def syntax_error(sparql: str, report: str) -> QueryError | QueryRefused:
    """Return the error that tells the author of `sparql` what the parser's `report` means."""
    tokens = list(tokens_of(sparql))
    if not tokens:
        return QueryError("The query is empty.", hint=EXAMPLE)
    if refused := update_error(sparql):
        return refused
    match = _REPORT.match(report)
    if not match:
        return QueryError(f"The query cannot be run: {report}.", hint=EXAMPLE)
    expected = match[3]
    token = _token_at(sparql, tokens, _offset(sparql, int(match[1]), int(match[2]), expected))
    slip = _known_slip(tokens, token, expected) or _unexpected(token, expected)
    return QueryError(f"{slip.what}, {_underlined(sparql, slip.at)}", hint=slip.hint)


def _offset(sparql: str, line: int, column: int, expected: str) -> int:
    """Return where in `sparql` the parser stood when nothing fitted."""
    words = [word for word in expected.split(", ") if re.fullmatch(r"[A-Za-z_]{2,}[0-9]*", word)]
    exact = "'" in expected or '"' in expected or " " in expected.replace(", ", "")
    lines = (sparql + PADDING).split("\n")
    offset = sum(len(text) + 1 for text in lines[: line - 1]) + column - 1
    return offset if exact or not words else offset - min(map(len, words))


def _token_at(sparql: str, tokens: list[Token], offset: int) -> Token:
    """Return the word that holds `offset`, or else the next one, or else the end of the query."""
    for token in tokens:
        if offset < token.start + len(token.text):
            return token
    last = tokens[-1]
    return Token("end", "", last.start + len(last.text))


def _known_slip(tokens: list[Token], token: Token, expected: str) -> _Slip | None:
    for slip in (
        _unknown_prefix(tokens, token, expected),
        _bad_iri(tokens, token, expected),
        _unbound(tokens, expected),
        _open_text(tokens),
        _bracket(tokens),
        _misspelt(token),
    ):
        if slip is not None:
            return slip
    return None


def _before(tokens: list[Token], token: Token) -> Token:
    """Return the word before `token`."""
    earlier = [other for other in tokens if other.start < token.start]
    return earlier[-1] if earlier else token


def _unknown_prefix(tokens: list[Token], token: Token, expected: str) -> _Slip | None:
    if "Prefix not found" not in expected:
        return None
    culprit = _before(tokens, token)  # the parser stands behind the name
    prefix = culprit.text.partition(":")[0]
    near = difflib.get_close_matches(prefix, PREFIXES, n=1)
    known = ", ".join(PREFIXES)
    hint = f"Did you mean {near[0]}: ?" if near else f"Declare it: PREFIX {prefix}: <http://...>"
    return _Slip(culprit, f"Nothing says what {prefix}: stands for", f"{hint} Known are {known}.")


def _bad_iri(tokens: list[Token], token: Token, expected: str) -> _Slip | None:
    if "IRI parsing failed" not in expected:
        return None
    culprit = _before(tokens, token)
    return _Slip(
        culprit,
        "This is no IRI",
        "Write it in full, <http://www.wikidata.org/entity/Q42>, or wd:Q42.",
    )


def _unbound(tokens: list[Token], expected: str) -> _Slip | None:
    if "variable that is unbound" not in expected:
        return None
    start = next((token for token in tokens if token.text.upper() == "SELECT"), tokens[0])
    return _Slip(
        start,
        "A selected variable is neither grouped nor aggregated",
        "Add it to GROUP BY, or aggregate it: (SAMPLE(?x) AS ?one)",
    )


def _open_text(tokens: list[Token]) -> _Slip | None:
    quote = next((token for token in tokens if token.text in ("'", '"')), None)
    if quote is None:
        return None
    return _Slip(quote, "The text that starts here does not end", f"Close it with {quote.text}")


def _bracket(tokens: list[Token]) -> _Slip | None:
    opened: list[Token] = []
    for token in tokens:
        if token.kind == "mark" and token.text in _CLOSING:
            opened.append(token)
        elif token.kind == "mark" and token.text in _CLOSING.values():
            if not opened:
                return _Slip(token, f"This {token.text} closes nothing", "Remove it.")
            fitting = _CLOSING[opened[-1].text]
            if token.text != fitting:
                return _Slip(
                    opened[-1], f"This {opened[-1].text} is not closed", f"Add a {fitting}"
                )
            opened.pop()
    if opened:
        fitting = _CLOSING[opened[-1].text]
        return _Slip(opened[-1], f"This {opened[-1].text} is not closed", f"Add a {fitting}")
    return None


def _misspelt(token: Token) -> _Slip | None:
    if token.kind != "word" or token.text.upper() in _KEYWORDS:
        return None
    near = difflib.get_close_matches(token.text.upper(), _KEYWORDS, n=1)
    return _Slip(
        token, f"{token.text} is no word of SPARQL", f"Did you mean {near[0]}?" if near else EXAMPLE
    )


def _unexpected(token: Token, expected: str) -> _Slip:
    what = f"{token.text} does not fit" if token.text else "The query ends too early"
    if token.text.upper() in _AGGREGATES:
        return _Slip(token, what, f"An aggregate is named: ({token.text}(?x) AS ?name)")
    wanted = [mark for mark in re.findall(r'"([^"\\]+)"', expected) if mark != "$"]
    few = f"Expected here: {' '.join(wanted)}" if 0 < len(wanted) < 5 else EXAMPLE
    return _Slip(token, what, few)


def _underlined(sparql: str, token: Token) -> str:
    """Return line and column of `token`, and its line with ^^^ under it."""
    before = sparql[: token.start]
    line = before.count("\n")
    column = token.start - (before.rfind("\n") + 1)
    text = sparql.split("\n")[line].replace("\t", " ").rstrip("\r")
    start = max(0, column - 60)  # a query on one long line is shown around the culprit
    shown = text[start : start + 100]
    marks = "^" * max(1, min(len(token.text.split("\n")[0]), len(shown) - (column - start)))
    return f"line {line + 1}, column {column + 1}:\n  {shown}\n  {' ' * (column - start)}{marks}"
