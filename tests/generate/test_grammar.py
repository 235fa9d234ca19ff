from __future__ import annotations

import random
from pathlib import Path

import pytest

from kgqa.algebra import parse_expression
from kgqa.generate import grammar
from kgqa.generate.errors import GrammarError
from kgqa.generate.sayer import Sayer

TRIED = 60


def asked(sayer: Sayer, expression: str, *, tries: int = TRIED) -> set[str | None]:
    query = parse_expression(expression)
    return {sayer.ask(query, random.Random(seed)) for seed in range(tries)}


@pytest.mark.parametrize("operator", grammar.OPERATORS)
def test_english_has_five_ways_to_ask_for_every_operator(operator: str) -> None:
    ways = [way.text for way in grammar.shipped().ways[operator]]

    assert len(set(ways)) >= grammar.FEWEST


@pytest.mark.parametrize(
    ("expression", "question"),
    [
        ("P57(Q25191)", "Which works were directed by Christopher Nolan?"),
        ("P57[Q11424](Q25191)", "Which films did Christopher Nolan direct?"),
        ("^P161(Q25188)", "Who starred in Inception?"),
        ("count(P57[Q11424](Q25191))", "How many films did Christopher Nolan direct?"),
        ("argmax(P57[Q11424](Q25191), P577)",
         "Which of the films directed by Christopher Nolan was released last?"),
        ("nth(2, P57[Q11424](Q25191), P577)",
         "Which of the films directed by Christopher Nolan was released second?"),
        ("argmax(Q513 | Q43512, P2044)", "Which is higher, Mount Everest or K2?"),
        ("^P2044(Q513) > ^P2044(Q43512)", "Is Mount Everest higher than K2?"),
        ("^P569(Q25191) < ^P569(Q38111)",
         "Is it true that Christopher Nolan was born before Leonardo DiCaprio?"),
        ("Q25188 in P57(Q25191)", "Did Christopher Nolan direct Inception?"),
        ("^P57(Q25188)", "Who directed Inception?"),
        ("^P19(Q25191)", "Where was Christopher Nolan born?"),
        ("^P569(Q25191)", "When was Christopher Nolan born?"),
        ("^P2044(Q513)", "How high is Mount Everest?"),
        ("^P1082(Q64)", "How many inhabitants does Berlin have?"),
        ("^P577(argmin(P57[Q11424](Q25191), P577))",
         "When was the first film directed by Christopher Nolan released?"),
        ("^P161(argmax(P57[Q11424](Q25191), P2047))",
         "Who starred in the longest film directed by Christopher Nolan?"),
        ("argmax(P57[Q11424](Q25191), P2047)",
         "What is the longest film directed by Christopher Nolan?"),
        ("argmin(^P47[Q3624078](Q183), P1082)",
         "What is the country with the smallest population among those that border Germany?"),
        ("nth(-2, type(Q8502), P2044)", "What is the second highest mountain?"),
        ("P57[Q11424](Q25191)[P577 >= 2010, P577 <= 2019]",
         "Which films released in the 2010s did Christopher Nolan direct?"),
        ("P57[Q11424](Q25191)[P577 > 2010]",
         "Which films directed by Christopher Nolan were released after 2010?"),
        ("count(P57[Q11424](Q25191)[P577 < 2010])",
         "How many films directed by Christopher Nolan were released before 2010?"),
        ("P57[Q11424](Q25191)[P2142 > 500000000 Q4917]",
         "Which films directed by Christopher Nolan grossed more than 500 million dollars?"),
        ("type(Q8502)[P2044 > 8000 metre]", "Which mountains are higher than 8000 metres?"),
        ("count(type(Q8502)[P2044 > 8000 metre])", "How many mountains are over 8000 metres high?"),
        ("^P1082(Q64) > 3000000", "Does Berlin have more than 3 million inhabitants?"),
        ("^P577(Q25188) < 2000", "Was Inception released before 2000?"),
        ("Q25188 in argmax(P57[Q11424](Q25191), P2047)",
         "Is Inception the longest film directed by Christopher Nolan?"),
        ("^P2044(Q513) - ^P2044(Q43512)", "How much higher is Mount Everest than K2?"),
        ("P39{P580 <= 1985, P582 >= 1985}(Q11696)",
         "Who was President of the United States in 1985?"),
        ("told(Q91, P39(Q11696)@P580)",
         "When did Abraham Lincoln become President of the United States?"),
        ("told(Q38111, P166(Q103916)@P585)",
         "In which year did Leonardo DiCaprio win the Academy Award for Best Actor?"),
        ("years(^P569(Q91), ^P570(Q91))", "How old was Abraham Lincoln when he died?"),
        ("years(^P569(Q25191), ^P577(Q25188))",
         "How old was Christopher Nolan when Inception was released?"),
        ("type(Q11424) & P57(Q25191) & P161(Q45772)",
         "Which films directed by Christopher Nolan star Christian Bale?"),
        ("P57[Q11424](Q25191) - P161(Q45772)",
         "Which films directed by Christopher Nolan do not star Christian Bale?"),
    ],
)  # fmt: skip
def test_an_expression_is_asked_for_in_such_words(
    sayer: Sayer, expression: str, question: str
) -> None:
    assert question in asked(sayer, expression, tries=400)


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("P57(Q25191)", ["Christopher Nolan"]),
        ("count(P57(Q25191) & P161(Q45772))", ["Christopher Nolan", "Christian Bale"]),
        ("^P161(P57[Q11424](Q25191))", ["Christopher Nolan"]),
        ("P57(Q25191) - P161(Q45772)", ["Christopher Nolan", "Christian Bale"]),
    ],
)
def test_no_part_of_an_expression_is_left_unsaid(
    sayer: Sayer, expression: str, names: list[str]
) -> None:
    found = asked(sayer, expression)

    assert len(found) >= grammar.FEWEST
    for question in found:
        assert question is not None
        assert all(name in question for name in names)


def test_questions_and_imperatives_end_as_such_and_have_no_holes(sayer: Sayer) -> None:
    for question in asked(sayer, "P57[Q11424](Q25191)"):
        assert question is not None
        assert question[0].isupper() and question[-1] in "?."
        assert not set("[]<>{}|") & set(question)


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("United Kingdom", True),
        ("1994 FIFA World Cup", True),
        ("Academy Award for Best Director", True),
        ("George IV of the United Kingdom", False),
        ("The Beatles", False),
        ("Rome", False),
    ],
)
def test_some_names_have_an_article(name: str, needs: bool) -> None:
    assert grammar.shipped().needs_the(name) is needs


def test_a_grammar_with_too_few_ways_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "xx.toml"
    path.write_text('[apply]\nways = ["Which {nouns}?"]\n', "utf-8")

    with pytest.raises(GrammarError, match="has 1 ways to ask for 'apply'"):
        grammar.read_grammar(path)


def test_a_language_without_a_grammar_is_told_which_there_are() -> None:
    with pytest.raises(GrammarError) as error:
        grammar.shipped("xx")

    assert "there are en" in error.value.hint
