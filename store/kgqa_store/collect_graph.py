"""The indexes of a graph that tells things in its own way, made from the finished graph.

They are the same as those of Wikidata: every thing gets a number, and what the graph says of it is
told to the collector in Wikidata's words, `wd:Q1000001 wdt:P1001 wd:Q1000002`. What is kept of it
are the graph's own ids.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox

from kgqa_store import vocabulary as words
from kgqa_store.collect import Collector, Progress
from kgqa_store.durations import DATATYPES, seconds_of
from kgqa_store.entity_ids import INSTANCE_OF, SUBCLASS_OF, ListedIds
from kgqa_store.graph_names import Names, quads_of, said_names
from kgqa_store.graph_vocabulary import GraphVocabulary
from kgqa_store.local_names import class_words, local_name, words_of
from kgqa_store.prefixes import prefixes_for
from kgqa_store.profile import Profile
from kgqa_store.reified import qualifiers, reified, way_of
from kgqa_store.spool import PROPERTY
from kgqa_store.statistics import Statistics

OWL = "http://www.w3.org/2002/07/owl#"
_TYPE = f"{words.RDF}type"
_PROPERTY_CLASSES = tuple(
    ox.NamedNode(iri)
    for iri in (
        f"{words.RDF}Property",
        f"{OWL}ObjectProperty",
        f"{OWL}DatatypeProperty",
        f"{OWL}SymmetricProperty",
        f"{OWL}TransitiveProperty",
        f"{OWL}FunctionalProperty",
        f"{OWL}InverseFunctionalProperty",
    )
)
_ABOUT_CLASSES = (OWL, words.RDFS, words.RDF)
"""Classes of these namespaces are those of an ontology: owl:Class, rdfs:Class."""
_FORMS = {f"{words.XSD}{name}": name for name in ("date", "gYear", "gYearMonth", "dateTime")}
_FIRST_DAYS = {"gYear": "-01-01", "gYearMonth": "-01"}
DURATION = "duration"
"""The form of what lasts: it is told as a number of seconds."""
_DURATIONS = frozenset(f"{words.XSD}{name}" for name in DATATYPES)
CHUNK = 2_000
"""Lines that are told to the collector at once."""


def collect_graph(
    graph: Path,
    out: Path,
    profile: Profile,
    declared: Mapping[str, str],
    *,
    progress: Progress | None = None,
) -> GraphVocabulary:
    """Write what lies beside the Oxigraph database `graph` into the folder `out`."""
    told = _Told(ox.Store.read_only(str(graph)), profile, declared)
    with _GraphCollector(out, told, progress) as collector:
        chunk: list[bytes] = []
        for line in told.lines():
            chunk.append(line)
            if len(chunk) >= CHUNK:
                collector.feed(b"".join(chunk))
                chunk.clear()
        collector.feed(b"".join(chunk))
        collector.finish()
    told.ids.save(out / "names")
    return told.vocabulary


class _GraphCollector(Collector):
    """A collector that keeps the ids of a graph."""

    def __init__(self, out: Path, told: _Told, progress: Progress | None) -> None:
        super().__init__(out, progress=progress, ids=told.ids)
        self._told = told

    def completed(self, statistics: Statistics) -> Statistics:
        """Return the statistics with how the graph names things, and writes dates."""
        edges = {
            id_: replace(one, form=self._told.form(id_)) for id_, one in statistics.edges.items()
        }
        beside = {
            id_: replace(one, form=self._told.form(id_))
            for id_, one in statistics.qualifiers.items()
        }
        vocabulary = self._told.vocabulary
        return replace(statistics, edges=edges, qualifiers=beside, vocabulary=vocabulary)


class _Told:
    """A graph in the words of Wikidata."""

    def __init__(self, graph: ox.Store, profile: Profile, declared: Mapping[str, str]) -> None:
        self._graph, self._profile = graph, profile
        predicates, iris = _looked_through(graph)
        properties = _properties(graph, profile, predicates)
        known = {"rdf": words.RDF, "rdfs": words.RDFS, "xsd": words.XSD, **profile.prefixes}
        prefixes = prefixes_for([*iris, *predicates], declared, known)
        plain = GraphVocabulary(profile.name, "", "", prefixes)
        ids = [plain.id_of(iri) or "" for iri in (profile.instance, profile.subclass)]
        self.vocabulary = replace(
            plain,
            instance=ids[0],
            subclass=ids[1],
            inverse=_inverses(graph, plain),
            symmetric=_of_class(graph, plain, "SymmetricProperty"),
            transitive=_of_class(graph, plain, "TransitiveProperty"),
            statements=way_of(graph, profile.statements),
        )
        self._statements = list(reified(graph, self.vocabulary.statements))
        self._iris = [iri for iri in properties if plain.id_of(iri)]
        self.ids = ListedIds((), [*ids, *(plain.id_of(iri) or "" for iri in self._iris)])
        self._properties = frozenset(self._iris)
        self._forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._known: dict[str, bytes] = {}

    def form(self, id_: str) -> str:
        """Return the datatype of most dates of a property, where it is not xsd:dateTime.

        What lasts has a form of its own.
        """
        found = self._forms[id_].most_common(1)
        return found[0][0] if found and found[0][0] != "dateTime" else ""

    def lines(self) -> Iterator[bytes]:
        """Give the graph as N-Triples in Wikidata's words: edges, then names."""
        named = said_names(self._graph, self._profile)
        yield from self._edges()
        yield from self._qualified()
        yield from self._names(named)

    def _edges(self) -> Iterator[bytes]:
        profile = self._profile
        names = {*profile.labels, *profile.aliases, *profile.descriptions}
        statements = {one.node for one in self._statements}
        for subject, predicate, value in quads_of(self._graph):
            if subject in statements:
                number = 0
            elif predicate == profile.instance:
                number = 0 if value.value.startswith(_ABOUT_CLASSES) else INSTANCE_OF
            elif predicate == profile.subclass:
                number = SUBCLASS_OF
            elif predicate in self._properties and predicate not in names:
                number = self._number(predicate)
            else:
                number = 0
            if number > 0:
                start, end = self._thing(subject), self._value(value, predicate)
                yield b"%b <%bP%d> %b .\n" % (start, words.WDT.encode(), number, end)

    def _qualified(self) -> Iterator[bytes]:
        """Give the statements about edges, with what they say beside."""
        for place, told in enumerate(self._statements, 1):
            number = self._number(told.predicate) if told.predicate in self._properties else 0
            if number <= 0:
                continue
            node = b"<%bq%d>" % (words.WDS.encode(), place)
            start, value = self._thing(told.subject), self._value(told.object, told.predicate)
            yield b"%b <%bP%d> %b .\n" % (start, words.P.encode(), number, node)
            yield b"%b <%bP%d> %b .\n" % (node, words.PS.encode(), number, value)
            for predicate, said in qualifiers(self._graph, told.node):
                if predicate in self._properties and (beside := self._number(predicate)) > 0:
                    end = self._value(said, predicate)
                    yield b"%b <%bP%d> %b .\n" % (node, words.PQ.encode(), beside, end)

    def _number(self, predicate: str) -> int:
        """Return the number of a property; not above 0 where it has none."""
        return (self.ids.number(self.vocabulary.id_of(predicate) or "") or 0) - PROPERTY

    def _value(self, value: ox.NamedNode | ox.Literal, predicate: str) -> bytes:
        if isinstance(value, ox.Literal):
            return self._literal(value, predicate)
        return self._thing(value.value)

    def _literal(self, value: ox.Literal, predicate: str) -> bytes:
        if value.datatype.value == f"{words.XSD}boolean":
            return b'"true"' if value.value in ("true", "1") else b'"false"'
        if value.datatype.value in _DURATIONS and (seconds := seconds_of(value.value)) is not None:
            self._forms[self.vocabulary.id_of(predicate) or ""][DURATION] += 1
            value = ox.Literal(f"{seconds:f}", datatype=ox.NamedNode(f"{words.XSD}decimal"))
        form = _FORMS.get(value.datatype.value)
        if form is not None:
            self._forms[self.vocabulary.id_of(predicate) or ""][form] += 1
            if form in _FIRST_DAYS:
                day = value.value[:7] if form == "gYearMonth" else value.value[:4]
                date = ox.NamedNode(f"{words.XSD}date")
                value = ox.Literal(day + _FIRST_DAYS[form], datatype=date)
        return str(value).encode()

    def _thing(self, iri: str) -> bytes:
        """Return the term of a thing, which gets a number where it has none."""
        found = self._known.get(iri)
        if found is None:
            id_ = self.vocabulary.id_of(iri)
            number = None if id_ is None else self.ids.number(id_)
            if id_ is None:
                found = f"<{iri}>".encode()
            elif number is not None and number >= PROPERTY:
                found = b"<%bP%d>" % (words.WD.encode(), number - PROPERTY)
            else:
                found = b"<%bQ%d>" % (words.WD.encode(), self.ids.add(id_))
            self._known[iri] = found
        return found

    def _names(self, named: dict[str, Names]) -> Iterator[bytes]:
        language = self._profile.language
        classes = set(_objects(self._graph, self._profile.instance))
        classes.update(_ends(self._graph, self._profile))
        told = self._properties | {self._profile.instance, self._profile.subclass}
        for iri in told | named.keys() | classes | self._known.keys():
            if local_name(iri) and (iri in told or self._is_thing(iri)):
                is_schema = iri in told or iri in classes
                made = class_words(iri) if is_schema else words_of(iri)
                made = self._without_fillers(made) if iri in told else made
                names = named.get(iri, Names()).completed(made, language, is_schema=is_schema)
                yield from names.lines(self._thing(iri))

    def _without_fillers(self, name: str) -> str:
        first, _, rest = name.partition(" ")
        return rest if rest and first in self._profile.fillers else name

    def _is_thing(self, iri: str) -> bool:
        return words.UNKNOWN_VALUE not in iri and not iri.startswith(_ABOUT_CLASSES)


def _looked_through(graph: ox.Store) -> tuple[Counter[str], set[str]]:
    """Return how often each predicate is used, and the IRIs of all things."""
    predicates: Counter[str] = Counter()
    iris: set[str] = set()
    for subject, predicate, value in quads_of(graph):
        predicates[predicate] += 1
        ends = (subject, value.value) if isinstance(value, ox.NamedNode) else (subject,)
        iris.update(iri for iri in ends if words.UNKNOWN_VALUE not in iri)
    return predicates, iris


def _properties(graph: ox.Store, profile: Profile, predicates: Counter[str]) -> list[str]:
    """Return the predicates that tell something, and those that an ontology declares."""
    names = {*profile.labels, *profile.aliases, *profile.descriptions}
    classes = {profile.instance, profile.subclass}
    declared = {
        subject for kind in _PROPERTY_CLASSES for subject, _, _ in quads_of(graph, _TYPE, kind)
    }
    telling = {one for one in predicates if not profile.is_bookkeeping(one)} | declared
    return sorted(telling - names - classes)


def _inverses(graph: ox.Store, vocabulary: GraphVocabulary) -> dict[str, str]:
    """Return which properties are the inverse of which, in both directions."""
    found: dict[str, str] = {}
    for subject, _, value in quads_of(graph, f"{OWL}inverseOf"):
        one, other = vocabulary.id_of(subject), vocabulary.id_of(value.value)
        if one and other:
            found[one], found[other] = other, one
    return found


def _of_class(graph: ox.Store, vocabulary: GraphVocabulary, name: str) -> tuple[str, ...]:
    found = quads_of(graph, _TYPE, ox.NamedNode(OWL + name))
    return tuple(sorted(filter(None, (vocabulary.id_of(subject) for subject, _, _ in found))))


def _objects(graph: ox.Store, predicate: str) -> Iterator[str]:
    yield from (
        value.value for _, _, value in quads_of(graph, predicate) if isinstance(value, ox.NamedNode)
    )


def _ends(graph: ox.Store, profile: Profile) -> Iterator[str]:
    """Give what is a subclass, or above one."""
    for subject, _, value in quads_of(graph, profile.subclass):
        yield from (subject, value.value)
