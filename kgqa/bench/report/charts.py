"""Charts as SVG and HTML, drawn by hand: they need no script and follow the colours of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from kgqa.bench.report.curves import Bin, losses

WIDTH, HEIGHT = 340, 220
LEFT, RIGHT, TOP, BOTTOM = 50, 14, 10, 34
COLOURS = 4
"""Runs that have a colour of their own."""


def bars(rows: Sequence[tuple[str, float, float, float, str]], run: int = 0) -> str:
    """Return bars from 0 to 1, each with name, value, interval and a note."""
    lines = []
    for name, value, low, high, note in rows:
        lines.append(
            f'<div class="bar"><span class="name">{escape(name)}</span>'
            f'<span class="track"><span class="fill run{run}" style="width:{100 * value:.1f}%">'
            f'</span><span class="interval" style="left:{100 * low:.1f}%;'
            f'width:{100 * (high - low):.1f}%"></span></span>'
            f'<span class="value">{value:.3f}</span><span class="note">{escape(note)}</span></div>'
        )
    return f'<div class="bars">{"".join(lines)}</div>'


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _frame(across: str, up: str, ticks: Sequence[tuple[float, str]], body: str, alt: str) -> str:
    """Return a chart with axes from 0 to 1; the ticks are those of the axis across."""
    lines = [
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{_y(s):.1f}" y2="{_y(s):.1f}"/>'
        f'<text x="{LEFT - 6}" y="{_y(s) + 4:.1f}" text-anchor="end">{s:g}</text>'
        for s in (0, 0.25, 0.5, 0.75, 1)
    ]
    lines += [
        f'<text x="{_x(s):.1f}" y="{HEIGHT - BOTTOM + 14}" '
        f'text-anchor="{"end" if s > 0.98 else "middle"}">{escape(t)}</text>'
        for s, t in ticks
    ]
    lines.append(
        f'<text class="axis" x="{_x(0.5):.1f}" y="{HEIGHT - 4}" text-anchor="middle">'
        f'{escape(across)}</text><text class="axis" x="12" y="{_y(0.5):.1f}" '
        f'text-anchor="middle" transform="rotate(-90 12 {_y(0.5):.1f})">{escape(up)}</text>'
    )
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(alt)}">'
        f"{''.join(lines)}{body}</svg>"
    )


SHARES = tuple((s, f"{s:g}") for s in (0, 0.25, 0.5, 0.75, 1))


def risk_chart(curves: Sequence[Sequence[tuple[float, float]]]) -> str:
    """Return the share of wrong answers against the share of questions answered."""
    body = ""
    for place, curve in enumerate(curves):
        run = place % COLOURS
        if curve:
            points = " ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y in curve)
            x, y = curve[-1]
            body += (
                f'<polyline class="line run{run}" points="{points}"/>'
                f'<circle class="dot run{run}" cx="{_x(x):.1f}" cy="{_y(y):.1f}" r="3.5"/>'
            )
    return _frame("questions answered", "wrong among them", SHARES, body, "risk against coverage")


def calibration_chart(runs: Sequence[Sequence[Bin]]) -> str:
    """Return how right answers are against how sure they are; dots grow with their number."""
    body = f'<line class="diagonal" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>'
    for place, bins in enumerate(runs):
        run = place % COLOURS
        most = max((one.count for one in bins), default=1)
        for one in bins:
            size = 3 + 6 * (one.count / most) ** 0.5
            body += (
                f'<circle class="dot run{run}" cx="{_x(one.confidence):.1f}" '
                f'cy="{_y(one.accuracy):.1f}" r="{size:.1f}"><title>{one.count} answers, '
                f"{one.confidence:.2f} sure, {one.accuracy:.2f} right</title></circle>"
            )
    return _frame("confidence", "right", SHARES, body, "calibration")


def latency_chart(
    bins: Sequence[tuple[float, float, int]], median: float, p95: float, run: int = 0
) -> str:
    """Return how many questions took how long, with the median and the 95th percentile."""
    if not bins:
        return ""
    most = max(count for *_, count in bins)
    width = 1 / len(bins)
    body = "".join(
        f'<rect class="fill run{run}" x="{_x(i * width) + 0.5:.1f}" y="{_y(count / most):.1f}" '
        f'width="{max(1.0, (WIDTH - LEFT - RIGHT) * width - 1):.1f}" '
        f'height="{_y(0) - _y(count / most):.1f}"><title>{low:.0f} to {high:.0f} ms: {count}'
        f"</title></rect>"
        for i, (low, high, count) in enumerate(bins)
    )
    ends = [bins[0][0], bins[-1][1]]
    for line, (value, name) in enumerate(((median, "median"), (p95, "95 %"))):
        place = _log_place(value, ends)
        body += (
            f'<line class="mark" x1="{_x(place):.1f}" x2="{_x(place):.1f}" y1="{TOP}" '
            f'y2="{_y(0):.1f}"/>'
            f'<text x="{_x(place) + 3:.1f}" y="{TOP + 9 + 12 * line}">{name}</text>'
        )
    shown = [bins[0][0], (bins[0][0] * bins[-1][1]) ** 0.5, bins[-1][1]]
    ticks = [(_log_place(value, ends), f"{value:,.0f}") for value in shown]
    return _frame("milliseconds", "share of the largest bar", ticks, body, "latency")


def _log_place(value: float, ends: Sequence[float]) -> float:
    low, high = (math.log(end) for end in ends)
    return min(1.0, max(0.0, (math.log(max(value, ends[0])) - low) / (high - low or 1.0)))


def flow(stages: dict[str, int], total: int) -> str:
    """Return where questions are lost: a stream from the top that gets thinner at each stage."""
    lost = losses(stages)
    step, top, wide = 34, 30, 150
    height = top + step * (len(lost) + 1) + 24
    scale = wide / max(1, total)
    left, body, kept = 12.0, "", total
    for place, (name, count) in enumerate(lost):
        y, width = top + place * step, count * scale
        inner = left + (kept - count) * scale
        body += (
            f'<rect class="stream" x="{left}" y="{y}" width="{kept * scale:.1f}" height="{step}"/>'
            f'<path class="branch" d="M{inner:.1f} {y} h{width:.1f} '
            f"C{inner + width:.1f} {y + step / 2}, 180 {y + step / 2 - 6}, 196 {y + step / 2 - 6} "
            f'v12 C180 {y + step / 2 + 6}, {inner:.1f} {y + step / 2 + 6}, {inner:.1f} {y} z"/>'
            f'<text x="202" y="{y + step / 2 + 4}"><tspan class="strong">{count}</tspan> '
            f'{escape(name)} <tspan class="quiet">{100 * count / max(1, total):.0f} %</tspan>'
            "</text>"
        )
        kept -= count
    end = top + len(lost) * step
    body += (
        f'<rect class="stream good" x="{left}" y="{end}" width="{max(1.0, kept * scale):.1f}" '
        f'height="{step}"/><text x="202" y="{end + step / 2 + 4}">'
        f'<tspan class="strong">{kept}</tspan> right '
        f'<tspan class="quiet">{100 * kept / max(1, total):.0f} %</tspan></text>'
        f'<text x="{left}" y="20"><tspan class="strong">{total}</tspan> questions</text>'
    )
    return (
        f'<svg class="chart flow" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="where the questions are lost">{body}</svg>'
    )
