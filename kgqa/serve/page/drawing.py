"""The facts of a proof as a drawing: networkx puts them in layers, from left to right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST = 14
"""So many facts are drawn."""
LETTER = 7.4
"""Pixels of an average letter."""
HEIGHT, GAP, MARGIN = 34, 26, 12
POINT = re.compile(r"Point\((-?[\d.]+) (-?[\d.]+)\)")
"""A place on earth as the graph has it: east, then north."""
LONGEST = 34
"""Letters of the longest text in a box."""


@dataclass(frozen=True, slots=True)
class Box:
    """An entity or a value, where it stands, and where it leads."""

    text: str
    full: str
    id: str | None
    x: float
    y: float
    width: float
    role: str

    @property
    def middle(self) -> float:
        """The middle of its height."""
        return self.y + HEIGHT / 2


@dataclass(frozen=True, slots=True)
class Line:
    """A fact, from one box to another."""

    path: str
    label: str
    about: str
    x: float
    y: float
    is_missing: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """Boxes and lines, and how large they are together."""

    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    width: int
    height: int
    more: int

    @property
    def described(self) -> str:
        """What is drawn, for those who do not see it."""
        return "; ".join(line.about for line in self.lines)


def drawn(facts: Sequence[Mapping[str, Any]], answer: str) -> Drawing | None:
    """Return the drawing of some facts; `answer` is the id or text of what they prove."""
    import networkx as nx

    shown = [fact for fact in facts if not fact.get("role")][:MOST] or list(facts[:MOST])
    if not shown:
        return None
    graph: Any = nx.DiGraph()
    for fact in shown:
        for end in (fact["subject"], fact["object"]):
            graph.add_node(key_of(end), end=end)
        graph.add_edge(key_of(fact["subject"]), key_of(fact["object"]))
    layers = _layers(nx.Graph(graph), answer)
    nx.set_node_attributes(graph, layers, "layer")
    places = nx.multipartite_layout(graph, subset_key="layer")
    boxes, size = _placed(graph.nodes, places, layers, answer, shown)
    lines = tuple(_line(fact, boxes, at) for at, fact in enumerate(shown))
    return Drawing(tuple(boxes.values()), lines, *size, len(facts) - len(shown))


def key_of(end: Mapping[str, Any]) -> str:
    """Return what tells an entity or a value from others: its id, else its text."""
    return str(end.get("id") or text_of(end))


def text_of(end: Mapping[str, Any]) -> str:
    """Return an end of a fact as people read it."""
    if end.get("label"):
        return place_text(str(end["label"]))
    unit = f" {end['unit']}" if end.get("unit") else ""
    value = end.get("value")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:,}{unit}"
    return f"{place_text(str(value))}{unit}"


def place_text(text: str) -> str:
    """Return a place on earth as people write it, and any other text as it is."""
    found = POINT.fullmatch(text)
    if found is None:
        return text
    east, north = float(found[1]), float(found[2])
    north_south = f"{abs(north):.2f}° {'N' if north >= 0 else 'S'}"
    return f"{north_south}, {abs(east):.2f}° {'E' if east >= 0 else 'W'}"


def _layers(graph: Any, answer: str) -> dict[str, int]:  # noqa: ANN401 - networkx has no generics
    """Return for every node how far from the answer it is; what is farthest stands on the left."""
    import networkx as nx

    start = answer if answer in graph else next(iter(graph))
    far = dict(nx.single_source_shortest_path_length(graph, start))
    for node in graph:  # facts beside, which nothing joins to the answer
        far.setdefault(node, 1 + (graph.degree(node) == 0))
    most = max(far.values())
    return {node: most - steps for node, steps in far.items()}


def _placed(
    nodes: Any,  # noqa: ANN401 - networkx has no generics
    places: Mapping[str, Any],
    layers: Mapping[str, int],
    answer: str,
    facts: Sequence[Mapping[str, Any]],
) -> tuple[dict[str, Box], tuple[int, int]]:
    """Return the boxes by key, and the size of all: a column a layer, in the order of networkx."""
    gap = 60 + LETTER * max(len(fact["property"]["label"]) for fact in facts)
    columns: dict[int, list[str]] = {}
    for node in sorted(places, key=lambda one: float(places[one][1])):
        columns.setdefault(layers[node], []).append(node)
    tallest = max(map(len, columns.values())) * (HEIGHT + GAP) - GAP
    boxes, x = {}, float(MARGIN)
    for layer in sorted(columns):
        widths = {node: _width(nodes[node]["end"]) for node in columns[layer]}
        y = MARGIN + (tallest - len(widths) * (HEIGHT + GAP) + GAP) / 2
        for node, width in widths.items():
            end = nodes[node]["end"]
            role = "answer" if node == answer else "entity" if end.get("id") else "value"
            full = text_of(end)
            text = full if len(full) <= LONGEST else f"{full[: LONGEST - 1]}…"
            shift = (max(widths.values()) - width) / 2
            id_ = end.get("id") if str(end.get("id"))[1:].isdigit() else None
            boxes[node] = Box(text, full, id_, x + shift, y, width, role)
            y += HEIGHT + GAP
        x += max(widths.values()) + gap
    return boxes, (round(x - gap + MARGIN), round(tallest + 2 * MARGIN))


def _width(end: Mapping[str, Any]) -> float:
    return 26 + LETTER * min(LONGEST, len(text_of(end)))


def _line(fact: Mapping[str, Any], boxes: Mapping[str, Box], at: int) -> Line:
    one, two = boxes[key_of(fact["subject"])], boxes[key_of(fact["object"])]
    forward = one.x < two.x
    if one.x + one.width > two.x and two.x + two.width > one.x:  # in one column
        bend = max(one.x + one.width, two.x + two.width) + 30
        start, end = (one.x + one.width, one.middle), (two.x + two.width, two.middle)
        path = f"M{start[0]:.0f} {start[1]:.0f}C{bend:.0f} {start[1]:.0f} "
        path += f"{bend:.0f} {end[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
        x, y = bend - 8, (start[1] + end[1]) / 2
    else:
        start = (one.x + one.width if forward else one.x, one.middle)
        end = (two.x if forward else two.x + two.width, two.middle)
        middle = (start[0] + end[0]) / 2
        path = f"M{start[0]:.0f} {start[1]:.0f}C{middle:.0f} {start[1]:.0f} "
        path += f"{middle:.0f} {end[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
        x, y = middle, (start[1] + end[1]) / 2 - 6
    label = fact["property"]["label"] + (" (not stated)" if fact.get("missing") else "")
    return Line(path, label, told(fact), x, y, bool(fact.get("missing")))


def told(fact: Mapping[str, Any]) -> str:
    """Return a fact on one line, with its qualifiers."""
    no = "no " if fact.get("missing") else ""
    said = f"{text_of(fact['subject'])} · {no}{fact['property']['label']} · "
    said += text_of(fact["object"])
    qualifiers = "; ".join(
        f"{one['property']['label']}: {text_of(one['value'])}" for one in fact["qualifiers"]
    )
    return f"{said} ({qualifiers})" if qualifiers else said
