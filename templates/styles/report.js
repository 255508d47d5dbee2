"use strict";
(() => {
  const FILTERED_FROM = 9;
  const said = document.getElementById("said");
  const say = (text) => { said.textContent = text; setTimeout(() => { said.textContent = ""; }, 2000); };
  const made = (kind, parts, ...children) => {
    const element = Object.assign(document.createElement(kind), parts);
    element.append(...children);
    return element;
  };
  const button = (text, act) => {
    const element = made("button", { type: "button", textContent: text });
    element.addEventListener("click", act);
    return element;
  };

  // What a cell says: numbers are padded with blanks that only serve to align them.
  const textOf = (cell) => cell.textContent.replace(/[\u2007\u2008]/g, "").trim();
  const valueOf = (cell) => cell.dataset.value ?? textOf(cell);
  const headOf = (table) => table.tHead ? table.tHead.rows[table.tHead.rows.length - 1] : null;

  // What is shown, in the order in which it is shown.
  function shown(table, write) {
    const groups = [];
    const head = headOf(table);
    if (head && table.tHead.rows.length > 1) {
      for (const cell of table.tHead.rows[0].cells) groups.push(...Array(cell.colSpan).fill(textOf(cell)));
    }
    const rows = [...table.tBodies[0].rows, ...(table.tFoot ? table.tFoot.rows : [])].filter((row) => !row.hidden);
    return {
      titles: head ? [...head.cells].map((cell, i) => `${groups[i] ? `${groups[i]} ` : ""}${textOf(cell)}`) : null,
      left: [...(head || table.tBodies[0].rows[0]).cells].map((cell) => cell.classList.contains("left")),
      rows: rows.map((row) => [...row.cells].map(write)),
    };
  }

  // A text that a spreadsheet would run as a formula gets an apostrophe in front, also behind a semicolon.
  const csvField = (text) => {
    const inside = text.replace(/([;\t\r\n]\s*)([=+@-])/g, "$1'$2");
    const safe = /^[=+@\t\r]|^-[^0-9.]/.test(inside) ? `'${inside}` : inside;
    return /[",\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  };
  function csv(table) {
    const { titles, rows } = shown(table, valueOf);
    return [...(titles ? [titles] : []), ...rows].map((row) => `${row.map(csvField).join(",")}\n`).join("");
  }

  const styled = (escaped, best, second, raised) => (cell) => {
    const copy = cell.cloneNode(true);
    const marks = [...copy.querySelectorAll("sup")].map((mark) => { mark.remove(); return textOf(mark); }).join("");
    const text = escaped(textOf(copy)) + (marks ? raised(escaped(marks)) : "");
    return cell.classList.contains("best") ? best(text) : cell.querySelector(".second") ? second(text) : text;
  };
  // Addresses and names behind an @ stay words.
  const inMarkdown = (text) => text.replace(/[\\|`*_<>[\]]/g, "\\$&")
    .replace(/:\/\//g, ":<!-- -->//").replace(/\bwww\./gi, "$&<!-- -->").replace(/@(?=\w)/g, "@<!-- -->");
  const markdownCell = styled(inMarkdown, (text) => `**${text}**`, (text) => `<u>${text}</u>`, (mark) => `<sup>${mark}</sup>`);
  function markdown(table) {
    const { titles, left, rows } = shown(table, markdownCell);
    const line = (row) => `| ${row.join(" | ")} |\n`;
    const head = line((titles || left.map(() => "")).map(inMarkdown)) + line(left.map((at) => (at ? ":---" : "---:")));
    return head + rows.map(line).join("");
  }

  const SIGNS = {
    "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "−": "$-$", "±": "$\\pm$", "×": "$\\times$",
    "<": "$<$", ">": "$>$", "[": "{[}", "*": "{*}", "–": "--", "—": "---", "▲": "$\\blacktriangle$", "▼": "$\\blacktriangledown$",
  };
  const inLatex = (text) => text.replace(/[\\~^−±×<>[*–—▲▼]|[{}$&#%_]/g, (sign) => SIGNS[sign] || `\\${sign}`);
  const latexCell = styled(inLatex, (text) => `\\textbf{${text}}`, (text) => `\\underline{${text}}`, (mark) => `\\textsuperscript{${mark}}`);
  function latex(table) {
    const { titles, left, rows } = shown(table, latexCell);
    const line = (row) => `${row.join(" & ")} \\\\`;
    const head = titles ? [line(titles.map(inLatex)), "\\midrule"] : [];
    const columns = left.map((at) => (at ? "l" : "r")).join("");
    return [`\\begin{tabular}{${columns}}`, "\\toprule", ...head, ...rows.map(line), "\\bottomrule", "\\end{tabular}", ""].join("\n");
  }

  function copy(text, name) {
    const done = () => say(`Copied as ${name}`);
    const byHand = () => {
      const area = made("textarea", { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      done();
    };
    if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(text).then(done, byHand); else byHand();
  }

  // Cells without a value stay at the end, whichever way is up.
  function sortBy(table, column, header) {
    const up = header.getAttribute("aria-sort") !== "ascending";
    for (const cell of header.parentNode.cells) cell.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => {
      const cell = row.cells[column];
      const text = textOf(cell);
      return cell.dataset.value !== undefined ? Number(cell.dataset.value) : text === "—" ? "" : text;
    };
    const order = (x, y) => typeof x === "number" && typeof y === "number"
      ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
    const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
    rows.sort(([x], [y]) => (x === "" || y === "" ? (x === "") - (y === "") : up ? order(x, y) : order(y, x)));
    table.tBodies[0].append(...rows.map(([, row]) => row));
  }

  function filterOf(box, table) {
    const rows = [...table.tBodies[0].rows];
    const count = made("span", { className: "count" });
    count.setAttribute("role", "status");
    const input = made("input", { type: "search", id: `${box.id}-filter`, spellcheck: false });
    input.setAttribute("aria-controls", box.id);
    const label = made("label", { htmlFor: input.id, textContent: `Filter the rows of ${box.querySelector(".name").textContent.replace(/\.$/, "")}` });
    const filter = () => {
      const wanted = input.value.trim().toLocaleLowerCase();
      for (const row of rows) row.hidden = ![...row.cells].some((cell) => textOf(cell).toLocaleLowerCase().includes(wanted));
      count.textContent = wanted ? `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows` : `${rows.length} rows`;
    };
    input.addEventListener("input", filter);
    input.addEventListener("keydown", (event) => { if (event.key === "Escape") { input.value = ""; filter(); } });
    filter();
    return made("p", { className: "filter" }, label, input, count);
  }

  for (const box of document.querySelectorAll(".table")) {
    const table = box.querySelector("table");
    const head = headOf(table);
    for (const header of head ? head.cells : []) {
      const text = header.textContent;
      header.replaceChildren(button(text, () => sortBy(table, header.cellIndex, header)));
    }
    if (table.tBodies[0].rows.length >= FILTERED_FROM) box.querySelector(".scroll").before(filterOf(box, table));
    const kinds = [["LaTeX", latex], ["CSV", csv], ["Markdown", markdown]];
    box.append(made("p", { className: "tools" }, ...kinds.map(([name, write]) => button(`Copy as ${name}`, () => copy(write(table), name)))));
  }

  // A drawing that leaves the page takes its title and its words along.
  function download(figure, drawing) {
    const apart = drawing.cloneNode(true);
    const caption = figure.querySelector("figcaption").cloneNode(true);
    caption.querySelectorAll(".here").forEach((link) => link.remove());
    const space = "http://www.w3.org/2000/svg";
    const words = [["title", caption.textContent], ["desc", drawing.getAttribute("aria-label")]].map(([kind, text]) => {
      const element = document.createElementNS(space, kind);
      element.textContent = text;
      return element;
    });
    apart.prepend(...words);
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(apart)], { type: "image/svg+xml" }));
    made("a", { href: address, download: `${figure.id}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
  for (const figure of document.querySelectorAll("figure.exhibit")) {
    const drawing = figure.querySelector("svg");
    if (drawing) figure.append(made("p", { className: "tools" }, button("Download as SVG", () => download(figure, drawing))));
  }

  const SCHEMES = ["auto", "light", "dark"];
  const root = document.documentElement;
  const scheme = button("Colours: auto", () => {
    const next = SCHEMES[(SCHEMES.indexOf(root.dataset.scheme || "auto") + 1) % SCHEMES.length];
    if (next === "auto") delete root.dataset.scheme; else root.dataset.scheme = next;
    scheme.textContent = `Colours: ${next}`;
  });
  scheme.id = "scheme";
  document.querySelector("nav").append(scheme);
})();
