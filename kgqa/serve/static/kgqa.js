// What the page can do without a script, it does; this makes it quick: answers come into the page
// with the stages of their making, names are completed, editors have colours.
"use strict";

const main = document.getElementById("main");
const form = document.getElementById("ask");
const box = document.getElementById("question");
const STAGES = {
  understanding: "Understanding the question …", querying: "Asking the graph …", reading: "Reading texts …",
};

// --- Answers come into the page ---

let running = null;

function shownHere(address) {
  const url = new URL(address, location.href);
  const asks = ["question", "algebra", "sparql"].some((name) => url.searchParams.get(name));
  return url.origin === location.origin && url.pathname === "/" && (asks ? url : null);
}

async function go(address, { push = true } = {}) {
  const url = shownHere(address);
  if (!url) { location.href = address; return; }
  if (running) running.abort();
  const mine = running = new AbortController();
  suggest([]);
  wait(true);
  try {
    const response = await fetch("/stream" + url.search, { signal: mine.signal });
    if (!response.ok || !response.body) { location.href = url.href; return; }
    for await (const { kind, data } of eventsOf(response.body)) {
      if (kind === "stage") document.getElementById("stage").textContent = STAGES[data] || data;
      if (kind === "done") show(JSON.parse(data), url, push);
    }
  } catch (error) {
    if (error.name !== "AbortError") location.href = url.href;
  } finally {
    if (running === mine) { running = null; wait(false); }
  }
}

async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const [kind, data] = event.split("\ndata: ");
      yield { kind: kind.replace("event: ", ""), data };
    }
  }
}

function show({ html }, url, push) {
  main.innerHTML = html;  // the server has escaped all that is not its own
  const question = url.searchParams.get("question") || url.searchParams.get("about") || "";
  if (push) history.pushState({}, "", url.pathname + url.search);
  document.title = (question || "Query") + " · kgqa";
  if (question) { box.value = question; remember(question); }
  main.focus({ preventScroll: true });
  ready();
}

function wait(isWaiting) {
  document.getElementById("progress").hidden = !isWaiting;
  if (isWaiting) document.getElementById("stage").textContent = STAGES.understanding;
  main.classList.toggle("stale", isWaiting);
  main.setAttribute("aria-busy", String(isWaiting));
}

document.getElementById("cancel").addEventListener("click", () => { if (running) running.abort(); box.focus(); });

document.addEventListener("submit", (event) => {
  const target = event.target;
  if (target.method !== "get") return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(target));
  go(target.getAttribute("action") + "?" + fields);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || link.hasAttribute("download") || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  const href = link.getAttribute("href");
  if (!href.startsWith("/?")) return;
  event.preventDefault();
  go(href);
});

addEventListener("popstate", () => {
  if (shownHere(location.href)) go(location.href, { push: false }); else location.reload();
});

document.addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key === "/" && !isTyping) { event.preventDefault(); box.focus(); box.select(); }
  if (event.key === "Escape") {
    if (running) running.abort();
    const open = document.activeElement.closest("details.chip[open]");
    if (open) { open.open = false; open.querySelector("summary").focus(); }
  }
});

// --- History, kept in this browser only ---

const KEPT = "kgqa.asked";

function asked() {
  try { return JSON.parse(localStorage.getItem(KEPT)) || []; } catch { return []; }
}

function remember(question) {
  const list = [question, ...asked().filter((one) => one !== question)].slice(0, 30);
  try { localStorage.setItem(KEPT, JSON.stringify(list)); } catch { /* the browser keeps nothing */ }
}

function showHistory() {
  const section = document.getElementById("history");
  const list = asked().slice(0, 8);
  if (!section || !list.length) return;
  section.hidden = false;
  section.querySelector("ul").replaceChildren(...list.map((question) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = "/?" + new URLSearchParams({ question });
    link.textContent = question;
    item.append(link);
    return item;
  }));
  document.getElementById("forget").onclick = () => { localStorage.removeItem(KEPT); section.hidden = true; };
}

// --- Completion ---

class Completion {
  // A list below a field: arrows choose, Enter or Tab takes, Escape closes.
  constructor(field, list, { source, take }) {
    Object.assign(this, { field, list, source, take, at: -1, rows: [], asked: 0, timer: 0 });
    field.addEventListener("input", () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.ask(), 120); });
    field.addEventListener("keydown", (event) => this.key(event));
    field.addEventListener("blur", () => setTimeout(() => this.show([]), 150));
    list.addEventListener("mousedown", (event) => {
      const item = event.target.closest("li");
      if (item) { event.preventDefault(); this.choose([...list.children].indexOf(item)); }
    });
  }
  async ask() {
    const number = ++this.asked;
    const rows = await this.source(this.field);
    if (number === this.asked && document.activeElement === this.field) this.show(rows);
  }
  show(rows) {
    this.rows = rows;
    this.at = -1;
    this.list.hidden = !rows.length;
    this.field.setAttribute("aria-expanded", String(rows.length > 0));
    this.field.removeAttribute("aria-activedescendant");
    this.list.replaceChildren(...rows.map((row, number) => {
      const item = document.createElement("li"), name = document.createElement("b"), about = document.createElement("span");
      item.id = this.list.id + number;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      name.textContent = row.label;
      about.className = "about";
      about.textContent = row.description || "";
      item.append(name, about);
      return item;
    }));
  }
  key(event) {
    if (!this.rows.length) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); this.mark((this.at + step + this.rows.length) % this.rows.length); }
    else if (event.key === "Escape") { event.stopPropagation(); this.show([]); }
    else if ((event.key === "Enter" || event.key === "Tab") && this.at >= 0) { event.preventDefault(); this.choose(this.at); }
  }
  mark(at) {
    this.at = at;
    [...this.list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === at)));
    this.list.children[at].scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", this.list.children[at].id);
  }
  choose(at) { const row = this.rows[at]; this.show([]); this.take(this.field, row); }
}

async function completions(text, kind) {
  try {
    const response = await fetch("/complete?" + new URLSearchParams({ text, kind, top: 6 }));
    return response.ok ? (await response.json()).completions : [];
  } catch { return []; }
}

// In a question, the last words that begin with a capital may be a name; else the last one.
function lastName(text) {
  const words = text.split(/\s+/), from = words.findIndex((word, at) => at > 0 && /^\p{Lu}/u.test(word));
  return words.slice(from > 0 ? from : -1).join(" ");
}

const suggestions = document.getElementById("suggestions");
const asking = new Completion(box, suggestions, {
  source: async (field) => {
    const text = field.value.slice(0, field.selectionStart);
    const before = asked().filter((one) => text.length > 2 && one.toLowerCase().startsWith(text.toLowerCase()) && one !== text);
    const name = lastName(text);
    const names = name.length > 2 ? await completions(name, "entity") : [];
    return [...before.slice(0, 3).map((label) => ({ label, description: "asked before", whole: true })), ...names];
  },
  take: (field, row) => {
    const text = field.value.slice(0, field.selectionStart), rest = field.value.slice(field.selectionStart);
    if (row.whole) { field.value = row.label; form.requestSubmit(); return; }
    const start = text.slice(0, text.length - lastName(text).length);
    field.value = start + row.label + rest;
    field.setSelectionRange(start.length + row.label.length, start.length + row.label.length);
  },
});
function suggest(rows) { asking.show(rows); }

// --- Editors ---

const KINDS = new RegExp([
  /(?<comment>#[^\n]*)/, /(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/, /(?<iri><[^<>\s]*>)/, /(?<variable>[?$]\w+)/,
  /(?<id>\b(?:\w+:)?[QP][1-9]\d*\b)/, /(?<name>\b\w*:[\w.-]*)/,
  /(?<keyword>\b(?:PREFIX|SELECT|DISTINCT|WHERE|ASK|CONSTRUCT|DESCRIBE|FILTER|OPTIONAL|UNION|MINUS|VALUES|BIND|AS|GROUP|ORDER|HAVING|LIMIT|OFFSET|BY|COUNT|MAX|MIN|NOT|EXISTS|IN|type|count|argmax|argmin|nth|exists|years|told|lapse|in)\b)/,
  /(?<number>\b\d[\d.-]*\b)/,
].map((one) => one.source).join("|"), "gu");

function lightUp(area) {
  const layer = area.previousElementSibling;
  const [from, to] = (area.dataset.wrong || "-1,-1").split(",").map(Number);
  const parts = [];
  const put = (start, end, kind) => {  // a piece of one kind, cut where the mistake begins and ends
    const cuts = [start, ...[from, to].filter((cut) => cut > start && cut < end), end];
    cuts.slice(1).forEach((cut, number) => {
      const isWrong = cuts[number] >= from && cut <= to, span = document.createElement("span");
      span.className = (kind ? "t-" + kind : "") + (isWrong ? " t-wrong" : "");
      span.textContent = area.value.slice(cuts[number], cut);
      parts.push(span);
    });
  };
  let at = 0;
  for (const found of area.value.matchAll(KINDS)) {
    const kind = Object.entries(found.groups).find(([, text]) => text !== undefined)[0];
    if (found.index > at) put(at, found.index);
    at = found.index + found[0].length;
    put(found.index, at, kind);
  }
  if (at < area.value.length) put(at, area.value.length);
  if (from >= area.value.length) {  // it ends too early
    const span = document.createElement("span");
    span.className = "t-wrong";
    span.textContent = "\u00a0\u00a0";
    parts.push(span);
  }
  layer.replaceChildren(...parts, "\n");
  layer.scrollTop = area.scrollTop;
}

function edit(area) {
  const list = document.createElement("ul");
  list.className = "completions";
  list.id = area.id + "-names";
  list.setAttribute("role", "listbox");
  list.hidden = true;
  area.parentElement.append(list);
  area.parentElement.classList.add("lit");
  area.setAttribute("aria-controls", list.id);
  lightUp(area);
  area.addEventListener("input", () => { delete area.dataset.wrong; area.removeAttribute("aria-invalid"); lightUp(area); });
  area.addEventListener("scroll", () => { area.previousElementSibling.scrollTop = area.scrollTop; });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); area.form.requestSubmit(); }
  });
  const OPENERS = /(?:"|\b(wdt?|p|ps|pq):)([^"\n:(){}]{2,40})$/u;
  new Completion(area, list, {
    source: async (field) => {
      const found = OPENERS.exec(field.value.slice(0, field.selectionStart));
      if (!found) return [];
      const kind = found[1] === undefined ? "both" : found[1] === "wd" ? "entity" : "property";
      return (await completions(found[2], kind)).map((row) => ({ ...row, description: row.id + "  " + row.description }));
    },
    take: (field, row) => {
      const text = field.value.slice(0, field.selectionStart), found = OPENERS.exec(text);
      if (!found) return;
      const isName = found[1] === undefined;
      const start = text.slice(0, found.index + (isName ? 0 : found[1].length + 1));
      const rest = field.value.slice(field.selectionStart).replace(isName ? /^"/ : /^$/, "");
      field.value = start + row.id + rest;
      field.setSelectionRange(start.length + row.id.length, start.length + row.id.length);
      lightUp(field);
    },
  });
}

// --- Tables are sorted in the page ---

function sortable(table) {
  table.querySelectorAll("thead th").forEach((head, column) => {
    if (head.querySelector("a")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const isDown = head.getAttribute("aria-sort") === "ascending";
      const rows = [...table.tBodies[0].rows];
      const text = (row) => row.cells[column].textContent.trim();
      rows.sort((one, two) => text(one).localeCompare(text(two), undefined, { numeric: true }) * (isDown ? -1 : 1));
      table.tBodies[0].append(...rows);
      table.querySelectorAll("thead th").forEach((other) => other.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
    });
  });
}

// The menu of a chip closes where anything else is clicked; one `name` lets only one be open.
document.addEventListener("click", (event) => {
  document.querySelectorAll("details.chip[open]").forEach((chip) => { if (!chip.contains(event.target)) chip.open = false; });
});

function ready() {
  main.querySelectorAll("textarea").forEach(edit);
  main.querySelectorAll("textarea[data-wrong]").forEach((area) => {
    area.focus({ preventScroll: true });
    area.setSelectionRange(...area.dataset.wrong.split(",").map(Number));
  });
  main.querySelectorAll("table.sortable").forEach(sortable);
  showHistory();
}

const now = new URLSearchParams(location.search).get("question");
if (now) remember(now);
ready();
