"use strict";
// Shows the questions of the runs, a page at a time. Everything is set as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 40;
const state = { page: 0 };
const $ = (id) => document.getElementById(id);

function make(tag, text, name) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (name) node.className = name;
  return node;
}

function fill(select, values) {
  select.append(new Option("all", ""));
  for (const value of values) select.append(new Option(value || "none", value));
}

function matching() {
  const want = { run: $("run").value, kind: $("kind").value, category: $("category").value,
    stage: $("stage").value, outcome: $("outcome").value };
  const text = $("text").value.toLowerCase();
  return data.rows.filter((row) =>
    (want.run === "" || String(row.run) === want.run) &&
    (want.kind === "" || row.kind === want.kind) &&
    (want.category === "" || row.category === want.category) &&
    (want.stage === "" || row.stage === want.stage) &&
    (want.outcome === "" || row.outcome === want.outcome) &&
    (text === "" || (row.question + " " + row.id + " " + row.reading + " " + row.found.join(" "))
      .toLowerCase().includes(text)));
}

function part(list, title, value, isCode) {
  if (!value || value.length === 0) return;
  list.append(make("dt", title));
  const values = Array.isArray(value) ? value : [value];
  for (const one of values) {
    const where = make("dd");
    where.append(make(isCode ? "pre" : "span", one));
    list.append(where);
  }
}

function brief(values) {
  return values.length ? values.slice(0, 3).join(", ") + (values.length > 3 ? ", …" : "") : "nothing";
}

// What was given and what is right, to be seen without opening anything.
function verdict(row) {
  const line = make("span", undefined, "verdict");
  line.append(make("b", row.mark >= 0.999 ? "✓ " : row.mark > 0 ? "~ " : "✗ "));
  line.append(make("span", "given: " + brief(row.found)));
  line.append(make("span", "right: " + brief(row.gold), "quiet"));
  return line;
}

// One question with what every run gave.
function sides(rows) {
  const node = make("div", undefined, "question sides");
  node.append(make("b", rows[0].question));
  node.append(make("span", "right: " + brief(rows[0].gold), "quiet"));
  const list = make("div", undefined, "columns");
  for (const row of rows) {
    const side = make("div", undefined, row.mark >= 0.999 ? "right" : row.mark > 0 ? "part" : "");
    side.append(make("span", data.runs[row.run] + ", mark " + row.mark.toFixed(2), "quiet"));
    side.append(make("span", brief(row.found)));
    if (row.english) side.append(make("span", row.english, "quiet"));
    list.append(side);
  }
  node.append(list);
  return node;
}

function grouped(rows, onlyDiffering) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(row.id)) groups.set(row.id, []);
    groups.get(row.id).push(row);
  }
  const found = [...groups.values()].filter((some) => some.length > 1);
  return onlyDiffering ? found.filter((some) => some.some((row) => row.mark !== some[0].mark)) : found;
}

function card(row) {
  const node = make("details", undefined, "question " + (row.mark >= 0.999 ? "right" : row.mark > 0 ? "part" : ""));
  const head = make("summary", row.question);
  const told = [row.kind, row.category, row.stage, row.outcome, row.ms.toFixed(0) + " ms",
    "mark " + row.mark.toFixed(2), row.confidence ? "confidence " + row.confidence.toFixed(2) : ""];
  if (data.runs.length > 1) told.unshift(data.runs[row.run]);
  head.append(make("span", told.filter(Boolean).join(" · "), "quiet"));
  head.append(verdict(row));
  node.append(head);
  node.addEventListener("toggle", () => {
    if (!node.open || node.querySelector(".body")) return;
    const list = make("dl", undefined, "body");
    part(list, "right", row.gold);
    part(list, "given", row.found.length ? row.found : "nothing");
    part(list, "understood as", row.english);
    part(list, "reading", row.reading, true);
    part(list, "links", row.links);
    part(list, "proof", row.proofs);
    part(list, "SPARQL", row.sparql, true);
    part(list, "reason", row.reason);
    part(list, "not in the store", row.unknown);
    part(list, "rewritten", row.pairs);
    part(list, "id", row.id);
    node.append(list);
  }, { once: false });
  return node;
}

function show() {
  const rows = matching();
  const view = $("view") ? $("view").value : "";
  const items = view ? grouped(rows, view === "differ") : rows;
  const pages = Math.max(1, Math.ceil(items.length / PAGE));
  state.page = Math.min(state.page, pages - 1);
  const shown = items.slice(state.page * PAGE, (state.page + 1) * PAGE);
  $("list").replaceChildren(...shown.map(view ? sides : card));
  const right = rows.filter((row) => row.mark >= 0.5).length;
  $("count").textContent = items.length + " questions" + (view ? "" : ", " + right + " right") + "; page " + (state.page + 1) + " of " + pages;
  $("back").disabled = state.page === 0;
  $("next").disabled = state.page === pages - 1;
}

function start() {
  const sorted = (name) => [...new Set(data.rows.map((row) => row[name]))].sort();
  $("run").append(new Option("all", ""));
  data.runs.forEach((name, place) => $("run").append(new Option(name, String(place))));
  for (const name of ["kind", "category", "stage", "outcome"]) fill($(name), sorted(name));
  for (const name of ["run", "kind", "category", "stage", "outcome", "text", "view"]) {
    if ($(name)) $(name).addEventListener("input", () => { state.page = 0; show(); });
  }
  $("back").addEventListener("click", () => { state.page -= 1; show(); });
  $("next").addEventListener("click", () => { state.page += 1; show(); });
  show();
}
start();
