// Every picture of a report as an SVG file: node pictures.mjs report.json FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { echarts } from "./charts";
import { optionOf } from "./options";
import { light } from "./theme";
import type { Report } from "./types";

const [data, folder] = process.argv.slice(2);
const report = JSON.parse(readFileSync(data, "utf8")) as Report;
for (const section of report.sections) {
  for (const block of section.blocks) {
    if (block.type !== "picture") continue;
    const size = block.kind === "radar" ? { width: 640, height: 560 } : { width: 900, height: 480 };
    const chart = echarts.init(null, null, { renderer: "svg", ssr: true, ...size });
    chart.setOption({ ...optionOf(block, light), dataZoom: [] });
    writeFileSync(join(folder, `${block.id}.svg`), chart.renderToSVGString());
    chart.dispose();
  }
}
