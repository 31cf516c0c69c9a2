// From a picture's data to what the chart library draws; used in the page and for files.
import { common, labelAxis, labelsAslant, legendExtra, numberText, valueAxis, zoom, type Option } from "./axes";
import { intervalSeries, linesOption, type Span } from "./lines";
import { dashes, symbols, type Theme } from "./theme";
import type { Bars, Heat, Picture, Radar } from "./types";

const kLeastBar = 0.1; // of a power of ten: the lowest bar can be seen

/// Where bars on a logarithmic scale stand: the power of ten below the lowest, so that a longer bar is more.
function floorOf(picture: Bars): number | undefined {
  const values = picture.series.flatMap((s) => [...s.values, ...(s.low ?? [])]).filter((v): v is number => v !== null && v > 0);
  return picture.y.log && values.length > 0 ? 10 ** (Math.ceil(Math.log10(Math.min(...values)) - kLeastBar) - 1) : undefined;
}

function barsOption(picture: Bars, theme: Theme, width: number): Option {
  const option = common(theme);
  const series: Option[] = [];
  picture.series.forEach((one) => {
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
    series.push(intervalSeries(`${one.name} (95 %)`, data.map(([i]) => [i]), one.low ?? [], one.high ?? [], theme.text, theme.background));
  });
  const many = picture.categories.length > 12;
  const names = picture.series.map((s) => s.name);
  const floor = floorOf(picture);
  const { rotate, room } = labelsAslant(picture.categories, width);
  return {
    ...option,
    aria: { enabled: true, decal: { show: picture.series.length > 1 } },
    grid: { ...(option.grid as Option), top: names.length > 1 ? 48 + legendExtra(names, width) : 24, bottom: 36 + room + (many ? 32 : 0) },
    legend: { ...(option.legend as Option), data: names, show: names.length > 1 },
    xAxis: {
      ...labelAxis({ name: "", labels: picture.categories }, theme, true),
      axisLabel: { color: theme.text, rotate, interval: 0, width: 130, overflow: "truncate" },
    },
    yAxis: { ...valueAxis({ min: floor, ...picture.y }, theme, false), scale: false, startValue: floor },
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
    grid: { left: 78, right: 118, top: 20, bottom: 80 },
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
    legend: { ...(option.legend as Option), itemWidth: 14, itemGap: 18, data: picture.series.map((one, i) => ({ name: one.name, icon: symbols[i % symbols.length] })) },
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
          symbolSize: 9,
          lineStyle: { width: 2, type: dashes[i % dashes.length] },
        })),
      },
    ],
  };
}

/// By how much a picture of this width is higher than others, for its legend.
export function extraHeight(picture: Picture, width: number): number {
  return picture.kind === "heat" || picture.series.length < 2 ? 0 : legendExtra(picture.series.map((s) => s.name), width);
}

/// `width` is that of the picture; `span` is what is shown of the x axis of curves.
export function optionOf(picture: Picture, theme: Theme, width: number, span?: Span): Option {
  switch (picture.kind) {
    case "lines":
      return linesOption(picture, theme, width, span);
    case "bars":
      return barsOption(picture, theme, width);
    case "heat":
      return heatOption(picture, theme);
    case "radar":
      return radarOption(picture, theme);
  }
}
