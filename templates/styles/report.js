"use strict";
(function () {
  var said = document.getElementById("said");
  function say(text) { said.textContent = text; setTimeout(function () { said.textContent = ""; }, 2000); }
  function textOf(cell) { return cell.textContent.replace(/ [↑↓]$/, "").trim(); }
  function valueOf(cell) { var value = cell.getAttribute("data-value"); return value !== null ? value : textOf(cell); }
  function cellsOf(table, exact) {
    var head = table.tHead ? table.tHead.rows[table.tHead.rows.length - 1] : null;
    var groups = [];
    if (table.tHead && table.tHead.rows.length > 1) {
      Array.from(table.tHead.rows[0].cells).forEach(function (cell) { for (var i = 0; i < cell.colSpan; i++) groups.push(textOf(cell)); });
    }
    var titles = head ? Array.from(head.cells).map(function (cell, i) { return (groups[i] ? groups[i] + " " : "") + textOf(cell); }) : [];
    var rows = Array.from(table.tBodies[0].rows).map(function (row) { return Array.from(row.cells).map(exact ? valueOf : textOf); });
    return head ? [titles].concat(rows) : rows;
  }
  function csv(rows) {
    return rows.map(function (row) { return row.map(function (text) {
      if (/^[=+@\t\r]/.test(text) || /^-[^0-9.]/.test(text)) text = "'" + text;
      return /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
    }).join(","); }).join("\n") + "\n";
  }
  function markdown(rows) {
    function line(row) { return "| " + row.map(function (text) { return text.replace(/[\\|`*_<>\[\]]/g, "\\$&"); }).join(" | ") + " |"; }
    return [line(rows[0]), "|" + rows[0].map(function () { return " --- |"; }).join("")].concat(rows.slice(1).map(line)).join("\n") + "\n";
  }
  var SIGNS = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "−": "$-$", "±": "$\\pm$", "×": "$\\times$", "<": "$<$", ">": "$>$", "[": "{[}", "*": "{*}" };
  function latex(rows) {
    function escaped(text) { return text.replace(/[\\~^−±×<>\[*]|[{}$&#%_]/g, function (sign) { return SIGNS[sign] || "\\" + sign; }); }
    function line(row) { return row.map(escaped).join(" & ") + " \\\\"; }
    return ["\\begin{tabular}{l" + "r".repeat(rows[0].length - 1) + "}", "\\toprule", line(rows[0]), "\\midrule"]
      .concat(rows.slice(1).map(line)).concat(["\\bottomrule", "\\end{tabular}"]).join("\n") + "\n";
  }
  function copy(text, name) {
    function done() { say("Copied as " + name); }
    function byHand() {
      var area = document.createElement("textarea");
      area.value = text; document.body.appendChild(area); area.select();
      document.execCommand("copy"); area.remove(); done();
    }
    if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(text).then(done, byHand); else byHand();
  }
  function sortBy(table, column, header) {
    var up = header.getAttribute("aria-sort") !== "ascending";
    Array.from(header.parentNode.cells).forEach(function (cell) { cell.removeAttribute("aria-sort"); });
    header.setAttribute("aria-sort", up ? "ascending" : "descending");
    function key(row) {
      var cell = row.cells[column], value = cell.getAttribute("data-value");
      if (value !== null) return Number(value);
      return textOf(cell) === "—" ? "" : textOf(cell);
    }
    var rows = Array.from(table.tBodies[0].rows).map(function (row, i) { return [key(row), i, row]; });
    rows.sort(function (a, b) {
      var x = a[0], y = b[0], order;
      if (x === "" || y === "") return (x === "") - (y === "") || a[1] - b[1];
      if (typeof x === "number" && typeof y === "number") order = x - y; else order = String(x).localeCompare(String(y), "en", { numeric: true });
      return (up ? order : -order) || a[1] - b[1];
    });
    rows.forEach(function (entry) { table.tBodies[0].appendChild(entry[2]); });
  }
  document.querySelectorAll(".table").forEach(function (box) {
    var table = box.querySelector("table");
    if (table.tHead) {
      var head = table.tHead.rows[table.tHead.rows.length - 1];
      Array.from(head.cells).forEach(function (header, column) {
        var button = document.createElement("button");
        button.type = "button"; button.textContent = header.textContent;
        header.textContent = ""; header.appendChild(button);
        button.addEventListener("click", function () { sortBy(table, column, header); });
      });
    }
    var tools = document.createElement("p");
    tools.className = "tools";
    [["LaTeX", latex], ["CSV", csv], ["Markdown", markdown]].forEach(function (kind) {
      var button = document.createElement("button");
      button.type = "button"; button.textContent = "Copy as " + kind[0];
      button.addEventListener("click", function () { copy(kind[1](cellsOf(table, kind[0] === "CSV")), kind[0]); });
      tools.appendChild(button);
    });
    box.appendChild(tools);
  });
})();
