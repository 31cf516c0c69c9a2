// Rows, keys that repeat, and the reasons of a decision.
import { describe, expect, it } from "vitest";
import { commandOf, HeldKeys, inWords, joinRows, parseRows, reasons, withCells } from "../src/tetris";
import type { Decision, Placement } from "../src/types";

describe("rows", () => {
  it("have row 0 at the bottom", () => {
    const rows = parseRows("..../T.../TT..");
    expect(rows[0]).toBe("TT..");
    expect(rows[2]).toBe("....");
    expect(joinRows(rows)).toBe("..../T.../TT..");
  });
  it("take cells, and leave out those outside", () => {
    expect(withCells(["....", "...."], [[1, 0], [3, 1], [9, 9], [-1, 0]], "S")).toEqual([".S..", "...S"]);
  });
});

describe("held keys", () => {
  it("act once, then after a delay again and again", () => {
    const keys = new HeldKeys();
    expect(keys.press("left", 0)).toEqual(["left"]);
    expect(keys.press("left", 10)).toEqual([]); // the keyboard's own repetition
    expect(keys.repeat(169)).toEqual([]);
    expect(keys.repeat(170)).toEqual(["left"]);
    expect(keys.repeat(170 + 3 * 45)).toEqual(["left", "left", "left"]);
    keys.release("left");
    expect(keys.repeat(5000)).toEqual([]);
  });
  it("let the later of left and right rule, and the earlier go on after it", () => {
    const keys = new HeldKeys();
    keys.press("left", 0);
    keys.press("right", 100);
    expect(new Set(keys.repeat(1000))).toEqual(new Set(["right"]));
    keys.release("right");
    expect(new Set(keys.repeat(1100))).toEqual(new Set(["left"]));
  });
  it("never repeat a drop or a turn", () => {
    const keys = new HeldKeys();
    keys.press("drop", 0);
    keys.press("rotate-clockwise", 0);
    expect(keys.repeat(10_000)).toEqual([]);
  });
  it("know the keyboard by place, not by language", () => {
    expect(commandOf("ArrowLeft")).toBe("left");
    expect(commandOf("Space")).toBe("drop");
    expect(commandOf("KeyQ")).toBeUndefined();
  });
});

describe("reasons", () => {
  const placement = (values: number[], parts: number[]): Placement => ({
    orientation: 0, column: 0, cells: [], lines: 0, lost: false, score: parts.reduce((a, b) => a + b, 0), values, parts,
  });
  const term = (name: string, weight: number) => ({ name, weight, definition: "" });
  const decision: Decision = {
    controller: "x", search: "greedy", chosen: 0, placements: [],
    terms: [term("holes", -4), term("landing_height", -1), term("wells", -1)],
  };
  const better = placement([1, 5, 2], [-4, -5, -2]);
  const other = placement([3, 2, 2], [-12, -2, -2]);
  it("add up to the difference of the scores, largest first, equal ones left out", () => {
    const list = reasons(decision, better, other);
    expect(list.map((r) => r.name)).toEqual(["holes", "landing_height"]);
    expect(list.reduce((sum, r) => sum + r.difference, 0)).toBe(better.score! - other.score!);
  });
  it("read as a sentence", () => {
    expect(inWords(reasons(decision, better, other))).toBe(
      "It wins by holes (1 against 3), although it is worse in landing height (5 against 2).",
    );
    expect(inWords([])).toContain("first in order");
  });
});
