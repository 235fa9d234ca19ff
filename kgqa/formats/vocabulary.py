"""The terms with which answers and proofs are written as RDF; `docs/formats.md` defines them."""

from __future__ import annotations

NAMESPACE = "urn:kgqa:vocabulary#"

CLASSES = {
    "Answer": "A value that answers what was asked; `prov:value` is the value.",
    "Absence": "A statement that the graph does not have, and whose absence is a reason.",
    "GraphQuery": "The activity of running an expression over the graph.",
    "Passage": "A piece of a text; `prov:value` is the text.",
    "Path": "How two things hang together; it is derived from its statements.",
    "Question": "What was asked, in English; `prov:value` is the text.",
    "ReadStatement": "A statement that the graph lacks, and that a passage was read for.",
    "Statement": "An edge of the graph, with `rdf:subject`, `rdf:predicate` and `rdf:object`.",
    "TextReading": "The activity of reading a passage for an answer.",
}
PROPERTIES = {
    "algebra": "The expression that was run, in the notation of the algebra.",
    "asked": "What the reader of a passage was asked.",
    "confidence": "How sure an answer is, from 0 to 1.",
    "cost": "What a path costs: a step 1, and a thing on the way the logarithm of its edges.",
    "end": "The character of a passage behind the last one of a quotation.",
    "expression": "The end of a statement where it is an expression or a test.",
    "isJoint": "True where it takes all the proofs of an answer together.",
    "key": "In place of `rdf:predicate`, a number that was counted, such as count(P166).",
    "more": "How many statements a proof has beyond those that are listed.",
    "quote": "The words of a passage that were read.",
    "rank": "The place of an answer among all, from 1.",
    "reason": "Why there is no answer.",
    "role": "In a `prov:Derivation`, what a statement is there for: such as runner-up.",
    "says": "The statement that a quotation stands for.",
    "score": "How likely the reader thinks that a quotation is the answer, from 0 to 1.",
    "source": "What an answer rests on: kg, text, both, or model.",
    "sparql": "The query that was run.",
    "start": "The first character of a quotation in its passage, from 0.",
    "sure": "The confidence in a word: sure, likely, or guess.",
    "unit": "The unit of an amount.",
}
