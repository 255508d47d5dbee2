/* figures: marks answer to pointer and keys; drawings can be enlarged and downloaded. */

const DRAWN = "fill fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity font-family font-size font-weight font-style text-anchor".split(" ");
/** Return a drawing in light colours, with title and words. */
function drawingText(figure, drawing) {
  const theme = ROOT.dataset.theme ?? "", apart = drawing.cloneNode(true), copies = [apart, ...all("*", apart)], caption = one("figcaption", figure).cloneNode(true);
  light();
  ROOT.dataset.theme = "light";
  [drawing, ...all("*", drawing)].forEach((node, i) => {
    const style = getComputedStyle(node), outer = getComputedStyle(node.parentNode);
    for (const name of DRAWN) if (!i || style.getPropertyValue(name) !== outer.getPropertyValue(name)) copies[i].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex"]) copies[i].removeAttribute(name);
  });
  ROOT.dataset.theme = theme;
  for (const node of all(".here, .menu-box, .enlarge", caption)) node.remove();
  apart.prepend(s("title", {}, caption.textContent.trim()), s("desc", {}, drawing.getAttribute("aria-label")));
  return new XMLSerializer().serializeToString(apart);
}
const drawingEntry = (figure, drawing, text) => button({}, () => download(drawingText(figure, drawing), `${figure.dataset.id ?? figure.id}.svg`, "image/svg+xml"), text);

/** Show a drawing over the page; two fingers zoom as anywhere. */
function enlarge(drawing) {
  const dialog = part("#enlarged").cloneNode(true), place = document.createComment("");
  let width = max(innerWidth - 32, 1.3 * boxOf(drawing).width);
  const scale = (factor) => { width *= factor; drawing.style.width = `${width}px`; };
  BODY.append(filled(dialog, { onclick: ({ target: { value } }) => (value ? scale(Number(value)) : value === "" && dialog.close()), onclose: () => { BODY.append(tip); hideTip(); drawing.style.width = ""; place.replaceWith(drawing); dialog.remove(); } }));
  drawing.replaceWith(place);
  dialog.lastChild.append(drawing);
  scale(1);
  dialog.showModal();
}

/** @type {CellImage[]} */
const images = [];
/** @param {CellImage} x */
const byRows = (x) => NAMES.has(x.rows[0]) || !NAMES.has(x.cols[0]);
/** Return the box of a cell; -1 stands for all. @param {CellImage} x */
function cellsBox({ image, rows, cols }, row, col) {
  const box = boxOf(image), w = box.width / cols.length, t = box.height / rows.length;
  return new DOMRect(box.left + max(0, col) * w, box.top + max(0, row) * t, col < 0 ? box.width : w, row < 0 ? box.height : t);
}
/** @param {CellImage} x */
function frame(x) {
  const [first, second] = byRows(x) ? [hot, hotSet] : [hotSet, hot], row = x.rows.indexOf(String(first)), col = x.cols.indexOf(String(second)), inverse = x.image.ownerSVGElement?.getScreenCTM()?.inverse();
  x.spot.classList.toggle("off", row < 0 && col < 0);
  if (!inverse || (row < 0 && col < 0)) return;
  const box = cellsBox(x, row, col), from = new DOMPoint(box.left, box.top).matrixTransform(inverse), to = new DOMPoint(box.right, box.bottom).matrixTransform(inverse);
  filled(x.spot, { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y });
}
function imageStart(image, drawing) {
  const [rows, cols, cells] = ["rows", "cols", "cells"].map((name) => JSON.parse(image.dataset[name])), x = { image, rows, cols, cells, spot: s("rect.spot.off") };
  images.push(x);
  drawing.append(x.spot);
  let at = [-1, -1];
  const show = (row, col) => {
    if (at[0] === row && at[1] === col && !tip.hidden) return;
    at = [clamp(row, 0, rows.length - 1), clamp(col, 0, cols.length - 1)];
    const [a, d] = byRows(x) ? [rows[at[0]], cols[at[1]]] : [cols[at[1]], rows[at[0]]];
    light(a, d);
    showTip([SETS.includes(d) ? `${a} on ${d}` : `${a}, ${d}`, cells[at[0] * cols.length + at[1]]].filter(Boolean), cellsBox(x, at[0], at[1]));
  };
  const point = ({ clientX, clientY }) => { const box = boxOf(image); show(floor(((clientY - box.top) / box.height) * rows.length), floor(((clientX - box.left) / box.width) * cols.length)); };
  filled(image, { onpointermove: point, onpointerdown: point, onpointerleave: (event) => event.pointerType !== "touch" && unlight() });
  filled(drawing, {
    tabindex: "0",
    onkeydown: (event) => { const step = moveOf(event); if (step) { event.preventDefault(); show(at[0] + step[0], at[1] + step[1]); } },
  });
}
function figuresStart() {
  for (const figure of all("figure.exhibit")) {
    const drawing = one("svg:not(.fig)", figure), image = one("image[data-cells]", figure), name = nameOf(figure);
    if (!drawing) continue;
    if (image) imageStart(image, drawing); else if (one("[data-v]", drawing)) walk(drawing, () => all("[data-v]", drawing));
    one("figcaption", figure)?.append(button({ class: "dots enlarge", title: "Enlarge", "aria-label": `Enlarge ${name}` }, () => enlarge(drawing), "\u2922"), menu(name, drawingEntry(figure, drawing, "Download as SVG")));
  }
  followers.push(() => images.forEach(frame));
  // A click compares, a tap marks.
  if (EXPLORED) listen("click", (event) => {
    const mark = event.target.closest?.("figure > svg [data-a]"), a = ALGS.indexOf(mark?.dataset.a);
    if (a >= 0 && event.pointerType !== "touch") openDuel(a);
  });
}
