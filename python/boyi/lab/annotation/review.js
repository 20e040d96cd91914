(function (id, data) {
  // The first part of this identifier that has no script yet: a notebook may show a game twice.
  const root = [...document.querySelectorAll("#" + id)].find((part) => !part.dataset.ready);
  if (!root) return;
  root.dataset.ready = "true";
  const find = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  let at = 0, turned = false;

  const markup = (number) =>
    data.boards[+turned] + data.pictures[+turned][data.shown[number]].map((sign) => data.signs[sign]).join("");

  // The position of the game's main line from which a line leaves, with the move it replaces.
  function ply(number) {
    if (number <= data.last) return number;
    while (number > data.last) number = data.parents[number];
    return number + 1;
  }

  function arrow(svg, [from, to], kind) {
    const box = svg.viewBox.baseVal, spots = data.spots[+turned];
    const [x1, y1, x2, y2] = [...spots[from], ...spots[to]].map((at, n) => (at / 100) * (n % 2 ? box.height : box.width));
    const length = Math.hypot(x2 - x1, y2 - y1), ns = "http://www.w3.org/2000/svg";
    const unit = box.width / 100;
    const shape = document.createElementNS(ns, length ? "path" : "circle");
    if (length) {
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      const along = (far, aside) => `${x1 + ux * far - uy * aside} ${y1 + uy * far + ux * aside}`;
      const neck = length - 4.5 * unit;
      shape.setAttribute("d", `M${along(2 * unit, unit)}L${along(neck, unit)}L${along(neck, 2.6 * unit)}L${along(length, 0)}` +
        `L${along(neck, -2.6 * unit)}L${along(neck, -unit)}L${along(2 * unit, -unit)}Z`);
    } else {
      Object.entries({ cx: x1, cy: y1, r: 3.4 * unit, "stroke-width": unit }).forEach(([name, value]) => shape.setAttribute(name, value));
    }
    shape.setAttribute("class", `arrow ${kind}`);
    svg.append(shape);
  }

  function draw(place, number) {
    place.innerHTML = markup(number);
    const svg = place.querySelector("svg");
    if (number <= data.last) data.arrows[number].forEach((ends, n) => arrow(svg, ends, n ? "best" : "played"));
  }

  function into(box, item) {
    // Only the list scrolls: scrollIntoView would move the whole page on a phone.
    if (!item || box.scrollHeight <= box.clientHeight) return;
    const gap = item.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += gap - box.clientHeight / 2;
  }

  function show(number) {
    if (number === undefined || number < 0) return;
    at = number;
    const move = ply(at);
    draw(find(".picture"), at);
    all("[data-n]").forEach((word) => word.classList.toggle("here", +word.dataset.n === at));
    all(".detail").forEach((detail) => { detail.hidden = +detail.dataset.ply !== move; });
    root.classList.toggle("aside", at > data.last);
    const cursor = find(".cursor"), share = data.shares[move], plot = find(".plot");
    if (cursor) cursor.style.left = `${(100 * move) / data.last}%`;
    if (plot) plot.setAttribute("aria-valuenow", move);
    if (share !== null && at <= data.last) find(".bar i").style.height = `${100 * share}%`;
    const [back, on] = [data.parents[at] < 0, data.next[at] < 0];
    for (const [value, none] of [["first", back], ["back", back], ["on", on], ["last", on]]) {
      find(`button[value=${value}]`).disabled = none;
    }
    into(find(".moves"), find(`.moves [data-n="${move}"]`));
  }

  const actions = {
    first: () => show(0),
    back: () => show(data.parents[at]),
    on: () => show(data.next[at]),
    last: () => { let end = at; while (data.next[end] >= 0) end = data.next[end]; show(end); },
    "marked-back": () => show(data.marked.filter((n) => n < ply(at)).pop()),
    marked: () => show(data.marked.find((n) => n > ply(at))),
    turn: () => { turned = !turned; root.classList.toggle("turned", turned); show(at); },
    best: () => { const first = find(".detail:not([hidden]) .best-line [data-n]"); if (first) show(+first.dataset.n); },
    game: () => show(ply(at)),
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "on", ArrowUp: "marked-back", ArrowDown: "marked",
    Home: "first", End: "last", f: "turn", b: "best", Escape: "game",
  };

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.n) show(+button.dataset.n);
    else if (button.value in actions) actions[button.value]();
  });
  // On a page of its own the keys work wherever the focus is; in a notebook only within the review.
  const whole = document.body.classList.contains("boyi-page");
  (whole ? document : root).addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    actions[keys[event.key]]();
    event.preventDefault();
  });
  const plot = find(".plot");
  if (plot) {
    const to = (event) => {
      const box = plot.getBoundingClientRect();
      show(Math.max(0, Math.min(data.last, Math.round((data.last * (event.clientX - box.left)) / box.width))));
    };
    plot.addEventListener("pointerdown", (event) => { plot.setPointerCapture(event.pointerId); to(event); });
    plot.addEventListener("pointermove", (event) => { if (event.buttons) to(event); });
  }
  all(".diagram").forEach((place) => draw(place, +place.parentElement.dataset.ply));
  show(0);
})
