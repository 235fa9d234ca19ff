"""Readers that write their answers: any T5-family checkpoint, by path or by its name on a hub.

Three ways of asking one network. The passage-independent generator sees each passage alone and
says "Not Relevant" or an answer; Fusion-in-Decoder encodes passages apart and decodes one list
over all of them; the closed-book reader sees the question only.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kgqa.errors import ReaderError, ReaderMissing
from kgqa.text.readers.reading import TO_GENERATE, Reader, Span, require

if TYPE_CHECKING:
    from torch import Tensor

NOT_RELEVANT = "Not Relevant"
BETWEEN = "#"
PIECES = 256
NEW_PIECES = 512
"""Pieces that are written at most: a list of hundreds of answers is no mistake."""
AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A network with its tokenizer, on its device."""

    model: Any
    tokenizer: Any


def load_checkpoint(name_or_path: str) -> Checkpoint:
    """Return a checkpoint; only safetensors are read, and no code that comes with it is run."""
    require("torch", "transformers", hint=TO_GENERATE)
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    from kgqa.text.readers.devices import device, number_kind

    try:
        tokenizer = AutoTokenizer.from_pretrained(name_or_path, trust_remote_code=False)
        model = AutoModelForSeq2SeqLM.from_pretrained(
            name_or_path, use_safetensors=True, trust_remote_code=False
        )
    except (OSError, ValueError, KeyError) as error:
        told = " ".join(str(error).split())[:200]
        message = f"The checkpoint {name_or_path} cannot be loaded: {told}"
        hint = "name the folder of a T5-family checkpoint with safetensors, or one on a hub"
        raise ReaderMissing(message, hint=hint) from error
    place = device()
    return Checkpoint(model.eval().to(place, number_kind(place)), tokenizer)


def asked(question: str, passage: str | None = None) -> str:
    """Return what the encoder is given."""
    return (
        f"question: {question}" if passage is None else f"question: {question} context: {passage}"
    )


class Way(Protocol):
    """How a network is asked: which texts go in, and which passages one decoding sees."""

    def inputs(self, question: str, passages: Sequence[str]) -> list[list[str]]:
        """Return for each decoding the texts that are encoded apart and seen together."""
        ...


class EachAlone:
    """The passage-independent generator: one decoding for each passage."""

    def inputs(self, question: str, passages: Sequence[str]) -> list[list[str]]:
        """Return one text for each passage."""
        return [[asked(question, passage)] for passage in passages]


class AllTogether:
    """Fusion-in-Decoder: one decoding over all passages."""

    def inputs(self, question: str, passages: Sequence[str]) -> list[list[str]]:
        """Return one decoding with a text for each passage."""
        return [[asked(question, passage) for passage in passages]] if passages else []


class NoPassage:
    """The closed-book reader: the question alone."""

    def inputs(self, question: str, passages: Sequence[str]) -> list[list[str]]:
        """Return one decoding of the question."""
        del passages
        return [[asked(question)]]


WAYS: dict[str, Way] = {"pig": EachAlone(), "fid": AllTogether(), "closed": NoPassage()}


class Generator:
    """A reader that writes its answers; the network is loaded when it is first asked."""

    def __init__(
        self,
        way: Way,
        name_or_path: str,
        *,
        loaded: Checkpoint | None = None,
        threshold: float = 0.0,
    ) -> None:
        self._way = way
        self._name_or_path = name_or_path
        self._loaded = loaded
        self.threshold = threshold

    @property
    def checkpoint(self) -> Checkpoint:
        """The network and its tokenizer."""
        if self._loaded is None:
            self._loaded = load_checkpoint(self._name_or_path)
        return self._loaded

    def read(self, question: str, passages: Sequence[str]) -> list[Span]:
        """Return the answers that are written, best first; those a passage has are placed in it."""
        from kgqa.text.readers.devices import in_batches

        if isinstance(self._way, NoPassage):
            passages = ()  # what was not read is not cited
        inputs = self._way.inputs(question, passages)
        told = in_batches(inputs, lambda part: decode(self.checkpoint, part), AT_ONCE)
        best: dict[tuple[int, str], Span] = {}
        for number, (text, score) in enumerate(told):
            own = number if len(inputs) == len(passages) else None
            for answer in answers_in(text):
                span = _placed(answer, score, passages, own)
                known = best.get((span.passage, span.text))
                if span.score >= self.threshold and (not known or known.score < span.score):
                    best[span.passage, span.text] = span
        return sorted(best.values(), key=lambda span: (-span.score, span.passage, span.text))

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        """Return how sure the network is of yes; None where it says neither yes nor no."""
        for span in self.read(question, passages):
            match span.text.lower():
                case "yes" | "true":
                    return span.score
                case "no" | "false":
                    return 1 - span.score
        return None


def open_generator(kind: str, name_or_path: str) -> Reader:
    """Return a generator of a kind: pig, fid or closed."""
    if not name_or_path:
        message = f"A {kind} reader needs a checkpoint."
        raise ReaderError(message, hint=f"name one: {kind}:PATH-OR-NAME")
    require("torch", "transformers", hint=TO_GENERATE)
    return Generator(WAYS[kind], name_or_path)


def answers_in(text: str) -> list[str]:
    """Return the answers of a list that was decoded: none for "Not Relevant", each only once."""
    parts = [part.strip() for part in text.split(BETWEEN)]
    wanted = [part for part in parts if part and part.lower() != NOT_RELEVANT.lower()]
    return list(dict.fromkeys(wanted))


def _placed(answer: str, score: float, passages: Sequence[str], own: int | None) -> Span:
    """Return an answer at its first place in its passage, or in any where it has none."""
    words = re.compile(rf"(?<!\w){re.escape(answer)}(?!\w)", re.IGNORECASE)
    for number in range(len(passages)) if own is None else (own,):
        if found := words.search(passages[number]):
            return Span(number, *found.span(), found.group(), score)
    return Span(-1 if own is None else own, -1, -1, answer, score)


def decode(checkpoint: Checkpoint, inputs: Sequence[Sequence[str]]) -> list[tuple[str, float]]:
    """Return what is written for each input, with its probability per token.

    The texts of one input are encoded apart and seen together by the decoder.
    """
    import torch

    with torch.inference_mode():
        states, real = encoded(checkpoint, inputs)
        made = checkpoint.model.generate(
            encoder_outputs=as_outputs(states),
            attention_mask=real,
            max_new_tokens=NEW_PIECES,
            num_beams=1,
            do_sample=False,
            output_scores=True,
            return_dict_in_generate=True,
        )
        scores = checkpoint.model.compute_transition_scores(
            made.sequences, made.scores, normalize_logits=True
        ).float()
    texts = checkpoint.tokenizer.batch_decode(made.sequences, skip_special_tokens=True)
    written = made.sequences[:, -scores.shape[1] :] != checkpoint.model.config.pad_token_id
    sums = scores.masked_fill(~written, 0.0).sum(dim=1) / written.sum(dim=1).clamp_min(1)
    return [
        (text.strip(), math.exp(score)) for text, score in zip(texts, sums.tolist(), strict=True)
    ]


def encoded(checkpoint: Checkpoint, inputs: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
    """Return the states of each input's texts one after the other, and which of them are real."""
    texts = [text for group in inputs for text in group]
    tokens = checkpoint.tokenizer(
        texts, return_tensors="pt", padding=True, truncation=True, max_length=PIECES
    ).to(checkpoint.model.device)
    states = checkpoint.model.get_encoder()(
        input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"]
    ).last_hidden_state
    most = max(len(group) for group in inputs)
    length, width = states.shape[1:]
    joined = states.new_zeros(len(inputs), most * length, width)
    real = tokens["attention_mask"].new_zeros(len(inputs), most * length)
    begin = 0
    for number, group in enumerate(inputs):
        taken = slice(begin, begin + len(group))
        joined[number, : len(group) * length] = states[taken].flatten(0, 1)
        real[number, : len(group) * length] = tokens["attention_mask"][taken].flatten()
        begin += len(group)
    return joined, real


def as_outputs(states: Any) -> Any:  # noqa: ANN401 - transformers may not be installed
    """Return states as what an encoder gives."""
    from transformers.modeling_outputs import BaseModelOutput

    return BaseModelOutput(last_hidden_state=states)
