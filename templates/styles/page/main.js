/* main: the start, keys of the whole page, print. */

function beforePrint() {
  light();
  freshenAll();
  for (const node of all("main details:not(#wi-more, [open])")) filled(node, { "data-shut": true }).open = true;
  if (!$("print")) return;
  const { head, rows } = gridTable(), names = /** @type {string[]} */ (head), cut = (list, c) => [list[0], ...list.slice(c, c + 10)];
  for (let c = 1; c < names.length; c += 10) $("print").append(h("table.plain", {}, h("caption", {}, `All values: ${metric().name}`), h("thead", {}, h("tr", {}, cut(names, c).map((text) => h("th", {}, text)))), h("tbody", {}, rows.map((row) => h("tr", {}, cut(row, c).map((cell, i) => h(i ? "td" : "th", {}, cell.text)))))));
}
function afterPrint() {
  for (const node of all("[data-shut]")) { node.open = false; delete node.dataset.shut; }
  $("print")?.replaceChildren();
}
listen("beforeprint", beforePrint);
listen("afterprint", afterPrint);
listen("keydown", (event) => {
  const large = one("dialog[open]");
  if (event.key === "Escape" && !one("[popover]:popover-open")) {
    // First the marks, then the drawer.
    if (hot !== null || hotSet !== null || !tip.hidden) { hideTip(); light(); if (large) event.preventDefault(); } else if (state.vs && !large) closeDuel();
  } else if (event.key === "/" && !large && !event.target.matches?.("input:not([type=radio], [type=checkbox]), select, textarea")) {
    event.preventDefault();
    if (getComputedStyle($("toc")).display === "none") $("toc").showPopover();
    $("search").focus();
  }
});

ROOT.classList.add("js");
document.body.append(tip);
contentsStart();
tablesStart();
if (EXPLORED) {
  boardStart();
  whatifStart();
  duelStart();
  state.ref = usualRef();
  renderBoard();
  watch(SELECTION, () => { renderVerdict(); renderWhatif(); });
  watch(SELECTION, renderBoard, $("hero"));
  watch([...SELECTION, "vs"], renderDuel);
  watchers.forEach((w) => { w.dirty = false; });
  gridStart();
  slopeStart();
  renderVerdict();
  listen("hashchange", recall);
  recall({});
  // A wide screen has room for the most asked comparison.
  if (!state.vs && innerWidth >= 1700 && metric().pairs) { const [a, b] = view().order; state.vs = [a, b]; renderDuel(); }
}
figuresStart();
markNames(one(".opening") ?? document.body);
// Names further down are marked after the first paint.
const sections = all("main > section:not(.opening)"), more = () => { if (sections.length) { markNames(sections.shift()); setTimeout(more); } };
requestAnimationFrame(() => setTimeout(more));
