// The page of boyi play: the board, what can be chosen, and what the engine tells.

import board, { make } from "./board.js";
import { connect } from "./connection.js";
import { fill, showContrast, showFields, showTree } from "./panels.js";

const KEPT = "boyi-look"; // the name under which the browser keeps language and pieces
const model = connect();
const part = (name) => document.getElementById(name);
const say = (text) => (model.get("_words") || {})[text] || text;
const settings = () => model.get("_settings");
let since = 0; // when the clocks of the scene were sent, in milliseconds
let shown = false;

// The language of the browser, unless it has been chosen here before; letters for those who read no characters.
function firstLook() {
  const kept = JSON.parse(localStorage.getItem(KEPT) || "null");
  const chinese = navigator.language.startsWith("zh");
  const look = kept || { language: chinese ? "zh" : "en", pieces: chinese ? "characters" : "letters" };
  model.send({ do: "look", ...look });
}

function setLook(change) {
  const look = { language: settings().language, pieces: settings().pieces, ...change };
  localStorage.setItem(KEPT, JSON.stringify(look));
  model.send({ do: "look", ...look });
}

function drawWords() {
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
}

function seats() {
  const [first, second] = settings().sides;
  return [
    [second[0], first[1]],
    [first[0], second[1]],
    ["", say("both sides")],
    [`${first[0]} ${second[0]}`, say("neither: watch")],
  ];
}

function drawSettings() {
  const now = settings();
  document.documentElement.lang = now.language === "zh" ? "zh-Hans" : now.language;
  drawWords();
  fill(part("language"), now.languages, now.language);
  fill(part("game"), now.games, now.game);
  fill(part("pieces"), now.all_pieces, now.pieces);
  part("pieces").parentElement.hidden = !now.all_pieces.length;
  const names = now.presets.map(([name]) => [name, name + (name === now.preset && now.changed.length ? " *" : "")]);
  fill(part("preset"), names, now.preset);
  part("about-preset").textContent = (now.presets.find(([name]) => name === now.preset) || ["", ""])[1];
  fill(part("level"), now.levels, now.level);
  fill(part("clock"), now.clocks, now.clock);
  fill(part("rule"), now.rules, now.rule);
  part("rule-row").hidden = !now.rules.length;
  fill(part("seat"), seats(), now.sides.map(([side]) => side).filter((side) => now.engine_sides.includes(side)).join(" "));
  fill(part("lines"), Array.from({ length: now.most_lines }, (_, at) => [at + 1, at + 1]), now.lines);
  fill(part("depth"), Array.from({ length: now.tree_depth }, (_, at) => [at + 1, at + 1]), part("depth").value || 3);
  fill(part("format"), now.formats.map((name) => [name, name]), part("format").value);
  part("save-row").hidden = !now.formats.length;
  part("no-format").hidden = now.formats.length > 0;
  part("analysing").checked = now.analysing;
  showFields(part("fields"), now, say, (field, value) => model.send({ do: "switch", field, value }));
  drawContrast();
  drawPlayers();
}

function drawContrast() {
  showContrast(part("contrast"), model.get("_contrast"), say, settings());
}

// Who plays, and the times.
function drawPlayers() {
  const [now, scene] = [settings(), model.get("_scene")];
  if (!now || !scene) return;
  part("players").replaceChildren();
  for (const [side, name] of now.sides) {
    const chip = make("div", side === scene.turn && !scene.over ? "player turn" : "player", part("players"));
    chip.append(`${name}: ${now.engine_sides.includes(side) ? now.preset + (now.changed.length ? " *" : "") : say("you")}`);
    if (scene.clock) make("b", "", chip).textContent = timeOf(scene.clock, side);
  }
}

function timeOf(clock, side) {
  const used = clock.running === side ? (performance.now() - since) / 1000 : 0;
  const left = Math.max(0, clock.left[side] - used);
  const seconds = left < 10 ? (left % 60).toFixed(1).padStart(4, "0") : String(Math.floor(left % 60)).padStart(2, "0");
  return `${Math.floor(left / 60)}:${seconds}`;
}

function drawScene() {
  since = performance.now();
  if (!shown) {
    shown = true;
    board.render({ model, el: part("board") });
  }
  drawPlayers();
}

function drawGames() {
  const games = model.get("_games") || [];
  fill(part("games"), games.map((name, at) => [at, name]), 0);
  part("games-row").hidden = games.length < 2;
}

function saveFile() {
  const { name, text } = model.get("_file");
  const link = make("a", "", document.body);
  Object.assign(link, { download: name, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
  link.click();
  URL.revokeObjectURL(link.href);
  link.remove();
}

function openFile(file) {
  const reader = new FileReader();
  reader.addEventListener("load", () => model.send({ do: "open", data: reader.result.split(",")[1] || "" }));
  reader.readAsDataURL(file);
  part("open").value = "";
}

// Tabs: one is shown; the arrow keys go to its neighbours.
function showTab(tab) {
  for (const other of document.querySelectorAll('[role="tab"]')) {
    const here = other === tab;
    other.setAttribute("aria-selected", String(here));
    other.tabIndex = here ? 0 : -1;
    part(other.getAttribute("aria-controls")).hidden = !here;
  }
}

for (const tab of document.querySelectorAll('[role="tab"]')) {
  tab.addEventListener("click", () => showTab(tab));
  tab.addEventListener("keydown", (event) => {
    const next = { ArrowRight: tab.nextElementSibling, ArrowLeft: tab.previousElementSibling }[event.key];
    if (next) {
      showTab(next);
      next.focus();
    }
  });
}

const onChange = (name, call) => part(name).addEventListener("change", (event) => call(event.target));
const onClick = (name, call) => part(name).addEventListener("click", call);
const rule = () => (part("rule-row").hidden ? null : part("rule").value);
const engine = () => model.send({ do: "engine", preset: part("preset").value, level: part("level").value });

onChange("language", (box) => setLook({ language: box.value }));
onChange("pieces", (box) => setLook({ pieces: box.value }));
onChange("game", (box) => model.send({ do: "new", game: box.value }));
onChange("rule", () => model.send({ do: "new", game: settings().game, rule: rule() }));
onClick("new", () => model.send({ do: "new", game: settings().game, rule: rule() }));
onClick("setup", () => model.send({ do: "new", game: settings().game, rule: rule(), text: part("text").value }));
onChange("seat", (box) => model.send({ do: "seat", sides: box.value.split(" ").filter(Boolean) }));
onChange("preset", engine);
onChange("level", engine);
onChange("clock", (box) => model.send({ do: "clock", clock: box.value }));
onChange("analysing", (box) => model.send({ do: "analyse", on: box.checked }));
onChange("lines", (box) => model.send({ do: "lines", lines: Number(box.value) }));
onClick("compare", () => model.send({ do: "contrast" }));
onClick("reset", () => model.send({ do: "reset" }));
onClick("tree", () => model.send({ do: "tree", depth: Number(part("depth").value) }));
onChange("open", (box) => box.files.length && openFile(box.files[0]));
onChange("games", (box) => model.send({ do: "choose", number: Number(box.value) }));
onClick("save", () => model.send({ do: "save", format: part("format").value }));

model.on("change:_settings", drawSettings);
model.on("change:_scene", drawScene);
model.on("change:_contrast", drawContrast);
model.on("change:_tree", () => showTree(part("drawing"), model.get("_tree"), say));
model.on("change:_games", drawGames);
model.on("change:_file", saveFile);
model.on("change:_error", () => (part("alert").textContent = model.get("_error")));
model.on("change:_online", () => {
  if (model.get("_online")) firstLook();
  part("alert").textContent = model.get("_online") ? "" : say("The program has ended: start boyi play again.");
});
setInterval(() => model.get("_scene")?.clock && drawPlayers(), 200);
