// Numbers and names for people.

/** 1 234 567: a thin space between thousands. */
export function grouped(value: number): string {
  const sign = value < 0 ? "−" : "";
  return sign + String(Math.abs(Math.round(value))).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** Three or four digits: 0.123, 12.3, 1 234, 1.23 M. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "–";
  const size = Math.abs(value);
  if (size >= 1e9) return trimmed(value / 1e9) + " G";
  if (size >= 1e6) return trimmed(value / 1e6) + " M";
  if (size >= 1e4) return trimmed(value / 1e3) + " k";
  if (size >= 1000 || Number.isInteger(value)) return grouped(value);
  return trimmed(value);
}

function trimmed(value: number): string {
  const size = Math.abs(value);
  const text = value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
  return text.replace(/\.?0+$/, (zeros) => (text.includes(".") ? "" : zeros)).replace("-", "−");
}

/** A signed number for sums of parts. */
export function signed(value: number): string {
  return (value > 0 ? "+" : "") + short(value);
}

export function duration(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6000) return `${Math.floor(seconds / 60)} min ${String(Math.round(seconds % 60)).padStart(2, "0")} s`;
  return `${Math.floor(seconds / 3600)} h ${String(Math.floor(seconds / 60) % 60).padStart(2, "0")} min`;
}

/** "2026-03-01T10:20:30Z" without what nobody reads. */
export function moment(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}

/** "file:mine.json" and "run:mine" without their prefixes. */
export function controllerLabel(name: string): string {
  return name.replace(/^(run|file):/, "").replace(/\.json$/, "");
}
