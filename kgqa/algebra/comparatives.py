"""The words with which English compares: `before 1990`, `at least 5`, `the longest`."""

from __future__ import annotations

TIMES = {
    "=": "in {}",
    "!=": "at another time than {}",
    "<": "before {}",
    "<=": "up to {}",
    ">": "after {}",
    ">=": "from {} on",
}
AMOUNTS = {
    "=": "{}",
    "!=": "other than {}",
    "<": "less than {}",
    "<=": "at most {}",
    ">": "more than {}",
    ">=": "at least {}",
}
COUNTS = {**AMOUNTS, "<": "fewer than {}"}
TIME_VERDICTS = {"<": "earlier than", "<=": "not later than", ">": "later than"} | {
    ">=": "not earlier than",
    "=": "the same as",
    "!=": "different from",
}
LENGTHS = ("longest", "shortest")
AGES = ("oldest", "youngest")
VERDICTS = {"<": "less than", "<=": "at most", ">": "greater than", ">=": "at least"} | {
    "=": "equal to",
    "!=": "different from",
}

CALLED = {
    "~": "whose [names contain|name contains] {}",
    "^=": "whose [names start|name starts] with {}",
    "=": "called {}",
}
"""What is said of many or of one by a test of names."""
TOTALS = {"sum": "total", "average": "average"}
