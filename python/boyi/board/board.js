// The board of boyi.view and of the page of boyi play. It shows the scene that Python sends and tells Python what was
// clicked; rules, drawing and searches are Python's. Its model is the widget's, or a connection to the server (connection.js):
// get(name) and on("change:name", …) for "_scene" and "_words", and send(message).

const BUTTONS = [
  ["undo", "↶", "Take back a move"],
  ["redo", "↷", "Play the move again"],
  ["flip", "⇅", "Turn the board"],
  ["think", "Think", "Let the engine think"],
  ["move", "Move", "Let the engine think, and play its move"],
];

export function make(kind, classes, parent) {
  const element = document.createElement(kind);
  element.className = classes;
  parent.append(element);
  return element;
}

function render({ model, el }) {
  el.classList.add("boyi-view");
  const board = make("div", "board", el);
  const picture = make("div", "picture", board);
  const points = make("div", "points", board);
  points.setAttribute("role", "group");
  const side = make("div", "side", el);
  const status = make("p", "status", side);
  status.setAttribute("role", "status");
  const bar = make("div", "bar", side);
  const course = make("div", "course", side);
  const line = make("p", "line", side);
  const lines = make("ol", "lines", side);
  const note = make("p", "note", side);
  const list = make("ol", "moves", side);
  const say = (text) => (model.get("_words") || {})[text] || text;
  let scene = {};
  let chosen = null; // the point whose piece is to move
  let focused = null;

  const wishes = {
    undo: () => model.send({ do: "undo" }),
    redo: () => model.send({ do: "redo" }),
    flip: () => model.send({ do: "flip" }),
    think: () => model.send({ do: scene.thinking ? "stop" : "think" }),
    move: () => model.send({ do: "think", play: true }),
  };
  const buttons = {};
  for (const [name, text, title] of BUTTONS) {
    const button = make("button", name, bar);
    button.type = "button";
    button.addEventListener("click", wishes[name]);
    buttons[name] = button;
  }

  // What does not change with the scene, in the page's language.
  function name() {
    points.setAttribute("aria-label", say("board"));
    for (const [name, text, title] of BUTTONS) {
      Object.assign(buttons[name], { textContent: say(text), title: say(title) });
      buttons[name].setAttribute("aria-label", say(title));
    }
  }

  function targetsOf(name) {
    const point = scene.points.find((row) => row[0] === name);
    return point ? point[4] : {};
  }

  function click(name) {
    // A move that leads from a point to the point itself needs one click.
    const move = targetsOf(chosen)[name] || targetsOf(name)[name];
    if (move) {
      model.send({ do: "play", move });
      chosen = null;
    } else {
      chosen = chosen !== name && Object.keys(targetsOf(name)).length ? name : null;
    }
    mark();
  }

  // Which points are chosen or can be reached.
  function mark() {
    const reached = targetsOf(chosen);
    for (const button of points.children) {
      const name = button.dataset.name;
      button.classList.toggle("chosen", name === chosen);
      button.classList.toggle("target", name in reached);
      button.setAttribute("aria-pressed", String(name === chosen));
    }
  }

  // The arrow keys go to the nearest point in their direction.
  function step(from, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] || [0, 0];
    if (!dx && !dy) return false;
    const here = scene.points.find((row) => row[0] === from);
    let nearest = null;
    let least = Infinity;
    for (const row of scene.points) {
      const [x, y] = [row[1] - here[1], row[2] - here[2]];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead > 0.5 && aside < 0.5 && ahead < least) [nearest, least] = [row[0], ahead];
    }
    if (nearest) {
      focused = nearest;
      for (const button of points.children) {
        button.tabIndex = button.dataset.name === nearest ? 0 : -1;
        if (button.dataset.name === nearest) button.focus();
      }
    }
    return true;
  }

  function drawPoints() {
    const hadFocus = points.contains(document.activeElement);
    points.replaceChildren();
    const rows = scene.points;
    focused = rows.some((row) => row[0] === focused) ? focused : rows[0][0];
    const gap = Math.min(...rows.slice(1).map((row) => Math.hypot(row[1] - rows[0][1], row[2] - rows[0][2])));
    points.style.setProperty("--gap", `${gap}%`);
    for (const [name, left, top, label] of rows) {
      const button = make("button", "point", points);
      Object.assign(button, { type: "button", tabIndex: name === focused ? 0 : -1 });
      button.dataset.name = name;
      button.setAttribute("aria-label", label);
      Object.assign(button.style, { left: `${left}%`, top: `${top}%` });
      button.addEventListener("click", () => click(name));
      button.addEventListener("keydown", (event) => step(name, event.key) && event.preventDefault());
      if (hadFocus && name === focused) button.focus();
    }
  }

  function drawMoves() {
    list.replaceChildren();
    scene.moves.forEach((text, at) => {
      const button = make("button", at + 1 === scene.at ? "move here" : "move", make("li", "", list));
      Object.assign(button, { type: "button", textContent: text });
      button.addEventListener("click", () => model.send({ do: "go", ply: at + 1 }));
      if (at + 1 === scene.at) button.setAttribute("aria-current", "step");
    });
    const here = list.querySelector(".here");
    if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  function drawLines() {
    lines.replaceChildren();
    for (const [score, moves] of scene.lines) {
      const row = make("li", "", lines);
      make("b", "", row).textContent = score;
      row.append(` ${moves}`);
    }
  }

  function draw() {
    const before = scene;
    scene = model.get("_scene");
    picture.innerHTML = scene.svg;
    if (JSON.stringify(before.points) !== JSON.stringify(scene.points)) {
      chosen = null;
      drawPoints();
    }
    mark();
    if (before.at !== scene.at || String(before.moves) !== String(scene.moves)) drawMoves();
    status.textContent = scene.status;
    line.textContent = scene.line;
    drawLines();
    note.textContent = scene.note;
    course.innerHTML = scene.course;
    buttons.undo.disabled = scene.at === 0;
    buttons.redo.disabled = scene.at === scene.moves.length;
    buttons.think.textContent = say(scene.thinking ? "Stop" : "Think");
    buttons.think.disabled = buttons.move.disabled = scene.over;
    el.classList.toggle("thinking", scene.thinking);
  }

  function inOtherWords() {
    name();
    draw();
  }

  model.on("change:_scene", draw);
  model.on("change:_words", inOtherWords);
  inOtherWords();
  return () => {
    model.off("change:_scene", draw);
    model.off("change:_words", inOtherWords);
  };
}

export default { render };
