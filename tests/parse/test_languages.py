"""A question in another language than English says so, and no English one does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgqa.engine import Engine
from kgqa.parse.languages import foreign_language

ENGLISH = (
    "Who wrote Cien años de soledad?",
    "who directed la vita è bella",
    "Was Die Hard released in 1988?",
    "Die Hard director",
    "De Niro movies",
    "de la soul members",
    "Who is Пушкин?",
    "What is the capital of Côte d'Ivoire?",
    "cast of Le Fabuleux Destin d'Amélie Poulain",
    "per capita gdp in germany",
    "no country for old men actors",
    "la la land",
    "Berlin",
)
FOREIGN = {
    "Wer hat Inception gedreht?": "German",
    "Was ist die Hauptstadt von Frankreich?": "German",
    "Qui a réalisé Inception ?": "French",
    "¿Quién dirigió la película Origen?": "Spanish",
    "Chi ha diretto il film Inception?": "Italian",
    "Quem dirigiu o filme A Origem?": "Portuguese",
    "Когда родился Пушкин?": "Russian",
    "Inceptionを監督したのは誰ですか？": "Japanese",
    "من أخرج فيلم Inception؟": "Arabic",
}


@pytest.mark.parametrize("question", ENGLISH)
def test_an_english_question_may_have_foreign_names(question: str) -> None:
    assert foreign_language(question) is None


@pytest.mark.parametrize("question", FOREIGN)
def test_a_question_in_another_language_is_known(question: str) -> None:
    assert foreign_language(question) == FOREIGN[question]


def test_a_reply_says_in_which_language_the_question_is(engine: Engine) -> None:
    reply = engine.ask("Wer hat Inception gedreht?")

    assert (reply.outcome, reply.understood, reply.answers) == ("no-answer", False, ())
    assert "German" in reply.reason and "English" in reply.hint
    assert reply.timings["total"] > 0


@pytest.mark.shared
def test_languages_are_told_apart_on_questions_with_translations(shared: Path) -> None:
    path = shared / "questions" / "mintaka" / "mintaka_dev.json"
    rows = json.loads(path.read_text(encoding="utf-8"))
    translated = [text for row in rows for text in row["translations"].values() if text]

    assert not [row["question"] for row in rows if foreign_language(row["question"])]
    known = sum(foreign_language(text) is not None for text in translated)
    assert known / len(translated) > 0.98
