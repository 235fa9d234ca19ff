"""BM25 over some texts, in memory: enough for a baseline that runs anywhere."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable

import numpy as np

from kgqa.bench.systems.candidates import STOP, words_of

K1, B = 0.9, 0.4


class BM25:
    """Ranks texts by the words they share with a question."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Count the words of `texts`."""
        documents: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
        counts: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
        lengths = array("i")
        for number, text in enumerate(texts):
            words = words_of(text)
            lengths.append(len(words))
            for word, count in Counter(words).items():
                documents[word].append(number)
                counts[word].append(count)
        self._documents, self._counts = dict(documents), dict(counts)
        self._lengths = np.asarray(lengths, dtype=np.float32)
        self._average = float(self._lengths.mean()) if len(lengths) else 1.0

    def best(self, question: str, limit: int) -> list[int]:
        """Return the numbers of the best texts, best first; none that shares no word."""
        scores = np.zeros(len(self._lengths), dtype=np.float32)
        for word in {*words_of(question)} - STOP:
            if word in self._documents:
                places = np.asarray(self._documents[word])
                counts = np.asarray(self._counts[word], dtype=np.float32)
                rarity = math.log1p((len(scores) - len(places) + 0.5) / (len(places) + 0.5))
                lengths = 1 - B + B * self._lengths[places] / self._average
                scores[places] += rarity * counts * (K1 + 1) / (counts + K1 * lengths)
        # Equal scores in the order of the texts, so that every machine says the same.
        order = np.lexsort((np.arange(len(scores)), -scores))[:limit]
        return [int(i) for i in order if scores[i] > 0]
