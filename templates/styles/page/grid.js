/* grid: every result. Only what is in sight exists; of many algorithms a row is one element. */

/** @type {GridState} */
const grid = { show: K > 12 ? "rank" : "score", as: K > 12 ? "heat" : "numbers", key: "name", down: false, rows: [], cols: [], at: null, low: 0, high: 1, reach: 1, size: { name: 0, w: 1, t: 1 } };
/** Rows in sight. @type {Map<number, any>} */
const pool = new Map(), gBox = part("#g-box"), gSheet = part("#g-sheet");
const HEAD = 116, PAINTED_FROM = 61;
const isPainted = () => grid.cols.length >= PAINTED_FROM;
const scoreOf = (d, a) => metric().cells[d * K + a], rankOf = (d, a) => view().ranks[d * K + a];
const gapOf = (d, a) => apart(metric(), scoreOf(d, a), scoreOf(d, state.ref)), gapWords = (d, a) => gapText(metric(), gapOf(d, a));
const rankWords = (rank) => num(rank, rank % 1 ? 1 : 0);
const valueOf = (d, a) => ({ difference: gapOf, rank: rankOf, score: scoreOf })[grid.show](d, a);
const cellText = (d, a) => (grid.show === "difference" ? gapWords(d, a) : grid.show === "rank" ? rankWords(rankOf(d, a)) : scoreText(metric(), scoreOf(d, a)));
/** Return the class of a cell: h0 (worst) to h8 (best), g0 to g8 about the reference. */
function shade(d, a) {
  const { show, low, high, reach } = grid, value = valueOf(d, a), m = metric();
  if (isNaN(value)) return "none";
  if (show === "difference") return `g${4 + sign(value * m.sign) * min(4, ceil((abs(value) / reach) * 4))}`;
  return `h${clamp(round((show === "rank" ? 1 - (value - 1) / (grid.cols.length - 1) : ((value - low) / (high - low || 1) - 0.5) * m.sign + 0.5) * 8), 0, 8)}`;
}
function gridRows() {
  const v = view(), terms = $("g-find").value.toLowerCase().split(/\s+/), members = DATA.groups?.[$("g-group").value], { key } = grid, value = (d) => valueOf(d, key) * (grid.show === "rank" ? -1 : 1);
  const rows = ALL_D.filter((d) => (state.whatif || !state.outD.has(d)) && (!members || members.includes(d)) && terms.every((term) => SETS[d].toLowerCase().includes(term))).map((d) => ({ d, x: key === "name" || isNaN(value(d)) ? -Infinity : value(d) }));
  grid.cols = v.order;
  grid.rows = rows.sort((p, q) => (q.x > p.x ? 1 : q.x < p.x ? -1 : p.d - q.d)).map(({ d }) => d);
  if (grid.down) grid.rows.reverse();
  const spread = (of) => grid.rows.flatMap((d) => v.algs.map((a) => of(d, a))).filter((x) => !isNaN(x)).sort((x, y) => x - y), at = (list, share) => list[floor((list.length - 1) * share)] ?? 0, scores = spread(scoreOf);
  Object.assign(grid, { low: at(scores, 0.02), high: at(scores, 0.98), reach: at(spread((d, a) => abs(gapOf(d, a)) || NaN), 0.9) || 1 });
}
const cellLines = (d, a) => [`${ALGS[a]} on ${SETS[d]}`, `${metric().name} ${scoreText(metric(), scoreOf(d, a))}`, isNaN(rankOf(d, a)) ? "no rank: a result is missing" : `rank ${rankWords(rankOf(d, a))} of ${grid.cols.length}`, a === state.ref ? "the reference" : `${gapWords(d, a)} against ${ALGS[state.ref]}`];
const isTop = (d, a) => rankOf(d, a) === view().top[d];
const cellOf = (c, d, a, id, cls) => h("div", { role: "gridcell", id, "aria-colindex": c + 2, class: `g-cell ${cls}` }, cellText(d, a));
/** Return all cells of a row: a gradient, and a text so wide that each part fills its cell. */
function strip(d, w) {
  const wide = grid.as === "heat" ? 1 : 7, texts = grid.cols.map((a) => (wide > 1 ? cellText(d, a).padStart(6).padEnd(wide) : isTop(d, a) ? "\u2022" : " ")), node = h("div.g-strip", { "aria-hidden": "true" }, texts.join(""));
  node.style.backgroundImage = `linear-gradient(90deg, ${grid.cols.map((a, c) => `var(--${shade(d, a)}) ${c * w}px ${(c + 1) * w}px`).join()})`;
  node.style.letterSpacing = `calc(${w / wide}px - 1ch)`;
  return node;
}
function gridRow(i, { w, t }) {
  const d = grid.rows[i], out = state.outD.has(d), keep = state.whatif && h("input.keep", { type: "checkbox", checked: !out, "aria-label": `Include ${SETS[d]}`, tabindex: -1, onchange: () => toggle("outD", d) });
  const row = h("div", { role: "row", class: `g-row${out ? " out" : ""}`, "aria-rowindex": i + 2, "data-d": SETS[d] }, h("div.g-name", { role: "rowheader" }, keep, h("bdi", { title: SETS[d] }, SETS[d])),
    isPainted() ? strip(d, w) : grid.cols.map((a, c) => cellOf(c, d, a, `c${d}-${a}`, `${shade(d, a)}${isTop(d, a) ? " top" : ""}`)));
  row.style.transform = `translateY(${HEAD + i * t}px)`;
  return row;
}
function gridDraw(fresh = false) {
  const { scrollTop, clientHeight } = gBox, size = grid.size, r0 = max(0, floor(scrollTop / size.t) - 4), r1 = min(grid.rows.length, ceil((scrollTop + clientHeight - HEAD) / size.t) + 4);
  for (const [i, node] of pool) if (fresh || i < r0 || i >= r1) { node.remove(); pool.delete(i); }
  for (let i = r0; i < r1; i++) if (!pool.has(i)) pool.set(i, gSheet.appendChild(gridRow(i, size)));
  gridMark();
}
function sortGrid(key) {
  Object.assign(grid, { key, down: grid.key === key && !grid.down });
  gridRefresh();
}
function gridHead({ name, w }) {
  const head = (key, text, rising, props) => h("div", { role: "columnheader", "aria-sort": grid.key !== key ? "none" : grid.down === rising ? "descending" : "ascending", ...props }, button({ class: "sort", tabindex: -1, title: text }, () => sortGrid(key), h("bdi", {}, text)));
  $("g-head").replaceChildren(head("name", "Dataset", true, { class: "g-corner" }), ...grid.cols.map((a, i) => {
    const node = head(a, ALGS[a], false, { id: `ch${a}`, class: `g-col${a === state.ref ? " is-ref" : ""}`, "data-a": ALGS[a], "aria-colindex": i + 2 });
    node.style.left = `${name + i * w}px`;
    return node;
  }));
}
function gridRefresh() {
  gridRows();
  const { rows, cols, low, high, show, as } = grid, heat = as === "heat", name = innerWidth < 600 ? 116 : 190, size = { name, w: clamp(floor((gBox.clientWidth - name) / cols.length), heat ? 14 : 52, heat ? 52 : 104), t: heat ? 20 : 24 }, m = metric(), ends = show !== "score" ? ["worse", "better"] : (m.sign > 0 ? [low, high] : [high, low]).map((x) => scoreText(m, x));
  Object.assign(grid, { at: null, size });
  for (const [name, value] of Object.entries({ "--w": size.w, "--name": size.name, width: size.name + cols.length * size.w, height: HEAD + rows.length * size.t })) gSheet.style.setProperty(name, `${value}px`);
  filled(gBox, { class: `g-box ${as}`, "aria-rowcount": rows.length + 1, "aria-colcount": cols.length + 1 });
  textIn("g-count", `${rows.length === N ? "" : `${rows.length} of `}${N} datasets ${TIMES} ${cols.length} ${DATA.nouns} by ${m.name}`);
  $("g-legend").replaceChildren(ends[0], h("span.ramp", {}, [...Array(9).keys()].map((i) => h("i", { class: (show === "difference" ? "g" : "h") + i }))), ends[1]);
  gridHead(size);
  gridDraw(true);
}
/** Mark the column pointed at and the cell walked to. */
function gridMark() {
  const c = grid.cols.findIndex((a) => ALGS[a] === hot), { name, w } = grid.size, [i, j] = grid.at ?? [NaN, 0], d = grid.rows[i], a = grid.cols[j];
  $("g-mark").hidden = c < 0;
  $("g-mark").style.left = `${name + c * w}px`;
  $("g-active")?.remove();
  for (const node of all(".g-box .active")) node.classList.remove("active");
  if (isPainted() && i >= 0) pool.get(i)?.append(cellOf(j, d, a, "g-active", ""));
  if ($("g-active")) $("g-active").style.left = `${name + j * w}px`;
  const active = $("g-active") ?? $(i < 0 ? `ch${a}` : `c${d}-${a}`);
  active?.classList.add("active");
  filled(gBox, { "aria-activedescendant": active?.id });
}
function gridShow(i, c, delay) {
  const { name, w, t } = grid.size, d = grid.rows[i], a = grid.cols[c], { scrollLeft, scrollTop } = gBox, at = boxOf(gBox);
  light(ALGS[a] ?? null, SETS[d] ?? null);
  if (d === undefined || a === undefined) return hideTip();
  clearTimeout(wait);
  wait = setTimeout(() => showTip(cellLines(d, a), new DOMRect(at.left + name + c * w - scrollLeft, at.top + HEAD + i * t - scrollTop, w, t)), delay);
}
function gridPoint({ clientX, clientY }) {
  const { scrollLeft, scrollTop } = gBox, at = boxOf(gBox), { name, w, t } = grid.size, x = clientX - at.left - name, y = clientY - at.top - HEAD;
  gridShow(y < 0 ? -1 : floor((y + scrollTop) / t), x < 0 ? -1 : floor((x + scrollLeft) / w), 60);
}
function gridGo(d) {
  freshenAll();
  if (!grid.rows.includes(d)) { $("g-find").value = $("g-group").value = ""; gridRefresh(); }
  grid.at = [grid.rows.indexOf(d), 0];
  $("grid").scrollIntoView({ block: "start" });
  gBox.scrollTop = grid.at[0] * grid.size.t - 120;
  gBox.focus({ preventScroll: true });
  gridDraw();
  light(null, SETS[d]);
}
function gridKeys(event) {
  const step = moveOf(event), [i, c] = grid.at ?? [-1, 0], { name, w, t } = grid.size;
  if (event.target !== gBox) return;
  if (step) {
    event.preventDefault();
    // Above the first row lie the heads, which sort.
    const row = grid.at ? clamp(i + step[0], -1, grid.rows.length - 1) : 0, col = clamp(c + step[1], 0, grid.cols.length - 1), into = (x, length, from, room) => (x < from ? x : max(from, x + length - room + 14));
    grid.at = [row, col];
    gBox.scrollTop = into(row * t, t, gBox.scrollTop, gBox.clientHeight - HEAD);
    gBox.scrollLeft = into(col * w, w, gBox.scrollLeft, gBox.clientWidth - name);
    gridDraw();
    gridShow(row, col, 30);
  } else if (event.key === "Enter" && grid.at) { if (i < 0) sortGrid(grid.cols[c]); else openDuel(grid.cols[c]); }
  else if (event.key === "Delete" && i >= 0) toggle("outD", grid.rows[i]);
}
/** @returns {Model} */
function gridTable() {
  const exactly = (d, a) => (grid.show === "difference" && metric().measure === "ratio" ? exp(gapOf(d, a)) : valueOf(d, a));
  return { head: ["Dataset", ...grid.cols.map((a) => ALGS[a])], left: [true, ...grid.cols.map(() => false)], rows: grid.rows.filter((d) => !state.outD.has(d)).map((d) => [{ text: SETS[d] }, ...grid.cols.map((a) => ({ text: cellText(d, a), value: exactly(d, a), best: isTop(d, a) }))]) };
}
function gridStart() {
  const place = $("every-result-grid"), groups = Object.keys(DATA.groups ?? {});
  if (!place) return;
  place.append(...place.dataset.ids.split(" ").map((id) => h("span.anchor", { id })), part("#grid"));
  const again = () => { gBox.scrollTop = 0; gridRefresh(); };
  let due = false, wide = 0;
  one(".tools", place).append(menu("every result", copies("results", gridTable)));
  options("g-group", groups, groups);
  $("g-group").parentNode.hidden = groups.length < 2;
  on("g-find", "input", again);
  on("g-group", "change", again);
  for (const key of ["show", "as"]) for (const radio of all(`[name=g-${key}]`)) filled(radio, { checked: radio.value === grid[key], onchange: () => { grid[key] = radio.value; gridRefresh(); } });
  filled(gBox, {
    onkeydown: gridKeys, onpointermove: gridPoint, onpointerleave: unlight,
    onscroll: () => { if (!due) requestAnimationFrame(() => { due = false; gridDraw(); }); due = true; },
    onclick: (event) => { gridPoint(event); if (hot !== null && hotSet !== null && event.pointerType !== "touch") openDuel(ALGS.indexOf(hot)); },
  });
  new ResizeObserver(() => { if (gBox.clientWidth !== wide && grid.cols.length) gridRefresh(); wide = gBox.clientWidth; }).observe(gBox);
  followers.push(() => grid.cols.length && gridMark());
  watch(SELECTION, gridRefresh, place);
}
