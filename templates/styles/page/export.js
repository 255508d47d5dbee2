/* export: menus, and copies of tables; CSV and TSV are exact, the others as printed. */

/** What a spreadsheet would run as a formula gets an apostrophe. @param {Cell} cell */
function exact({ text, value }) {
  if (typeof value === "number") return isNaN(value) ? "" : `${value}`;
  const inside = String(value ?? text).replace(/([;\t\r\n]\s*)([=+@-])/g, "$1'$2");
  return /^[=+@\t\r]|^-[^0-9.]/.test(inside) ? `'${inside}` : inside;
}
const csvField = (cell) => { const text = exact(cell); return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text; };
// Addresses and names behind an @ stay words.
const inMarkdown = (text) => text.replace(/[\\|`*_<>[\]]/g, "\\$&").replace(/\s+/g, " ").replace(/:\/\//g, ":<!-- -->//").replace(/\bwww\./gi, "$&<!-- -->").replace(/@(?=\w)/g, "@<!-- -->");
const SIGNS = {
  "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\u2212": "$-$", "\u00b1": "$\\pm$", "\u00d7": "$\\times$",
  "<": "$<$", ">": "$>$", "[": "{[}", "*": "{*}", "\u2013": "--", "\u2014": "---", "\u25b2": "$\\blacktriangle$", "\u25bc": "$\\blacktriangledown$", "\u00a0": "~",
};
const inLatex = (text) => text.replace(/[\\~^\u2212\u00b1\u00d7<>[*\u2013\u2014\u25b2\u25bc\u00a0]|[{}$&#%_]/g, (sign) => SIGNS[sign] ?? `\\${sign}`);
const styled = (escaped, best, second, raised) => (cell) => {
  const text = escaped(cell.text) + (cell.marks ? raised(escaped(cell.marks)) : "");
  return cell.best ? best(text) : cell.second ? second(text) : text;
};
const markdownCell = styled(inMarkdown, (text) => `**${text}**`, (text) => `<u>${text}</u>`, (text) => `<sup>${text}</sup>`);
const latexCell = styled(inLatex, (text) => `\\textbf{${text}}`, (text) => `\\underline{${text}}`, (text) => `\\textsuperscript{${text}}`);
/** Cells of several numbers become columns. @param {Model} t */
const separated = ({ head, rows, more }, field, mark) => [...(head ? [head.map((text, c) => ({ text, more: more?.[c] }))] : []), ...rows].map((row) => `${row.flatMap((cell, c) => more?.[c]?.split(",").map((_, i) => ({ text: (cell.more ?? cell.text).split(",")[i] ?? "" })) ?? cell).map(field).join(mark)}\n`).join("");
/** @type {Record<string, (table: Model) => string>} */
const FORMATS = {
  LaTeX: ({ head, left, rows }) => [
    `\\begin{tabular}{${left.map((at) => (at ? "l" : "r")).join("")}}`, "\\toprule", ...(head ? [`${head.map(inLatex).join(" & ")} \\\\`, "\\midrule"] : []),
    ...rows.map((row) => `${row.map(latexCell).join(" & ")} \\\\`), "\\bottomrule", "\\end{tabular}", ""].join("\n"),
  Markdown: ({ head, left, rows }) => [(head ?? left.map(() => "")).map(inMarkdown), left.map((at) => (at ? ":---" : "---:")), ...rows.map((row) => row.map(markdownCell))].map((row) => `| ${row.join(" | ")} |\n`).join(""),
  CSV: (table) => separated(table, csvField, ","),
  TSV: (table) => separated(table, (cell) => exact(cell).replace(/\s+/g, " "), "\t"),
};

let quiet = 0;
function say(text) {
  textIn("said", text);
  clearTimeout(quiet);
  quiet = setTimeout(textIn, 2200, "said", "");
}
async function copy(text, what) {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = h("textarea.sr", { value: text });
    BODY.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(`Copied ${what}`);
}
function download(text, file, type = "text/plain;charset=utf-8") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

let menus = 0;
function menu(title, ...kids) {
  const id = `menu-${++menus}`, name = { "aria-label": `Menu of ${title}` };
  return h("span.menu-box", {}, button({ class: "dots", popovertarget: id, ...name }, null, "\u22ef"), h("div.menu", { id, popover: "auto", role: "group", ...name }, ...kids));
}
const copies = (file, table) => [
  ...Object.keys(FORMATS).map((format) => button({}, () => copy(FORMATS[format](table()), `as ${format}`), `Copy as ${format}`)),
  button({}, () => download(FORMATS.CSV(table()), `${file}.csv`), "Download as CSV"),
];
listen("toggle", (event) => {
  const node = event.target, from = node.matches?.(".menu:popover-open") && boxOf(one(`[popovertarget="${node.id}"]`));
  if (!from) return;
  node.style.left = `${clamp(from.left - 8, 8, innerWidth - node.offsetWidth - 8)}px`;
  node.style.top = `${max(8, min(innerHeight - node.offsetHeight - 8, from.bottom + 4))}px`;
}, true);
listen("click", (event) => event.target.closest?.(".menu button")?.closest(".menu").hidePopover());
