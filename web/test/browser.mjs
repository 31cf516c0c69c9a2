// The browser that the tests of reports use: Debian's Chromium, or the program that CHROMIUM names.
import { chromium } from "playwright-core";
import { existsSync } from "node:fs";

export function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}
