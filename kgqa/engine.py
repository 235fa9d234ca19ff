"""The engine: a question is parsed, its best readings are run, and one reply comes back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeAlias

from kgqa_store import damage
from kgqa_store.door import Door
from kgqa_store.store import Store

from kgqa.algebra import Query
from kgqa.algebra.ids import is_item
from kgqa.answers import Answer, Reply, Result
from kgqa.errors import EngineClosed, KgqaError, WrongArgument
from kgqa.execute.run import execute
from kgqa.judge.choose import Tried, best_known_first
from kgqa.judge.chosen_reading import by_reading
from kgqa.judge.insisting import insisted
from kgqa.judge.judge import Judge
from kgqa.judge.known_names import KnownNames
from kgqa.judge.naming import is_naming, meanings
from kgqa.judge.replying import Replier
from kgqa.judge.running import Runner
from kgqa.merge.coverage import with_coverage
from kgqa.merge.memory import CLOSED, Memory
from kgqa.merge.texts import Texts
from kgqa.parse.languages import foreign_language
from kgqa.parse.parser import Parsed, Parser
from kgqa.settings import DEFAULTS, Settings, Sourced, current
from kgqa.stores import checked, open_store

if TYPE_CHECKING:
    from kgqa.judge.chart_replies import ChartReplier
    from kgqa.merge.proposals import Desk, Proposal
    from kgqa.merge.when_to_read import Mode

Tell: TypeAlias = Callable[[str], None]
"""Hears at which stage the answer to a question is."""
EXECUTIONS = 40
"""At most so many readings of a question are run."""
LONGEST = 1000
"""Characters of the longest question."""


class Engine:
    """Answers questions over one store; may be used by several threads."""

    def __init__(
        self,
        store: Store | str | Path = "sample",
        *,
        text: Texts | str | Path | None = None,
        settings: Settings = DEFAULTS,
    ) -> None:
        """Open what is needed; `store` is an open store, its folder, or `sample`.

        `text` is a text index, by its folder or `sample`, that is read where the graph is silent.
        It is opened when it is first needed; without it, the graph alone answers.
        """
        self.settings = settings
        closed = settings.reader.startswith(CLOSED)  # such a reader needs no texts
        self.texts = None if closed else _texts(text, settings)
        self._owned = isinstance(store, str | Path)
        self.store: Store = open_store(store) if isinstance(store, str | Path) else checked(store)
        try:
            with damage.reading(self.store.location):
                self.parser = Parser(self.store, asked_on=settings.day, synonyms=settings.synonyms)
        except BaseException:
            if self._owned:
                self.store.close()
            raise
        self._door = Door(_closed)
        self._lock = threading.RLock()  # the parser and the index of names serve one at a time
        self._names = KnownNames(self.parser.names, self._lock)
        self.judge = Judge(self.parser, self._names, self._lock)
        parts = (self.store, settings, self.parser, self._names, self._lock)
        self._runner, self._replier = Runner(*parts), Replier(*parts)
        self._charted = self._chart_replier()
        self._memory = Memory(self.store, self._names, settings) if closed else None

    def close(self) -> None:
        """Give the indexes back, and the store if the engine opened it.

        Questions that other threads ask are answered first.
        """
        if not self._door.close():
            return
        self.parser.close()
        if self.texts is not None:
            self.texts.close()
        if self._owned:
            self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def ask(
        self,
        question: str,
        *,
        pick: str | None = None,
        read: Mode | None = None,
        reading: int | None = None,
    ) -> Reply:
        """Return the answers to `question`, or the reason why there are none.

        A name that can mean the entity `pick` means it. `read` says whether texts are read, else
        the setting does. `reading` says which reading is answered, counted from 1 as a reply
        without it has them, however unsure it is.
        """
        return self.asked(question, pick=pick, read=read, reading=reading)[1]

    def asked(
        self,
        question: str,
        *,
        pick: str | None = None,
        read: Mode | None = None,
        reading: int | None = None,
        tell: Tell = lambda stage: None,
    ) -> tuple[Parsed, Reply]:
        """Return how `question` was parsed, and the reply to it.

        `tell` is told each stage when it begins: understanding, querying, reading.
        """
        from kgqa.merge.when_to_read import mode_of

        mode = mode_of(read or self.settings.read)
        _check(question)
        _check_pick(pick)
        with self._door.inside(), damage.reading(self.store.location):
            if language := foreign_language(question):
                return self._in_another(language, question, pick)
            parsed, tried, alone = self._by_graph(question, pick, tell)
            reply = alone
            if self.texts is not None:
                from kgqa.merge.read_more import read_more

                tell("reading")
                reply = read_more(self._desk(self.texts), parsed, tried, alone, mode=mode)
            elif self._memory is not None:
                tell("reading")
                reply = self._memory.recalled(reply, mode)
            if self._charted is None:
                with self._lock:
                    reply = with_coverage(parsed, tried, alone, reply, self.parser)
        if reading is not None:
            return parsed, by_reading(reply, reading, self.run)
        return parsed, insisted(reply, self.settings.min_confidence)

    def _in_another(self, language: str, question: str, pick: str | None) -> tuple[Parsed, Reply]:
        """Return the reply that a question is in another language than the one that is read."""
        start = time.monotonic()
        with self._lock:
            parsed = self.parser.parse(question, pick=pick, limit=1)
        spent = round((time.monotonic() - start) * 1000, 1)
        return parsed, Reply(
            *(question, self.settings.language, "no-answer"),
            reason=f"the question seems to be in {language}, and only English is understood",
            hint="ask it in English; names may be in any language",
            timings={"parse": spent, "total": spent},
            understood=False,
        )

    def tried(self, question: str) -> tuple[Parsed, Sequence[Tried]]:
        """Return how a question was parsed, and the readings that gave something, best first."""
        with self._door.inside():
            return self._by_graph(question, None)[:2]

    def proposed(self, question: str) -> tuple[Reply, list[Proposal]]:
        """Return what the graph alone replies, and all that texts propose where they are read."""
        parsed, tried, reply = self._by_graph(question, None)
        if self.texts is None:
            return reply, []
        from kgqa.merge.read_more import proposals_for

        return reply, proposals_for(self._desk(self.texts), parsed, tried, reply)

    def members(self, question: str) -> list[tuple[Answer, Mapping[str, float]]]:
        """Return what passages tell of the set that a question asks for, and what speaks for it."""
        parsed, tried, reply = self._by_graph(question, None)
        if self.texts is None or not self.texts.is_readable():
            return []
        from kgqa.merge.listed import judged_members

        desk = self._desk(self.texts)
        return judged_members(desk, parsed, tried, reply)

    def _desk(self, texts: Texts) -> Desk:
        from kgqa.merge.proposals import Desk

        return Desk(texts, self.parser, self._names, self._lock, self.settings, self.judge)

    def _by_graph(
        self, question: str, pick: str | None, tell: Tell = lambda stage: None
    ) -> tuple[Parsed, Sequence[Tried], Reply]:
        """Return how a question was parsed, the readings that were run, and the graph's reply."""
        _check(question)
        if self._charted is not None:
            return self._charted.by_graph(question, pick, tell)
        tell("understanding")
        start = time.monotonic()
        with self._lock:
            parsed = self.parser.parse(question, pick=pick, limit=EXECUTIONS)
        if not is_naming(parsed):
            parsed = self.judge.judge(parsed)
        parsed_at = time.monotonic()
        tell("querying")
        tried = self._run(parsed, start + self.settings.timeout)
        timings = {
            "parse": round((parsed_at - start) * 1000, 1),
            "execute": round((time.monotonic() - parsed_at) * 1000, 1),
        }
        timings["total"] = round(sum(timings.values()), 1)
        return parsed, tried, self._reply(question, parsed, tried, timings)

    def _chart_replier(self) -> ChartReplier | None:
        """Return what replies over graphs of other vocabularies than Wikidata's."""
        statistics = self.store.statistics
        if statistics is None or statistics.vocabulary.is_wikidata:
            return None
        from kgqa.judge.chart_replies import ChartReplier
        from kgqa.parse.stated_ways import Stated

        parts = (self.store, self.settings, self.parser, self._names, self._lock)
        return ChartReplier(*parts, Stated(statistics))

    def run(self, query: Query, *, seconds: float | None = None) -> Result:
        """Return the answers to one reading, the best known ones first."""
        settings = replace(self.settings, timeout=seconds or self.settings.timeout)
        with self._door.inside():
            result = execute(query, self.store, settings)
            answers = best_known_first(result.answers, self._names.popularity(result))
            return replace(result, answers=answers)

    def _run(self, parsed: Parsed, deadline: float) -> list[Tried]:
        """Return the readings that gave something, the one that is the answer first."""
        meant = meanings(parsed, self._names.fame)
        return self._runner.meanings(meant) if meant else self._runner.run(parsed, deadline)

    def _reply(
        self,
        question: str,
        parsed: Parsed,
        tried: Sequence[Tried],
        timings: Mapping[str, float],
    ) -> Reply:
        """Return what is said of the readings that were run."""
        return self._replier.reply(question, parsed, tried, timings)


def _closed() -> EngineClosed:
    return EngineClosed("The engine is closed.", hint="open another one: kgqa.Engine(...)")


def _texts(text: Texts | str | Path | None, settings: Settings) -> Texts | None:
    if text is None or isinstance(text, Texts):
        return text
    if not isinstance(text, str | Path) or not str(text):
        raise WrongArgument(f"{text!r} is no text index.", hint='give a folder, or "sample"')
    return Texts(text, settings.reader)


def _check_pick(pick: str | None) -> None:
    """Refuse what is no id of an entity."""
    if pick is not None and not (isinstance(pick, str) and is_item(pick)):
        raise WrongArgument(f"{pick!r} is no id such as Q42.", hint="kgqa.link(name) finds ids")


def _check(question: str) -> None:
    """Refuse what is no question."""
    if not isinstance(question, str):
        raise WrongArgument(
            f"A question is a text, not {type(question).__name__}.",
            hint='kgqa.ask("Who directed Inception?")',
        )
    try:
        question.encode()
    except UnicodeEncodeError as error:
        raise KgqaError(
            "The question is no UTF-8 text.", hint="write it in a terminal or a file of UTF-8"
        ) from error
    if not any(character.isalnum() for character in question):
        raise KgqaError(
            "The question has no words.", hint='ask for example: kgqa ask "Who directed Inception?"'
        )
    if len(question) > LONGEST:
        raise KgqaError(
            f"The question has {len(question):,} characters, and {LONGEST:,} are the most.",
            hint="ask for one thing at a time",
        )


def ask(
    question: str,
    store: Store | str | Path | None = None,
    *,
    text: Texts | str | Path | None = None,
    settings: Settings | None = None,
    pick: str | None = None,
    read: Mode | None = None,
    reading: int | None = None,
) -> Reply:
    """Return the answers to `question`, as `kgqa ask` gives them.

    `store` is an open store, its folder, or `sample`; `text` is an index of texts. What is not
    given comes from `settings`, and these from kgqa.toml, the environment and the defaults.
    """
    is_named = isinstance(store, str | Path)
    found = _sourced(settings, str(store) if is_named else None)
    if text is None:
        is_elsewhere = store is not None and not is_named
        text = None if is_elsewhere and found.sources["text"] == "default" else found.text
    chosen = found.settings
    with Engine(chosen.store if store is None else store, text=text, settings=chosen) as engine:
        return engine.ask(question, pick=pick, read=read, reading=reading)


def _sourced(settings: Settings | None, store: str | None) -> Sourced:
    """Return the settings of a question: those that are given, else those of here and now."""
    if settings is None:
        return current(store=store)
    chosen = replace(settings, store=store or settings.store)
    changed = {each.name for each in fields(Settings) if getattr(chosen, each.name) != each.default}
    return Sourced(
        chosen,
        {each.name: "given" if each.name in changed else "default" for each in fields(Settings)},
    )
