"""The page about runs: one HTML file with everything in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from kgqa.bench.published import rows_for
from kgqa.bench.report import charts
from kgqa.bench.report.curves import calibration, calibration_error, latencies, risk_coverage
from kgqa.bench.report.markup import asset, document, table_html
from kgqa.bench.report.runs import Run
from kgqa.bench.report.tables import all_tables
from kgqa.bench.row import Row

LISTED = 12
"""Answers of a question that the page lists."""
LONGEST = 2_000
"""Characters of a query or proof that the page shows."""


def page(runs: Sequence[Run]) -> str:
    """Return the page about some runs, by benchmark."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.benchmark.name, []).append(run)
    sections = "".join(_section(group) for group in groups.values())
    title = ", ".join(dict.fromkeys(run.benchmark.title for run in runs))
    body = (
        f"<h1>kgqa bench: {escape(title)}</h1>{_runs(runs)}{_contents(groups)}{sections}"
        f"{_browser(runs)}{_sources(groups)}{_records(runs)}"
    )
    scripts = (
        f'<script type="application/json" id="data">{_data(runs)}</script>'
        f"<script>{asset('page.js')}</script>"
    )
    return document(title, body, scripts)


def _contents(groups: dict[str, list[Run]]) -> str:
    """Return links to the parts of the page."""
    links = []
    for name, some in groups.items():
        inner = "".join(
            f'<li><a href="#{name}-{place}">{escape(table.title)}</a></li>'
            for place, table in enumerate(all_tables(some))
        )
        title = escape(some[0].benchmark.title)
        links.append(f'<li><a href="#{name}">{title}</a><ul>{inner}</ul></li>')
    for anchor, title in (("questions", "Questions"), ("records", "How it was run")):
        links.append(f'<li><a href="#{anchor}">{title}</a></li>')
    return f'<nav class="contents" aria-label="Contents"><ul>{"".join(links)}</ul></nav>'


def _runs(runs: Sequence[Run]) -> str:
    lines = "".join(
        f"<li><b>{escape(run.name)}</b>: {escape(run.system)}, {escape(run.benchmark.title)}, "
        f"{len(run.rows)} questions, language {escape(run.record['language'])}, "
        f"started {escape(run.record['started'])}</li>"
        for run in runs
    )
    return f"<ul>{lines}</ul>"


def _section(runs: list[Run]) -> str:
    name = runs[0].benchmark.name
    first, *others = all_tables(runs)
    further = "".join(
        f'<h3 id="{name}-{place}">{escape(one.title)}</h3>{table_html(one)}'
        for place, one in enumerate(others, 1)
    )
    return (
        f'<h2 id="{name}">{escape(runs[0].benchmark.title)}</h2>{"".join(map(_cards, runs))}'
        f'<div id="{name}-0">{table_html(first)}</div>{_legend(runs)}{_charts(runs)}{further}'
    )


def _cards(run: Run) -> str:
    name, costs = run.benchmark.headline, run.costs
    low, high = run.scores["intervals"].get(name, (0.0, 0.0))
    covered = run.scores["covered"]
    cards = [
        ("main", f"{run.scores['all'].get(name, 0.0):.3f}", f"{name} ({low:.3f} to {high:.3f})"),
        ("", f"{covered.get(name, 0.0):.3f}", f"{name} over {covered['questions']} covered"),
        ("", f"{run.scores['all']['precision_of_answered']:.3f}", "right of what was answered"),
    ]
    if run.is_timed:
        cards += [
            ("", f"{costs['median_ms']:,.0f} ms", f"median; 95 % {costs['p95_ms']:,.0f} ms"),
            ("", f"{costs['peak_memory_mb']:,.0f} MB", "memory at most"),
            ("", f"{100 * costs['overhead_share']:.1f} %", "of the time the harness itself"),
        ]
    found = "".join(
        f'<div class="card {kind}"><b>{value}</b><span class="quiet">{escape(text)}</span></div>'
        for kind, value, text in cards
    )
    return f'<h3>{escape(run.name)}: {escape(run.system)}</h3><div class="cards">{found}</div>'


def _legend(runs: Sequence[Run]) -> str:
    if len(runs) < 2:
        return ""
    items = "".join(
        f'<span><i class="fill run{place % charts.COLOURS}"></i>{escape(run.name)}</span>'
        for place, run in enumerate(runs)
    )
    return f'<div class="legend">{items}</div>'


def _charts(runs: Sequence[Run]) -> str:
    answers = [[(row.confidence, run.mark(row)) for row in run.rows if row.found] for run in runs]
    curves = [risk_coverage(some, len(run.rows)) for some, run in zip(answers, runs, strict=True)]
    bins = [calibration(some) for some in answers]
    error = ", ".join(f"{calibration_error(some):.3f}" for some in bins)
    figures = [
        ("Risk against coverage", "surest answers first", charts.risk_chart(curves)),
        ("Calibration", f"expected error {error}", charts.calibration_chart(bins)),
    ]
    for place, run in enumerate(runs):
        if run.is_timed:
            times = latencies([row.ms for row in run.rows])
            most = (run.costs["median_ms"], run.costs["p95_ms"])
            drawn = charts.latency_chart(times, *most, place % charts.COLOURS)
            figures.append((f"Latency, {run.name}", "logarithmic", drawn))
        lost = charts.flow(run.scores["stages"], len(run.rows))
        figures.append((f"Where questions are lost, {run.name}", "first failing stage", lost))
        for part, title in (("by_kind", "kind"), ("by_category", "category")):
            if len(run.scores[part]) > 1:
                figures.append((f"By {title}, {run.name}", run.benchmark.headline,
                                charts.bars(_bars(run, part), place % charts.COLOURS)))  # fmt: skip
    found = "".join(
        f'<figure><figcaption>{escape(title)} <span class="quiet">{escape(note)}</span>'
        f"</figcaption>{chart}</figure>"
        for title, note, chart in figures
    )
    return f'<div class="charts">{found}</div>'


def _bars(run: Run, part: str) -> list[tuple[str, float, float, float, str]]:
    groups = sorted(
        run.scores[part].items(), key=lambda one: -one[1].get(run.benchmark.headline, 0.0)
    )
    return [
        (f"{name or 'none'} ({group['questions']})", group.get(run.benchmark.headline, 0.0),
         *group["interval"], "")
        for name, group in groups[:24]
    ]  # fmt: skip


def _browser(runs: Sequence[Run]) -> str:
    names = ("run", "kind", "category", "stage", "outcome")
    selects = "".join(
        f'<div><label for="{name}">{name}</label><select id="{name}"></select></div>'
        for name in names
    )
    return (
        '<h2 id="questions">Questions</h2><noscript><p>The list of questions needs JavaScript; '
        "rows.jsonl in the folder of the run has them as well.</p></noscript>"
        f'<div class="filters">{selects}<div><label for="text">words</label>'
        f'<input id="text" type="search"></div>{_views(runs)}</div>'
        '<div class="pager"><button id="back">back</button><button id="next">next</button>'
        '<span id="count" class="quiet" aria-live="polite"></span></div><div id="list"></div>'
    )


def _views(runs: Sequence[Run]) -> str:
    """Return the choice of how several runs are shown."""
    if len(runs) < 2:
        return ""
    return (
        '<div><label for="view">runs</label><select id="view"><option value="">one after the other'
        '</option><option value="sides">side by side</option><option value="differ">side by side, '
        "where they differ</option></select></div>"
    )


def _sources(groups: dict[str, list[Run]]) -> str:
    sources = dict.fromkeys(row.source for name in groups for row in rows_for(name))
    items = "".join(
        f'<li>{escape(one.citation)}. <a href="{escape(one.url)}">{escape(one.url)}</a></li>'
        for one in sources
    )
    return f"<h2>Where the papers' rows come from</h2><ul>{items}</ul>" if items else ""


def _records(runs: Sequence[Run]) -> str:
    found = "".join(
        f'<details class="record"><summary>{escape(run.name)}</summary>'
        f"<pre>{escape(json.dumps(run.record, indent=1, ensure_ascii=False))}</pre></details>"
        for run in runs
    )
    return f'<h2 id="records">How it was run</h2>{found}'


def _data(runs: Sequence[Run]) -> str:
    """Return the questions as JSON that cannot end the script it stands in."""
    content: dict[str, Any] = {
        "runs": [run.name for run in runs],
        "rows": [_row(place, run, row) for place, run in enumerate(runs) for row in run.rows],
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _row(place: int, run: Run, row: Row) -> dict[str, Any]:
    found = [
        f"{label} ({text})" if label and label != text else text
        for text, label in zip(row.found[:LISTED], row.labels[:LISTED], strict=True)
    ]
    more = len(row.found) - len(found)
    also = [row.gold_text] if row.gold_text and row.gold_text not in row.gold else []
    gold = row.gold[:LISTED] + also
    return {
        "run": place,
        "id": row.id,
        "question": row.question,
        "kind": row.kind,
        "category": row.category,
        "stage": row.stage,
        "outcome": row.outcome.split(":")[0],
        "gold": gold + ([f"and {len(row.gold) - LISTED} more"] if len(row.gold) > LISTED else []),
        "found": found + ([f"and {more} more"] if more > 0 else []),
        "english": row.english,
        "reading": row.reading,
        "links": row.links,
        "proofs": [line[:LONGEST] for line in row.proofs[:8]],
        "sparql": row.sparql[:LONGEST],
        "reason": row.reason,
        "unknown": row.unknown,
        "pairs": [f"{question} → {answer}" for question, answer in row.pairs[:4]]
        if len(row.pairs) > 1 or run.benchmark.name == "ambigqa"
        else [],
        "mark": round(run.mark(row), 4),
        "confidence": row.confidence,
        "ms": row.ms,
    }
