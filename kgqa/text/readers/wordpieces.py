"""Text as the encoder sees it: word pieces with their places in the text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

START, STOP = 101, 102
QUESTION_PIECES = 48


@dataclass(frozen=True, slots=True)
class Pieces:
    """The word pieces of a text, and for each the characters [start, end) it stands for."""

    ids: list[int]
    offsets: list[tuple[int, int]]

    def __len__(self) -> int:
        return len(self.ids)


class WordPieces:
    """Cuts text into word pieces, in lower case and without accents, as BERT's uncased models."""

    def __init__(self, vocabulary: Path) -> None:
        self._tokenizer = _tokenizer(vocabulary)

    def of(self, text: str) -> Pieces:
        """Return the word pieces of a text."""
        found = self._tokenizer.encode(text, add_special_tokens=False)
        return Pieces(found.ids, found.offsets)

    def of_all(self, texts: list[str]) -> list[Pieces]:
        """Return the word pieces of every text."""
        found = self._tokenizer.encode_batch(texts, add_special_tokens=False)
        return [Pieces(each.ids, each.offsets) for each in found]


@lru_cache(maxsize=2)
def _tokenizer(vocabulary: Path) -> Tokenizer:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    known = models.WordPiece.from_file(str(vocabulary), unk_token="[UNK]")  # noqa: S106
    tokenizer = Tokenizer(known)
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def shipped_pieces() -> WordPieces:
    """Return the word pieces of the shipped reader, which all networks share."""
    return WordPieces(Path(__file__).parent / "data" / "vocab.txt")
