// Curves: told apart by dash and symbol, with symbols at a few points of what is shown of a long curve.
import { common, labelAxis, labelsAslant, legendExtra, valueAxis, zoom, type Option } from "./axes";
import { dashes, dots, symbols, type Theme } from "./theme";
import type { LineSeries, Lines } from "./types";

/// The part of the x axis that is shown.
export type Span = [from: number, to: number];

const everywhere: Span = [-Infinity, Infinity];
const kAllPoints = 30; // of a curve in sight have symbols each
const kFewPoints = 8; // have symbols on a longer curve

/// Vertical bars from low to high, with an edge that sets them off from what they lie on.
export function intervalSeries(name: string, data: (number | null)[][], low: (number | null)[], high: (number | null)[], colour: string, edge: string): Option {
  const points = data.map(([x], i) => [x, low[i], high[i]]).filter((p) => p.every((v) => v !== null));
  return {
    name,
    type: "custom",
    data: points,
    silent: true,
    tooltip: { show: false },
    z: 3,
    encode: { x: 0, y: [1, 2] },
    renderItem: (_: unknown, api: { value: (i: number) => number; coord: (p: number[]) => number[] }) => {
      const [x, top] = api.coord([api.value(0), api.value(2)]);
      const [, bottom] = api.coord([api.value(0), api.value(1)]);
      const parts = [[x, top, x, bottom], [x - 4, top, x + 4, top], [x - 4, bottom, x + 4, bottom]];
      const drawn = (stroke: string, lineWidth: number) =>
        parts.map(([x1, y1, x2, y2]) => ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth, fill: "none" } }));
      return { type: "group", children: [...drawn(edge, 3.5), ...drawn(colour, 1.5)] };
    },
  };
}

/// Which points have symbols: evenly spaced in sight, `shift` (0 to 1) of a distance further than on another curve.
function marked(one: LineSeries, [from, to]: Span, shift: number): Set<number> {
  const inside = one.data.flatMap(([x, y], i) => (x !== null && y !== null && x >= from && x <= to ? [i] : []));
  if (one.symbols || inside.length <= kAllPoints) return new Set(inside);
  const place = (i: number) => one.data[inside[i]][0]!;
  const first = place(0);
  const step = (place(inside.length - 1) - first) / kFewPoints;
  const found = new Set<number>();
  for (let mark = 0, i = 0; mark < kFewPoints; ++mark) {
    const wanted = first + (mark + shift) * step;
    while (i + 1 < inside.length && Math.abs(place(i + 1) - wanted) <= Math.abs(place(i) - wanted)) ++i;
    found.add(inside[i]);
  }
  return found;
}

/// The curve as it is drawn while `span` of the x axis is in sight.
function curve(picture: Lines, index: number, span: Span, theme: Theme): Option {
  const one = picture.series[index];
  const own = picture.series.filter((s) => !s.of);
  const identity = own.findIndex((s) => s.name === (one.of ?? one.name));
  const marks = marked(one, span, (index + 0.5) / picture.series.length);
  return {
    name: one.name,
    type: "line",
    data: one.data.map((value, i) => (marks.has(i) ? value : { value, symbol: "none" })),
    step: one.step ? "end" : undefined,
    showAllSymbol: true,
    symbol: symbols[identity % symbols.length],
    symbolSize: one.dash ? 7 : 9,
    color: theme.series[identity % theme.series.length],
    lineStyle: { width: one.dash ? 1.6 : 2, type: one.dash ? dots : dashes[identity % dashes.length] },
    emphasis: { focus: "series" },
    z: 2,
  };
}

/// A scale of whole numbers has no fractions between them.
const wholeSteps = (picture: Lines) => (picture.series.every((s) => s.data.every(([x]) => x === null || Number.isInteger(x))) ? 1 : undefined);

export function linesOption(picture: Lines, theme: Theme, width: number, span = everywhere): Option {
  const series: Option[] = [];
  picture.series.forEach((one, index) => {
    const drawn = curve(picture, index, span, theme);
    series.push(drawn);
    if (one.low && one.high) series.push(intervalSeries(`${one.name} (95 %)`, one.data, one.low, one.high, drawn.color as string, theme.background));
  });
  const option = common(theme);
  const names = picture.series.map((s) => s.name);
  const grid = option.grid as { top: number; bottom: number };
  const across = picture.x.labels ? labelAxis(picture.x, theme, true) : { ...valueAxis(picture.x, theme, true), minInterval: wholeSteps(picture) };
  if (picture.x.labels) {
    const { rotate, room } = labelsAslant(picture.x.labels, width);
    Object.assign(across.axisLabel as Option, { interval: 0, rotate, hideOverlap: false, width: 130, overflow: "truncate" });
    across.nameGap = 28 + room;
    grid.bottom += room;
  }
  return {
    ...option,
    grid: { ...grid, top: names.length > 1 ? grid.top + legendExtra(names, width) : 20 },
    legend: { ...(option.legend as Option), data: names, show: names.length > 1 },
    xAxis: across,
    yAxis: valueAxis(picture.y, theme, false),
    dataZoom: zoom(theme),
    series,
  };
}
