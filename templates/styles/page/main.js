/* main: the start, keys of the whole page, print. */

function beforePrint() {
  while (parts.length) parts.shift()?.();
  light();
  freshenAll();
  for (const node of all("main details:not(#wi-more, [open])")) filled(node, { "data-shut": true }).open = true;
  if (!$("print")) return;
  const chosen = state.metric, cut = (list, c) => [list[0], ...list.slice(c, c + 10)];
  for (state.metric of DATA.metrics.keys()) {
    gridRows();
    const { head, rows } = gridTable();
    for (let c = 1; c < rows[0]?.length; c += 10) $("print").append(h("table.plain", {}, h("caption", {}, `All values: ${metric().name}`), h("thead", {}, h("tr", {}, cut(head, c).map((text) => h("th", {}, text)))), h("tbody", {}, rows.map((row) => h("tr", {}, cut(row, c).map((cell, i) => h(i ? "td" : "th", {}, cell.text)))))));
  }
  state.metric = chosen;
  gridRows();
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
    if (hot !== null || hotSet !== null || !tip.hidden) { unlight(); if (large) event.preventDefault(); } else if (state.vs && !large) closeDuel();
  } else if (event.key === "/" && !large && !event.target.matches?.("input:not([type=radio], [type=checkbox]), select, textarea")) {
    event.preventDefault();
    if (getComputedStyle($("toc")).display === "none") $("toc").showPopover();
    $("search").focus();
  }
});

ROOT.classList.add("js");
BODY.append(tip);
contentsStart();
if (EXPLORED) {
  boardStart();
  whatifStart();
  duelStart();
  state.ref = usualRef();
  watch(SELECTION, () => { renderVerdict(); renderWhatif(); });
  watch(SELECTION, renderBoard, $("hero"));
  watch([...SELECTION, "vs"], renderDuel);
  freshenAll();
  gridStart();
  slopeStart();
  listen("hashchange", recall);
  recall({});
  // A wide screen has room for the most asked comparison.
  if (!state.vs && innerWidth >= 1700 && metric().pairs) { const [a, b] = view().order; state.vs = [a, b]; renderDuel(); }
}
markNames(one(".opening") ?? BODY);
/** What lies further down follows the first paint, a part at a time. */
const parts = [tablesStart, foldMethods, linkBack, figuresStart, ...all("main > section:not(.opening)").map((section) => () => { markNames(section); section.classList.add("laid"); }), openTarget, () => ROOT.classList.add("ready")];
const more = () => { parts.shift()?.(); if (parts.length) setTimeout(more); };
requestAnimationFrame(() => setTimeout(more));
