/* tables: sorting, filtering and copying of tables, help on their columns. */

/** Blanks that align numbers say nothing. */
const textOf = (cell) => (cell.textContent ?? "").replace(/[\u2007\u2008]/g, "").trim();
/** @returns {any} */
const headOf = (table) => [...(table.tHead?.rows ?? [])].pop();

/** Return a table as shown, without drawings and what is greyed. @returns {any} */
function modelOf(table, rows = [...table.tBodies[0].rows, ...(table.tFoot?.rows ?? [])]) {
  const head = headOf(table), groups = table.tHead?.rows.length > 1 ? [...table.tHead.rows[0].cells].flatMap((cell) => Array(cell.colSpan).fill(textOf(cell))) : [], written = (row) => [...row.cells].filter((cell, i) => !head?.cells[i].matches(".drawn") && (!head || getComputedStyle(head.cells[i]).display !== "none"));
  const bare = (cell) => { const copy = cell.cloneNode(true); for (const node of all(`svg, sup${table.matches(".stale") ? ", .old" : ""}`, copy)) node.remove(); return textOf(copy); };
  return {
    head: head ? written(head).map((cell, i) => `${groups[i] ? `${groups[i]} ` : ""}${bare(cell)}`) : null,
    more: head && written(head).map((cell) => cell.dataset.more),
    left: written(head ?? rows[0]).map((cell) => cell.matches(".left, .c-name")),
    rows: rows.filter((row) => !row.hidden && !row.matches(".out")).map((row) => written(row).map((cell) => ({ text: bare(cell), value: (bare(cell) && cell.dataset.value) || bare(cell), best: cell.matches(".best"), second: one(".second", cell) !== null, marks: all("sup", cell).map(textOf).join(""), more: cell.dataset.more }))),
  };
}
/** Sort the rows; cells without a value stay at the end. */
function sortBy(table, header, up = header.ariaSort ? header.ariaSort !== "ascending" : !header.matches(".falls")) {
  const body = table.tBodies[0], order = (x, y) => (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true }));
  for (const cell of all("[aria-sort]", table)) cell.removeAttribute("aria-sort");
  header.ariaSort = up ? "ascending" : "descending";
  const rows = [...body.rows].map((row) => {
    const cell = row.cells[header.cellIndex], text = textOf(cell);
    return { row, key: cell.dataset.value !== undefined ? Number(cell.dataset.value) : text === "\u2014" ? "" : text };
  });
  rows.sort((x, y) => (x.key === "" || y.key === "" ? Number(x.key === "") - Number(y.key === "") : order(x.key, y.key) * (up ? 1 : -1)));
  body.append(...rows.map(({ row }) => row));
}
function filterOf(box, table) {
  const rows = [...table.tBodies[0].rows], chip = button({ class: "chip", hidden: true }, () => { input.value = ""; filter(); });
  const filter = () => {
    const wanted = input.value.trim().toLocaleLowerCase();
    for (const row of rows) row.hidden = ![...row.cells].some((cell) => textOf(cell).toLocaleLowerCase().includes(wanted));
    const left = rows.filter((row) => !row.hidden).length;
    chip.textContent = `${left} of ${rows.length} rows ${CROSS}`;
    say(chip.textContent.slice(0, -2));
    chip.hidden = !wanted;
  };
  const input = h("input", { type: "search", id: `${box.id}-filter`, spellcheck: "false", "aria-controls": box.id, oninput: filter,
    // Escape closes the menu; by itself it would empty the field.
    onkeydown: (event) => { if (event.key === "Escape") { event.preventDefault(); input.closest("[popover]")?.hidePopover(); } } });
  one(".caption", box).append(chip);
  return h("label.filter", {}, "Filter rows", input);
}
const FILTERED_FROM = 9, nameOf = (box) => one(".name", box)?.textContent.replace(/\.$/, "") ?? "this";
function tablesStart() {
  for (const box of all(".exhibit.table")) {
    const table = one("table", box), note = one(".note", box)?.textContent ?? "";
    // What the note says of a column is shown at its head.
    const words = new Map(note.split(/(?<=\.)\s+/).filter((part) => part.includes(": ")).map((part) => [part.split(": ")[0].trim().toLowerCase(), part]));
    for (const header of headOf(table)?.cells ?? []) {
      const about = words.get(textOf(header).toLowerCase()), sort = button({ class: "sort" }, () => sortBy(table, header), ...header.childNodes);
      header.append(about ? withTip(sort, () => [about]) : sort);
    }
    one(".caption", box)?.append(menu(nameOf(box), table.tBodies[0].rows.length >= FILTERED_FROM && filterOf(box, table), copies(box.id, () => modelOf(table))));
  }
}
