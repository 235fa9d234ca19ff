"""From SPARQL over Wikidata's vocabulary to the algebra: the inverse of `kgqa.execute.compile`.

`from_sparql(text)` reads a SELECT or ASK and returns the expression with the same answers, or
raises `Unsupported` with the reason and the place. What counts as the same is said in
docs/explain.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.algebra import operators as op
from kgqa.algebra.errors import AlgebraError, NotationError
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.expressions import GraphIds
from kgqa.algebra.from_sparql.grammar import parse
from kgqa.algebra.from_sparql.pattern import Layout
from kgqa.algebra.from_sparql.queries import select_query
from kgqa.algebra.from_sparql.sets import NoRelation, Ungrounded
from kgqa.algebra.from_sparql.truths import ask_query


@dataclass(frozen=True, slots=True)
class Converted:
    """What a SPARQL query asks for. `remarks` say in what its rows may differ from the answers."""

    query: op.Query
    remarks: tuple[str, ...] = ()


def from_sparql(
    text: str, *, column: str | None = None, graph: GraphIds | None = None
) -> Converted:
    """Return the expression that asks for what a SPARQL query does.

    `column` names the variable that is meant where a query has several columns. `graph` knows the
    ids of another graph than Wikidata.
    """
    tree, layout = parse(text, graph), Layout(text)
    try:
        if isinstance(tree, sx.Ask):
            query: op.Query = ask_query(layout, tree)
        else:
            query = select_query(layout, tree, column)
    except NotationError:
        raise
    except NoRelation as lack:  # met while a set was cut out of others
        raise layout.refuse(str(lack), (0, 1)) from None
    except Ungrounded:
        raise layout.refuse("set of everything to start from", (0, 1)) from None
    except AlgebraError as error:  # an operator refused what it was given
        raise layout.refuse(f"such expression: {error}", (0, 1)) from error
    return Converted(query, tuple(dict.fromkeys(layout.remarks)))
