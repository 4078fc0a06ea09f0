/* Steps through the game. What is shown of a step are panels; a panel is a text of pieces, as
   page.c writes them. */
const last = D.steps.length - 1;
let at = -1, resting = 0;

function drawing(name, kind, label) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { class: kind, ...named }, svg("use", { href: "#" + name }));
}

/* "~" ends a piece, so in words something else stands for it. */
const words = text => text.replaceAll("\u0001", "~");

/* "3" or "3x4": a face, and how many of them. */
function cards(text, size) {
  const [face, count] = text.split("x");
  const made = drawing("f" + face, "card", D.faces[face] + (count ? ", " + count : ""));
  if (!count) return made;
  const number = el("b", "", count);
  number.setAttribute("aria-hidden", "true");
  return el("span", "many", made, number);
}

/* "3x2 1 4,5 2 high, 1 hidden": the top card and how many, how many lie under them, those of them
   that are known, and words. */
function stack(text) {
  const [top, hidden, known, ...rest] = text.split(" ");
  const seen = known === "-" ? [] : known.split(",");
  const under = el("span", "under", ...seen.map(face => cards(face)));
  for (let i = seen.length; i < hidden; i++) under.append(drawing("f-1", "card", D.words.down));
  return el("span", "stack", cards(top), under, words(rest.join(" ")));
}

const kinds = {
  w: text => el("bdi", "", words(text)),
  d: text => el("bdi", "d", words(text)),
  b: text => el("bdi", "b", words(text)),
  g: text => el("span", "plate", text),
  p: text => el("span", "take", text),
  t: text => drawing("t" + text, "sign"),
  c: cards,
  e: text => el("span", "none", drawing("t" + text, "sign")),
  s: () => el("span", "slot"),
  k: stack
};

/* Pieces that are joined stand together; "n" begins a new line. */
function flow(pieces) {
  const lines = [[]];
  for (const text of pieces) {
    const joined = text[0] === "&", body = joined ? text.slice(1) : text, line = lines[lines.length - 1];
    if (body === "n") {
      if (line.length) lines.push([]);
      continue;
    }
    const piece = kinds[body[0]](body.slice(1));
    if (joined && line.length) line[line.length - 1].push(piece);
    else line.push([piece]);
  }
  return lines.filter(line => line.length).map(line => {
    const stacks = line.length > 1 && line.some(group => group.some(piece => piece.className === "stack"));
    return el("div", stacks ? "ties" : "flow", ...line.map(group => group.length > 1 ? el("span", "tie", ...group) : group[0]));
  });
}

/* A letter for the kind, "!" if it is marked; then its parts, with "/" between. */
function panel(text) {
  const [kind, ...pieces] = text.split("~"), parts = [[]];
  for (const piece of pieces) piece === "/" ? parts.push([]) : parts[parts.length - 1].push(piece);
  const box = el("section", "panel" + (kind[1] ? " mark" : ""));
  const loose = line => flow(line).flatMap(part => [...part.childNodes]);
  const head = line => el("h2", "", ...loose(line));
  if (kind[0] === "o") {
    box.append(...flow(parts[0]));
  } else if (kind[0] === "w") {
    box.classList.add("ware");
    box.append(...loose(parts[0]), head(parts[1]), ...parts.slice(2).flatMap(flow));
  } else {
    const title = head(parts[0]);
    if (kind[0] === "h") box.classList.add("hand");
    if (parts[1].length) title.append(el("span", "last", ...loose(parts[1])));
    box.append(title, ...parts.slice(2).flatMap(flow));
  }
  return box;
}

function board(step, before) {
  const offer = el("div", "offer"), wares = el("div", "wares"), people = el("div", "people"), rest = el("div", "rest");
  let rows = 0, seats = 0;
  $("facts").replaceChildren();
  for (const id of step[2]) {
    const text = D.panels[id], kind = text[0];
    if (kind === "f") {
      $("facts").append(...flow(text.split("~").slice(1)));
      continue;
    }
    const made = panel(text);
    if (before && !before[2].includes(id)) made.classList.add("fresh");
    rows += kind === "o";
    seats += kind === "p" && made.childElementCount > 1;
    /* of who has nothing, the name is enough */
    const place = kind === "w" ? wares : kind === "o" ? offer : kind === "p" && made.childElementCount === 1 ? rest : people;
    place.append(made);
  }
  if (rest.childElementCount) people.append(rest);
  if (wares.childElementCount) offer.prepend(wares);
  people.classList.toggle("wide", rows < 2 && seats > 3);
  $("board").className = (rows > 1 ? "beside" : "") + (D.bare ? " bare" : "");
  $("board").replaceChildren(offer, people);
}

/* The list grows and shrinks with the step: what comes later stands nowhere in the page. */
function list() {
  const all = $("list");
  while (all.childElementCount > at + 1) all.lastChild.remove();
  while (all.childElementCount <= at) {
    const step = all.childElementCount, link = el("a", "", D.steps[step][0] || D.words.step + " " + step);
    link.href = "#" + step;
    all.append(el("li", "", link));
  }
  for (const link of all.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  all.lastChild.firstChild.setAttribute("aria-current", "step");
}

function result(lines) {
  $("result").hidden = !lines;
  if (!lines) $("result").replaceChildren();
  else $("result").replaceChildren(...lines.join("\n").split("\n").map((line, i) => el(i ? "p" : "h2", "", line)));
}

/* Where a person comes to rest, the address says it, and a screen reader is told; a slider says its
   own value. */
function rest(step, quiet) {
  clearTimeout(resting);
  resting = setTimeout(() => {
    if (!quiet) $("aloud").textContent = step[0] + " " + D.panels[step[1]];
    try {
      history.replaceState(null, "", "#" + at);
    } catch (error) { /* a frame without an address of its own */ }
  }, 350);
}

function go(to, quiet) {
  to = Math.max(0, Math.min(last, to || 0));
  if (to === at) return;
  const step = D.steps[to], before = at < 0 ? null : D.steps[at];
  at = to;
  $("said").textContent = step[0];
  $("said").classList.toggle("long", step[0].length > 160);
  $("call").textContent = step[3] ? "" : D.panels[step[1]]; /* or the result says it */
  board(step, before);
  list();
  result(step[3]);
  $("at").value = at;
  $("at").setAttribute("aria-valuetext", at + ": " + step[0]);
  $("count").textContent = at + "/" + last;
  rest(step, quiet);
}

$("at").max = last;
$("first").onclick = () => go(0);
$("back").onclick = () => go(at - 1);
$("next").onclick = () => go(at + 1);
$("at").oninput = event => go(+event.target.value, true);
addEventListener("hashchange", () => go(parseInt(location.hash.slice(1), 10)));
addEventListener("keydown", event => {
  const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -last, End: last }[event.key];
  if (!by || event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  go(at + by);
});

let touched = null;
addEventListener("touchstart", event => {
  const one = event.touches[0];
  touched = event.touches.length === 1 && !event.target.closest("nav") ? [one.clientX, one.clientY] : null;
}, { passive: true });
addEventListener("touchend", event => {
  if (!touched) return;
  const across = event.changedTouches[0].clientX - touched[0], down = event.changedTouches[0].clientY - touched[1];
  touched = null;
  if (Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(down)) go(at + (across < 0 ? 1 : -1));
}, { passive: true });

go(parseInt(location.hash.slice(1), 10));
