"""Time the search for passages: `python benchmarks/passages.py PASSAGES [--questions FILE]`.

An index of PASSAGES (see `kgqa text build`) is built, and searched together with rank_bm25, bm25s
and tantivy, as far as these are installed, for the same words of the same questions. Times are
those of the processor, and searches take turns, so that a busy machine changes their ratios little;
the time of a build is given by the clock, too. How good a ranking is, is how often the passage that
a question was drawn from is found, or how often the answers of --questions are, where given.

    --at-once     time a process that imports, opens and answers one question, for each library
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from kgqa.text.index import TextIndex
from kgqa.text.index_build import build_index
from kgqa.text.passages import Passage
from kgqa.text.postings_build import LENGTH, SATURATION
from kgqa.text.question_files import read_questions
from kgqa.text.retrieval_measure import GoldQuestion, first_place, normal
from kgqa.text.words import query_words, word_of, words_in

TOP = 100
DRAWN_WORDS = 5
LONGEST = 8.0
"""Seconds after which a library gets no further questions."""


def indexed_words(passage: Passage) -> list[str]:
    """Return the words of a passage as kgqa indexes them, for libraries that take words."""
    found = map(word_of, words_in(f"{passage.text} {passage.title}"))
    return [word for word in found if word]


class Library(Protocol):
    """Something that was built from passages, and finds the numbers of the best."""

    def search(self, query: str) -> Sequence[int]:
        """Return the numbers of the best passages."""


class Kgqa:
    """The index of kgqa; passages are read, as they are wherever it is used."""

    def __init__(self, passages: Sequence[Passage], folder: Path) -> None:
        self.index = TextIndex(folder)
        self.numbers = {passage.id: number for number, passage in enumerate(passages)}

    def search(self, query: str) -> Sequence[int]:
        """Return the numbers of the best passages."""
        return [self.numbers[hit.passage.id] for hit in self.index.search(query, k=TOP)]


class RankBm25:
    """Lists and dictionaries of Python."""

    def __init__(self, passages: Sequence[Passage], folder: Path) -> None:
        from rank_bm25 import BM25Okapi

        words = [indexed_words(passage) for passage in passages]
        self.index = BM25Okapi(words, k1=SATURATION, b=LENGTH)

    def search(self, query: str) -> Sequence[int]:
        """Return the numbers of the best passages."""
        scores = self.index.get_scores(query_words(query))
        return [int(number) for number in scores.argsort()[::-1][:TOP]]


class Bm25s:
    """Arrays of numpy, mapped into memory."""

    def __init__(self, passages: Sequence[Passage], folder: Path) -> None:
        import bm25s

        index = bm25s.BM25(k1=SATURATION, b=LENGTH)
        index.index([indexed_words(passage) for passage in passages], show_progress=False)
        index.save(folder / "bm25s")
        self.index = bm25s.BM25.load(folder / "bm25s", mmap=True)

    def search(self, query: str) -> Sequence[int]:
        """Return the numbers of the best passages."""
        words = [word for word in query_words(query) if word in self.index.vocab_dict]
        if not words:
            return []
        found, _ = self.index.retrieve([words], k=TOP, show_progress=False)
        return [int(number) for number in found[0]]


class Tantivy:
    """A search engine in Rust; its own words, stemmed as English."""

    def __init__(self, passages: Sequence[Passage], folder: Path) -> None:
        import tantivy

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("text", stored=False, tokenizer_name="en_stem")
        schema.add_unsigned_field("number", stored=True)
        (folder / "tantivy").mkdir()
        self.index = tantivy.Index(schema.build(), path=str(folder / "tantivy"))
        writer = self.index.writer()
        for number, passage in enumerate(passages):
            text = f"{passage.text} {passage.title}"
            writer.add_document(tantivy.Document(text=text, number=number))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def search(self, query: str) -> Sequence[int]:
        """Return the numbers of the best passages."""
        words = " ".join(word for word in words_in(query) if word_of(word))
        if not words:
            return []
        hits = self.searcher.search(self.index.parse_query(words, ["text"]), TOP).hits
        return [self.searcher.doc(address)["number"][0] for _, address in hits]


LIBRARIES: dict[str, Callable[[Sequence[Passage], Path], Library]] = {
    "rank_bm25": RankBm25,
    "bm25s": Bm25s,
    "tantivy": Tantivy,
}
AT_ONCE = {
    "kgqa": "from kgqa.text.index import TextIndex; from pathlib import Path;"
    "TextIndex(Path(folder)).search(query, k=100)",
    "bm25s": "import bm25s; from kgqa.text.words import query_words;"
    "index = bm25s.BM25.load(folder + '/bm25s', mmap=True);"
    "words = [w for w in query_words(query) if w in index.vocab_dict];"
    "index.retrieve([words], k=100, show_progress=False)",
    "tantivy": "import tantivy; from kgqa.text.words import words_in;"
    "index = tantivy.Index.open(folder + '/tantivy');"
    "index.searcher().search(index.parse_query(' '.join(words_in(query)), ['text']), 100).hits",
}


def drawn(passages: Sequence[Passage], count: int, choose: random.Random) -> list[GoldQuestion]:
    """Return questions of some words of a passage, which is what they should find."""
    found = []
    while len(found) < count:
        number = choose.randrange(len(passages))
        words = sorted(set(indexed_words(passages[number])))
        if len(words) > DRAWN_WORDS:
            text = " ".join(choose.sample(words, DRAWN_WORDS))
            found.append(GoldQuestion(text, (), (), (str(number),)))
    return found


def place_of(question: GoldQuestion, numbers: Sequence[int], passages: Sequence[Passage]) -> int:
    """Return the place of the first passage that is right, and one beyond the last for none."""
    if not question.answers:
        wanted = int(question.qids[0])
        return next((p for p, n in enumerate(numbers, 1) if n == wanted), TOP + 1)
    texts = [normal(f"{passages[n].title} | {passages[n].text}") for n in numbers]
    names = [name for answer in question.answers for name in answer]
    return first_place(names, texts) or TOP + 1


def timed(job: Callable[[], Any]) -> tuple[Any, float, float]:
    """Return what a job gives, and its seconds of the processor and of the clock."""
    clock, processor = time.perf_counter(), time.process_time()
    found = job()
    return found, time.process_time() - processor, time.perf_counter() - clock


def compare(
    libraries: dict[str, Library], questions: Sequence[GoldQuestion], passages: Sequence[Passage]
) -> None:
    """Ask all libraries the same questions in turns, and print how fast and how good they are."""
    times: dict[str, list[float]] = {name: [] for name in libraries}
    clocks: list[float] = []
    places: dict[str, list[int]] = {name: [] for name in libraries}
    for library in libraries.values():
        library.search(questions[0].text)  # what is done once is not counted
    for question in questions:
        if any(sum(taken) > LONGEST for taken in times.values()):
            break
        for name, library in libraries.items():
            numbers, processor, clock = timed(lambda asked=library: asked.search(question.text))  # noqa: B023 - called at once
            times[name].append(processor)
            places[name].append(place_of(question, numbers, passages))
            if name == "kgqa":
                clocks.append(clock)
    print(f"\n{len(times['kgqa'])} questions, the best {TOP} passages of each")
    print(f"{'library':<10} {'median ms':>9} {'per second':>10}", end="   ")
    print(f"right passage among 1 / 5 / 20 / {TOP}")
    for name, taken in times.items():
        shares = " / ".join(
            f"{sum(place <= k for place in places[name]) / len(taken):.3f}" for k in (1, 5, 20, TOP)
        )
        median = 1000 * statistics.median(taken)
        print(f"{name:<10} {median:9.2f} {len(taken) / sum(taken):10.1f}   {shares}")
    print(f"kgqa by the clock: median {1000 * statistics.median(clocks):.2f} ms")
    for name in libraries:
        if name != "kgqa":
            ratio = sum(times[name]) / sum(times["kgqa"])
            print(f"kgqa answers {ratio:.1f} times the questions per second of {name}")


def at_once(libraries: Sequence[str], folders: dict[str, Path], query: str) -> None:
    """Print how long a process takes that imports a library, opens its index and asks once."""
    print("\nA process that imports, opens and answers one question (best of 5, clock)")
    bare = _process_seconds("import numpy", "", "")
    print(f"{'(numpy)':<10} {1000 * bare:7.0f} ms")
    for name in libraries:
        if name in AT_ONCE:
            taken = _process_seconds(AT_ONCE[name], str(folders[name]), query)
            print(f"{name:<10} {1000 * taken:7.0f} ms")


def _process_seconds(code: str, folder: str, query: str) -> float:
    command = [sys.executable, "-c", f"import sys; _, folder, query = sys.argv; {code}"]
    runs = [
        timed(lambda: subprocess.run([*command, folder, query], check=True))[2] for _ in range(5)
    ]
    return min(runs)


def main() -> None:
    """Build, search and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("passages", type=Path)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", action="store_true")
    given = parser.parse_args()
    choose = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        build = lambda: build_index([given.passages], folder / "kgqa")  # noqa: E731
        manifest, processor, clock = timed(build)
        with TextIndex(folder / "kgqa") as index:
            passages = list(index.passages())
        print(f"{len(passages):,} passages of {manifest.counts['documents']:,} documents")
        print(f"{'kgqa':<10} built in {clock:6.1f} s, processor {processor:6.1f} s")
        libraries: dict[str, Library] = {"kgqa": Kgqa(passages, folder / "kgqa")}
        for name, library in LIBRARIES.items():
            if find_spec(name) is None:
                print(f"{name:<10} is not installed")
                continue
            libraries[name], processor, clock = timed(lambda made=library: made(passages, folder))
            print(f"{name:<10} built in {clock:6.1f} s, processor {processor:6.1f} s")
        if given.questions:
            questions = read_questions(given.questions)
            questions = choose.sample(questions, min(given.count, len(questions)))
        else:
            questions = drawn(passages, given.count, choose)
        compare(libraries, questions, passages)
        if given.at_once:
            folders = {name: folder / "kgqa" if name == "kgqa" else folder for name in libraries}
            at_once(list(libraries), folders, questions[0].text)


if __name__ == "__main__":
    main()
