"""A user may insist on more certainty than what is enough to be given as an answer."""

from __future__ import annotations

from dataclasses import replace

from kgqa.answers import Answer, Reply


def insisted(reply: Reply, least: float) -> Reply:
    """Return the reply without the answers that are less sure than `least`."""
    if not reply.answers:
        return reply
    kept = _kept(reply.answers, least)
    if kept == reply.answers:
        return reply
    told = [replace(one, answers=_kept(one.answers, least)) for one in reply.interpretations]
    meanings = tuple(one for one in told if one.answers)
    if kept:
        return replace(reply, answers=kept, interpretations=meanings)
    best = max(reply.answers, key=lambda one: one.confidence)
    reason = (
        f"no answer is sure enough: the best has a confidence of {best.confidence:.2f}, "
        f"and at least {least:g} is wanted"
    )
    return replace(
        reply, outcome="no-answer", reason=reason, answers=(), interpretations=(), conflicts=()
    )


def _kept(answers: tuple[Answer, ...], least: float) -> tuple[Answer, ...]:
    return tuple(one for one in answers if one.confidence >= least)
