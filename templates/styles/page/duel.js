/* duel: two algorithms head to head. Not modal: the board picks the first of the two. */

/** @type {any} */
let duelBack = null;
/** Compare with the reference, or the reference with the best of the others. */
function openDuel(a) {
  const b = a === state.ref ? view().order.find((x) => x !== a) : state.ref, fresh = !state.vs, row = one(`#hero tr[data-a="${CSS.escape(ALGS[a])}"]`), was = row ? boxOf(row).top : -1;
  if (b === undefined) return;
  if (fresh) duelBack = document.activeElement;
  set({ vs: [a, b] });
  if (!fresh) return;
  // The page narrows; what was clicked stays under the pointer.
  if (was > 0 && was < innerHeight) scrollBy({ top: boxOf(row).top - was, behavior: "instant" });
  $("duel-title").focus({ preventScroll: true });
}
function closeDuel() {
  set({ vs: null });
  (duelBack?.isConnected && duelBack !== BODY ? duelBack : one("#hero button.alg[tabindex='0']"))?.focus({ preventScroll: true });
}
const pairTip = (node, m, p, a, b) => withTip(filled(node, { "data-d": SETS[p.d] }), () => [SETS[p.d], `${ALGS[a]} ${scoreText(m, p.x)}`, `${ALGS[b]} ${scoreText(m, p.y)}`, `${m.measure === "ratio" ? "ratio" : "difference"} ${gapText(m, p.diff)}`]);
const side = (lead) => (lead > 0 ? "a" : lead < 0 ? "b" : "n");
const figure = (W, H, about, ...kids) => s("svg.fig", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": about.join("") }, kids);

/** Draw both scores of every dataset. @param {Pair[]} list */
function scatter(list, a, b, m) {
  const W = 400, H = 330, [left, right, top, foot] = [48, 12, 10, 38], logs = m.measure === "ratio", scale = (v) => (logs ? log10(v) : v), every = list.flatMap((p) => [scale(p.x), scale(p.y)]);
  const range = [min(...every), max(...every)], gap = (range[1] - range[0]) * 0.03 || 0.01, low = range[0] - gap, high = range[1] + gap, sides = /** @type {any[]} */ (m.sign > 0 ? [[a, "a"], [b, "b"]] : [[b, "b"], [a, "a"]]);
  const X = (v) => left + ((v - low) / (high - low)) * (W - left - right), Y = (v) => H - foot - ((v - low) / (high - low)) * (H - top - foot), better = ([a, cls], x, y, anchor) => label(x, y, anchor, `${clip(ALGS[a], 22)} better`, cls);
  const marks = ticks(low, high, 5), digits = tickDigits(marks), name = (t) => (logs ? String(Number((10 ** t).toPrecision(2))) : num(t, digits));
  const dots = list.map((p) => pairTip(s("circle", { class: `pt ${side(p.diff * m.sign)}`, cx: X(scale(p.y)), cy: Y(scale(p.x)), r: list.length > 60 ? 3.2 : 4.2 }), m, p, a, b));
  return walk(figure(W, H, words("scatter", { up: ALGS[a], down: ALGS[b] }),
    marks.map((t) => [line("rule", X(t), top, X(t), H - foot), line("rule", left, Y(t), W - right, Y(t)), label(X(t), H - foot + 14, "middle", name(t)), label(left - 6, Y(t) + 4, "end", name(t))]), line("diag", X(low), Y(low), X(high), Y(high)),
    better(sides[0], left + 8, top + 14, "start"), better(sides[1], W - right - 6, H - foot - 8, "end"), dots, label(W - right, H - 6, "end", clip(ALGS[b], 40), "name b"), s("g", { transform: `rotate(-90 12 ${top})` }, label(12, top, "end", clip(ALGS[a], 34), "name a"))), () => dots);
}
/** Draw the differences in order, and the interval. @param {Pair[]} list */
function ladder(list, a, b, m, t) {
  const W = 400, H = 132, left = 48, right = 12, leads = list.map((p) => p.diff * m.sign), high = max(0, ...leads), low = min(0, ...leads), w = (W - left - right) / list.length, sized = /difference|ratio/.test(m.measure);
  const Y = (v) => 8 + ((high - clamp(v, low, high)) / (high - low || 1)) * (H - 16), [from, to] = t && sized && t.lo !== null && t.hi !== null ? [Y(gain(m, t.lo)), Y(gain(m, t.hi))].sort((x, y) => x - y) : [0, 0];
  const bars = list.map((p, i) => pairTip(s("g", { class: `bar ${side(leads[i])}` }, s("rect.hit", { x: left + i * w, width: w, height: H }),
    s("rect.ink", { x: left + (i + 0.08) * w, width: max(0.7, w * 0.84), y: min(Y(0), Y(leads[i])) - (leads[i] ? 0 : 1), height: max(leads[i] ? 1 : 2, abs(Y(leads[i]) - Y(0))) })), m, p, a, b));
  return walk(figure(W, H, words("ladder", {}), axisMarks(sized ? m : { ...m, measure: "difference" }, low, high).map(({ at, text }) => [line(abs(at) > 1e-12 ? "rule" : "zero", left, Y(at), W - right, Y(at)), label(left - 6, Y(at) + 4, "end", text)]),
    to > from && s("rect", { class: `band${isSubset() ? " old" : ""}`, x: left, width: W - left - right, y: from, height: max(1.5, to - from) }), bars), () => bars);
}
/** @param {Metric} m @param {Verdict | null} t */
function duelWords(m, t, a, b, d, count) {
  const [up, down] = gain(m, d) >= 0 ? [a, b] : [b, a], { by, zero, turned: turn } = scaleOf(m), over = zero ? up !== a : d < 0, near = t && over ? turned(m, t) : t, tested = near && !isSubset();
  const size = `${by} ${num(over ? turn(d) : d, m.decimals)} ${tested ? interval(near, m) : ""}`.trim(), kind = isNaN(d) ? "none" : !tested ? "untested" : near.kind === "tied" ? "tied" : "better";
  return words(`duel-${kind}`, { up, down, size, metric: m.name, n: counted(count, "dataset"), p: `${m.adjusted} ${pWords(near?.q)}`.trim() });
}
function renderDuel() {
  BODY.classList.toggle("dueling", !!state.vs);
  $("duel").hidden = !state.vs;
  if (!state.vs) return;
  const [a, b] = state.vs, m = metric(), stale = isSubset(), own = isOwn() && state.vs.includes(state.ref), t = verdict(m, a, b, own), list = differences(m, a, b).sort((p, q) => (q.diff - p.diff) * m.sign);
  const wins = list.filter((p) => p.diff * m.sign > 0), losses = list.filter((p) => p.diff * m.sign < 0), counts = [wins.length, list.length - wins.length - losses.length, losses.length], percentage = (count) => `${(100 * count) / list.length || 0}%`;
  const rows = t ? [[scaleOf(m).name, t.d !== null && estimateText(m, t.d)], [`interval for ${own ? `${K - 1} comparisons` : "all pairs"}`, interval(t, m)], ["of this pair alone", interval({ ...t, lo: t.lo1, hi: t.hi1, loOpen: 0, hiOpen: 0 }, m)],
    ["datasets without ties", t.n], ["p", pText(t.p)], [`p, ${m.adjusted || "not adjusted"}`, pText(t.q)], [`P(better by > ${m.bayes?.rope})`, t.better !== undefined && num(t.better, 2)], [`P(within ${m.bayes?.rope})`, t.better !== undefined && num(t.same, 2)]] : [];
  const show = (id, ...kids) => $(`duel-${id}`).replaceChildren(...kids), extremes = (part) => (part.length ? part.map((p) => pairTip(h("li", {}, button({ class: "link" }, () => gridGo(p.d), h("bdi", {}, SETS[p.d])), h("span.num", {}, gapText(m, p.diff))), m, p, a, b)) : ["None."]);
  ["duel-a", "duel-b"].forEach((id, i) => { $(id).value = state.vs?.[i]; });
  all("#duel rect.part").forEach((bar, i) => filled(bar, { x: percentage(counts.slice(0, i).reduce((sum, x) => sum + x, 0)), width: percentage(counts[i]) }));
  all("#duel-counts b").forEach((node, i) => { node.textContent = counts[i]; });
  show("say", ...sentence(duelWords(m, t, a, b, stale || !t || t.d === null ? estimate(m, a, b) : t.d, list.length)));
  show("plot", ...(list.length ? [scatter(list, a, b, m), h("h3", {}, "Differences, sorted"), ladder(list, a, b, m, t)] : []));
  show("test", ...rows.filter(([, value]) => value).map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, value))));
  show("hint", !t ? "This pair was not tested." : stale ? "These tests are of the whole table." : `${initial(testWords(m, own))}.`);
  $("duel-test").classList.toggle("old", stale);
  show("wins", ...extremes(wins.slice(0, 5)));
  show("losses", ...extremes(losses.slice(-5).reverse()));
}
function duelStart() {
  BODY.append(part("#duel"));
  const swap = () => state.vs && set({ vs: [state.vs[1], state.vs[0]] });
  ["duel-a", "duel-b"].forEach((id, i) => { options(id, ALGS); on(id, "change", () => { const x = Number($(id).value), other = Number(state.vs?.[1 - i]); if (x === other) swap(); else set({ vs: i ? [other, x] : [x, other] }); }); });
  on("duel-swap", "click", swap);
  on("duel-link", "click", () => copy(`${location.href.split("#")[0]}#${permalink()}`, "the link"));
  on("duel-close", "click", closeDuel);
}
