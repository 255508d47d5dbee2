/* light: what is pointed at anywhere is marked everywhere; one tip; Escape clears. */

/** @type {string | null} */ let hot = null;
/** @type {string | null} */ let hotSet = null;
/** @type {(() => void)[]} */
const followers = [];
/** @param {string | null} [a] @param {string | null} [d] */
function light(a = null, d = null) {
  if (a === hot && d === hotSet) return;
  [hot, hotSet] = [a, d];
  for (const node of all(".lit, .dim")) node.classList.remove("lit", "dim");
  // Beside an algorithm, a dataset marks what has none.
  const queries = [a !== null && `[data-a="${CSS.escape(a)}"]`, d !== null && `[data-d="${CSS.escape(d)}"]${a === null ? "" : ":not([data-a])"}`].filter(Boolean);
  for (const node of queries.length ? all(queries.join()) : []) {
    node.classList.add("lit");
    node.closest("figure > svg, .zoomed > svg")?.classList.add("dim");
  }
  for (const run of followers) run();
}

const tip = part("#tip");
/** @type {Element | null} */ let tipOf = null;
let wait = 0;
function showTip(lines, box) {
  (one("dialog[open]") ?? BODY).append(tip);
  tip.replaceChildren(...lines.map((text, i) => h(i ? "div" : "b", {}, h("bdi", {}, text))));
  tip.hidden = false;
  const w = tip.offsetWidth, t = tip.offsetHeight, above = box.top - t - 8;
  tip.style.transform = `translate(${round(clamp(box.left + box.width / 2 - w / 2, 6, innerWidth - w - 6))}px, ${round(above > 4 ? above : min(innerHeight - t - 4, box.bottom + 8))}px)`;
}
function hideTip() { clearTimeout(wait); tip.hidden = true; tipOf = null; }
const unlight = () => { hideTip(); light(); };
/** Lines are computed when asked for. @returns {any} */
const withTip = (node, lines) => Object.assign(node, { tip: lines });
function linesOf(mark) {
  const { a, d, v } = mark.dataset;
  return mark.tip?.() ?? [a && d ? `${a} on ${d}` : a || d, v].filter(Boolean);
}
function point(event) {
  if (!event.target.closest || event.target.closest("[data-cells], .g-box")) return;
  light(event.target.closest("[data-a]")?.dataset.a, event.target.closest("[data-d]")?.dataset.d);
  let mark = event.target;
  while (mark && !mark.tip && !mark.hasAttribute("data-v")) mark = mark.parentElement;
  if (mark && mark === tipOf) return;
  hideTip();
  tipOf = mark;
  // A passing pointer leaves no trail of tips.
  if (mark) wait = setTimeout(() => showTip(linesOf(mark), boxOf(mark)), event.type === "focusin" ? 0 : 90);
}
listen("pointerover", point);
listen("focusin", (event) => event.target.matches?.(":focus-visible") && point(event));
listen("focusout", (event) => (!tipOf || event.target.contains(tipOf)) && hideTip());
// A tip by key comes after the scroll.
listen("scroll", () => { tip.hidden = true; tipOf = null; }, { capture: true, passive: true });

const stepOf = (event) => ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -1e9, End: 1e9 })[event.key];
const moveOf = (event) => ({ ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] })[event.key];
/** Let arrow keys walk the marks of a drawing: one tab stop instead of hundreds. */
function walk(drawing, marks) {
  let at = -1;
  filled(drawing, {
    tabindex: "0",
    onkeydown: (event) => {
      const step = stepOf(event), list = marks();
      if (event.key === "Enter" && at >= 0) list[at].dispatchEvent(new MouseEvent("click", { bubbles: true }));
      if (!step || !list.length) return;
      event.preventDefault();
      const mark = list[(at = clamp(at + step, 0, list.length - 1))];
      light(mark.dataset.a, mark.dataset.d);
      showTip(linesOf(mark), boxOf(mark));
    },
  });
  return drawing;
}

const NAMES = new Set(K ? ALGS : all("svg [data-a]").map((node) => node.dataset.a));
/** Finds names, the longest first; a single letter is more often a word. */
const NAME = new RegExp([...NAMES].filter((name) => [...name.trim()].length > 1).sort((x, y) => y.length - x.length).map((name) => {
  const word = "[\\p{L}\\p{N}_]", edge = /[\p{L}\p{N}_]/u;
  return (edge.test(name[0]) ? `(?<!${word})` : "") + name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") + (edge.test(name.slice(-1)) ? `(?!${word})` : "");
}).join("|") || "(?!)", "gu");
const BLOCKS = "p, li, table, figcaption", FREE = ".alg:not(button *, a *)";
/** Make names in text elements; the first of each block is a tab stop. */
function markNames(root) {
  /** @type {any[]} */
  const texts = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const whole = text.data, parent = text.parentElement, parts = [];
    if (!whole.trim() || parent.closest("svg, code, pre, script, noscript, .alg, .menu, #board-box, #every-result-grid")) continue;
    const cell = parent.matches("td, th") && NAMES.has(whole.trim()), hits = cell ? [{ index: whole.indexOf(whole.trim()), 0: whole.trim() }] : whole.matchAll(NAME);
    let end = 0;
    for (const { index, 0: name } of hits) {
      parts.push(whole.slice(end, index), h("bdi.alg", { "data-a": name }, name));
      end = index + name.length;
    }
    if (end) text.replaceWith(...parts, whole.slice(end));
  }
  for (const node of all(BLOCKS, root)) if (!one(".alg[tabindex='0']", node)) one(FREE, node)?.setAttribute("tabindex", "0");
}
listen("keydown", (event) => {
  const step = stepOf(event), name = event.target;
  if (!step || !name.matches?.(".alg")) return;
  const list = all(name.matches("button") ? "button.alg" : FREE, name.closest(BLOCKS)), next = list[clamp(list.indexOf(name) + step, 0, list.length - 1)];
  event.preventDefault();
  name.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
