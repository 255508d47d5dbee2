/* The records of the page's script, for a check by tsc; no part of the page. */

type Num = number | null;
type Measure = "difference" | "ratio" | "share" | "ranks";
type Verdicts = Record<"q" | "p" | "d" | "lo" | "hi" | "lo1" | "hi1" | "loOpen" | "hiOpen" | "n", Num[]>;

/** One metric of the data block, and what the script derives from it: values, sign, decimals. */
interface Metric {
  id: string;
  name: string;
  better: "higher" | "lower";
  measure: Measure;
  comparable: boolean;
  estimate: "median" | "mean";
  decimals: number;
  test: string;
  adjusted: string;
  policy: string;
  values: Num[] | string;
  mean: Num[] | null;
  rank: Num[];
  place: Num[] | null;
  best: Num[];
  low: Num[] | null;
  high: Num[] | null;
  pairs: Verdicts | null;
  own: Verdicts | null;
  bayes?: { rope: number; better: Num[]; same: Num[] } | null;
  answer: { headline: string; lead: string[] } | null;
  cells: Float64Array;
  sign: number;
  places: number;
}
/** The data block. */
interface Data {
  title: string;
  noun: string;
  nouns: string;
  alpha: number;
  file: string | null;
  reader: string;
  algorithms: string[];
  datasets: string[];
  shortened: [string, string][];
  groups: Record<string, number[]> | null;
  reference: any;
  metrics: Metric[];
}
/** A verdict on a against b; `kind` is how a compares. */
interface Verdict extends Record<"p" | "q" | "d" | "lo" | "hi" | "lo1" | "hi1" | "loOpen" | "hiOpen" | "n", Num> {
  kind: "better" | "tied" | "worse";
  better?: number;
  same?: number;
}
/** Both values of a dataset; `diff` is what tests compare. */
interface Pair {
  d: number;
  x: number;
  y: number;
  diff: number;
}
/** Ranks, means and places of a selection, by algorithm; `ranks` by dataset * K + algorithm. */
interface Standings {
  algs: number[];
  used: number[];
  ranks: Float64Array;
  top: Float64Array;
  mean: Float64Array;
  rank: Float64Array;
  best: Int32Array;
  place: Int32Array;
  order: number[];
}
interface State {
  metric: number;
  ref: number;
  refChosen: boolean;
  vs: [number, number] | null;
  outA: Set<number>;
  outD: Set<number>;
  whatif: boolean;
}
interface Watcher {
  keys: string[];
  run: () => void;
  dirty: boolean;
  seen: boolean;
}
/** A cell of a table that is copied: as printed, and exact. */
interface Cell {
  text: string;
  value?: Num | string;
  best?: boolean;
  second?: boolean;
  marks?: string;
  more?: string;
}
interface Model {
  head: string[] | null;
  more?: (string | undefined)[];
  left: boolean[];
  rows: Cell[][];
}
interface Row {
  a: number;
  t: Verdict | null;
  d: number;
  place: number;
  rank: number;
  mean: number;
  best: number;
}
interface Board {
  m: Metric;
  v: Standings;
  rows: Row[];
  stale: boolean;
  own: boolean;
  tested: boolean;
  low: number;
  high: number;
}
/** A picture made of cells in a drawing. */
interface CellImage {
  image: SVGImageElement;
  rows: string[];
  cols: string[];
  cells: string[];
  spot: SVGRectElement;
}
/** What the table of every result shows; rows and columns in their order. */
interface GridState {
  show: string;
  as: string;
  key: any;
  down: boolean;
  rows: number[];
  cols: number[];
  at: number[] | null;
  low: number;
  high: number;
  reach: number;
  size: { name: number; w: number; t: number };
}
interface Hit {
  kind: string;
  text: string;
  run: () => void;
}
