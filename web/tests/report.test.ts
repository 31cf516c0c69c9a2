// Pictures of a report: curves that are told apart without colour, marks, legends and scales.
import { describe, expect, it } from "vitest";
import { extraHeight, optionOf } from "../report/options";
import { light } from "../report/theme";
import type { Bars, Lines, LineSeries } from "../report/types";

interface Curve {
  name: string;
  symbol: string;
  lineStyle: { type: unknown };
  data: ([number, number] | { value: [number, number]; symbol: string })[];
}

const long = (name: string, points = 1000): LineSeries => ({ name, data: Array.from({ length: points }, (_, i) => [i, Math.sin(i)]) });
const picture = (series: LineSeries[]): Lines => ({ type: "picture", kind: "lines", id: "p", title: "", note: "", x: { name: "x" }, y: { name: "y" }, series });
const curvesOf = (lines: Lines, span?: [number, number]) => optionOf(lines, light, 900, span).series as Curve[];
const look = (curve: Curve) => JSON.stringify([curve.symbol, curve.lineStyle.type]);
const marks = (curve: Curve) => curve.data.flatMap((point, i) => (Array.isArray(point) ? [i] : []));

describe("curves", () => {
  it("of sixteen players and the laws fitted to them all look different", () => {
    const names = Array.from({ length: 16 }, (_, i) => `player ${i}`);
    const series = names.flatMap((name) => [long(name), { ...long(`${name}, law`, 41), dash: true, of: name }]);
    const curves = curvesOf(picture(series));
    expect(new Set(curves.map(look)).size).toBe(32);
    expect(new Set(curves.map((c) => c.symbol)).size).toBe(16);
    names.forEach((_, i) => expect(curves[2 * i + 1].symbol).toBe(curves[2 * i].symbol));
  });

  it("of many points have a few symbols each, none where another has its own", () => {
    const all = curvesOf(picture([long("a"), long("b"), long("c")])).map(marks);
    all.forEach((found) => expect(found).toHaveLength(8));
    expect(new Set(all.flat()).size).toBe(24);
  });

  it("of few points have a symbol at each", () => {
    expect(marks(curvesOf(picture([long("a", 30), long("b", 5)]))[0])).toHaveLength(30);
  });

  it("have their symbols in the part that is shown", () => {
    const [found] = curvesOf(picture([long("a"), long("b")]), [500, 599]).map(marks);
    expect(found).toHaveLength(8);
    found.forEach((i) => expect(i >= 500 && i <= 599).toBe(true));
    expect(marks(curvesOf(picture([long("a")]), [10, 14])[0])).toEqual([10, 11, 12, 13, 14]);
  });

  it("survive points without a value and places that coincide", () => {
    const gaps: LineSeries = { name: "gaps", data: [[null, 1], [1, null], [2, 2]] };
    const same: LineSeries = { name: "same", data: Array.from({ length: 50 }, (_, i) => [7, i]) };
    const curves = curvesOf(picture([gaps, same, { name: "none", data: [] }]));
    expect(curves.map((c) => c.data.length)).toEqual([3, 50, 0]);
    expect(marks(curves[1]).length).toBeGreaterThan(0);
  });

  it("over whole numbers have a scale of whole numbers", () => {
    const half = { name: "half", data: [[0.5, 1]] as [number, number][] };
    expect((optionOf(picture([long("a")]), light, 900).xAxis as { minInterval?: number }).minInterval).toBe(1);
    expect((optionOf(picture([half]), light, 900).xAxis as { minInterval?: number }).minInterval).toBeUndefined();
  });
});

describe("pictures", () => {
  it("grow with their legend, and more where they are narrow", () => {
    const many = picture(Array.from({ length: 16 }, (_, i) => long(`a player of a long name ${i}`)));
    expect(extraHeight(picture([long("a"), long("b")]), 900)).toBe(0);
    expect(extraHeight(many, 900)).toBeGreaterThan(0);
    expect(extraHeight(many, 400)).toBeGreaterThan(extraHeight(many, 900));
  });

  it("of bars on a logarithmic scale stand below the lowest", () => {
    const bars = (values: number[]): Bars => ({ type: "picture", kind: "bars", id: "b", title: "", note: "", y: { name: "s", log: true }, categories: values.map(String), series: [{ name: "s", values }] });
    const floor = (values: number[]) => (optionOf(bars(values), light, 900).yAxis as { min?: number }).min;
    expect(floor([0.003, 20])).toBeCloseTo(0.001, 6);
    expect(floor([5000, 1e6])).toBeCloseTo(1000);
    expect(floor([0.01, 1])).toBeCloseTo(0.001, 6);
    expect(floor([0])).toBeUndefined();
  });
});
