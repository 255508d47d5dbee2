/* state: one store, one permalink: #vs=a,b&metric=m&ref=a&without=a,b&skip=d,e */

/** @type {State} */
const state = { metric: 0, ref: 0, refChosen: false, vs: null, outA: new Set(), outD: new Set(), whatif: false };
const SELECTION = ["metric", "ref", "outA", "outD", "whatif"];
const metric = () => DATA.metrics[state.metric];
const isOwn = () => state.ref === DATA.reference && metric().own !== null;
const isSubset = () => state.outA.size + state.outD.size > 0;
const usualRef = () => (DATA.reference !== null && !state.outA.has(DATA.reference) ? DATA.reference : view().order[0]);

/** @type {Watcher[]} */
const watchers = [];
const freshen = (w) => { w.dirty = false; w.run(); };
const freshenAll = () => watchers.filter((w) => w.dirty).forEach(freshen);
/** Call `run` when a key changes; what is out of sight waits until it is scrolled to. @param {Element} [where] */
function watch(keys, run, where) {
  const w = { keys, run, dirty: true, seen: !where };
  watchers.push(w);
  if (where) new IntersectionObserver(([entry]) => { w.seen = entry.isIntersecting; if (w.seen && w.dirty) freshen(w); }, { rootMargin: "300px" }).observe(where);
}
/** @param {Partial<State>} change */
function set(change) {
  const keys = Object.keys(change);
  Object.assign(state, change);
  if (state.outA.has(state.ref)) state.refChosen = false;
  if (!state.refChosen && state.ref !== usualRef()) { state.ref = usualRef(); keys.push("ref"); }
  for (const w of watchers) w.dirty ||= w.keys.some((key) => keys.includes(key));
  watchers.filter((w) => w.dirty && w.seen).forEach(freshen);
  remember();
}

/** @type {{outA: Set<number>, outD: Set<number>, views: Standings[]}} */
let cache = { outA: state.outA, outD: state.outD, views: [] };
/** Return the standings of the selection; those of the whole table are the report's. */
function view(index = state.metric) {
  if (cache.outA !== state.outA || cache.outD !== state.outD) cache = { outA: state.outA, outD: state.outD, views: [] };
  if (cache.views[index]) return cache.views[index];
  const m = DATA.metrics[index], algs = ALL_A.filter((a) => !state.outA.has(a) && m.rank[a] !== null), now = standings(m, algs, ALL_D.filter((d) => !state.outD.has(d)));
  if (!isSubset()) {
    for (const a of algs) { now.rank[a] = Number(m.rank[a]); if (m.mean) now.mean[a] = m.mean[a] ?? NaN; }
    placed(now);
    for (const a of algs) { now.place[a] = m.place?.[a] ?? now.place[a]; now.best[a] = m.best?.[a] ?? now.best[a]; }
    now.order.sort((a, b) => now.place[a] - now.place[b]);
  }
  return (cache.views[index] = now);
}

const encoded = (names, chosen) => [...chosen].map((i) => encodeURIComponent(names[i])).join();
const decoded = (names, text = "") => text.split(",").map((part) => { try { return names.indexOf(decodeURIComponent(part)); } catch { return -1; } }).filter((i) => i >= 0);
const permalink = () => [
  state.vs && `vs=${encoded(ALGS, state.vs)}`, state.metric && `metric=${encodeURIComponent(metric().id)}`, state.refChosen && `ref=${encoded(ALGS, [state.ref])}`,
  state.outA.size && `without=${encoded(ALGS, state.outA)}`, state.outD.size && `skip=${encoded(SETS, state.outD)}`].filter(Boolean).join("&");
let later = 0;
/** Write the permalink after a pause: a changed hash costs a layout. */
function remember() {
  clearTimeout(later);
  later = setTimeout(() => { if (permalink() || location.hash.includes("=")) history.replaceState(null, "", `#${permalink()}`); }, 200);
}
/** Read the permalink that a change led to, whatever was written since; a hash without "=" is an anchor. */
function recall({ newURL = location.href }) {
  const hash = newURL.split("#")[1] ?? "";
  if (!hash.includes("=")) return DATA.metrics.forEach((m, metric) => hash === `complete-${m.id}` && set({ metric }));
  const got = Object.fromEntries(hash.split("&").map((part) => [part.split("=")[0], part.slice(part.indexOf("=") + 1)])), [ref] = decoded(ALGS, got.ref), [a, b] = decoded(ALGS, got.vs);
  const out = (names, text) => { const list = decoded(names, text); return new Set(list.length <= names.length - 2 ? list : []); };
  const outA = out(ALGS, got.without), outD = out(SETS, got.skip);
  set({ metric: max(0, DATA.metrics.findIndex((m) => encodeURIComponent(m.id) === got.metric)), vs: b !== undefined && a !== b ? [a, b] : null, outA, outD, whatif: outA.size + outD.size > 0, refChosen: false });
  if (ref !== undefined && !outA.has(ref)) set({ ref, refChosen: true });
}
