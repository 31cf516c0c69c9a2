// A report in the browser: tables and pictures from the document in the page, light and dark, copied and saved.
import { blockCsv } from "./csv";
import { echarts, sizeOf, svgOf, type Chart } from "./charts";
import { extraHeight, optionOf } from "./options";
import { dark, light, type Theme } from "./theme";
import type { Block, Picture, Report, Section, Table } from "./types";
import css from "./style.css";

interface Drawn {
  picture: Picture;
  box: HTMLElement;
  width: number;
  chart?: Chart;
  rest?: number; // the timer that waits for the end of a zoom
}

const drawn: Drawn[] = [];
const system = matchMedia("(prefers-color-scheme: dark)");
const kPaperWidth = 680, kPaperHeight = 330; // as in the style of print
let chosen: "light" | "dark" | undefined;
let paperWidth: number | undefined;

const isDark = () => (chosen ? chosen === "dark" : system.matches);
const theme = (): Theme => (isDark() ? dark : light);

type Attributes = Record<string, string>;

function element<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function button(text: string, title: string, action: (self: HTMLButtonElement) => void): HTMLButtonElement {
  const made = element("button", { type: "button", title }, text);
  made.addEventListener("click", () => action(made));
  return made;
}

const kCopy = "Copy CSV";

/// Copies where the browser allows it to a file from disk, by the old way where not.
async function copy(text: string, self: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element("textarea", { class: "hidden" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    self.focus();
  }
  self.textContent = "Copied";
  setTimeout(() => (self.textContent = kCopy), 1200);
}

function save(content: Blob, name: string): void {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function saveSvg(picture: Picture): void {
  save(new Blob([svgOf(picture)], { type: "image/svg+xml" }), `${picture.id}.svg`);
}

/// Twice the size, for print.
function savePng(picture: Picture): void {
  const { width, height } = sizeOf(picture);
  const image = new Image(width, height);
  image.onload = () => {
    const canvas = element("canvas", { width: String(2 * width), height: String(2 * height) });
    canvas.getContext("2d")?.drawImage(image, 0, 0, 2 * width, 2 * height);
    canvas.toBlob((blob) => blob && save(blob, `${picture.id}.png`), "image/png");
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(picture))}`;
}

/// What a zoomed picture shows of its x axis.
function spanOf(one: Drawn): [number, number] | undefined {
  const zooms = one.chart?.getOption()?.dataZoom as { startValue: number; endValue: number }[] | undefined;
  return zooms?.length ? [zooms[0].startValue, zooms[0].endValue] : undefined;
}

/// Pictures with more legend are higher; all are as wide as the first.
function makeRoom(): void {
  const width = paperWidth ?? drawn[0]?.box.clientWidth ?? 0;
  for (const one of drawn) {
    one.width = width;
    one.box.style.setProperty("--extra", `${extraHeight(one.picture, width)}px`);
  }
}

function draw(one: Drawn): void {
  if (!one.chart) {
    one.chart = echarts.init(one.box, null, { renderer: "svg" });
    if (one.picture.kind === "lines") one.chart.on("datazoom", () => markAgain(one));
  }
  one.chart.resize({ width: one.width, height: paperWidth ? kPaperHeight + extraHeight(one.picture, one.width) : "auto" });
  one.chart.setOption(optionOf(one.picture, theme(), one.width, spanOf(one)));
}

/// Places symbols in the part of the curves that is shown, once it has come to rest.
function markAgain(one: Drawn): void {
  clearTimeout(one.rest);
  one.rest = window.setTimeout(() => {
    one.chart?.dispatchAction({ type: "downplay" });
    one.chart?.setOption({ series: optionOf(one.picture, theme(), one.width, spanOf(one)).series });
  }, 150);
}

function drawAll(again: boolean): void {
  for (const one of drawn) if (again ? one.chart : !one.chart) draw(one);
}

function setTheme(): void {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  drawAll(true);
}

/// Numbers are not broken between their thousands.
const unbroken = (text: string) => text.replace(/(\d) (?=\d{3}(?!\d))/g, "$1\u00a0");

const kWholeText = 24; // letters: names, intervals and verdicts stay on one line

function tableBlock(table: Table): HTMLElement {
  const numeric = table.columns.map((_, c) => table.rows.length > 0 && table.rows.every((row) => row[c] === null || row[c] === undefined || /^[-+<> 0-9.,e]*$/.test(String(row[c]))));
  const head = element("tr", {}, ...table.columns.map((name, c) => element("th", numeric[c] ? { class: "number" } : {}, name)));
  const rows = table.rows.map((row) =>
    element("tr", {}, ...row.map((cell, c) => {
      const text = cell === null ? "" : String(cell);
      const shape = numeric[c] ? "number" : text.length <= kWholeText ? "whole" : "long";
      const made = element("td", { class: shape }, unbroken(text));
      if (table.columns[c] === "verdict") made.className = `verdict ${text.replaceAll(" ", "-")}`;
      return made;
    })),
  );
  const tools = element("div", { class: "tools" }, button(kCopy, "copy the numbers", (self) => void copy(blockCsv(table), self)));
  const made = element("figure", { class: "table" }, element("figcaption", {}, element("b", {}, table.title), tools));
  made.append(element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows))));
  if (table.note) made.append(element("p", { class: "note" }, table.note));
  return made;
}

function pictureBlock(picture: Picture): HTMLElement {
  const box = element("div", { class: `picture ${picture.kind}`, role: "img", "aria-label": `${picture.title}. ${picture.note}` });
  const tools = element(
    "div",
    { class: "tools" },
    button(kCopy, "copy the numbers", (self) => void copy(blockCsv(picture), self)),
    button("SVG", "save as SVG", () => saveSvg(picture)),
    button("PNG", "save as PNG", () => savePng(picture)),
  );
  const made = element("figure", { id: picture.id }, element("figcaption", {}, element("b", {}, picture.title), tools), box);
  if (picture.note) made.append(element("p", { class: "note" }, picture.note));
  drawn.push({ picture, box, width: 0 });
  return made;
}

const block = (one: Block) => (one.type === "table" ? tableBlock(one) : pictureBlock(one));

function sectionOf(section: Section, index: number): HTMLElement {
  const made = element("section", { id: `section-${index}` }, element("h2", {}, section.title));
  for (const paragraph of section.text) made.append(element("p", {}, paragraph));
  made.append(...section.blocks.map(block));
  return made;
}

/// Pictures are drawn when they come near the window: a long report opens at once.
function drawWhenNear(): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const one = drawn.find((d) => d.box === entry.target);
        if (!entry.isIntersecting || !one) continue;
        watcher.unobserve(one.box);
        if (!one.chart) draw(one);
      }
    },
    { rootMargin: "600px" },
  );
  for (const one of drawn) watcher.observe(one.box);
}

function begin(): void {
  document.head.append(element("style", {}, css));
  const report = JSON.parse(document.getElementById("data")?.textContent ?? "{}") as Report;
  const place = document.getElementById("report")!;
  const switchTheme = button("Light / dark", "switch between light and dark", () => {
    chosen = isDark() ? "light" : "dark";
    setTheme();
  });
  place.append(element("header", {}, element("h1", {}, report.title), element("p", { class: "note" }, report.subtitle), element("div", { class: "tools" }, switchTheme)));
  if (report.sections.length > 2) {
    const links = report.sections.map((s, i) => element("li", {}, element("a", { href: `#section-${i}` }, s.title)));
    place.append(element("nav", {}, element("ol", {}, ...links)));
  }
  place.append(...report.sections.map(sectionOf));
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  makeRoom();
  drawWhenNear();
  system.addEventListener("change", setTheme);
  addEventListener("resize", () => {
    makeRoom();
    drawAll(true);
  });
  let before = chosen;
  addEventListener("beforeprint", () => {
    before = chosen;
    chosen = "light";
    paperWidth = kPaperWidth;
    makeRoom();
    for (const type of ["hideTip", "downplay"]) for (const one of drawn) one.chart?.dispatchAction({ type });
    setTheme();
    drawAll(false);
  });
  addEventListener("afterprint", () => {
    chosen = before;
    paperWidth = undefined;
    makeRoom();
    setTheme();
  });
  Object.assign(window, { stackwrightReport: { drawAll: () => drawAll(false), drawn, csv: blockCsv } });
}

begin();
