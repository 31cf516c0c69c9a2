// From a picture's data to what the chart library draws; used in the page and for files.
import type { Axis, Bars, Heat, Lines, Picture, Radar } from "./types";
import { dashes, symbols, type Theme } from "./theme";

// The library's own option types are not needed to build plain objects.
type Option = Record<string, unknown>;

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

function valueAxis(axis: Axis, theme: Theme, across: boolean): Option {
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

function labelAxis(axis: Axis, theme: Theme, across: boolean): Option {
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

function common(theme: Theme): Option {
  return {
    animation: false,
    color: theme.series,
    backgroundColor: theme.background,
    textStyle: { fontFamily: font, color: theme.text },
    grid: { left: 78, right: 24, top: 48, bottom: 76 },
    legend: { type: "scroll", top: 4, textStyle: { color: theme.text }, itemWidth: 34, pageTextStyle: { color: theme.text } },
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

const zoom = (theme: Theme): Option[] => [
  { type: "inside", filterMode: "none" },
  { type: "slider", filterMode: "none", height: 16, bottom: 8, textStyle: { color: theme.faint }, borderColor: theme.line },
];

function bandSeries(name: string, data: (number | null)[][], low: (number | null)[], high: (number | null)[], colour: string): Option {
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
      const style = { stroke: colour, lineWidth: 1.5, fill: "none" };
      const line = (x1: number, y1: number, x2: number, y2: number) => ({ type: "line", shape: { x1, y1, x2, y2 }, style });
      return { type: "group", children: [line(x, top, x, bottom), line(x - 4, top, x + 4, top), line(x - 4, bottom, x + 4, bottom)] };
    },
  };
}

function linesOption(picture: Lines, theme: Theme): Option {
  const names = picture.series.filter((s) => !s.of).map((s) => s.name);
  const series: Option[] = [];
  for (const one of picture.series) {
    const index = names.indexOf(one.of ?? one.name);
    const colour = theme.series[index % theme.series.length];
    const few = one.symbols || one.data.length <= 30;
    series.push({
      name: one.name,
      type: "line",
      data: one.data,
      step: one.step ? "end" : undefined,
      showSymbol: few && !one.dash,
      symbol: symbols[index % symbols.length],
      symbolSize: 7,
      color: colour,
      lineStyle: { width: one.dash ? 1.2 : 2, type: one.dash ? [2, 4] : dashes[index % dashes.length] },
      emphasis: { focus: "series" },
      z: 2,
    });
    if (one.low && one.high) series.push(bandSeries(`${one.name} (95 %)`, one.data, one.low, one.high, colour));
  }
  const option = common(theme);
  return {
    ...option,
    legend: { ...(option.legend as Option), data: picture.series.map((s) => s.name), show: picture.series.length > 1 },
    xAxis: picture.x.labels ? labelAxis(picture.x, theme, true) : valueAxis(picture.x, theme, true),
    yAxis: valueAxis(picture.y, theme, false),
    dataZoom: zoom(theme),
    series,
  };
}

function barsOption(picture: Bars, theme: Theme): Option {
  const option = common(theme);
  const series: Option[] = [];
  picture.series.forEach((one, index) => {
    series.push({
      name: one.name,
      type: "bar",
      data: one.values,
      stack: picture.stacked ? "all" : undefined,
      barMaxWidth: 48,
      emphasis: { focus: "series" },
    });
    const hasInterval = one.low?.some((v) => v !== null) && one.high?.some((v) => v !== null);
    if (!hasInterval || picture.series.length > 1) return;
    const data = picture.categories.map((_, i) => [i, null]);
    series.push(bandSeries(`${one.name} (95 %)`, data.map(([i]) => [i]), one.low ?? [], one.high ?? [], index === 0 ? theme.text : theme.faint));
  });
  const many = picture.categories.length > 12;
  const long = picture.categories.some((c) => c.length > 10) && picture.categories.length > 4;
  return {
    ...option,
    aria: { enabled: true, decal: { show: picture.series.length > 1 } },
    grid: { ...(option.grid as Option), bottom: (long ? 112 : 36) + (many ? 32 : 0) },
    legend: { ...(option.legend as Option), data: picture.series.map((s) => s.name), show: picture.series.length > 1 },
    xAxis: {
      ...labelAxis({ name: "", labels: picture.categories }, theme, true),
      axisLabel: { color: theme.text, rotate: long ? 35 : 0, interval: 0, width: 130, overflow: "truncate" },
    },
    yAxis: { ...valueAxis(picture.y, theme, false), scale: false },
    dataZoom: many ? zoom(theme) : [{ type: "inside", filterMode: "none" }],
    series,
  };
}

function heatOption(picture: Heat, theme: Theme): Option {
  const data: (number | null)[][] = [];
  let low = Infinity;
  let high = -Infinity;
  picture.rows.forEach((row, y) =>
    row.forEach((value, x) => {
      if (value === null) return;
      data.push([x, y, value]);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }),
  );
  const option = common(theme);
  return {
    ...option,
    legend: { show: false },
    tooltip: {
      ...(option.tooltip as Option),
      trigger: "item",
      formatter: (p: { data: number[] }) =>
        `${picture.x.name} ${picture.x.labels?.[p.data[0]]}, ${picture.y.name} ${picture.y.labels?.[p.data[1]]}: ${numberText(p.data[2])}`,
    },
    grid: { left: 78, right: 110, top: 20, bottom: 76 },
    xAxis: labelAxis(picture.x, theme, true),
    yAxis: { ...labelAxis(picture.y, theme, false), inverse: true },
    dataZoom: zoom(theme),
    visualMap: {
      min: low,
      max: high > low ? high : low + 1,
      calculable: true,
      right: 4,
      top: "middle",
      textStyle: { color: theme.faint },
      formatter: numberText,
      inRange: { color: theme.heat },
    },
    series: [{ name: picture.value, type: "heatmap", data, progressive: 0 }],
  };
}

function radarOption(picture: Radar, theme: Theme): Option {
  const option = common(theme);
  return {
    ...option,
    legend: { ...(option.legend as Option), data: picture.series.map((one, i) => ({ name: one.name, icon: symbols[i % symbols.length] })) },
    tooltip: { ...(option.tooltip as Option), trigger: "item" },
    radar: {
      indicator: picture.axes.map((name) => ({ name, min: -1, max: 1 })),
      center: ["50%", "56%"],
      radius: "72%",
      axisName: { color: theme.text },
      axisLine: { lineStyle: { color: theme.line } },
      splitLine: { lineStyle: { color: theme.line } },
      splitArea: { show: false },
    },
    series: [
      {
        type: "radar",
        emphasis: { lineStyle: { width: 4 } },
        data: picture.series.map((one, i) => ({
          name: one.name,
          value: one.values,
          symbol: symbols[i % symbols.length],
          symbolSize: 7,
          lineStyle: { width: 2, type: dashes[i % dashes.length] },
        })),
      },
    ],
  };
}

export function optionOf(picture: Picture, theme: Theme): Option {
  switch (picture.kind) {
    case "lines":
      return linesOption(picture, theme);
    case "bars":
      return barsOption(picture, theme);
    case "heat":
      return heatOption(picture, theme);
    case "radar":
      return radarOption(picture, theme);
  }
}
