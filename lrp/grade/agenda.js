"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const list = document.querySelector(".cards");
const cards = Array.from(list.children);
const numbers = new Map(cards.map((c, i) => [c, i]));
const get = (id) => document.getElementById(id);
const field = (i) => cards[i].querySelector("input[type=text]");
const boxes = (i) => Array.from(cards[i].querySelectorAll("input[type=checkbox]"));

let current = 0;

// What was graded: points by item as text, wordings taken out, what can be undone.
let state = { points: {}, out: {}, undo: [], saved: true, order: "" };
let keeps = true;
try {
  state = Object.assign(state, JSON.parse(localStorage.getItem(data.key) || "{}"));
  localStorage.setItem(data.key, JSON.stringify(state));
} catch { keeps = false; }
get("lost").hidden = keeps;
get("kept").hidden = !keeps;

function keep() {
  try { localStorage.setItem(data.key, JSON.stringify(state)); } catch { keeps = false; get("lost").hidden = false; }
}

// parse returns points as text with a decimal point, "" for none, null for what is out of range.
function parse(text, i) {
  text = text.trim().replace(",", ".");
  const v = Number(text);
  return text === "" ? "" : /^(\d+\.?\d*|\.\d+)$/.test(text) && v <= data.items[i].outOf ? String(v) : null;
}

function show(i) {
  const points = state.points[i] ?? "", out = state.out[i] || [];
  field(i).value = points;
  fault(i, "");
  cards[i].classList.toggle("done", points !== "");
  for (const b of cards[i].querySelectorAll(".points button")) b.setAttribute("aria-pressed", String(b.value === points));
  boxes(i).forEach((b, k) => { b.checked = !out.includes(k); });
}

function fault(i, text) {
  get("e" + (i + 1)).textContent = text;
  if (text) field(i).setAttribute("aria-invalid", "true");
  else field(i).removeAttribute("aria-invalid");
}

function tell(text) {
  const done = Object.keys(state.points).map(Number);
  const sum = (items) => items.reduce((n, x) => n + x.people, 0);
  document.querySelector("progress").value = done.length;
  get("undo").disabled = !state.undo.length;
  get("status").textContent = text || done.length + " of " + cards.length + " graded, " +
    sum(done.map((i) => data.items[i])) + " of " + sum(data.items) + " answers" + (state.saved ? "" : "; not saved yet");
}

// change sets points and wordings of an item, which can be undone.
function change(i, points, out) {
  const before = { i, points: state.points[i] ?? "", out: state.out[i] || [] };
  if (before.points === points && before.out.join() === out.join()) return show(i);
  state.undo = state.undo.concat(before).slice(-500);
  put(i, points, out);
}

function put(i, points, out) {
  if (points === "") delete state.points[i];
  else state.points[i] = points;
  state.out[i] = out;
  state.saved = false;
  keep();
  show(i);
  tell();
}

function undo() {
  const last = state.undo.pop();
  if (!last) return;
  put(last.i, last.points, last.out);
  go(last.i);
  tell("Undone: " + (last.points === "" ? "no points" : last.points + " points"));
}

function go(i) {
  cards[i].focus({ preventScroll: true });
  cards[i].scrollIntoView({ block: "nearest" });
}

function move(i, by) {
  const shown = Array.from(list.children), next = shown[shown.indexOf(cards[i]) + by];
  if (next) go(numbers.get(next));
}

// onward goes to the next item without points.
function onward(i) {
  const shown = Array.from(list.children), at = shown.indexOf(cards[i]);
  const next = shown.slice(at + 1).concat(shown.slice(0, at)).find((c) => !(numbers.get(c) in state.points));
  if (next) return go(numbers.get(next));
  get("save").focus();
  tell("All graded: save now.");
}

// grade gives points that were typed or chosen, and reports whether they are in range.
function grade(i, text) {
  const points = parse(text, i);
  if (points === null) {
    fault(i, "A number from 0 to " + data.items[i].outOf + " is needed.");
    return false;
  }
  change(i, points, state.out[i] || []);
  return true;
}

list.addEventListener("keydown", (e) => {
  const i = numbers.get(e.target.closest(".card")), typing = e.target.type === "text";
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  const type = () => { field(i).focus(); field(i).select(); };
  if (e.key === "ArrowDown" || e.key === "ArrowUp") {
    if (!typing || grade(i, field(i).value)) move(i, e.key === "ArrowDown" ? 1 : -1);
  } else if (e.key === "Enter" && typing) {
    if (grade(i, field(i).value)) (i in state.points ? onward : (n) => move(n, 1))(i);
  } else if (e.key === "Enter" && e.target === cards[i]) {
    type();
  } else if (e.key === "Escape" && typing) {
    show(i);
    go(i);
  } else if (typing) {
    return;
  } else if (/^[.,]$/.test(e.key) || /^[0-9]$/.test(e.key) && data.items[i].outOf > 9) {
    type(); // in the field, which then receives the key
    return;
  } else if (/^[0-9]$/.test(e.key)) {
    if (grade(i, e.key)) onward(i);
  } else if (e.key === "u") {
    undo();
  } else if (e.key === "Delete" || e.key === "Backspace") {
    change(i, "", state.out[i] || []);
  } else {
    return;
  }
  e.preventDefault();
});

list.addEventListener("focusin", (e) => { current = numbers.get(e.target.closest(".card")); });

// A key pressed where nothing has the focus brings it back, and changes nothing.
document.addEventListener("keydown", (e) => {
  if (e.target !== document.body || !/^([0-9u.,]|Enter|ArrowUp|ArrowDown)$/.test(e.key)) return;
  go(current);
  e.preventDefault();
});

list.addEventListener("click", (e) => {
  const button = e.target.closest(".points button");
  if (!button) return;
  const i = numbers.get(button.closest(".card"));
  if (grade(i, button.value)) onward(i);
});

list.addEventListener("change", (e) => {
  const i = numbers.get(e.target.closest(".card"));
  if (e.target.type === "text") grade(i, e.target.value);
  else change(i, state.points[i] ?? "", boxes(i).flatMap((b, k) => (b.checked ? [] : [k])));
});

// cell returns a text for CSV. One that a spreadsheet could take for a formula gets a ' before it.
function cell(text) {
  const first = Array.from(text.replace(/^['\p{Cf}]+/u, ""))[0] || "";
  return '"' + (/^[=+\-@\t\r\n]/.test(first.normalize("NFKC")) ? "'" : "") + text.replaceAll('"', '""') + '"';
}

function save() {
  const rows = [["question", "answer", "other wordings", "out of", "points"]];
  data.items.forEach((x, i) => {
    const out = state.out[i] || [];
    if (i in state.points) rows.push([x.question, x.answer, x.others.filter((_, k) => !out.includes(k)).join("\n"), String(x.outOf), state.points[i]]);
  });
  if (rows.length === 1) return tell("Nothing is graded yet.");
  const text = "\ufeff" + rows.map((r) => r.map(cell).join(",") + "\r\n").join("");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = data.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  state.saved = true;
  keep();
  tell("Saved " + (rows.length - 1) + " as " + data.file + ", where your browser keeps downloads.");
}

function sort() {
  const by = (i) => (state.order ? data.items[i].order : 0);
  list.append(...cards.map((_, i) => i).sort((a, b) => by(a) - by(b) || a - b).map((i) => cards[i]));
}

get("undo").addEventListener("click", undo);
get("save").addEventListener("click", save);
get("order").addEventListener("change", (e) => { state.order = e.target.value; keep(); sort(); });
document.addEventListener("keydown", (e) => {
  if (e.altKey || !(e.ctrlKey || e.metaKey)) return;
  const key = e.key.toLowerCase();
  if (key === "s") save();
  else if (key === "z" && e.target.type !== "text") undo();
  else return;
  e.preventDefault();
});
addEventListener("beforeunload", (e) => { if (!keeps && !state.saved) e.preventDefault(); });

get("order").value = state.order;
sort();
cards.forEach((_, i) => show(i));
tell();
const first = Array.from(list.children).find((c) => !(numbers.get(c) in state.points));
if (first) {
  current = numbers.get(first);
  first.focus({ preventScroll: true });
}
