"""Who gets no answer is told what is known, and what of it is lacking."""

from __future__ import annotations

import pytest

from kgqa.engine import Engine


def test_what_is_lacking_is_told(engine: Engine) -> None:
    reply = engine.ask("Who directed the Danube?")

    assert reply.outcome == "no-answer"
    assert reply.reason == (
        "I know Danube (Q1653) and “director”, but no director of Danube in this store"
    )
    assert reply.readings


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Who killed John Lennon?",
         "I know John Lennon (Q1203) and “killer”, but no killer of John Lennon in this store"),
        ("How many moons does Mars have?", "nothing in this store is called Mars"),
        ("How many times was Elizabeth Taylor married?",
         "nothing in this store is called Elizabeth Taylor"),
    ],
)  # fmt: skip
def test_the_reason_speaks_of_what_was_asked(engine: Engine, question: str, reason: str) -> None:
    assert engine.ask(question).reason == reason


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which films did Christopher Nolan sing for more than two and a half hours?",
         "“more than two and a half hours” is not part of what was found"),
        ("Who directed the film written by Hans Zimmer?", "has Hans Zimmer as its screenwriter"),
        ("Where was the director of the film written by Hans Zimmer born?",
         "has Hans Zimmer as its screenwriter"),
    ],
)  # fmt: skip
def test_the_part_that_no_fact_heeds_is_named(engine: Engine, question: str, told: str) -> None:
    reply = engine.ask(question)

    assert not reply.answers
    assert told in reply.reason


@pytest.mark.parametrize(
    ("question", "unused"),
    [
        ("Who directed Inception after Tenet?", "after"),
        ("Who founded Microsoft first?", "first"),
        ("Who directed Inception?", ""),
    ],
)
def test_words_that_a_reading_passes_over_are_shown_beside_it(
    engine: Engine, question: str, unused: str
) -> None:
    """No fact orders the directors of a film, nor the founders of a company."""
    reply = engine.ask(question)

    assert unused in " ".join(reply.readings[0].unused)
    assert unused or not reply.readings[0].unused
