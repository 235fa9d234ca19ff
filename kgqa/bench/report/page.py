"""The page about runs: one HTML file with everything in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from kgqa.bench.published import rows_for
from kgqa.bench.report import charts
from kgqa.bench.report.curves import calibration, calibration_error, latencies, risk_coverage
from kgqa.bench.report.runs import Run
from kgqa.bench.report.tables import Table, all_tables
from kgqa.bench.row import Row

HERE = Path(__file__).parent
LISTED = 12
"""Answers of a question that the page lists."""
LONGEST = 2_000
"""Characters of a query or proof that the page shows."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def page(runs: Sequence[Run]) -> str:
    """Return the page about some runs, by benchmark."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.benchmark.name, []).append(run)
    sections = "".join(_section(group) for group in groups.values())
    title = ", ".join(dict.fromkeys(run.benchmark.title for run in runs))
    style, script = (_asset(name) for name in ("page.css", "page.js"))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>kgqa bench: {escape(title)}</title><style>{style}</style></head><body><main>"
        f"<h1>kgqa bench: {escape(title)}</h1>{_runs(runs)}{sections}{_browser(runs)}"
        f"{_sources(groups)}{_records(runs)}</main>"
        f'<script type="application/json" id="data">{_data(runs)}</script>'
        f"<script>{script}</script></body></html>\n"
    )


def _asset(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _runs(runs: Sequence[Run]) -> str:
    lines = "".join(
        f"<li><b>{escape(run.name)}</b>: {escape(run.system)}, {escape(run.benchmark.title)}, "
        f"{len(run.rows)} questions, language {escape(run.record['language'])}, "
        f"started {escape(run.record['started'])}</li>"
        for run in runs
    )
    return f"<ul>{lines}</ul>"


def _section(runs: list[Run]) -> str:
    tables = all_tables(runs)
    first, *others = tables
    return (
        f"<h2>{escape(runs[0].benchmark.title)}</h2>{''.join(map(_cards, runs))}"
        f"{_table(first)}{_legend(runs)}{_charts(runs)}"
        f"{''.join(f'<h3>{escape(one.title)}</h3>{_table(one)}' for one in others)}"
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


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in table.columns)
    body = "".join(
        f'<tr class="{line.kind}">{"".join(map(_cell, line.cells))}</tr>' for line in table.lines
    )
    kind = "words" if table.columns[-1] == "what it is" else ""
    notes = "".join(f'<p class="quiet">{escape(note)}</p>' for note in table.notes)
    return (
        f'<div class="scroll {kind}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>{notes}"
    )


def _cell(text: str) -> str:
    first, _, second = text.partition("\n")
    small = f"<small>{escape(second)}</small>" if second else ""
    return f"<td>{escape(first)}{small}</td>"


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
            drawn = charts.latency_chart(times, run.costs["median_ms"], run.costs["p95_ms"])
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
        "<h2>Questions</h2><noscript><p>The list of questions needs JavaScript; rows.jsonl in the "
        'folder of the run has them as well.</p></noscript><div class="filters">'
        f'{selects}<div><label for="text">words</label><input id="text" type="search"></div></div>'
        '<div class="pager"><button id="back">back</button><button id="next">next</button>'
        '<span id="count" class="quiet" aria-live="polite"></span></div><div id="list"></div>'
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
    return f"<h2>How it was run</h2>{found}"


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
    gold = row.gold[:LISTED] + ([row.gold_text] if row.gold_text else [])
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
