// The program's server and a real browser for tests: starts both, and stops both whatever happens.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const kPatience = 60_000; // milliseconds; tests may run on a busy machine
const kBrowsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where Debian's chromium is; nothing where there is none. */
export function findBrowser() {
  return process.env.CHROMIUM ?? kBrowsers.find((path) => existsSync(path));
}

export async function startServer(program, options = []) {
  const folder = mkdtempSync(join(tmpdir(), "stackwright-web-"));
  const process_ = spawn(program, ["serve", "--port", "0", "--store", join(folder, "web.db"), ...options]);
  let output = "";
  const address = await new Promise((resolve, reject) => {
    process_.stdout.on("data", (data) => {
      output += data;
      const found = /http:\/\/\S+/.exec(output);
      if (found) resolve(found[0]);
    });
    process_.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      process_.once("exit", () => {
        rmSync(folder, { recursive: true, force: true });
        resolve();
      });
      process_.kill("SIGTERM");
    });
  return { address, folder, stop };
}

export async function startBrowser() {
  return chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
}

/** As on a slow machine: answers come late, frames of feeds overtake them. */
async function delayAnswers(page, milliseconds) {
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => setTimeout(() => socket.send(text), /^\{"re":/.test(text) ? milliseconds : 0));
  });
}

/** A page that fails the test on any error of its own, and on any request to elsewhere. */
export async function openPage(browser, address, { answersLate = 0, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  if (answersLate) await delayAnswers(page, answersLate);
  const faults = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(address.split("#")[0]) && !request.url().startsWith("data:")) faults.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, context, faults };
}

/** Compressed bytes of everything the page has loaded so far. */
export async function bytesOf(page) {
  return page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce((sum, e) => sum + e.encodedBodySize, 0),
  );
}

/** Pictures go where $PICTURES says; nowhere without it. */
export async function picture(page, name) {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

export const stat = (page, key, index = 0) => page.locator(`[data-stat="${key}"]`).nth(index);

/** A number as the page shows it: "1 234" is 1234. */
export async function shown(locator) {
  return Number((await locator.textContent()).replace(/[^0-9.]/g, "") || "NaN");
}

export async function until(what, condition) {
  const end = Date.now() + kPatience;
  for (;;) {
    if (await condition()) return;
    if (Date.now() > end) throw new Error(`did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
