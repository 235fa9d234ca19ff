"""What texts add to a reply: the seam between the graph's answers and the reader.

`read_more` takes what the graph gave and returns the reply with what passages say, too: the edges
that the graph lacks are read and the operators go on from them; where no reading goes through, the
question is read as it stands.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from kgqa.algebra import Apply, Entity, Inverse, Property, to_text
from kgqa.answers import Answer, Reply
from kgqa.errors import ReaderError, TextIndexDamaged, TextIndexError
from kgqa.judge.choose import Tried
from kgqa.merge.coverage import graph_size
from kgqa.merge.edges import Budget, EdgeReader, Wanted, is_functional
from kgqa.merge.graph_view import GraphView
from kgqa.merge.hypotheses import compared_by
from kgqa.merge.labelling import labels_for
from kgqa.merge.listed import Lister
from kgqa.merge.needs import Needs
from kgqa.merge.proposals import SECONDS, Desk, Proposal, Proposer
from kgqa.merge.set_asked import asks_for_all, asks_for_set
from kgqa.merge.text_confidence import chance_of, limit, needed, step_features
from kgqa.merge.union import united
from kgqa.merge.when_to_read import Mode, Why, why_read
from kgqa.parse.parser import Parsed


def read_more(
    desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply, *, mode: Mode
) -> Reply:
    """Return the reply with what texts say; the same reply where they are not read.

    Where they cannot be read, the graph's reply stands, with a note; a damaged index is an error.
    """
    try:
        return _with_texts(desk, parsed, tried, reply, mode)
    except TextIndexDamaged:
        raise
    except (TextIndexError, ReaderError, MemoryError) as error:
        desk.texts.fail(error)
        return replace(reply, note=desk.texts.problem)


def _with_texts(
    desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply, mode: Mode
) -> Reply:
    why = _why(desk, parsed, tried, reply, mode)
    if not why:
        return reply
    if not desk.texts.is_readable():
        note = desk.texts.problem if why in ("silent", "always") else ""
        return replace(reply, note=note)
    start = time.monotonic()
    found = _read(Proposer(desk, parsed, tried, reply), why)
    spent = round((time.monotonic() - start) * 1000, 1)
    total = round(reply.timings.get("total", 0.0) + spent, 1)
    timings = {**reply.timings, "read": spent, "total": total}
    return replace(labels_for(found, desk.parser.store, desk.settings.language), timings=timings)


def proposals_for(
    desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply
) -> list[Proposal]:
    """Return all that texts propose for a question, where they are read for it."""
    why = _why(desk, parsed, tried, reply, "auto")
    if not why or not desk.texts.is_readable():
        return []
    proposer = Proposer(desk, parsed, tried, reply)
    return list(proposer.completed() if why == "incomplete" else proposer.proposals())


def _why(desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply, mode: Mode) -> Why:
    why = why_read(reply, tried, mode)
    if why in ("", "incomplete") and mode == "auto" and _is_short(desk, parsed, tried, reply):
        return "incomplete"
    if why in ("", "incomplete") and _compares_otherwise(desk, parsed, tried, mode):
        return "unsure"
    return "" if why == "incomplete" and not _is_lacking(desk, tried[0]) else why


def _is_short(desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply) -> bool:
    """Whether the graph lacks members of the set that is asked for, as far as can be estimated."""
    with desk.lock:
        size = graph_size(parsed, tried, reply, desk.parser)
    return size is not None and size.is_short(insists=asks_for_all(parsed.analysis))


def _compares_otherwise(desk: Desk, parsed: Parsed, tried: Sequence[Tried], mode: Mode) -> bool:
    """Whether things are compared by something else than the words say, which one of them lacks."""
    if mode == "never" or not tried or tried[0].is_named:
        return False
    with desk.lock:
        lacking = compared_by(parsed, desk.parser)
    used = to_text(tried[0].candidate.query)
    return any(f"{one.property}({one.anchor})" not in used for one in lacking)


def _is_lacking(desk: Desk, tried: Tried) -> bool:
    """Whether the graph lacks an edge that the answer may hang on."""
    graph = GraphView(desk.parser.store, desk.settings, time.monotonic() + SECONDS)
    if not desk.texts.has_passages():
        return True
    reader = EdgeReader(desk.texts, desk.parser, desk.lock, Budget())
    with desk.lock:
        needs = Needs(
            graph,
            desk.parser,
            desk.names.fame,
            lambda query: query,
            tells=reader.tells,
            deep=True,
        )
        wanted = list(needs.of(tried.candidate.query))
    return any(reader.may_find(one) for one in wanted)


def _read(proposer: Proposer, why: str) -> Reply:
    reply = proposer.reply
    with proposer.desk.lock:
        is_set = asks_for_set(proposer.parsed, proposer.parser)
    if is_set and (listed := Lister(proposer).listed()) is not reply:
        return listed
    if why in ("incomplete", "always"):
        for proposal in proposer.completed():
            if proposal.chance >= needed(proposal.kind, overrules=True):
                reply = proposal.applied(reply)
        return _confirmed(proposer, reply) if why == "always" else reply
    graph = reply.answers[0].confidence if reply.answers else 0.0
    best = None
    for proposal in proposer.proposals():
        least = max(graph, needed(proposal.kind, overrules=bool(reply.answers)))
        if proposal.chance >= max(least, best.chance if best else 0.0):
            best = proposal
        if best is not None and best.chance >= limit("enough"):
            break
    return best.applied(reply) if best is not None else reply


def _confirmed(proposer: Proposer, reply: Reply) -> Reply:
    """Return the reply with what passages say to the same step, for or against."""
    match proposer.tried[0].candidate.query:
        case Apply(Inverse(Property(property_)), Entity(id_)):
            edges = proposer.reader.read([Wanted(id_, property_)])
        case _:
            return reply
    with proposer.desk.lock:
        entry = proposer.parser.schema.property(property_)
    one_value = entry is not None and is_functional(entry)
    sure = proposer.tried[0].confidence
    read = [
        Answer(
            edge.object,
            round(chance_of("step", step_features(sure, edge.score)), 4),
            edge.proofs,
        )
        for edge in edges
    ]
    answers, conflicts = united(reply.answers, read, one_value=one_value)
    return replace(reply, answers=answers, conflicts=(*reply.conflicts, *conflicts))
