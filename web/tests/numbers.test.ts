// Numbers for people, ticks of axes, survival curves.
import { describe, expect, it } from "vitest";
import { logTicks, ticks } from "../src/chart";
import { controllerLabel, duration, grouped, moment, short, signed } from "../src/format";
import { survival } from "../src/survival";

describe("numbers", () => {
  it("are grouped by thousands", () => {
    expect(grouped(1234567).replaceAll("\u202f", " ")).toBe("1 234 567");
    expect(grouped(-1000).replaceAll("\u202f", " ")).toBe("−1 000");
    expect(grouped(999)).toBe("999");
  });
  it("are short", () => {
    expect(short(0.12345)).toBe("0.123");
    expect(short(12.345)).toBe("12.3");
    expect(short(12)).toBe("12");
    expect(short(12_345_678)).toBe("12.3 M");
    expect(short(Infinity)).toBe("∞");
    expect(short(NaN)).toBe("–");
    expect(signed(2)).toBe("+2");
    expect(signed(-0.5)).toBe("−0.5");
    expect(short(9.1)).toBe("9.1");
    expect(short(100.2)).toBe("100");
    expect(short(1_200_000)).toBe("1.2 M");
  });
  it("tell durations and moments", () => {
    expect(duration(59.6)).toBe("60 s");
    expect(duration(125)).toBe("2 min 05 s");
    expect(duration(7260)).toBe("2 h 01 min");
    expect(moment("2026-03-01T10:20:30.123Z")).toBe("2026-03-01 10:20");
    expect(controllerLabel("file:mine.json")).toBe("mine");
  });
});

describe("ticks", () => {
  it("are round, ascending and inside, for all kinds of ranges", () => {
    for (const [low, high] of [[0, 1], [0, 97], [-3.2, 8.1], [1000, 1001], [0, 1e-6], [5, 5e9]] as const) {
      const list = ticks(low, high, 5);
      expect(list.length).toBeGreaterThanOrEqual(2);
      expect(list.length).toBeLessThanOrEqual(8);
      list.forEach((value, i) => {
        expect(value).toBeGreaterThanOrEqual(low - 1e-9 * Math.abs(high));
        expect(value).toBeLessThanOrEqual(high + 1e-9 * Math.abs(high));
        if (i > 0) expect(value).toBeGreaterThan(list[i - 1]!);
      });
    }
    expect(ticks(0, 97, 5)).toEqual([0, 20, 40, 60, 80]);
    expect(ticks(3, 3, 5)).toEqual([3]);
  });
  it("are powers of ten on a logarithmic axis", () => {
    expect(logTicks(1, 100_000)).toEqual([1, 10, 100, 1000, 10_000, 100_000]);
    expect(logTicks(10, 100)).toEqual([10, 20, 50, 100]);
  });
});

describe("survival", () => {
  it("is the share of longer games where nothing was cut off", () => {
    const lives = [5, 1, 3, 3, 8];
    const curve = survival(lives, []);
    expect(curve[0]).toEqual([0, 1]);
    for (const [length, alive] of curve.slice(1)) {
      expect(alive).toBeCloseTo(lives.filter((l) => l > length).length / lives.length, 12);
    }
  });
  it("is the textbook's with games cut off (Kaplan and Meier's own example)", () => {
    // deaths at 0.8, 3.1, 5.4, 9.2; losses at 1.0, 2.7, 7.0, 12.1 (Kaplan and Meier 1958, section 2)
    const curve = survival([0.8, 3.1, 5.4, 9.2], [1.0, 2.7, 7.0, 12.1]);
    const at = (x: number) => curve.filter(([length]) => length <= x).pop()![1];
    expect(at(0.8)).toBeCloseTo(7 / 8, 12);
    expect(at(3.1)).toBeCloseTo((7 / 8) * (4 / 5), 12);
    expect(at(5.4)).toBeCloseTo((7 / 8) * (4 / 5) * (3 / 4), 12);
    expect(at(9.2)).toBeCloseTo((7 / 8) * (4 / 5) * (3 / 4) * (1 / 2), 12);
    expect(curve[curve.length - 1]![0]).toBe(12.1);
  });
  it("of nothing is one point", () => {
    expect(survival([], [])).toEqual([[0, 1]]);
  });
});
