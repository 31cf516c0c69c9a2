// What people do with a report's pictures, tried in a page: zoom, copy, walk with the keyboard, print, tell series apart.
import assert from "node:assert/strict";

/// Runs in the page: dash and symbol of every series of a picture, and how many symbols are drawn in sight.
function identities(id) {
  const { picture, chart } = window.stackwrightReport.drawn.find((one) => one.picture.id === id);
  if (picture.kind === "radar") {
    return chart.getOption().series[0].data.map((one) => ({ name: one.name, dash: one.lineStyle.type, symbol: one.symbol, points: 1, shown: 1 }));
  }
  const [from, to] = chart.getModel().getComponent("xAxis").axis.scale.getExtent();
  return chart.getModel().getSeriesByType("line").map((series) => {
    const data = series.getData();
    const inside = [...Array(data.count()).keys()].filter((i) => data.get("x", i) >= from && data.get("x", i) <= to);
    const shown = inside.filter((i) => data.getItemVisual(i, "symbol") !== "none" && data.getItemGraphicEl(i));
    return { name: series.name, dash: series.get(["lineStyle", "type"]), symbol: data.getVisual("symbol"), points: inside.length, shown: shown.length };
  });
}

/// No two series of a picture have both the same dash and the same symbol, and every one shows its symbol.
export async function tellsApart(page, id) {
  const all = await page.evaluate(identities, id);
  const looks = new Map();
  for (const one of all) {
    const look = JSON.stringify([one.dash, one.symbol]);
    assert.ok(!looks.has(look), `picture ${id}: ${one.name} looks like ${looks.get(look)}`);
    looks.set(look, one.name);
    assert.ok(one.points === 0 || one.shown > 0, `picture ${id}: ${one.name} has no symbol in sight`);
  }
  return all.length;
}

const kSymbols = 5; // at least, on a long curve

/// Runs in the page: what of its x axis a picture shows.
const extent = (id) => window.stackwrightReport.drawn.find((one) => one.picture.id === id).chart.getModel().getComponent("xAxis").axis.scale.getExtent();

/// The wheel narrows the axis; curves keep their symbols.
export async function zooms(page, id) {
  const box = page.locator(`[id="${id}"] .picture`);
  await box.scrollIntoViewIfNeeded();
  const at = await box.boundingBox();
  const [from, to] = await page.evaluate(extent, id);
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  for (let turn = 0; turn < 12; ++turn) await page.mouse.wheel(0, -300);
  const narrower = ([name, whole]) => {
    const { chart } = window.stackwrightReport.drawn.find((one) => one.picture.id === name);
    const [a, b] = chart.getModel().getComponent("xAxis").axis.scale.getExtent();
    const [zoom] = chart.getOption().dataZoom;
    return b - a < whole && zoom.end - zoom.start < 100;
  };
  await page.waitForFunction(narrower, [id, 0.9 * (to - from)]);
  const [low, high] = await page.evaluate(extent, id);
  assert.ok(low >= from && high <= to, `picture ${id} shows ${low} to ${high} of ${from} to ${to}`);
  const marked = async () => (await page.evaluate(identities, id)).every((one) => one.shown >= Math.min(one.points, kSymbols));
  for (let wait = 0; wait < 100 && !(await marked()); ++wait) await page.waitForTimeout(100); // symbols come when the wheel rests
  assert.ok(await marked(), `picture ${id}: a curve has less than ${kSymbols} symbols in the part that is shown`);
  await tellsApart(page, id);
}

/// Fields of RFC 4180.
function fieldsOf(csv) {
  const rows = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (quoted === undefined && plain === "" && end === "") break;
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

/// The numbers of a picture in the order of its CSV, without names.
function numbersOf(picture) {
  const { kind, series } = picture;
  const label = (x) => (picture.x.labels && x !== null ? picture.x.labels[x] : x);
  if (kind === "lines") return series.flatMap((s) => s.data.flatMap(([x, y], i) => [label(x), y, s.low?.[i], s.high?.[i]]));
  if (kind === "bars") return picture.categories.flatMap((_, i) => series.flatMap((s) => [s.values[i], ...(s.low ? [s.low[i], s.high?.[i]] : [])]));
  if (kind === "heat") return picture.rows.flat();
  return picture.axes.flatMap((_, i) => series.map((s) => s.values[i]));
}

/// After a while the button says again what it does.
const labelled = (page, id) => page.waitForFunction((name) => document.getElementById(name).querySelector("button").textContent === "Copy CSV", id);

/// "Copy CSV" puts the picture's numbers on the clipboard; the old way too, where the browser refuses the new one.
export async function copies(page, id, { refused = false } = {}) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.evaluate((no) => no && (navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))), refused);
  const button = page.locator(`[id="${id}"] button`).first();
  await button.click();
  await page.waitForFunction((name) => document.getElementById(name).querySelector("button").textContent === "Copied", id);
  const csv = await page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => delete navigator.clipboard.writeText);
  await labelled(page, id);
  const picture = await page.evaluate((name) => window.stackwrightReport.drawn.find((one) => one.picture.id === name).picture, id);
  const cells = fieldsOf(csv).slice(1).flatMap((row) => row.slice(1));
  const texts = numbersOf(picture).map((value) => (value === null || value === undefined ? "" : String(value)));
  assert.deepEqual(cells, texts, `picture ${id}: the clipboard has other numbers`);
}

/// Tab goes from button to button of a picture, Enter presses them.
export async function obeysKeys(page, id) {
  const place = () => page.evaluate(() => [document.activeElement?.closest("figure")?.id, document.activeElement?.textContent]);
  await page.evaluate((name) => {
    const all = [...document.querySelectorAll("a, button")];
    all[all.indexOf(document.getElementById(name).querySelector("button")) - 1].focus();
  }, id);
  await page.keyboard.press("Tab");
  assert.deepEqual(await place(), [id, "Copy CSV"]);
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none", `picture ${id}: nothing shows which button the keyboard is at`);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.textContent === "Copied");
  for (const kind of ["SVG", "PNG"]) {
    await page.keyboard.press("Tab");
    assert.deepEqual(await place(), [id, kind]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.equal(download.suggestedFilename(), `${id}.${kind.toLowerCase()}`);
  }
}

/// Printed pictures are as large as their boxes on paper: nothing is cut off; afterwards they are as before.
export async function fitsOnPaper(page) {
  const cut = () =>
    window.stackwrightReport.drawn.flatMap(({ picture, box }) => {
      const { width, height } = box.querySelector("svg").getBoundingClientRect();
      const fits = Math.abs(width - box.clientWidth) <= 1 && Math.abs(height - box.clientHeight) <= 1;
      return fits ? [] : [`${picture.id}: ${width} x ${height} in ${box.clientWidth} x ${box.clientHeight}`];
    });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await page.evaluate(cut), [], "cut off on paper");
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.deepEqual(await page.evaluate(cut), [], "cut off after printing");
}
