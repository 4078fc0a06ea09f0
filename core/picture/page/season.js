/* Standings of a month: for each game a table, and how the ratings went. */
const seen = 8; /* curves that can be told apart */

/* "3:12.5 9:14.0": days, and the ratings in the evening. All begin with 0. */
const points = row => [[0, 0], ...row[5].split(" ").map(day => day.split(":").map(Number))];

/* Who has no place has a letter. */
const mark = (rows, i) => rows[i][0] || "abcdefghijklmnop"[i - rows.filter(row => row[0]).length];

/* Where marks at the ends of lines stand, so that none lies on another. */
function apart(ends) {
  let above = -9;
  for (const end of ends.sort((one, other) => one[0] - other[0])) above = end[0] = Math.max(end[0], above + 13);
  return ends;
}

function curve(rows) {
  const lines = rows.slice(0, seen).map(points), ratings = lines.flat().map(point => point[1]);
  const low = Math.min(...ratings), high = Math.max(...ratings, low + 1);
  const each = [1, 2, 5, 10, 20].find(step => (high - low) / step <= 5) || 50;
  const x = day => 28 + 340 * day / D.days, y = rating => 196 - 184 * (rating - low) / (high - low);
  const drawn = svg("svg", { class: "curve", viewBox: "0 0 400 220", role: "img", "aria-label": D.words.curve });
  for (let at = Math.ceil(low / each) * each; at <= high; at += each)
    drawn.append(svg("path", { class: "grid", d: `M28 ${y(at)}H368` }), svg("text", { x: 22, y: y(at) + 4, class: "left" }, at));
  for (let day = 1; day <= D.days; day += 7) drawn.append(svg("text", { x: x(day), y: 214 }, day));
  lines.forEach((line, i) => {
    drawn.append(svg("path", { class: "line c" + i, d: "M" + line.map(([day, rating]) => `${x(day)} ${y(rating)}`).join("L") }));
    for (const [day, rating] of line.slice(1)) drawn.append(svg("circle", { class: "c" + i, cx: x(day), cy: y(rating), r: 3 }));
  });
  for (const [at, i] of apart(lines.map((line, i) => [y(line[line.length - 1][1]) + 4, i])))
    drawn.append(svg("text", { x: x(lines[i][lines[i].length - 1][0]) + 10, y: at, class: "b c" + i }, mark(rows, i)));
  return drawn;
}

function table(rows) {
  const head = ["place", "player", "rating", "rated", "won"].map(name => el("th", "", D.words[name])), body = el("tbody");
  let placed = true;
  rows.forEach((row, i) => {
    if (placed && !row[0]) {
      const cell = el("td", "d", D.words.unplaced);
      cell.colSpan = head.length;
      body.append(el("tr", "", cell));
    }
    placed = !!row[0];
    body.append(el("tr", "", el("td", "", el("span", i < seen ? "plate c" + i : "plate", mark(rows, i))), el("td", "who", el("bdi", "", row[1])), ...row.slice(2, 5).map(cell => el("td", "", cell))));
  });
  return el("table", "", el("thead", "", el("tr", "", ...head)), body);
}

for (const [game, rows] of D.season)
  $("board").append(el("section", "panel season", el("h2", "", game), table(rows), curve(rows)));
