/* find: search, contents that follow the reader, folded methods, links back, colours. */

function reveal(node) {
  const box = node.closest("details");
  if (box) box.open = true;
  node.scrollIntoView({ block: "center" });
  node.focus({ preventScroll: true });
}
/** @returns {Hit[]} */
function found(query) {
  const textOf = (node) => node.textContent.replace(/#([^#]*\u22ef.*)?$/s, "").replace(/\s+/g, " ").trim(), has = (text) => text.toLowerCase().includes(query), among = (nodes) => all(nodes).filter((node) => has(textOf(node)) && !node.closest("[hidden], #board-box, #every-result-grid"));
  const snippet = (text) => { const at = text.toLowerCase().indexOf(query); return `${at > 18 ? "\u2026" : ""}${text.slice(max(0, at - 18), at + 60).trim()}`; };
  return [
    ...ALL_A.filter((a) => EXPLORED && has(ALGS[a])).slice(0, 8).map((a) => ({ kind: DATA.noun, text: ALGS[a], run: () => { reveal(one(`#hero button[data-a="${CSS.escape(ALGS[a])}"]`)); light(ALGS[a]); } })),
    ...ALL_D.filter((d) => $("grid") && has(SETS[d])).slice(0, 8).map((d) => ({ kind: "dataset", text: SETS[d], run: () => gridGo(d) })),
    ...[["section", "h2, h3, summary"], ["text", "p:not(.note, .caption), li"], ["figure", "figcaption"], ["table", ".note, .caption, tbody th"]].flatMap(([kind, nodes]) => among(`main :is(${nodes})`).slice(0, 6).map((node) => ({ kind, text: snippet(textOf(node)), run: () => reveal(node) }))),
  ];
}
function searchStart(fold) {
  const input = $("search"), list = $("hits"), show = (open) => { list.hidden = !open; input.ariaExpanded = String(open); }, go = (hit) => { show(false); fold(); hit.run(); };
  /** @type {Hit[]} */
  let hits = [];
  let at = -1;
  const mark = () => [...list.children].forEach((node, i) => {
    node.ariaSelected = String(i === at);
    if (i === at) { input.setAttribute("aria-activedescendant", node.id); node.scrollIntoView({ block: "nearest" }); }
  });
  filled(input, {
    oninput: () => {
      const query = input.value.trim().toLowerCase();
      hits = query ? found(query) : [];
      at = hits.length ? 0 : -1;
      list.replaceChildren(...hits.map((hit, i) => h("li", { role: "option", id: `hit-${i}`, onpointerdown: (event) => { event.preventDefault(); go(hit); } }, h("bdi", {}, clip(hit.text, 80)), h("small", {}, hit.kind))));
      if (!hits.length) list.append(h("li", { role: "option", "aria-disabled": "true" }, "Nothing found."));
      show(query !== "");
      mark();
    },
    onkeydown: (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) { event.preventDefault(); at = clamp(at + step, 0, hits.length - 1); mark(); }
      else if (event.key === "Enter" && hits[at]) { event.preventDefault(); go(hits[at]); }
      else if (event.key === "Escape") { event.stopPropagation(); input.value = ""; show(false); input.blur(); }
    },
    onblur: () => show(false),
  });
}
function spyStart(links) {
  const places = links.map((link) => $(decodeURIComponent(link.hash.slice(1))));
  let due = false;
  const spy = () => {
    due = false;
    const end = scrollY > 0 && innerHeight + scrollY >= ROOT.scrollHeight - 4, now = end ? links.length - 1 : places.findLastIndex((place) => place && boxOf(place).top < innerHeight * 0.35);
    links.forEach((link, i) => { link.ariaCurrent = i === max(0, now) ? "true" : null; });
  };
  listen("scroll", () => { if (!due) requestAnimationFrame(spy); due = true; }, { passive: true });
  requestAnimationFrame(spy);
}
function foldMethods() {
  let body;
  for (const node of [...(one("#methods .twofold")?.children ?? [])]) {
    const term = node.matches("h3") ? node : node.firstChild?.matches?.("strong") ? node.firstChild : null;
    if (term) {
      body = h("div.prose");
      node.before(h("details", {}, h("summary", {}, term.textContent.trim().replace(/\.$/, "")), body));
      term.remove();
    }
    if (body && node !== term) body.append(node);
  }
}
function linkBack() {
  all('main a[href^="#work-"]').forEach((link, i) => {
    const work = $(link.hash.slice(1)), back = work && (one(".back", work) ?? work.appendChild(h("span.back")));
    link.id ||= `cited-${i + 1}`;
    back?.append(" ", h("a", { href: `#${link.id}`, "aria-label": `Back to citation ${back.children.length + 1}` }, back.children.length ? back.children.length + 1 : "\u21a9"));
  });
}
function openTarget() {
  const box = one(":target")?.closest("details:not([open])");
  if (box) { box.open = true; one(":target").scrollIntoView(); }
}
function contentsStart() {
  const nav = one("nav"), links = all("ol a", nav), themes = ["", "light", "dark"], fold = () => nav.matches(":popover-open") && nav.hidePopover();
  filled(nav, { id: "toc", popover: "auto" }).before(part(".topbar"));
  one(".topbar-title").textContent = document.title;
  one("ol", nav).before(part("#find"));
  nav.append(part("#scheme"));
  on("scheme", "click", () => {
    themes.push(String(themes.shift()));
    ROOT.dataset.theme = themes[0];
    textIn("scheme", `Colours: ${themes[0] || "auto"}`);
  });
  for (const link of links) filled(link, { onclick: fold });
  searchStart(fold);
  spyStart(links);
  listen("hashchange", openTarget);
}
