// How long reports take to open: node open.mjs TIMES FILE... prints JSON, for each file its times in milliseconds.
// `opens` is from the start of navigation to the first frame after both the load event and the drawing of the first picture;
// `draws` is how long all other pictures take when they are asked for at once, to the frame after them.
import { resolve } from "node:path";
import { startBrowser } from "./browser.mjs";

const [times, ...files] = process.argv.slice(2);

/// Runs in the page before its own programs.
function watch() {
  const look = () => {
    const first = document.querySelector(".picture svg path");
    if (document.readyState !== "complete" || !first) requestAnimationFrame(look);
    else requestAnimationFrame(() => (window.opened = performance.now()));
  };
  requestAnimationFrame(look);
}

/// Runs in the page.
function drawAll() {
  const start = performance.now();
  window.stackwrightReport.drawAll();
  return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))));
}

async function open(browser, file) {
  const context = await browser.newContext({ colorScheme: "light", viewport: { width: 1100, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(`file://${resolve(file)}`);
    await page.waitForFunction(() => window.opened !== undefined);
    const pictures = await page.evaluate(() => window.stackwrightReport.drawn.length);
    return { opens: await page.evaluate(() => window.opened), draws: await page.evaluate(drawAll), pictures };
  } finally {
    await context.close();
  }
}

const browser = await startBrowser();
try {
  const all = [];
  for (const file of files) {
    const rounds = [];
    for (let i = 0; i < Number(times); ++i) rounds.push(await open(browser, file));
    all.push({ file, pictures: rounds[0].pictures, opens: rounds.map((r) => r.opens), draws: rounds.map((r) => r.draws) });
  }
  console.log(JSON.stringify(all));
} finally {
  await browser.close();
}
