"""What a SPARQL query asks for: the expression of the algebra that it is, and that in English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kgqa_store.store import Store

from kgqa.algebra import Query, to_english, to_text
from kgqa.algebra.from_sparql import from_sparql
from kgqa.algebra.ids import ids_in


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a SPARQL query asks for. `remarks` say in what its rows may differ from the answers."""

    sparql: str
    query: Query
    remarks: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def algebra(self) -> str:
        """The expression, as `kgqa query` reads it."""
        return to_text(self.query)

    @property
    def english(self) -> str:
        """The expression in English, with the names that the store has."""
        return to_english(self.query, self.labels)

    def to_dict(self) -> dict[str, object]:
        """Return the explanation as `kgqa explain --json` prints it."""
        return {
            "sparql": self.sparql,
            "algebra": self.algebra,
            "english": self.english,
            "remarks": list(self.remarks),
            "labels": dict(self.labels),
        }


def explained(
    sparql: str, store: Store, *, column: str | None = None, language: str = "en"
) -> Explanation:
    """Return what `sparql` asks for, with the names that `store` has.

    `column` names the variable that is meant where there are several. What the algebra cannot say
    raises `Unsupported`, which knows the reason and the place.
    """
    statistics = store.statistics
    graph = None if statistics is None else statistics.vocabulary
    own = None if graph is None or graph.is_wikidata else graph
    converted = from_sparql(sparql, column=column, graph=own)
    ids = dict.fromkeys(ids_in(to_text(converted.query)))
    labels = store.labels(ids, language)
    ordered = {id_: labels[id_] for id_ in ids if id_ in labels}
    return Explanation(sparql, converted.query, converted.remarks, ordered)
