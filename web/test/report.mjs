// Opens reports in a real browser, light and dark: node report.mjs FOLDER FILE...
// With STACKWRIGHT_SCREENSHOTS set, pictures of the whole pages go to the folder.
// No console error, nothing fetched, every picture drawn and with data, series that differ without colour, numbers as CSV, zoom,
// a tooltip, keys, a printed page.
import { basename, join, resolve } from "node:path";
import { statSync } from "node:fs";
import assert from "node:assert/strict";
import { startBrowser } from "./browser.mjs";
import { copies, fitsOnPaper, obeysKeys, tellsApart, zooms } from "./use.mjs";

const [folder, ...files] = process.argv.slice(2);
const kMostSeries = 10; // at least, in one picture of every report
const kLong = 90; // points: curves that do not show a symbol at each
const browser = await startBrowser();

/// What is on a page once every picture is drawn.
function look() {
  const report = window.stackwrightReport;
  report.drawAll();
  return report.drawn.map(({ picture, box, chart }) => {
    const marks = box.querySelectorAll("svg path, svg polyline, svg rect, svg circle").length;
    const rows = report.csv(picture).trim().split("\n");
    const numbers = rows.slice(1).join(",").split(",").filter((cell) => cell !== "" && Number.isFinite(Number(cell))).length;
    const items = chart.getModel().getSeries().reduce((count, series) => count + series.getData().count(), 0);
    return { id: picture.id, kind: picture.kind, marks, items, numbers };
  });
}

async function check(file, colorScheme) {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1100, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || wrong.push(`fetched ${request.url()}`));
  await page.goto(`file://${resolve(file)}`, { waitUntil: "load" });
  const opened = await page.evaluate(() => Math.round(performance.now()));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
  const pictures = await page.evaluate(look);
  assert.ok(pictures.length > 0, `${file}: no pictures`);
  for (const one of pictures) {
    assert.ok(one.numbers > 0, `${file}: picture ${one.id} has no numbers`);
    assert.ok(one.items > 0 && one.marks > 5, `${file}: picture ${one.id} is not drawn (${one.items} items, ${one.marks} marks)`);
  }
  const ids = new Set(pictures.map((one) => one.id));
  assert.equal(ids.size, pictures.length, `${file}: two pictures have one id`);
  let most = 0;
  for (const one of pictures.filter(({ kind }) => kind === "lines" || kind === "radar")) most = Math.max(most, await tellsApart(page, one.id));
  assert.ok(most >= kMostSeries, `${file}: no picture has ${kMostSeries} series`);
  if (colorScheme === "light") {
    const box = page.locator(".picture.lines").first();
    await box.scrollIntoViewIfNeeded();
    const at = await box.boundingBox();
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.move(at.x + at.width / 2 + 5, at.y + at.height / 2 + 5);
    const tip = box.locator("div").filter({ hasText: /\d/ });
    await tip.first().waitFor({ state: "visible", timeout: 5000 });
    const firstOf = (kind) => pictures.find((one) => one.kind === kind).id;
    for (const kind of ["lines", "bars", "heat", "radar"]) await copies(page, firstOf(kind));
    await copies(page, firstOf("lines"), { refused: true });
    await obeysKeys(page, firstOf("lines"));
    for (const one of pictures.filter(({ kind, items }) => kind === "lines" && items > kLong).slice(0, 4)) await zooms(page, one.id);
    await fitsOnPaper(page);
    const pdf = await page.pdf({ path: join(folder, `${basename(file, ".html")}.pdf`) });
    assert.ok(pdf.length > 10000, `${file}: nothing is printed`);
    for (const kind of ["SVG", "PNG"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: kind }).first().click()]);
      assert.ok(download.suggestedFilename().endsWith(`.${kind.toLowerCase()}`));
      assert.ok(statSync(await download.path()).size > 2000, `${file}: an empty ${kind} file`);
    }
  }
  if (process.env.STACKWRIGHT_SCREENSHOTS) await page.screenshot({ path: join(folder, `${basename(file, ".html")}-${colorScheme}.png`), fullPage: true });
  assert.deepEqual(wrong, [], `${file}: the browser complains`);
  await context.close();
  console.log(`${basename(file)} ${colorScheme}: ${pictures.length} pictures, open after ${opened} ms`);
}

try {
  for (const file of files) for (const scheme of ["light", "dark"]) await check(file, scheme);
} finally {
  await browser.close();
}
