/* core: data, elements, numbers. Names reach the page through text nodes and attributes only. */

const { abs, ceil, exp, floor, log, log10, max, min, round, sign } = Math;
const ROOT = document.documentElement, BODY = document.body, PAGE = /** @type {any} */ (document), MINUS = "\u2212", NBSP = "\u00a0", TIMES = "\u00d7", CROSS = "\u2715", DASH = "\u2013";
/** @returns {any} */
const $ = (id) => document.getElementById(id);
/** @returns {any} */
const one = (query, root = PAGE) => root.querySelector(query);
/** @returns {any[]} */
const all = (query, root = PAGE) => [...root.querySelectorAll(query)];
/** @type {Data} */
const DATA = JSON.parse($("page-data")?.textContent ?? '{"noun":"algorithm","algorithms":[],"datasets":[],"metrics":[]}');
const ALGS = DATA.algorithms, SETS = DATA.datasets, K = ALGS.length, N = SETS.length, ALL_A = [...ALGS.keys()], ALL_D = [...SETS.keys()], EXPLORED = K > 0 && $("answer") !== null;
const part = (query) => one(query, $("page-parts").content);
/** Return a sentence of the template, in parts, with values in its gaps. @returns {any[]} */
const words = (id, values) => part(`[data-words=${id}]`).textContent.split(/\{(\w+)\}/).flatMap((text, i) => (i % 2 ? values[text] : text));

/** @returns {any} */
function filled(node, props = {}, kids = []) {
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") node[key] = value;
    else if (value || value === 0) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...kids.flat(3).filter((kid) => kid || kid === 0));
  return node;
}
/** Return an element, "td.left"; functions become listeners (`onclick`). */
const made = (space) => (tag, props = {}, ...kids) => { const [name, ...classes] = tag.split("."), node = document.createElementNS(`http://www.w3.org/${space}`, name); if (classes[0]) node.setAttribute("class", classes.join(" ")); return filled(node, props, kids); };
const h = made("1999/xhtml"), s = made("2000/svg");
const line = (cls, x1, y1, x2, y2) => s("line", { class: cls, x1, y1, x2, y2 });
const label = (x, y, anchor, text, cls = "") => s("text", { x, y, "text-anchor": anchor, class: cls }, text);
const button = (props, act, ...kids) => h("button", { type: "button", onclick: act, ...props }, ...kids);
const listen = (type, act, options = {}) => addEventListener(type, act, options);
const on = (id, type, act) => $(id).addEventListener(type, act);
const options = (id, names, values = [...names.keys()]) => $(id).append(...names.map((name, i) => h("option", { value: values[i] }, name)));
/** @returns {DOMRect} */
const boxOf = (node) => node.getBoundingClientRect();
const clip = (text, size) => ([...text].length > size ? [...text].slice(0, size - 1).join("") + "\u2026" : text);
const textIn = (id, text) => { $(id).textContent = text; };
const initial = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
/** Numbers are algorithms. */
const sentence = (parts) => parts.map((x) => (typeof x === "number" ? h("bdi.alg", { "data-a": ALGS[x] }, ALGS[x]) : x));
const listed = (parts) => parts.flatMap((x, i) => [i ? (i === parts.length - 1 ? " and " : ", ") : "", ...x]);

const clamp = (x, low, high) => max(low, min(high, x));
/** Return a number rounded as decimals are, a dash where there is none. @param {Num | undefined} x */
function num(x, digits = 3) {
  if (x === null || x === undefined || isNaN(x)) return DASH;
  const size = abs(x);
  if (size >= 1e6 || digits < 0) return x.toExponential(2).replace(/([+-])(\d)$/, "$10$2").replaceAll("-", MINUS);
  const text = (size < 1e-6 ? size : round(Number(`${Number(size.toPrecision(12))}e${digits}`)) / 10 ** digits).toFixed(digits);
  return (x < 0 && Number(text) ? MINUS : "") + text;
}
const signed = (x, digits = 3) => (x > 0 && /[1-9]/.test(num(x, digits)) ? "+" : "") + num(x, digits);
/** Return limits rounded outward, never onto the null value. @param {Verdict} t @param {Metric} m */
function interval({ lo, hi, loOpen, hiOpen }, m) {
  const { zero } = scaleOf(m);
  if (lo === null && hi === null) return "";
  let digits = m.decimals;
  const outward = (x, way) => (digits < 0 ? x : way(Number((x * 10 ** digits).toPrecision(12))) / 10 ** digits);
  const hits = () => (!loOpen && lo !== null && lo > zero && outward(lo, floor) <= zero) || (!hiOpen && hi !== null && hi < zero && outward(hi, ceil) >= zero);
  while (digits >= 0 && digits < 12 && hits()) digits++;
  const limit = (x, open, way) => (open ? String(x) : num(outward(x, way), digits));
  return `${lo === null ? `(${MINUS}\u221e` : (loOpen ? "(" : "[") + limit(lo, loOpen, floor)}, ${hi === null ? "\u221e)" : limit(hi, hiOpen, ceil) + (hiOpen ? ")" : "]")}`;
}
/** Return a p-value; one above alpha never looks like it. @param {Num | undefined} p */
function pText(p) {
  if (p === null || p === undefined) return DASH;
  if (p < 0.001 || p > 0.9995) return p < 0.5 ? `<${NBSP}.001` : `>${NBSP}.999`;
  let digits = 3;
  while (digits < 12 && p > DATA.alpha && Number(p.toFixed(digits)) <= DATA.alpha) digits++;
  return p.toFixed(digits).slice(1);
}
const pWords = (p) => `p${NBSP}${/^[<>]/.test(pText(p)) ? "" : "=" + NBSP}${pText(p)}`;
const percent = (x, low, high) => `${(clamp((x - low) / (high - low || 1), 0, 1) * 96 + 2).toFixed(2)}%`;
function ticks(low, high, count) {
  const raw = (high - low || 1) / count, base = 10 ** floor(log10(raw)), step = base * ([1, 2, 5].find((f) => f * base >= raw * 0.999) ?? 10), first = ceil(low / step - 1e-9);
  return Array.from({ length: floor(high / step + 1e-9) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
const tickDigits = (marks) => clamp(marks.length > 1 ? ceil(-log10(marks[1] - marks[0]) - 1e-9) : 2, 0, 8);
