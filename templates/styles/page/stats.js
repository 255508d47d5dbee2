/* stats: ranks, means, wins, places and estimates; no tests. */

/** What an estimate may be; as a gain, 0 is no difference and more is better. @type {Record<string, any>} */
const MEASURES = {
  difference: { zero: 0, gain: (d, m) => d * m.sign, back: (g, m) => g * m.sign, turned: (d) => -d || 0 },
  ratio: { zero: 1, gain: (d, m) => log(d) * m.sign, back: (g, m) => exp(g * m.sign), turned: (d) => 1 / d },
  share: { zero: 0.5, gain: (d) => d - 0.5, back: (g) => g + 0.5, turned: (d) => 1 - d },
  ranks: { zero: 0, gain: (d) => -d, back: (g) => -g, turned: (d) => -d || 0 },
};
for (const key in MEASURES) [MEASURES[key].name, MEASURES[key].title, MEASURES[key].by] = words(key, {})[0].split("; ");
const scaleOf = (m) => MEASURES[m.measure];
const gain = (m, d) => scaleOf(m).gain(d, m);
/** Equal are values that agree to twelve digits, as in the report. */
const same = (x, y) => abs(x - y) <= 1e-12 * max(abs(x), abs(y));
/** Return a verdict as the other side has it. @param {Metric} m @param {Verdict} t @returns {any} */
function turned(m, t) {
  const [d, lo, hi, lo1, hi1] = [t.d, t.hi, t.lo, t.hi1, t.lo1].map((x) => (x === null ? null : scaleOf(m).turned(x)));
  return { ...t, d, lo, hi, lo1, hi1, loOpen: t.hiOpen, hiOpen: t.loOpen, kind: { tied: "tied", better: "worse", worse: "better" }[t.kind], better: t.better === undefined ? undefined : max(0, 1 - t.better - Number(t.same)) };
}
/** Return the verdict on a against b, of all pairs or of the declared reference. @param {Metric} m @returns {Verdict | null} */
function verdict(m, a, b, own = false) {
  const table = own ? m.own : m.pairs, [i, j] = a < b ? [a, b] : [b, a], pair = i * K - (i * (i + 1)) / 2 + j - i - 1;
  if (!table || a === b) return null;
  if (own ? a === DATA.reference : a > b) { const t = verdict(m, b, a, own); return t && turned(m, t); }
  const row = /** @type {any} */ (Object.fromEntries(Object.keys(table).map((key) => [key, table[key][own ? a : pair]]))), { zero } = scaleOf(m);
  const lead = row.d === null ? 0 : gain(m, row.d) || gain(m, row.lo ?? zero) + gain(m, row.hi ?? zero), better = m.bayes?.better[pair] ?? null;
  row.kind = row.q === null || row.q > DATA.alpha || !lead ? "tied" : lead > 0 ? "better" : "worse";
  if (better !== null) { row.same = Number(m.bayes?.same[pair]); row.better = a < b ? better : max(0, 1 - row.same - better); }
  return row;
}
const family = (own) => (own ? `all ${K - 1} comparisons with ${ALGS[DATA.reference]}` : `all ${(K * (K - 1)) / 2} pairs`);
const estimateText = (m, d) => (scaleOf(m).zero ? num(d, d < 0.1 && m.measure === "ratio" ? 4 : 2) : signed(d, m.decimals));
const scoreText = (m, x) => num(x, m.comparable ? m.places : x ? clamp(2 - floor(log10(abs(x))), 0, 6) : 0);

/** Return the median by selection, which reorders. */
function median(x, size = x.length) {
  const half = size >> 1;
  for (let left = 0, right = size - 1; left < right; ) {
    const pivot = x[(left + right) >> 1];
    let i = left, j = right;
    while (i <= j) {
      while (x[i] < pivot) i++;
      while (x[j] > pivot) j--;
      if (i <= j) { const held = x[i]; x[i++] = x[j]; x[j--] = held; }
    }
    if (half <= j) right = j; else if (half >= i) left = i; else break;
  }
  if (size % 2) return x[half];
  let lower = -Infinity;
  for (let i = 0; i < half; i++) if (x[i] > lower) lower = x[i];
  return (lower + x[half]) / 2;
}
let walsh = new Float64Array(0);
/** Return the median of all averages of two differences, zeros included. */
function hodgesLehmann(d) {
  const n = d.length, size = (n * (n + 1)) / 2;
  if (walsh.length < size) walsh = new Float64Array(size);
  for (let i = 0, at = 0; i < n; i++) for (let j = i; j < n; j++) walsh[at++] = (d[i] + d[j]) / 2;
  return n ? median(walsh, size) : NaN;
}
/** Return what is tested: differences, or logarithms of ratios. */
const apart = (m, x, y) => (same(x, y) ? 0 : m.measure === "ratio" ? log(x / y) : x - y);
const gapText = (m, diff) => (m.measure === "ratio" ? TIMES + num(exp(diff), 2) : signed(diff, m.decimals));
/** @param {Metric} m @returns {Pair[]} */
const differences = (m, a, b) => ALL_D.filter((d) => !state.outD.has(d)).map((d) => {
  const x = m.cells[d * K + a], y = m.cells[d * K + b];
  return { d, x, y, diff: apart(m, x, y) };
}).filter((pair) => !isNaN(pair.diff));
/** @param {Metric} m */
function estimate(m, a, b) {
  const d = differences(m, a, b).map((pair) => pair.diff), won = (sign) => d.filter((x) => x * m.sign * sign > 0).length;
  if (m.measure === "share") return won(1) / (won(1) + won(-1));
  if (m.measure === "ranks") return view().rank[a] - view().rank[b];
  const middle = m.estimate === "mean" ? d.reduce((sum, x) => sum + x, 0) / d.length : hodgesLehmann(d);
  return m.measure === "ratio" ? exp(middle) : middle;
}

/** A dataset counts where no value is missing. @param {Metric} m @returns {Standings} */
function standings(m, algs, sets) {
  const [mean, rank, row] = [0, 0, 0].map(() => new Float64Array(K)), ranks = new Float64Array(N * K).fill(NaN), top = new Float64Array(N), best = new Int32Array(K), place = new Int32Array(K);
  const order = algs.slice(), used = sets.filter((d) => algs.every((a) => !isNaN(m.cells[d * K + a])));
  for (const d of used) {
    for (const a of algs) { row[a] = -m.sign * m.cells[d * K + a]; mean[a] += m.cells[d * K + a]; }
    order.sort((a, b) => row[a] - row[b]);
    for (let i = 0, j; i < order.length; i = j) {
      for (j = i + 1; j < order.length && same(row[order[j - 1]], row[order[j]]); ) j++;
      for (const a of order.slice(i, j)) { rank[a] += ranks[d * K + a] = (i + j + 1) / 2; if (!i) { best[a]++; top[d] = (j + 1) / 2; } }
    }
  }
  for (const a of algs) { rank[a] /= used.length; mean[a] /= used.length; }
  const now = { algs, used, ranks, top, mean, rank, best, place, order };
  placed(now);
  return now;
}
/** @param {Standings} v */
function placed({ rank, place, order }) {
  order.sort((a, b) => rank[a] - rank[b] || a - b);
  order.forEach((a, i) => { place[a] = i && same(rank[a], rank[order[i - 1]]) ? place[order[i - 1]] : i + 1; });
}

/** Values are numbers, or base64 of little-endian 64-bit floats. @param {Num[] | string} raw */
function unpacked(raw) {
  if (typeof raw !== "string") return Float64Array.from(raw, (value) => value ?? NaN);
  const text = atob(raw), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new Float64Array(bytes.buffer);
}
for (const m of DATA.metrics) {
  m.cells = unpacked(m.values);
  m.sign = m.better === "higher" ? 1 : -1;
  m.places = m.cells.some((x) => abs(x) > 1.5) ? 2 : 3;
}
