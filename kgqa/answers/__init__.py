"""What comes back: answers with their proofs.

An answer without a proof cannot be built. A proof by the graph is the expression that was asked,
the SPARQL that ran, and the facts it rests on; a proof by text is a passage, and where in it the
answer stands.
"""

from __future__ import annotations

from kgqa.answers.answer import Answer, Answers, LinkedName, Result, Source, labelled
from kgqa.answers.proofs import NAME, Fact, GraphProof, Proof, Recollection, TextProof
from kgqa.answers.reply import Conflict, Interpretation, Outcome, Reading, Reply
from kgqa.answers.sureness import LIKELY, SAID, SURE, Sure, sure_of
from kgqa.answers.values import (
    MONTHS,
    Measurement,
    Time,
    Value,
    Words,
    time_text,
    value_text,
)

__all__ = [
    "LIKELY",
    "MONTHS",
    "NAME",
    "SAID",
    "SURE",
    "Answer",
    "Answers",
    "Conflict",
    "Fact",
    "GraphProof",
    "Interpretation",
    "LinkedName",
    "Measurement",
    "Outcome",
    "Proof",
    "Reading",
    "Recollection",
    "Reply",
    "Result",
    "Source",
    "Sure",
    "TextProof",
    "Time",
    "Value",
    "Words",
    "labelled",
    "sure_of",
    "time_text",
    "value_text",
]
