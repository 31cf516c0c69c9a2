// The numbers behind tables and pictures as CSV (RFC 4180).
import type { Block, Cell, Picture } from "./types";

function field(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  const text = String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(rows: (Cell | undefined)[][]): string {
  return rows.map((row) => row.map(field).join(",")).join("\n") + "\n";
}

/// One row per point: every series has its own places on the x axis.
export function pictureRows(picture: Picture): (Cell | undefined)[][] {
  switch (picture.kind) {
    case "lines": {
      const rows: (Cell | undefined)[][] = [["series", picture.x.name, picture.y.name, "low", "high"]];
      for (const series of picture.series) {
        series.data.forEach(([x, y], i) => {
          const label = picture.x.labels && x !== null ? picture.x.labels[x] : x;
          rows.push([series.name, label, y, series.low?.[i], series.high?.[i]]);
        });
      }
      return rows;
    }
    case "bars": {
      const head: Cell[] = [""];
      for (const series of picture.series) {
        head.push(series.name);
        if (series.low) head.push(`${series.name} low`, `${series.name} high`);
      }
      const rows: (Cell | undefined)[][] = [head];
      picture.categories.forEach((category, i) => {
        const row: (Cell | undefined)[] = [category];
        for (const series of picture.series) {
          row.push(series.values[i]);
          if (series.low) row.push(series.low[i], series.high?.[i]);
        }
        rows.push(row);
      });
      return rows;
    }
    case "heat": {
      const labels = picture.x.labels ?? [];
      const rows: (Cell | undefined)[][] = [[`${picture.y.name} \\ ${picture.x.name}`, ...labels]];
      picture.rows.forEach((cells, i) => rows.push([picture.y.labels?.[i], ...cells]));
      return rows;
    }
    case "radar":
      return [["gene", ...picture.series.map((s) => s.name)], ...picture.axes.map((axis, i) => [axis, ...picture.series.map((s) => s.values[i])])];
  }
}

export function blockCsv(block: Block): string {
  return csvOf(block.type === "table" ? [block.columns, ...block.rows] : pictureRows(block));
}
