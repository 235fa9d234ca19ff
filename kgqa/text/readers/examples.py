"""Questions with passages to learn reading from, as their authors publish them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Example:
    """A question, a passage and the places of its answers; without places it has no answer."""

    question: str
    passage: str
    spans: tuple[tuple[int, int], ...]
    title: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A premise, a hypothesis, and 0, 1 or 2: it is entailed, neither, or contradicted."""

    premise: str
    hypothesis: str
    label: int


def held_out(title: str, share: float = 0.2) -> bool:
    """Whether an article is for testing: decided by its title alone, so it never changes."""
    number = int.from_bytes(blake2b(title.encode(), digest_size=4).digest(), "big")
    return number / 2**32 < share


def squad(path: Path) -> list[Example]:
    """Return the questions of a list of paragraphs with `title`, `context` and `questions`."""
    examples = []
    for paragraph in json.loads(path.read_text(encoding="utf-8")):
        context = paragraph["context"]
        for asked in paragraph["questions"]:
            question, answer = asked["question"].strip(), asked["answer"]
            span = _likeliest(context, answer, question)
            if span:
                examples.append(Example(question, context, (span,), paragraph["title"], answer))
    return examples


def _likeliest(context: str, answer: str, question: str) -> tuple[int, int] | None:
    """Return the place of an answer whose surroundings share most words with the question."""
    asked = {word.lower() for word in WORD.findall(question)}
    best: tuple[float, tuple[int, int] | None] = (-1.0, None)
    for found in re.finditer(re.escape(answer), context):
        start, end = found.span()
        around = context[max(0, start - 100) : end + 100]
        near = context[max(0, start - 40) : end + 40]
        whole = not (context[start - 1 : start].isalnum() or context[end : end + 1].isalnum())
        shared = sum(word.lower() in asked for word in WORD.findall(around))
        shared += sum(word.lower() in asked for word in WORD.findall(near))
        score = shared + 10.0 * whole
        if score > best[0]:
            best = (score, (start, end))
    return best[1]


def qed(folder: Path) -> list[Example]:
    """Return the questions of QED: those of Natural Questions, with a paragraph."""
    examples = []
    for path in sorted(folder.glob("*.jsonlines")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            # Two characters for two, so that offsets stay.
            passage = record["paragraph_text"].replace("``", ' "').replace("''", '" ')
            spans = tuple((start, end) for start, end in record["answer_spans"] if end > start)
            if spans:
                examples.append(
                    Example(record["question_text"], passage, spans, record["title_text"])
                )
    return examples


BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "``": '"', "''": '"'}


def qamr(folder: Path) -> list[Example]:
    """Return the questions of QAMR whose answer is one run of words."""
    sentences = {}
    for line in (folder / "wiki-sentences.tsv").read_text(encoding="utf-8").splitlines():
        name, _, text = line.partition("\t")
        sentences[name] = [BRACKETS.get(word, word) for word in text.split(" ")]
    examples = []
    for path in sorted(folder.glob("filtered_*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            columns = line.split("\t")
            words = sentences[columns[0]]
            places = [int(place) for place in columns[6].split()]
            if places and places == list(range(places[0], places[-1] + 1)):
                span = _characters(words, places[0], places[-1])
                examples.append(Example(columns[5], " ".join(words), (span,)))
    return examples


def _characters(words: list[str], first: int, last: int) -> tuple[int, int]:
    start = sum(len(word) + 1 for word in words[:first])
    return start, start + len(" ".join(words[first : last + 1]))


LABELS = {"e": 0, "n": 1, "c": 2, "entailment": 0, "neutral": 1, "contradiction": 2}


def entailment(folder: Path, part: str = "train") -> list[Pair]:
    """Return the pairs of a folder with SNLI's counterfactuals and SANLI: `train` or `test`."""
    pairs = []
    for path in sorted(folder.glob(f"*_{part}.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            premise, hypothesis, label = line.split("\t")
            pairs.append(Pair(premise, hypothesis, LABELS[label]))
    for path in sorted(folder.glob(f"*_{part}.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if record["label"] in LABELS:
                pairs.append(Pair(record["premise"], record["hypothesis"], LABELS[record["label"]]))
    return pairs


MOVED = re.compile(
    r"^(?P<subject>(?:\S+ ){1,6}?)(?P<verb>is|are|was|were|has|have|had|can|will|would|could) "
    r"(?P<rest>.+?)\.?$"
)


def as_question(statement: str) -> str | None:
    """Return "Is the sky blue?" for "The sky is blue."; None where no auxiliary can be moved."""
    found = MOVED.match(statement.strip())
    if not found:
        return None
    subject = found["subject"].strip()
    if subject.split()[0] in {"The", "A", "An", "There", "He", "She", "It", "They", "This", "Some"}:
        subject = subject[0].lower() + subject[1:]
    return f"{found['verb'].capitalize()} {subject} {found['rest']}?"
