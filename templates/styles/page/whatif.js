/* whatif: what needs no test is computed at once; for the tests there is a command. */

function leave(key, list, back = false) {
  const out = new Set(state[key]);
  for (const i of list) if (back) out.delete(i); else out.add(i);
  if (out.size > (key === "outA" ? K : N) - 2) return say("At least two must stay.");
  set({ [key]: out, whatif: true, vs: key === "outA" && state.vs?.some((a) => out.has(a)) ? null : state.vs });
}
const toggle = (key, i) => leave(key, [i], state[key].has(i));

/** Plain ASCII: nothing can leave the quotes or turn the line round. */
const literal = (text) => `"${[...text].map((sign) => {
  const code = sign.codePointAt(0).toString(16);
  return /["\\]/.test(sign) ? `\\${sign}` : /[ -~]/.test(sign) ? sign : code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}).join("")}"`;
/** A line for a shell only where no name means anything to it, else Python. */
function command() {
  const full = new Map(DATA.shortened), of = (names, out) => [...out].map((i) => full.get(names[i]) ?? names[i]), algs = of(ALGS, state.outA), sets = of(SETS, state.outD), file = DATA.file ?? "scores.csv", ref = of(ALGS, DATA.reference === null || state.outA.has(DATA.reference) ? [] : [DATA.reference]);
  const shell = [file, ...ref, ...algs, ...sets].every((name) => /^[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$/.test(name)), option = (flag, names) => (!names.length ? "" : shell ? ` --${flag} ${names.join(" ")}` : `, ${flag.replace("-", "_")}=${names === ref ? literal(ref[0]) : `[${names.map(literal).join(", ")}]`}`);
  const options = option("reference", ref) + option("without-algorithms", algs) + option("without-datasets", sets);
  return shell ? `benchreport build ${file}${options}` : `import benchreport as br\nbr.report(br.${DATA.reader}(${literal(file)})${options}).write("report.html")`;
}
function entry(input, names, key) {
  $(input.getAttribute("list")).append(...names.map((name) => h("option", { value: name })));
  const take = () => {
    const part = input.value.trim().toLowerCase(), hits = names.includes(input.value) ? [names.indexOf(input.value)] : part ? [...names.keys()].filter((i) => names[i].toLowerCase().includes(part)) : [];
    if (!hits.length) return;
    input.value = "";
    leave(key, hits);
  };
  filled(input, { onkeydown: (event) => event.key === "Enter" && take(), onchange: () => names.includes(input.value) && take() });
}
function whatifStart() {
  filled($("wi-a"), { placeholder: `Leave out ${DATA.nouns}`, "aria-label": `Leave out ${DATA.nouns}` });
  entry($("wi-a"), ALGS, "outA");
  entry($("wi-d"), SETS, "outD");
  on("wi-button", "click", () => set(state.whatif ? { whatif: false, outA: new Set(), outD: new Set() } : { whatif: true }));
  on("wi-all", "click", () => set({ outA: new Set(), outD: new Set() }));
  $("wi-file").hidden = DATA.file !== null;
  on("wi-copy", "click", () => copy(command(), "the command"));
}
function renderWhatif() {
  const chips = (names, key, mark) => [...state[key]].map((i) => button({ class: "chip", [mark]: names[i], "aria-label": `Put ${names[i]} back` }, () => leave(key, [i], true), h("bdi", {}, clip(names[i], 28)), ` ${CROSS}`));
  $("whatif").hidden = !state.whatif;
  $("wi-button").ariaPressed = String(state.whatif);
  textIn("wi-button", state.whatif ? "End what-if" : "What if\u2026");
  $("wi-chips").replaceChildren(...chips(ALGS, "outA", "data-a"), ...chips(SETS, "outD", "data-d"));
  $("wi-all").hidden = $("wi-more").hidden = !isSubset();
  textIn("wi-code", command());
}
