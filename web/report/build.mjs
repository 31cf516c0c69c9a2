// Builds the program of reports (dist/report.js) and the one that draws pictures into files (dist/pictures.mjs).
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "..", "dist");
const common = { bundle: true, minify: true, legalComments: "none", charset: "ascii", logLevel: "warning", define: { "process.env.NODE_ENV": '"production"' } };

await build({ ...common, entryPoints: [join(here, "main.ts")], outfile: join(dist, "report.js"), format: "iife", target: "es2021", loader: { ".css": "text" } });
await build({ ...common, entryPoints: [join(here, "pictures.ts")], outfile: join(dist, "pictures.mjs"), format: "esm", platform: "node", target: "node18" });
