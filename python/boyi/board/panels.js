// Parts of the page of boyi play that are made of what Python tells: switches, nodes before and after, the tree.

import { make } from "./board.js";

const MOST_LISTED = 6; // numbers that are listed; where there are more, they are written

// Puts the choices into a list, unless they are there already, and chooses one.
export function fill(select, pairs, value) {
  const wanted = JSON.stringify(pairs);
  if (select.dataset.pairs !== wanted) {
    select.dataset.pairs = wanted;
    select.replaceChildren(...pairs.map(([name, text]) => new Option(text, name)));
  }
  if (pairs.some(([name]) => String(name) === String(value))) select.value = value;
}

function control(field, parent) {
  const [least, most] = field.values;
  if (field.type === "bool") {
    const box = make("input", "", parent);
    Object.assign(box, { type: "checkbox", checked: field.value });
    return [box, () => String(box.checked)];
  }
  if (field.type === "int" && most - least > MOST_LISTED) {
    const box = make("input", "", parent);
    Object.assign(box, { type: "number", min: least, max: most, value: field.value });
    return [box, () => box.value];
  }
  const all = field.type === "int" ? Array.from({ length: most - least + 1 }, (_, at) => least + at) : field.values;
  const box = make("select", "", parent);
  fill(box, all.map((value) => [value, value]), field.value);
  return [box, () => box.value];
}

// The switches by groups. Groups that were opened stay so, and so does the focus.
export function showFields(root, settings, say, turned) {
  const opened = new Set([...root.querySelectorAll("details[open]")].map((group) => group.dataset.group));
  if (!root.children.length) opened.add(say("ordering"));
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.field : null;
  root.replaceChildren();
  const groups = {};
  for (const field of settings.fields) {
    if (!groups[field.group]) {
      groups[field.group] = make("details", "", root);
      groups[field.group].dataset.group = field.group;
      groups[field.group].open = opened.has(field.group);
      make("summary", "", groups[field.group]).textContent = field.group;
    }
    const row = make("div", field.value === field.before ? "field" : "field changed", groups[field.group]);
    const label = make("label", "", row);
    make("span", "", label).textContent = field.title;
    const [box, value] = control(field, label);
    box.dataset.field = field.name;
    box.addEventListener("change", () => turned(field.name, value()));
    make("p", "", row).textContent = field.sentence;
    if (field.value !== field.before) groups[field.group].open = true;
    if (field.name === focused) box.focus();
  }
}

const number = (value) => Number(value).toLocaleString("en");

// Nodes before and after the switches were turned, side by side.
export function showContrast(root, told, say, settings) {
  root.replaceChildren();
  if (!told || !settings) return;
  if (told.busy) {
    make("p", "", root).textContent = say("Searching twice …");
    return;
  }
  const titles = Object.fromEntries(settings.fields.map((field) => [field.name, field.title]));
  const turned = told.changes.map(([name, from, to]) => `${titles[name] || name} ${say(from)} → ${say(to)}`);
  make("b", "", root).textContent = turned.join(", ") || say("No switch is turned.");
  const { before, after } = told;
  const change = 100 * (after.nodes / before.nodes - 1);
  const figure = make("p", "figure", root);
  figure.textContent = `${change >= 0 ? "+" : "−"}${Math.abs(change).toFixed(1)} % ${say("nodes")}`;
  const bars = make("div", "bars", root);
  const most = Math.max(before.nodes, after.nodes);
  for (const [name, facts] of [["before", before], ["after", after]]) {
    make("span", "", bars).textContent = say(name);
    make("div", `bar-of ${name}`, bars).style.width = `${(100 * facts.nodes) / most}%`;
  }
  const rows = [
    [say("nodes to depth {depth}").replace("{depth}", told.depth), number(before.nodes), number(after.nodes)],
    [say("seconds"), before.time.toFixed(3), after.time.toFixed(3)],
    [say("cutoffs by the first move"), percent(before.first), percent(after.first)],
    [say("score"), before.score, after.score],
    [say("best move"), before.move, after.move],
  ];
  table(root, ["", say("before"), say("after")], rows);
  if (!told.whole) {
    make("p", "about", root).textContent = say("The search after the switch took too many nodes to go deeper.");
  }
  make("p", "about", root).textContent = say("One position says little: boyi compare measures many.");
  const course = make("details", "", root);
  make("summary", "", course).textContent = say("by depth");
  const depths = told.rows.map(([depth, one, other]) => [depth, number(one), number(other)]);
  table(course, [say("depth"), say("before"), say("after")], depths);
}

const percent = (share) => (share === null ? "–" : `${share.toFixed(1)} %`);

function table(parent, head, rows) {
  const element = make("table", "", parent);
  const top = make("tr", "", make("thead", "", element));
  for (const text of head) make("th", "", top).textContent = text;
  const body = make("tbody", "", element);
  for (const row of rows) {
    const line = make("tr", "", body);
    for (const text of row) make("td", "", line).textContent = text;
  }
}

export function showTree(root, told, say) {
  root.replaceChildren();
  if (!told) return;
  if (told.busy) {
    make("p", "", root).textContent = say("Searching …");
    return;
  }
  const text = say("depth {depth}, {nodes} nodes; {plies} plies are drawn. Point at a node to see its facts.");
  make("p", "about", root).textContent = text.replace(/{(\w+)}/g, (_, name) => number(told[name]));
  make("div", "drawn", root).innerHTML = told.svg;
}
