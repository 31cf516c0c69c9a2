// Tests of the laboratory in a real browser, page by page as a person would use it; in light, in dark and on a phone.
// Usage: node browser/test.mjs PROGRAM    (PICTURES=folder keeps pictures; ends with 77 where there is no browser)
import assert from "node:assert/strict";
import { bytesOf, findBrowser, openPage, picture, startBrowser, startServer, until } from "./laboratory.mjs";
import * as people from "./people.mjs";

const program = process.argv[2];
if (!program) throw new Error("usage: node browser/test.mjs PROGRAM");
if (!findBrowser()) {
  console.log("no chromium: browser tests are left out");
  process.exit(77);
}
const kPages = ["watch", "play", "race", "inside", "evolve", "compare", "murus", "2048"];

/** Everything that can be used has a name for those who hear the page. */
async function named(page) {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, a, input, select, textarea, canvas, [role=img], [role=grid], [role=radiogroup], [role=meter], [role=region]")]
      .filter((e) => e.checkVisibility())
      .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.[0]?.textContent.trim() || e.closest("[aria-label], [aria-hidden]")))
      .map((e) => e.outerHTML.slice(0, 100)),
  );
  assert.deepEqual(nameless, [], "without a name");
}

/** All pages in one look: no fault, everything named, nothing beyond the edge. */
async function looks(browser, address, name, options) {
  const { page, context, faults } = await openPage(browser, address, options);
  for (const id of kPages) {
    await page.goto(address + "#/" + id);
    await page.locator("main h1").waitFor();
    await page.waitForTimeout(350);
    await named(page);
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(wide <= room, `${id} is ${wide} wide in a window of ${room} (${name})`);
    await picture(page, `${name}-${id}`);
  }
  assert.deepEqual(faults, [], name);
  await context.close();
}

const began = Date.now();
const server = await startServer(program);
const browser = await startBrowser();
let stopped = false;
try {
  const opened = Date.now();
  const { page, faults } = await openPage(browser, server.address);
  await page.locator("main h1").waitFor();
  const usable = Date.now() - opened;
  const bytes = await bytesOf(page);
  console.log(`first view: usable after ${usable} ms, ${(bytes / 1000).toFixed(1)} kB`);
  assert.ok(bytes > 0 && bytes < 300_000, "the first view is small");
  for (const name of ["watch", "play", "race", "inside", "evolve", "compare", "murus", "twenty48"]) {
    const start = Date.now();
    await people[name](page, { program });
    assert.deepEqual(faults, [], name);
    console.log(`${name}: as it should be (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
  const slow = await openPage(browser, server.address, { answersLate: 700 });
  await people.evolveToTheEnd(slow.page);
  assert.deepEqual(slow.faults, [], "late answers");
  await slow.context.close();
  console.log("late answers: as it should be");
  await looks(browser, server.address, "light", { colorScheme: "light" });
  await looks(browser, server.address, "dark", { colorScheme: "dark" });
  await looks(browser, server.address, "phone", { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme: "light" });
  console.log("light, dark and phone: as they should be");
  stopped = true;
  await server.stop();
  await page.getByText("Connection lost").waitFor();
  await until("no fault but the lost connection", () => faults.every((fault) => /WebSocket|ERR_CONNECTION/.test(fault)));
  console.log(`all pages: as they should be (${((Date.now() - began) / 1000).toFixed(0)} s)`);
} finally {
  await browser.close();
  if (!stopped) await server.stop();
}
