from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from shapes import Shape, read_shapes
from world import World, plain_answer, prepare

from kgqa.algebra import operators as op
from kgqa.algebra import parse_expression
from kgqa.execute.compile import compile_query

SHAPES = read_shapes()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder: Path = tmp_path_factory.mktemp("world")
    return prepare(folder, triples=100_000, seed=7)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_every_rival_gives_the_answer_of_python_sets(shape: Shape, world: World) -> None:
    expected = plain_answer(world.evaluator.answer(parse_expression(shape.expression)))

    assert {name: world.answer(sparql) for name, sparql in shape.rivals} == {
        name: expected for name, _ in shape.rivals
    }


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_our_query_gives_the_answer_of_python_sets(shape: Shape, world: World) -> None:
    query = parse_expression(shape.expression)

    found = world.answer(compile_query(query, world.statistics).sparql)

    assert found == plain_answer(world.evaluator.answer(query))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_the_arrays_give_the_answer_of_python_sets(shape: Shape, world: World) -> None:
    query = parse_expression(shape.expression)

    assert world.denoted(query) == plain_answer(world.evaluator.answer(query))


def test_most_shapes_have_answers(world: World) -> None:
    answers = [world.evaluator.answer(parse_expression(shape.expression)) for shape in SHAPES]

    assert sum(bool(answer) for answer in answers) > 0.8 * len(answers)


def test_every_operator_has_a_shape() -> None:
    used = {name for shape in SHAPES for name in operators(parse_expression(shape.expression))}
    # This graph has no coordinates; tests/execute/test_distances.py asks for them.
    elsewhere = {"Near"}

    assert {name for name, kind in vars(op).items() if is_operator(kind)} - elsewhere <= used


def is_operator(kind: object) -> bool:
    return isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == op.__name__


def operators(expression: object) -> set[str]:
    if isinstance(expression, tuple):
        return set().union(*(operators(part) for part in expression))
    if not is_dataclass(expression):
        return set()
    parts = [operators(getattr(expression, field.name)) for field in fields(expression)]
    return {type(expression).__name__}.union(*parts)
