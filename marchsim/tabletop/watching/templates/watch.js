"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const G = JSON.parse($("game").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const HEIGHT = 92, EDGE = 8, MARGIN = 136, TINY = 34, CLOSE = 52;
  const seats = G.players.map((_, seat) => seat);
  const lines = [...document.querySelectorAll("#story li")];
  const texts = lines.map((line) => line.textContent);
  const last = G.frames.length - 1;
  const states = [];
  let sum = {};
  for (const frame of G.frames) { sum = Object.assign({}, sum, frame[6]); states.push(sum); }
  const many = G.score[1][0].toUpperCase() + G.score[1].slice(1);
  let at = 0, timer = null, later = null, mine = -1;

  function make(name, kind, words) {
    const node = document.createElement(name);
    if (kind) node.className = kind;
    if (words !== undefined) node.textContent = words;
    return node;
  }
  function draw(name, values, words) {
    const node = document.createElementNS(SVG, name);
    for (const key in values) node.setAttribute(key, values[key]);
    if (words !== undefined) node.textContent = words;
    return node;
  }
  const say = (numbers) => (numbers || []).map((n) => G.words[n]);

  // What one seat alone may see, while the hands of the others are hidden.
  const hidden = (seat) => mine >= 0 && seat >= 0 && seat !== mine;
  const text = (n) => hidden(G.frames[n][5])
    ? `${G.players[G.frames[n][5]]} does what the others cannot see.` : texts[n];

  // The board ---------------------------------------------------------------
  const layers = [], shown = [];
  let hot = null, whole = null;
  function setBoard() {
    const used = G.places.filter((_, place) => states.some((state) => (state["a" + place] || []).length));
    if (!used.length) { $("scene").classList.add("bare"); $("large").hidden = true; return; }
    const [rx, ry] = G.reach;
    const left = Math.min(...used.map((p) => p[1])) - rx - 8, top = Math.min(...used.map((p) => p[2])) - ry - 8;
    const wide = Math.max(...used.map((p) => p[1])) + rx + 8 - left;
    const high = Math.max(...used.map((p) => p[2])) + ry + 8 - top;
    whole = [left, top, wide, high];
    const svg = draw("svg", { viewBox: whole.join(" "), width: wide, height: high, role: "img", id: "board" });
    if (high > 16 * ry) $("scene").classList.add("tall");
    for (const [, x, y] of G.places) {
      const layer = draw("g", { transform: `translate(${x} ${y})` });
      layers.push(layer); shown.push(null); svg.append(layer);
    }
    hot = draw("g", { id: "hot" });
    svg.append(hot);
    $("scene").append(svg);
  }
  const changed = (n) => n ? Object.keys(G.frames[n][6]).filter((key) => key[0] === "a").map((key) => G.places[+key.slice(1)]) : [];
  // Where the whole board would be illegible, the view follows the action.
  function follow(n) {
    const svg = $("board"), [rx] = G.reach, seat = G.frames[n][4];
    const scale = Math.min(svg.clientWidth / whole[2], svg.clientHeight / whole[3]);
    let at = n;
    while (at < last && !changed(at).length && G.frames[at + 1][4] === seat) at++;
    if (!changed(at).length) at = n;
    while (at > 0 && !changed(at).length) at--;
    const near = changed(at);
    const close = near.length > 0 && 2 * rx * scale < TINY && !$("stage").classList.contains("large");
    $("scene").classList.toggle("low", whole[2] > 3 * whole[3] && !close);
    let box = whole;
    if (close) {
      const size = [svg.clientWidth, svg.clientHeight].map((seen, k) => Math.min(whole[k + 2], seen * 2 * rx / CLOSE));
      box = [0, 1].map((k) => {
        const middle = near.reduce((sum, place) => sum + place[k + 1], 0) / near.length - size[k] / 2;
        return Math.max(whole[k], Math.min(whole[k] + whole[k + 2] - size[k], middle));
      }).concat(size);
    }
    svg.setAttribute("viewBox", box.join(" "));
  }
  function symbol(number, area) {
    const [place, words, markup] = G.symbols[number];
    const node = draw("g", {});
    node.innerHTML = markup;
    node.prepend(draw("title", {}, `${area}: ${G.words[place]}: ${G.words[words]}`));
    return node;
  }
  function board(n) {
    const state = states[n];
    layers.forEach((layer, place) => {
      const now = state["a" + place] || null;
      if (now === shown[place]) return;
      shown[place] = now;
      layer.replaceChildren(...(now || []).map((number) => symbol(number, G.places[place][0])));
    });
    if (!hot) return;
    hot.replaceChildren(...changed(n).map(([, x, y]) => {
      const mark = draw("g", { transform: `translate(${x} ${y})` });
      mark.innerHTML = G.outline;
      return mark;
    }));
    follow(n);
    const scores = seats.map((seat) => `${G.players[seat]} ${state["s" + seat]}`).join(", ");
    $("board").setAttribute("aria-label", `The board after: ${text(n)} ${many}: ${scores}.`);
  }

  // The players -------------------------------------------------------------
  const panels = seats.map((seat) => {
    const panel = make("section", `panel seat${seat}`), head = make("h2"), numbers = make("div", "numbers"), list = make("dl");
    const score = make("span", "score"), told = make("span", "told");
    head.append(make("span", `disc disc${seat}`, G.letters[seat]), make("span", "called", G.players[seat]), told, score);
    const values = G.numbers.map(() => { const value = make("span"); numbers.append(value); return value; });
    const rows = G.lists.map(([name]) => {
      const term = make("dt", "", name), items = make("dd");
      list.append(term, items);
      return [term, items];
    });
    panel.append(head, numbers, list);
    $("panels").append(panel);
    return { panel, score, told, values, rows };
  });
  function players(n) {
    const state = states[n], delta = n ? G.frames[n][6] : {}, before = n ? states[n - 1] : {};
    seats.forEach((seat) => {
      const { panel, score, told, values, rows } = panels[seat];
      panel.classList.toggle("acts", G.frames[n][4] === seat);
      score.textContent = state["s" + seat];
      score.classList.toggle("hot", "s" + seat in delta);
      told.textContent = say(state["t" + seat]).join(", ");
      values.forEach((value, k) => {
        const now = state["n" + seat][k];
        value.textContent = `${now} ${G.numbers[k][now === 1 ? 0 : 1]}`;
        value.classList.toggle("hot", n > 0 && now !== before["n" + seat][k]);
      });
      rows.forEach(([term, items], k) => {
        const now = say(state[`l${seat}.${k}`]), veiled = G.lists[k][1] && hidden(seat);
        term.hidden = items.hidden = !now.length;
        items.textContent = veiled ? `${now.length} hidden` : now.join(", ");
        items.classList.toggle("hot", !veiled && `l${seat}.${k}` in delta);
      });
    });
    const facts = say(state.f);
    if (G.opponent) facts.unshift(`${G.opponent}: ${state.o} ${G.score[state.o === 1 ? 0 : 1]}`);
    $("facts").textContent = facts.join(" · ");
  }

  // Words -------------------------------------------------------------------
  function story(n) {
    const frame = G.frames[n];
    $("when").textContent = frame[1] ? `Round ${frame[1]}, ${G.phases[frame[2]]}` : G.phases[frame[2]];
    $("count").textContent = `event ${frame[0]} of ${G.frames[last][0]}`;
    $("caption").textContent = text(n);
    const low = Math.max(0, Math.min(n - 3, last - 6)), high = Math.min(last, low + 6), near = [];
    for (let i = low; i <= high; i++) {
      const line = make("li", "d" + Math.min(G.frames[i][3], 5), text(i));
      if (i === n) line.setAttribute("aria-current", "true");
      near.push(line);
    }
    $("near").replaceChildren(...near);
  }
  function reasons(n) {
    const found = (G.reasons[n] || []).filter((one) => !hidden(one[0]));
    $("why").replaceChildren(...found.map(([seat, asked, about, by, count, options]) => {
      const box = make("div", "why"), table = make("table");
      const context = G.words[about] ? ` (${G.words[about]})` : "";
      box.append(make("strong", "", `${G.players[seat]} decided: `), `${G.words[asked]}${context}, by ${G.words[by]}; ${count} option${count === 1 ? "" : "s"}`);
      for (const [option, chosen, score, parts, samples, error] of options) {
        const row = make("tr", chosen ? "chosen" : ""), cell = make("td", "", (chosen ? "\u2713 " : "") + G.words[option]);
        const sum = parts.map(([what, value]) => `${value < 0 ? "\u2212" : "+"} ${Math.abs(value).toFixed(2)} ${G.words[what]}`).join(" ");
        const spread = samples ? `\u00b1 ${error.toFixed(2)} in ${samples} games` : "";
        if (sum || spread) cell.append(" ", make("span", "parts", [sum.replace(/^\+ /, ""), spread].filter(Boolean).join(" ")));
        row.append(make("td", "worth", score === null ? "" : score.toFixed(2)), cell);
        table.append(row);
      }
      box.append(table);
      return box;
    }));
  }

  // The chart ---------------------------------------------------------------
  let width = 0;
  const across = (n) => EDGE + (last ? n / last : 0) * (width - 2 * EDGE);
  function chart() {
    const whole = $("chart").clientWidth || 800, narrow = whole < 500, high = narrow ? 64 : HEIGHT;
    width = whole - (narrow ? 108 : MARGIN);
    $("slider").style.width = `${width}px`;
    const curves = seats.map((seat) => "s" + seat).concat(G.opponent ? ["o"] : []);
    const names = G.players.concat(G.opponent ? [G.opponent] : []);
    const all = curves.flatMap((key) => states.map((state) => state[key] || 0));
    const low = Math.min(0, ...new Set(all)), most = Math.max(1, ...new Set(all));
    const up = (value) => high - 6 - (value - low) / (most - low) * (high - 22);
    const svg = draw("svg", { viewBox: `0 0 ${whole} ${high}`, role: "img", "aria-label": `${many} of each player over the game` });
    let free = -99;
    G.frames.forEach((frame, n) => {
      if (!n || frame[1] === G.frames[n - 1][1]) return;
      const x = across(n);
      svg.append(draw("line", { class: "grid", x1: x, x2: x, y1: 0, y2: high }));
      if (x < free) return;
      const label = narrow ? `${frame[1]}` : `round ${frame[1]}`;
      svg.append(draw("text", { x: x + 3, y: 10 }, label));
      free = x + (narrow ? 16 : 56);
    });
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => (most - low) / size <= 4) || 1000;
    for (let value = Math.ceil(low / step) * step; value <= most; value += step)
      svg.append(draw("line", { class: "grid", x1: EDGE, x2: width - EDGE, y1: up(value), y2: up(value) }));
    const ends = [];
    curves.forEach((key, k) => {
      let path = `M${across(0)} ${up(0)}`, value = 0;
      states.forEach((state, n) => {
        const now = state[key] || 0;
        if (now !== value) { path += `H${across(n).toFixed(1)}V${up(now).toFixed(1)}`; value = now; }
      });
      svg.append(draw("path", { class: k < seats.length ? `curve curve${k}` : "curve other", d: `${path}H${across(last)}` }));
      ends.push([value, k]);
    });
    ends.sort((one, other) => other[0] - one[0]);
    const gap = narrow ? 11.5 : 14, bottom = high - 2;
    let y = -99;
    const rows = ends.map(([value]) => (y = Math.max(up(value) + 4, y + gap, 10)));
    for (let k = rows.length - 1, most = bottom; k >= 0; k--, most -= gap) rows[k] = Math.min(rows[k], most);
    ends.forEach(([value, k], row) => {
      const letters = narrow ? 9 : 13, name = [...names[k]];
      const cut = name.length > letters ? name.slice(0, letters - 1).join("") + "\u2026" : names[k];
      const words = narrow && k < seats.length ? `${G.letters[k]} ${cut}` : cut;
      const label = draw("text", { class: k < seats.length ? `end name${k}` : "end", x: width, y: rows[row] }, `${value} ${words}`);
      label.append(draw("title", {}, names[k]));
      svg.append(label);
    });
    for (const [n, , words] of G.moments) {
      const dot = draw("circle", { class: "dot", cx: across(n), cy: high - 3, r: 3 });
      dot.append(draw("title", {}, words));
      svg.append(dot);
    }
    svg.append(draw("line", { id: "now", y1: 0, y2: high }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      go(Math.round((event.clientX - box.left - EDGE) / (width - 2 * EDGE) * last));
    });
    $("chart").replaceChildren(svg);
    mark();
  }
  function mark() {
    for (const end of ["x1", "x2"]) $("now").setAttribute(end, across(at));
  }

  // Moving ------------------------------------------------------------------
  function go(n, quiet) {
    at = Math.max(0, Math.min(last, n));
    board(at); players(at); story(at); reasons(at); mark();
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", `${$("when").textContent}: ${$("caption").textContent}`);
    clearTimeout(later);
    if (!quiet) later = setTimeout(() => history.replaceState(null, "", `#e${G.frames[at][0]}`), 200);
  }
  function seek(way, fits) {
    let n = at + way;
    while (n > 0 && n < last && !fits(n)) n += way;
    go(n);
  }
  function jump(way, name) {
    const fits = G.moments.filter(([n, landmark]) => (n - at) * way > 0 && (name === null || landmark === name));
    if (fits.length) go(fits[way > 0 ? 0 : fits.length - 1][0]);
  }
  const action = (n) => G.frames[n][3] <= 2;
  const turns = (n) => n === 0 || G.frames[n][1] !== G.frames[n - 1][1];
  function play() {
    if (timer) { clearInterval(timer); timer = null; }
    else {
      if (at === last) go(0);
      timer = setInterval(() => (at >= last ? play() : go(at + 1, true)), +$("speed").value);
    }
    $("play").textContent = timer ? "Pause" : "Play";
    $("caption").setAttribute("aria-live", timer ? "off" : "polite");
  }
  const moves = {
    ArrowRight: (event) => (event.shiftKey ? seek(1, action) : go(at + 1)),
    ArrowLeft: (event) => (event.shiftKey ? seek(-1, action) : go(at - 1)),
    PageDown: () => seek(1, turns), PageUp: () => seek(-1, turns),
    Home: () => go(0), End: () => go(last), " ": play,
    n: () => jump(1, null), p: () => jump(-1, null),
  };
  document.addEventListener("keydown", (event) => {
    const node = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || node.matches("select, summary")) return;
    if (event.key === " " && node.matches("button, a")) return;
    const name = G.keys[event.key.toLowerCase()];
    const move = moves[event.key] || (name && (() => jump(event.shiftKey ? -1 : 1, name)));
    if (move) { event.preventDefault(); move(event); }
  });
  const buttons = { first: () => go(0), back: () => go(at - 1), on: () => go(at + 1), last: () => go(last) };
  document.querySelectorAll("[data-do]").forEach((node) => node.addEventListener("click", buttons[node.dataset.do]));
  document.querySelectorAll("[data-jump]").forEach((node) =>
    node.addEventListener("click", () => jump(+node.dataset.way, node.dataset.jump)));
  $("play").addEventListener("click", play);
  $("speed").addEventListener("change", () => { if (timer) { play(); play(); } });
  $("slider").addEventListener("input", (event) => go(+event.target.value));
  $("large").addEventListener("click", () => {
    const large = $("stage").classList.toggle("large");
    $("large").setAttribute("aria-pressed", large);
    board(at);
  });
  if ($("hands")) $("hands").addEventListener("change", (event) => {
    mine = event.target.value === "" ? -1 : +event.target.value;
    lines.forEach((line, n) => { line.textContent = text(n); });
    go(at, true);
  });
  function named() {
    const found = /^#e(\d+)$/.exec(location.hash);
    if (!found) return -1;
    const n = G.frames.findIndex((frame) => frame[0] >= +found[1]);
    return n < 0 ? last : n;
  }
  addEventListener("hashchange", () => { const n = named(); if (n >= 0) { go(n, true); scrollTo(0, 0); } });
  addEventListener("resize", () => { chart(); board(at); });

  $("watch").hidden = false;
  $("slider").max = last;
  setBoard(); chart();
  const first = G.frames.findIndex((frame) => frame[1] > 0);
  go(Math.max(0, named() >= 0 ? named() : first), true);
})();
