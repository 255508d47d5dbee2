/* board: the leaderboard. Its drawings use percentages, so that they fit any column. */

const drawn = (...kids) => s("svg.strip", { "aria-hidden": "true" }, kids);
/** @returns {Board} */
function boardModel() {
  const m = metric(), v = view(), stale = isSubset(), own = isOwn();
  const rows = v.order.map((a) => {
    // Tests stay those of the whole table; the estimate is computed anew.
    const t = verdict(m, a, state.ref, own), d = !t ? NaN : stale ? estimate(m, a, state.ref) : t.d ?? NaN;
    return { a, t, d, place: v.place[a], rank: v.rank[a], mean: v.mean[a], best: v.best[a] };
  });
  const gains = (list) => list.map((d) => (d === null ? NaN : gain(m, d))).filter(isFinite), ends = gains(rows.flatMap(({ t, d }) => (t ? [d, t.lo, t.hi] : [])));
  // A few divergent algorithms must not flatten the rest: what lies beyond has an arrow.
  const cut = 3 * (median(gains(rows.map((r) => r.d)).map(abs)) || 0), end = (x) => (cut && abs(x) > 2 * cut ? sign(x) * cut : x);
  return { m, v, rows, stale, own, tested: (own ? m.own : m.pairs) !== null, low: end(min(0, ...ends)), high: end(max(0, ...ends)) };
}
function axisMarks(m, low, high) {
  if (m.measure !== "ratio") { const marks = ticks(low, high, 4), digits = tickDigits(marks); return marks.map((at) => ({ at, text: num(scaleOf(m).back(at, m), digits) })); }
  const reach = exp(max(-low, high)), lists = [[1e-4, 0.01, 1, 100, 1e4], [0.001, 0.01, 0.1, 1, 10, 100, 1000], [0.1, 0.2, 0.5, 1, 2, 5, 10], ticks(1 / reach, reach, 6)];
  return lists.map((list) => list.map((x) => ({ at: gain(m, x), text: String(x) })).filter(({ at }) => at >= low - 1e-9 && at <= high + 1e-9)).find((list) => list.length > 2) ?? [{ at: 0, text: "1" }];
}
/** Draw an estimate with two intervals. @param {Row} r @param {Board} x */
function diffStrip({ t, a, d }, { m, low, high }) {
  const at = (x) => percent(x, low, high), g = gain(m, d), far = g < low ? "\u25c4" : g > high && "\u25ba", endless = gain(m, 2) > gain(m, 1) ? Infinity : -Infinity;
  if (!t || !isFinite(g)) return drawn(a === state.ref && line("ref", at(0), "15%", at(0), "85%"));
  const span = (cls, lo, hi) => (lo !== null || hi !== null) && line(`${cls} ${t.kind}`, at(lo === null ? -endless : gain(m, lo)), "50%", at(hi === null ? endless : gain(m, hi)), "50%");
  const limits = far ? [] : [t.lo, t.hi].filter((x) => x !== null).map((x) => gain(m, x)), tip = (x, text, cls = "on ") => label(at(x), "65%", "middle", text, `arrow ${cls}${t.kind}`);
  return drawn(span("whisker", t.lo, t.hi), span("alone", t.lo1, t.hi1), min(...limits) < low && tip(low, "\u25c2"), max(...limits) > high && tip(high, "\u25b8"), far ? tip(g, far, "") : s("circle", { class: `mark ${t.kind}`, cx: at(g), cy: "50%", r: 3.6 }));
}
/** Draw the bracket of those not distinguished, dotted beside others. */
function bracket(i, tied) {
  const first = tied.indexOf(true), last = tied.lastIndexOf(true);
  return first !== last && i >= first && i <= last && drawn(line(`bracket${tied[i] ? "" : " gap"}`, "55%", i === first ? "50%" : "-6%", "55%", i === last ? "50%" : "106%"), tied[i] && line("bracket", "55%", "50%", "100%", "50%"));
}
const setText = (m, a) => (m.low && m.low[a] !== null ? `${m.low[a]}${DASH}${m.high[a]}` : "");
const testWords = (m, own) => `${m.test}, ${m.adjusted || "not adjusted"} over ${family(own)}`;
const common = () => ({ nouns: DATA.nouns, count: `${K - 1}`, reference: ALGS[DATA.reference] });
/** Exact value and content of a cell. @type {Record<string, (r: any, x: any) => any[]>} */
const CELLS = {
  place: (r, { m, v, stale }) => {
    // Among the same in the whole table: leaving out the first moves nobody.
    const move = stale ? 1 + v.algs.filter((b) => m.rank[b] < m.rank[r.a]).length - r.place : 0;
    return [r.place, move !== 0 && h("small", { class: `old move ${move > 0 ? "up" : "down"}` }, (move > 0 ? "\u25b2" : "\u25bc") + abs(move)), r.place];
  },
  set: (r, { m }) => [null, setText(m, r.a) && drawn(line("axis", "2%", "50%", "98%", "50%"), line("set", percent(m.low[r.a] - 0.35, 1, K), "50%", percent(m.high[r.a] + 0.35, 1, K), "50%"), s("circle.dot", { cx: percent(r.place, 1, K), cy: "50%", r: 3 })), h("span.sr.old", {}, setText(m, r.a))],
  score: (r, { m }) => [r.mean, num(r.mean, m.places)],
  diff: (r, x) => [r.t ? -gain(x.m, r.d) : 0, diffStrip(r, x)],
  dnum: (r, { m }) => (r.t ? [r.d, !isNaN(r.d) && estimateText(m, r.d), " ", h("small.old", {}, interval(r.t, m))] : [null, r.a === state.ref && h("span.tag", {}, "reference")]),
  p: (r) => [r.t?.q, r.t && h("span.old", {}, pText(r.t.q))],
  rank: (r) => [r.rank, num(r.rank, 2)],
  wins: (r) => [r.best, r.best],
};
const rowLines = (row, name) => { const { head, rows } = modelOf($("hero"), [row]); return [name, ...rows[0].map(({ text }, i) => text !== name && text && `${head[i]}: ${text}`).filter(Boolean)]; };
function boardRow(r, i, x, tied) {
  const row = part("tbody tr").cloneNode(true), out = !r.place, name = ALGS[r.a], [keep, pick] = all("input, button", row);
  filled(row, { "data-a": name, class: `${out ? "out" : ""} ${r.a === state.ref ? "is-ref" : ""} ${r.t?.kind ?? ""}`, onclick: ({ target }) => !out && target !== keep && openDuel(r.a) });
  filled(keep, { checked: !out, "aria-label": `Include ${name}`, onchange: () => toggle("outA", r.a) });
  filled(pick, { "data-a": name, tabindex: i ? -1 : 0 }).firstChild.append(name);
  if (out) return row;
  filled(one(".c-tie", row), {}, [bracket(i, tied)]);
  for (const key of Object.keys(CELLS)) { const [value, ...kids] = CELLS[key](r, x); filled(one(`.c-${key}`, row), { "data-value": value }, kids); }
  if (r.t) one(".c-dnum", row).dataset.more = [r.d, ...(x.stale ? [] : [r.t.lo, r.t.hi])].join();
  for (const node of all(".c-set, .c-diff, .alg", row)) withTip(node, () => rowLines(row, name));
  return row;
}
function renderBoard() {
  const x = boardModel(), { m, low, high, tested, stale, own } = x, table = $("hero"), marks = axisMarks(m, low, high), sorted = one("[aria-sort]", table);
  table.style.setProperty("--rules", marks.map(({ at }) => `linear-gradient(var(--${abs(at) > 1e-12 ? "hair" : "line"}) 0 0) ${percent(at, low, high)} 0 / 1px 100% no-repeat content-box`).join());
  one(".c-set svg", table).replaceChildren(label("2%", 9, "start", 1), label("98%", 9, "end", K));
  one(".c-diff svg", table).replaceChildren(...marks.map(({ at, text }) => label(percent(at, low, high), 9, "middle", text)));
  for (const [head, text] of [["caption", `Leaderboard by ${m.name}`], [".c-score .sort", `Mean ${m.name}`], [".c-diff .sort", `${scaleOf(m).title} ${ALGS[state.ref]}`]]) one(head, table).textContent = text;
  const tied = x.rows.map((r) => !stale && tested && (r.a === state.ref || r.t?.kind === "tied")), gone = [...state.outA].map((a) => ({ a, place: 0 }));
  one(".c-score", table).classList.toggle("falls", m.sign > 0);
  table.tBodies[0].replaceChildren(...[...x.rows, ...gone].map((r, i) => boardRow(r, i, x, tied)));
  if (sorted) sortBy(table, sorted, sorted.ariaSort === "ascending");
  table.className = `board${stale ? " stale" : ""}${state.whatif ? " editing" : ""}${m.low ? "" : " no-set"}${m.mean ? "" : " no-score"}${tested ? "" : " no-test"}`;
  const measured = /difference|ratio/.test(m.measure) ? `${m.estimate === "mean" ? "Mean" : "Hodges\u2013Lehmann estimate of the"} ${m.measure}` : initial(scaleOf(m).name);
  const values = { ...common(), estimator: measured, level: `${Number((100 * (1 - DATA.alpha)).toPrecision(6))}${NBSP}%`, family: family(own), test: testWords(m, own), ref: ALGS[state.ref], n: x.v.used.length };
  $("board-note").replaceChildren(...words(tested ? "note" : "untested", { ...values, sets: m.low ? words("note-sets", values) : "", own: DATA.reference === null || own ? "" : words("note-own", values) }));
}
let written = [];
function answerAgainst(m, v, values) {
  const kinds = v.order.map((a) => verdict(m, a, state.ref)?.kind), counts = [["worse", "better than"], ["better", "worse than"], ["tied", "not distinguished from"]].map(([kind, than]) => [kinds.filter((x) => x === kind).length, than]).filter(([count]) => count);
  return [words("against", { ...values, counts: listed(counts.map(([count, than]) => [`${than} ${count}`])) }), [`${initial(testWords(m, false))}`, ...(m.own ? words("against-own", values) : []), "."]];
}
function renderVerdict() {
  const m = metric(), v = view(), [a] = v.order, out = [...[...state.outA].map((x) => [x]), ...[...state.outD].map((d) => [SETS[d]])], gone = listed(out.length > 3 ? [[state.outA.size, DATA.noun], [state.outD.size, "dataset"]].filter(([n]) => n).map(([n, noun]) => [counted(n, noun)]) : out);
  const values = { ...common(), gone, first: a, metric: m.name, rank: num(v.rank[a], 2), k: `${v.algs.length}`, mean: m.mean ? `, mean ${m.name} ${num(v.mean[a], m.places)}` : "", best: `${v.best[a]}`, n: `${v.used.length}`, ref: state.ref, others: `${v.algs.length - 1}` };
  const texts = out.length ? [words("without", values), words("without-lead", values)] : state.refChosen && m.pairs ? answerAgainst(m, v, values) : state.metric && m.answer ? [[m.answer.headline], ...m.answer.lead.map((text) => [text])] : null;
  $("verdict").replaceChildren(...(texts ? texts.map((parts, i) => h("p", { class: i ? "lead" : "headline" }, sentence(parts))) : written));
  if (texts) markNames($("verdict"));
  $("ref").value = state.ref;
  for (const option of $("ref").options) option.disabled = state.outA.has(Number(option.value)) || m.rank[option.value] === null;
  all("[name=metric]")[state.metric].checked = true;
}
function boardStart() {
  const opening = $("answer"), figure = one("figure.exhibit", opening), care = one(".care", opening);
  written = all(":scope > .headline, :scope > .lead", opening);
  opening.prepend(filled(part("#verdict"), {}, written), care ? h("details.care", { open: innerWidth > 999 }, h("summary", {}, "Read with care"), ...one(".remarks", care).childNodes) : "", h("span.anchor", { id: figure?.id }), part("#board-box"));
  care?.remove();
  $("controls").append(menu("the leaderboard", copies("leaderboard", () => modelOf($("hero"))), figure && drawingEntry(figure, one("svg", figure), "Download the figure as SVG")));
  // Links to the picture lead to what replaces it.
  if (figure) { figure.dataset.id = figure.id; figure.removeAttribute("id"); figure.hidden = true; }
  options("ref", ALGS);
  on("ref", "change", () => { const ref = Number($("ref").value); set({ ref, refChosen: ref !== usualRef() }); });
  $("metrics").hidden = DATA.metrics.length < 2;
  $("metrics").append(...DATA.metrics.map((m, i) => h("label", {}, h("input", { type: "radio", name: "metric", value: i, onchange: () => set({ metric: i }) }), h("span", {}, m.name))));
  one("#hero .c-name .sort").textContent = initial(DATA.noun);
  for (const head of all("#hero th")) {
    const { help } = head.dataset, sort = one(".sort", head);
    if (help) withTip(filled(head, { tabindex: sort ? null : "0" }), () => [help]);
    sort?.addEventListener("click", () => sortBy($("hero"), head));
  }
}
