// Every picture of a report as an SVG file: node pictures.mjs report.json FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { echarts, svgOf } from "./charts";
import type { Report } from "./types";

const kLetter = 0.6; // of the size of letters, on the average of a wide font
echarts.setPlatformAPI({ measureText: (text, font) => ({ width: text.length * kLetter * (Number.parseFloat(/([\d.]+)px/.exec(font ?? "")?.[1] ?? "") || 12) }) });

const [data, folder] = process.argv.slice(2);
const report = JSON.parse(readFileSync(data, "utf8")) as Report;
for (const section of report.sections) {
  for (const block of section.blocks) {
    if (block.type !== "picture") continue;
    writeFileSync(join(folder, `${block.id}.svg`), svgOf(block));
  }
}
