"""From SPARQL text to its tree: the SELECT and ASK of SPARQL 1.1, as Wikidata's endpoint reads it.

A descent over the tokens, one method for each rule of the grammar of the W3C; expressions are in
`expressions.py`. What other forms there are (CONSTRUCT, DESCRIBE, updates) ask for no set.
"""

from __future__ import annotations

from typing import Any, NoReturn

from kgqa.algebra.errors import NotationError
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.expressions import Expressions, GraphIds, followed

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def parse(text: str, graph: GraphIds | None = None) -> sx.SparqlQuery:
    """Return the tree of a query, or raise `NotationError` that shows the place."""
    reader = _Grammar(text, graph)
    query = reader.query()
    if reader.next.kind != "end":
        reader.expected("the end of the query")
    return query


class _Grammar(Expressions):
    """Queries, groups, triples and paths."""

    blanks = 0

    def query(self) -> sx.SparqlQuery:
        while self.word() in ("PREFIX", "BASE"):
            self.prefix()
        match self.word():
            case "SELECT":
                return self.select()
            case "ASK":
                self.take()
                self.datasets()
                self.takes_word("WHERE")
                group = self.group()
                self.modifiers()
                return sx.Ask(group)
            case "CONSTRUCT" | "DESCRIBE" | "INSERT" | "DELETE" as form:
                return self.fail(f"{form} asks for no set", "SELECT and ASK can be read")
            case _:
                return self.expected("SELECT or ASK")

    def prefix(self) -> None:
        if self.take().text.upper() == "BASE":
            self.take()
            return
        name = self.take().text
        if self.next.kind != "iri":
            self.expected("the IRI of the prefix")
        self.prefixes[name.partition(":")[0]] = self.take().text[1:-1]

    def select(self) -> sx.Select:
        start = self.next.start
        self.take()
        distinct = self.takes_word("DISTINCT")
        distinct = self.takes_word("REDUCED") or distinct
        columns = self.columns()
        self.datasets()
        if self.word() == "WITH":
            self.fail("WITH … AS %name is a habit of Blazegraph", "put the sub-query in its place")
        self.takes_word("WHERE")
        group = self.group()
        more = self.modifiers()
        if self.word() == "VALUES":
            values = self.values()
            group = sx.Group((*group.elements, values), group.span)
        return sx.Select(columns, group, distinct, **more, span=self.since(start))

    def columns(self) -> tuple[sx.Column, ...]:
        found: list[sx.Column] = []
        if self.takes("*"):
            return ()
        while self.next.kind == "variable" or self.sees("("):
            start = self.next.start
            if self.takes("("):
                expression = self.expression()
                if not self.takes_word("AS"):
                    self.expected("AS and a variable")
                variable = self.variable()
                self.skip(")")
                found.append(sx.Column(variable, expression, self.since(start)))
            else:
                found.append(sx.Column(self.variable(), None, self.since(start)))
        if not found and self.word() in _BARE:  # COUNT(?x) AS ?y, as some write it
            start, expression = self.next.start, self.expression()
            variable = self.variable() if self.takes_word("AS") else sx.Variable("_:count")
            found.append(sx.Column(variable, expression, self.since(start)))
        if not found:
            self.expected("a variable, or *")
        return tuple(found)

    def datasets(self) -> None:
        if self.word() == "FROM":
            self.fail("FROM chooses a graph, and there is one only", "leave it out")

    def modifiers(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while True:
            match self.word():
                case "GROUP":
                    self.by()
                    found["by"] = self.conditions()
                case "HAVING":
                    self.take()
                    found["having"] = self.conditions()
                case "ORDER":
                    self.by()
                    found["orders"] = self.orders()
                case "LIMIT" | "OFFSET" as name:
                    self.take()
                    found[name.lower()] = self.whole()
                case _:
                    return found

    def by(self) -> None:
        self.take()
        if not self.takes_word("BY"):
            self.expected("BY")

    def conditions(self) -> tuple[sx.Expression, ...]:
        found = []
        while self.next.kind == "variable" or self.sees("(") or self.is_call():
            if self.word() == "HAVING":
                break
            found.append(self.primary())
        if not found:
            self.expected("a variable or an expression in brackets")
        return tuple(found)

    def orders(self) -> tuple[sx.Order, ...]:
        found = []
        while self.next.kind == "variable" or self.sees("(") or self.is_call():
            start, direction = self.next.start, self.word()
            if direction in ("ASC", "DESC"):
                self.take()
            expression = self.primary()
            found.append(sx.Order(expression, direction == "DESC", self.since(start)))
        if not found:
            self.expected("what to order by")
        return tuple(found)

    def whole(self) -> int:
        if self.next.kind != "number" or not self.next.text.isdigit():
            self.expected("a whole number")
        return int(self.take().text)

    # --- Groups ---

    def group(self) -> sx.Group:
        start = self.next.start
        self.skip("{")
        found: list[sx.Element] = []
        if self.word() == "SELECT":
            found.append(self.select())
        while not self.takes("}"):
            if self.next.kind == "end":
                self.expected("a closing brace")
            found.extend(self.element())
            self.takes(".")
        return sx.Group(tuple(found), self.since(start))

    def element(self) -> list[sx.Element]:
        start = self.next.start
        match self.word():
            case "FILTER":
                self.take()
                test = self.primary()
                return [sx.Filter(test, self.since(start))]
            case "OPTIONAL":
                self.take()
                return [sx.Optional(self.group(), self.since(start))]
            case "MINUS":
                self.take()
                return [sx.Minus(self.group(), self.since(start))]
            case "BIND":
                self.take()
                self.skip("(")
                expression = self.expression()
                if not self.takes_word("AS"):
                    self.expected("AS and a variable")
                variable = self.variable()
                self.skip(")")
                return [sx.Bind(expression, variable, self.since(start))]
            case "VALUES":
                return [self.values()]
            case "SERVICE":
                self.take()
                self.takes_word("SILENT")
                name = self.node()
                called = name.value if isinstance(name, sx.Iri) else "?"
                return [sx.Service(called, self.group(), self.since(start))]
            case "GRAPH" | "INCLUDE" as name:
                return self.fail(f"{name} is not read", "only one graph is asked")
            case _:
                return self.union() if self.sees("{") else self.triples()

    def union(self) -> list[sx.Element]:
        start, groups = self.next.start, [self.group()]
        while self.takes_word("UNION"):
            groups.append(self.group())
        return [sx.Either(tuple(groups), self.since(start))]

    def values(self) -> sx.Values:
        start = self.next.start
        self.take()
        variables, bracketed = [], self.takes("(")
        while self.next.kind == "variable":
            variables.append(self.variable())
        if bracketed:
            self.skip(")")
        self.skip("{")
        rows = []
        while not self.takes("}"):
            wide = self.takes("(")
            row = [self.data() for _ in variables]
            if wide:
                self.skip(")")
            rows.append(tuple(row))
        return sx.Values(tuple(variables), tuple(rows), self.since(start))

    def data(self) -> sx.Node | None:
        return None if self.takes_word("UNDEF") else self.node()

    # --- Triples ---

    def triples(self) -> list[sx.Element]:
        found: list[sx.Element] = []
        start = self.next.start
        subject = self.object(found)
        if not found or not (self.sees(".") or self.sees("}")):
            self.predicates(subject, found, start)
        return found

    def predicates(self, subject: sx.Node, found: list[sx.Element], start: int) -> None:
        while True:
            path = self.verb()
            while True:
                value = self.object(found)
                found.append(sx.Triple(subject, path, value, self.since(start)))
                start = self.next.end
                if not self.takes(","):
                    break
            if not self.takes(";"):
                return
            while self.takes(";"):
                pass
            if self.sees(".") or self.sees("}") or self.sees("]"):
                return
            start = self.next.start

    def object(self, found: list[sx.Element]) -> sx.Node:
        """Return a term; the triples of a blank node in brackets are added to `found`."""
        if self.sees("("):
            self.fail("Lists are not read", "name the members one by one")
        if not self.sees("["):
            return self.node()
        start = self.take().start
        self.blanks += 1
        blank = sx.Variable(f"_:{self.blanks}")
        if not self.sees("]"):
            self.predicates(blank, found, start)
        self.skip("]")
        return blank

    def verb(self) -> sx.Path | sx.Variable:
        return self.variable() if self.next.kind == "variable" else self.path()

    def path(self) -> sx.Path:
        paths = [self.sequence()]
        while self.takes("|"):
            paths.append(self.sequence())
        return paths[0] if len(paths) == 1 else sx.Choice(tuple(paths))

    def sequence(self) -> sx.Path:
        paths = [self.repeated()]
        while self.takes("/"):
            paths.append(self.repeated())
        return paths[0] if len(paths) == 1 else sx.Sequence(tuple(paths))

    def repeated(self) -> sx.Path:
        if self.takes("^"):
            return sx.Back(self.repeated())
        path = self.path_primary()
        while self.sees("*") or self.sees("+") or self.sees("?"):
            path = sx.Repeated(path, self.take().text)
        return path

    def path_primary(self) -> sx.Path:
        if self.takes("("):
            path = self.path()
            self.skip(")")
            return path
        if self.sees("!"):
            self.fail("A path that is anything but a predicate is not read", "name predicates")
        if self.next.text == "a" and self.next.kind == "word":
            self.take()
            return sx.Step(followed(RDF_TYPE, self.graph))
        if self.next.kind not in ("iri", "name"):
            self.expected("a predicate")
        return sx.Step(followed(self.iri(), self.graph))

    # --- Mistakes ---

    def fail(self, problem: str, hint: str) -> NoReturn:
        token = self.next
        raise NotationError(
            problem,
            text=self.text,
            start=token.start,
            end=max(token.end, token.start + 1),
            hint=hint,
        )


_BARE = ("COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE")
