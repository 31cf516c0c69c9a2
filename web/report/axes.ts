// What all pictures share: axes, legend, tooltip, zoom.
import type { Theme } from "./theme";
import type { Axis } from "./types";

// The library's own option types are not needed to build plain objects.
export type Option = Record<string, unknown>;

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

export function numberText(value: unknown): string {
  if (typeof value !== "number" || !Number.isFinite(value)) return "-";
  const size = Math.abs(value);
  if (size >= 1e6 && size < 1e15) return `${trim(value / 1e6)} M`;
  if (size >= 1e4) return Math.round(value).toString().replace(/\B(?=(\d{3})+(?!\d))/g, " ");
  return trim(value);
}

function trim(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function axisStyle(theme: Theme): Option {
  return {
    axisLabel: { color: theme.faint, hideOverlap: true },
    axisLine: { show: true, lineStyle: { color: theme.faint } },
    nameTextStyle: { color: theme.text },
    splitLine: { lineStyle: { color: theme.line } },
  };
}

export function valueAxis(axis: Axis, theme: Theme, across: boolean): Option {
  const style = axisStyle(theme);
  return {
    ...style,
    type: axis.log ? "log" : "value",
    name: axis.name,
    nameLocation: "middle",
    nameGap: across ? 28 : 58,
    min: axis.min,
    max: axis.max,
    scale: axis.min === undefined,
    axisLabel: { ...(style.axisLabel as Option), formatter: numberText },
  };
}

/// How wide a text in the size of labels is, roughly: a picture's height must be known before it is drawn.
const widthOf = (text: string | number) => 6.2 * String(text).length;

const kLegendRow = 20;
const kSample = 50; // of a legend's entry: its line and symbol, and the gaps around it

/// By how much the legend is higher than one row; it breaks where a picture of this width ends.
export function legendExtra(names: string[], width: number): number {
  let rows = 1;
  let used = 0;
  for (const name of names) {
    const wide = kSample + widthOf(name);
    if (used > 0 && used + wide > width - 20) {
      ++rows;
      used = 0;
    }
    used += wide;
  }
  return (rows - 1) * kLegendRow;
}

const kMostLabelWidth = 130;
const kSlope = 35; // degrees

/// Labels that do not fit side by side stand aslant; `room` is what they take more than one row.
export function labelsAslant(labels: (string | number)[], width: number): { rotate: number; room: number } {
  const widest = Math.min(kMostLabelWidth, Math.max(0, ...labels.map(widthOf)));
  if ((widest + 8) * labels.length <= width - 110) return { rotate: 0, room: 0 };
  return { rotate: kSlope, room: Math.round(widest * Math.sin((kSlope * Math.PI) / 180)) };
}

export function labelAxis(axis: Axis, theme: Theme, across: boolean): Option {
  return {
    ...axisStyle(theme),
    type: "category",
    name: axis.name,
    nameLocation: "middle",
    nameGap: across ? 28 : 40,
    data: axis.labels,
    splitLine: { show: false },
  };
}

export function common(theme: Theme): Option {
  return {
    animation: false,
    color: theme.series,
    backgroundColor: theme.background,
    textStyle: { fontFamily: font, color: theme.text },
    grid: { left: 78, right: 24, top: 48, bottom: 80 },
    legend: { top: 8, textStyle: { color: theme.text }, itemWidth: 34 },
    tooltip: {
      trigger: "axis",
      confine: true,
      backgroundColor: theme.background,
      borderColor: theme.line,
      textStyle: { color: theme.text },
      valueFormatter: numberText,
    },
    aria: { enabled: true, decal: { show: false } },
  };
}

/// By wheel and by slider.
export const zoom = (theme: Theme): Option[] => [
  { type: "inside", filterMode: "none" },
  { type: "slider", filterMode: "none", height: 16, bottom: 13, textStyle: { color: theme.faint }, borderColor: theme.line },
];
