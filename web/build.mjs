// Bundles the page, compresses it, and writes it as a C++ source that the program carries inside.
// Usage: node build.mjs OUT.cc
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) throw new Error("usage: node build.mjs OUT.cc");

const result = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.ts" },
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  outdir: "/",
  write: false,
  legalComments: "none",
});

/** Assets by path; names of what never changes under its name carry a hash of the content. */
const assets = [];
function add(path, type, content, lasting) {
  const bytes = Buffer.from(content);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const name = lasting ? path.replace(/\.(\w+)$/, `-${hash}.$1`) : path;
  assets.push({ path: name, type, tag: `"${hash}"`, lasting, gzip: gzipSync(bytes, { level: 9 }) });
  return name;
}
const find = (ending) => result.outputFiles.find((f) => f.path.endsWith(ending)).contents;
const script = add("/app.js", "text/javascript; charset=utf-8", find(".js"), true);
const style = add("/app.css", "text/css; charset=utf-8", find(".css"), true);
const icon = add("/icon.svg", "image/svg+xml", readFileSync(join(here, "icon.svg")), true);
const page = readFileSync(join(here, "index.html"), "utf8")
  .replace("/app.js", script).replace("/app.css", style).replace("/icon.svg", icon);
add("/index.html", "text/html; charset=utf-8", page, false);

const literal = (bytes) => {
  const rows = [];
  for (let i = 0; i < bytes.length; i += 32) rows.push([...bytes.subarray(i, i + 32)].map((b) => (b << 24) >> 24).join(","));
  return rows.join(",\n");
};
let text = "// The files of the page, compressed; written by web/build.mjs.\n#include \"web/assets.h\"\n\n";
text += "namespace stackwright::web {\nnamespace {\n\n";
assets.forEach((a, i) => (text += `constexpr signed char kBytes${i}[] = {\n${literal(a.gzip)}};\n`));
text += "\nstd::string_view view(const signed char* bytes, std::size_t size) {\n";
text += "  return {reinterpret_cast<const char*>(bytes), size};\n}\n\n}  // namespace\n\n";
text += "std::span<const Asset> assets() {\n  static const Asset kAssets[] = {\n";
assets.forEach((a, i) => {
  text += `      {${JSON.stringify(a.path)}, ${JSON.stringify(a.type)}, ${JSON.stringify(a.tag)}, `;
  text += `view(kBytes${i}, sizeof kBytes${i}), ${a.lasting}},\n`;
});
text += "  };\n  return kAssets;\n}\n\n}  // namespace stackwright::web\n";
writeFileSync(out, text);
const size = assets.reduce((sum, a) => sum + a.gzip.length, 0);
console.log(`web page: ${assets.length} files, ${(size / 1000).toFixed(1)} kB compressed`);
