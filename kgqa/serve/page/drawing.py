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
NOTES, NOTE = 2, 6.4
"""So many qualifiers stand below a line, and pixels of an average letter of these."""


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
    """All facts that lead from one box to another."""

    path: str
    label: str
    about: str
    x: float
    y: float
    is_missing: bool
    notes: tuple[str, ...] = ()
    """The qualifiers of the facts, as far as there is place below the line."""


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
    layers = _layers(graph, answer)
    nx.set_node_attributes(graph, layers, "layer")
    places = nx.multipartite_layout(graph, subset_key="layer")
    boxes, size = _placed(graph.nodes, places, layers, answer, shown)
    between: dict[tuple[str, str, bool], list[Mapping[str, Any]]] = {}
    for fact in shown:
        ends = key_of(fact["subject"]), key_of(fact["object"]), bool(fact.get("missing"))
        between.setdefault(ends, []).append(fact)
    lines = tuple(_line(some, boxes) for some in between.values())
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
    """Return for every node how far from the answer it is; what is farthest stands on the left.

    Facts that nothing joins to the answer are laid out by their last value.
    """
    import networkx as nx

    both_ways: Any = nx.Graph(graph)
    far: dict[str, int] = {}
    for some in nx.connected_components(both_ways):
        last = next((node for node in some if graph.out_degree(node) == 0), next(iter(some)))
        start = answer if answer in some else last
        far |= nx.single_source_shortest_path_length(both_ways, start)
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
    gap = 60 + max(
        max(
            LETTER * len(fact["property"]["label"]), *(NOTE * len(one) for one in notes_of(fact)), 0
        )
        for fact in facts
    )
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


def _line(facts: Sequence[Mapping[str, Any]], boxes: Mapping[str, Box]) -> Line:
    """Return the line for facts that have both ends in common."""
    fact = facts[0]
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
    label = ", ".join(dict.fromkeys(each["property"]["label"] for each in facts))
    label += " (not stated)" if fact.get("missing") else ""
    notes = tuple(dict.fromkeys(note for each in facts for note in notes_of(each)))[:NOTES]
    about = "; ".join(map(told, facts))
    return Line(path, label, about, x, y, bool(fact.get("missing")), notes)


def notes_of(fact: Mapping[str, Any]) -> list[str]:
    """Return the first qualifiers of a fact, times before others, each on a short line."""
    ordered = sorted(fact["qualifiers"], key=lambda one: one["value"].get("type") != "date")
    said = [f"{one['property']['label']}: {text_of(one['value'])}" for one in ordered]
    return [one if len(one) <= LONGEST else f"{one[: LONGEST - 1]}…" for one in said[:NOTES]]


def told(fact: Mapping[str, Any]) -> str:
    """Return a fact on one line, with its qualifiers."""
    no = "no " if fact.get("missing") else ""
    said = f"{text_of(fact['subject'])} · {no}{fact['property']['label']} · "
    said += text_of(fact["object"])
    qualifiers = "; ".join(
        f"{one['property']['label']}: {text_of(one['value'])}" for one in fact["qualifiers"]
    )
    return f"{said} ({qualifiers})" if qualifiers else said
