// A report in the browser: tables and pictures from the document in the page, light and dark, copied and saved.
import { blockCsv } from "./csv";
import { echarts, sizeOf, svgOf, type Chart } from "./charts";
import { optionOf } from "./options";
import { dark, light, type Theme } from "./theme";
import type { Block, Picture, Report, Section, Table } from "./types";
import css from "./style.css";

interface Drawn {
  picture: Picture;
  box: HTMLElement;
  chart?: Chart;
}

const drawn: Drawn[] = [];
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen: "light" | "dark" | undefined;

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
  }
  const before = self.textContent;
  self.textContent = "Copied";
  setTimeout(() => (self.textContent = before), 1200);
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

function draw(one: Drawn): void {
  one.chart ??= echarts.init(one.box, null, { renderer: "svg" });
  one.chart.setOption(optionOf(one.picture, theme()), { notMerge: true });
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

function tableBlock(table: Table): HTMLElement {
  const numeric = table.columns.map((_, c) => table.rows.length > 0 && table.rows.every((row) => row[c] === null || row[c] === undefined || /^[-+<> 0-9.,e]*$/.test(String(row[c]))));
  const head = element("tr", {}, ...table.columns.map((name, c) => element("th", numeric[c] ? { class: "number" } : {}, name)));
  const rows = table.rows.map((row) =>
    element("tr", {}, ...row.map((cell, c) => {
      const text = cell === null ? "" : String(cell);
      const made = element("td", numeric[c] ? { class: "number" } : {}, unbroken(text));
      if (table.columns[c] === "verdict") made.className = `verdict ${text.replaceAll(" ", "-")}`;
      return made;
    })),
  );
  const tools = element("div", { class: "tools" }, button("Copy CSV", "copy the numbers", (self) => void copy(blockCsv(table), self)));
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
    button("Copy CSV", "copy the numbers", (self) => void copy(blockCsv(picture), self)),
    button("SVG", "save as SVG", () => saveSvg(picture)),
    button("PNG", "save as PNG", () => savePng(picture)),
  );
  const made = element("figure", { id: picture.id }, element("figcaption", {}, element("b", {}, picture.title), tools), box);
  if (picture.note) made.append(element("p", { class: "note" }, picture.note));
  drawn.push({ picture, box });
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
  drawWhenNear();
  system.addEventListener("change", setTheme);
  addEventListener("resize", () => drawn.forEach((one) => one.chart?.resize()));
  let before = chosen;
  addEventListener("beforeprint", () => {
    before = chosen;
    chosen = "light";
    setTheme();
    drawAll(false);
    for (const one of drawn) one.chart?.resize({ width: 680 });
  });
  addEventListener("afterprint", () => {
    chosen = before;
    setTheme();
    for (const one of drawn) one.chart?.resize({ width: "auto" });
  });
  Object.assign(window, { stackwrightReport: { drawAll: () => drawAll(false), drawn, csv: blockCsv } });
}

begin();
