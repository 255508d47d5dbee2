/* slope: places by metric, one line per algorithm. */

function renderSlope() {
  const last = DATA.metrics.length - 1, step = 17, W = 860, edge = 160, views = DATA.metrics.map((_, i) => view(i)), algs = ALL_A.filter((a) => views.every((v) => v.place[a])), H = 38 + algs.length * step;
  // Lines end at positions: equal places would print labels over each other.
  const orders = views.map((v) => v.order.filter((a) => algs.includes(a))), X = (i) => edge + (i * (W - 2 * edge)) / last;
  const lines = algs.map((a) => {
    const ys = orders.map((order) => 30 + (order.indexOf(a) + 0.5) * step), d = ys.map((y, i) => { const middle = (X(i - 1) + X(i)) / 2; return i ? `C${middle} ${ys[i - 1]} ${middle} ${y} ${X(i)} ${y}` : `M${X(i)} ${y}`; }).join(""), name = clip(ALGS[a], 22);
    return withTip(s("g", { class: `line${a === state.ref ? " is-ref" : ""}`, "data-a": ALGS[a], onclick: () => openDuel(a) }, s("path.hit", { d }), s("path.ink", { d }), ys.map((cy, i) => s("circle", { cx: X(i), cy, r: 2.6 })), label(edge - 10, ys[0] + 4, "end", name), label(W - edge + 10, ys[last] + 4, "start", name)),
      () => [ALGS[a], ...DATA.metrics.map((m, i) => `${m.name}: place ${views[i].place[a]}${isSubset() || !setText(m, a) ? "" : `, not excluded ${setText(m, a)}`}`)]);
  });
  $("slope").replaceChildren(walk(s("svg.fig.slope", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": words("slope", DATA).join("") }, DATA.metrics.map((m, i) => [label(X(i), 14, "middle", m.name, "head"), line("rule", X(i), 24, X(i), H - 6)]), lines), () => lines));
}
function slopeStart() {
  const drawing = one("#places-by-metric svg");
  if (!drawing || DATA.metrics.length < 2) return;
  drawing.before(h("div.scroll", { id: "slope" }));
  drawing.remove();
  for (const key of ["statement", "how"]) one(`#places-by-metric .${key}`)?.replaceChildren(...words(`slope-${key}`, DATA));
  watch(["ref", "outA", "outD"], renderSlope, $("slope"));
}
