// What people do on each page, in a real browser. Every function leaves the page it was given usable.
import { execFileSync } from "node:child_process";
import assert from "node:assert/strict";
import { picture, shown, stat, until } from "./laboratory.mjs";

async function go(page, name) {
  await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

export async function watch(page, { program }) {
  await go(page, "Watch");
  await until("pieces fall", async () => (await shown(stat(page, "pieces"))) >= 1);
  await page.getByLabel("Controller").selectOption("dellacherie");
  await page.getByText("Gravity").click();
  await page.getByLabel("Seed").fill("5");
  await page.getByLabel("Seed").press("Enter");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  const before = await shown(stat(page, "pieces"));
  await page.locator("h1").click(); // keys go to the page again
  for (let i = 1; i <= 20; ++i) {
    await page.keyboard.press(".");
    await until("a step is one piece", async () => (await shown(stat(page, "pieces"))) === before + i);
  }
  const pieces = await shown(stat(page, "pieces"));
  const headless = JSON.parse(
    execFileSync(program, ["play", "--controller", "dellacherie", "--seed", "5", "--max-pieces", String(pieces), "--json", "--quiet"]),
  ).games[0];
  assert.equal(await shown(stat(page, "lines")), headless.lines, "the same seed without a page has as many lines");
  await page.getByRole("radio", { name: "Max" }).check();
  await page.keyboard.press("Space");
  await until("it runs as fast as it goes", async () => (await shown(stat(page, "pieces"))) > 2000);
  await picture(page, "watch");
  await page.keyboard.press("Space");
  await page.getByText("Paused").waitFor();
  const link = await page.getByRole("link", { name: "Link to this game" }).getAttribute("href");
  const other = await page.context().newPage();
  await other.goto(new URL(link, page.url()).href);
  await until("another page sees the same game", async () => (await shown(stat(other, "pieces"))) === (await shown(stat(page, "pieces"))));
  assert.ok(await other.getByRole("button", { name: "Step" }).isDisabled(), "only who began the game steers it");
  await other.close();
  await page.keyboard.press("i");
  await page.getByRole("heading", { level: 1, name: "Inside" }).waitFor();
  await page.getByRole("heading", { name: "The choice" }).waitFor();
}

export async function play(page) {
  await go(page, "Play");
  await page.keyboard.press("Enter");
  await until("the game begins", async () => (await page.locator(".overlay:visible").count()) === 0);
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "z", "ArrowDown", "Space"]) await page.keyboard.press(key);
  await until("a piece rests", async () => (await shown(stat(page, "pieces"))) === 1);
  await page.keyboard.down("ArrowLeft");
  await page.waitForTimeout(500);
  await page.keyboard.up("ArrowLeft");
  await page.keyboard.press("Space");
  await until("a second piece rests", async () => (await shown(stat(page, "pieces"))) === 2);
  await picture(page, "play");
  await page.keyboard.press("p");
  await page.getByText("Paused").waitFor();
  await page.keyboard.press("p");
  for (let i = 0; i < 60 && (await page.getByText("Game over").count()) === 0; ++i) await page.keyboard.press("Space");
  await page.getByText("Game over").waitFor();
  assert.match(await page.locator("main [role=status]").textContent(), /points with \d+ pieces/);
}

export async function race(page) {
  await go(page, "Race");
  await page.getByLabel("Opponent").selectOption("dt-20");
  await page.getByLabel("Its fingers").selectOption("merciless");
  await page.getByRole("button", { name: "New game" }).click();
  await until("the race begins", async () => (await page.locator(".overlay:visible").count()) === 0);
  await until("the agent places pieces", async () => (await shown(stat(page, "pieces", 1))) >= 4);
  await page.keyboard.press("Space");
  await until("so does the person", async () => (await shown(stat(page, "pieces", 0))) >= 1);
  await picture(page, "race");
  for (let i = 0; i < 60 && (await page.getByText("Game over").count()) === 0; ++i) await page.keyboard.press("Space");
  await page.getByText(/wins|win:|tie/).waitFor();
}

export async function inside(page) {
  await page.goto(page.url().split("#")[0] + "#/inside");
  const rows = page.locator("tr[data-index]");
  await until("all 34 placements of a T", async () => (await rows.count()) === 34);
  const first = await page.locator("tfoot td").first().textContent();
  await rows.nth(5).hover();
  await page.getByRole("heading", { name: "Placement 6" }).waitFor();
  assert.notEqual(await page.locator("tfoot td").first().textContent(), first);
  await page.getByRole("region", { name: "All placements" }).press("ArrowDown");
  await page.getByRole("heading", { name: "Placement 7" }).waitFor();
  await page.getByRole("radio", { name: "I", exact: true }).check();
  await until("all 17 placements of an I", async () => (await rows.count()) === 17);
  const board = page.getByRole("img", { name: /Board with the chosen placement/ });
  const box = await board.boundingBox();
  const before = await page.locator(".why").textContent();
  await board.click({ position: { x: box.width * 0.35, y: box.height * 0.88 } });
  await until("a drawn cell changes the decision", async () => (await page.locator(".why").textContent()) !== before);
  await page.getByRole("radio", { name: "T", exact: true }).check();
  await until("back to the T", async () => (await rows.count()) === 34);
  await picture(page, "inside");
}

export async function evolveToTheEnd(page) {
  await go(page, "Evolve");
  await page.getByLabel("Preset").selectOption("quick");
  await page.getByLabel("Seed").fill("11");
  await page.getByLabel("Changed settings").fill("generations=12\npopulation=8\ngames=4\nfinal_games=20\nheld_out_games=40\nfinalists=2");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: /^quick-\d+$/ }).waitFor();
  await until("it ends with a figure", async () => /finished.*On 40 new games/.test(await page.locator("main [role=status]").textContent()));
}

export async function evolve(page) {
  await evolveToTheEnd(page);
  await until("its champion plays", async () => (await shown(stat(page, "pieces"))) > 3);
  await page.getByRole("rowheader", { name: "landing height" }).waitFor();
  await picture(page, "evolve");
  const address = await page.getByRole("link", { name: "Report" }).getAttribute("href");
  const report = await page.context().request.get(new URL(address, page.url()).href);
  assert.equal(report.status(), 200, "the report");
  assert.match(await report.text(), /<html/);

  await page.getByLabel("Preset").selectOption("milan-score");
  await page.getByLabel("Changed settings").fill("generations=1000000\npopulation=6\nfirst_tries=1\ngames=1\nboard=6x8\nmax_pieces=50");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
  const runs = page.locator(".run");
  assert.equal(await runs.count(), 2);
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await until("one run is left", async () => (await runs.count()) === 1);
}

export async function compare(page) {
  await go(page, "Compare");
  await page.getByLabel("Board").selectOption("6x12");
  await page.getByLabel("Games each").fill("200");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText(/finished, 600 games/).waitFor();
  await page.locator(".compare .verdict").filter({ hasText: /\w{3}/ }).waitFor();
  assert.equal(await page.locator(".compare tbody tr").count(), 3 + 3);
  await picture(page, "compare");
}

export async function murus(page) {
  await go(page, "Murus Gallicus");
  await page.getByLabel("Time for a move").selectOption("50");
  await page.getByText("Your move: Romans.").waitFor();
  await page.getByRole("gridcell", { name: "G1: Roman tower" }).click();
  await page.getByRole("gridcell", { name: "F2: empty, move here" }).click();
  await until("the engine answers", async () => /Your move/.test(await page.locator(".verdict").textContent()) && (await page.locator(".history li").count()) === 2);
  assert.ok((await shown(stat(page, "depth"))) >= 3);
  await page.keyboard.press("h");
  await until("a hint is shown", async () => (await page.locator(".cell.hint").count()) === 2);
  await picture(page, "murus");
  await page.keyboard.press("u");
  await until("both moves are taken back", async () => (await page.locator(".history li").count()) === 0);
  await page.getByRole("gridcell", { name: "G3: Roman tower" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("gridcell", { name: "G3: Roman tower, chosen" }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.getByLabel("Romans (below, move first)").selectOption("trained");
  await until("two engines play", async () => (await page.locator(".history li").count()) >= 4);
}

export async function twenty48(page) {
  await go(page, "2048");
  await page.getByText("Your move.").waitFor();
  await page.locator("h1").click();
  for (let i = 0; i < 8; ++i) await page.keyboard.press(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"][i % 4]);
  await until("tiles move", async () => (await shown(stat(page, "moves"))) >= 4);
  await page.keyboard.press("h");
  await until("advice", async () => /[↑→↓←]/.test(await stat(page, "advice").textContent()));
  await page.getByRole("radio", { name: "16×" }).check();
  await page.keyboard.press("Space");
  await until("the network plays", async () => (await shown(stat(page, "moves"))) > 60);
  await picture(page, "2048");
}
