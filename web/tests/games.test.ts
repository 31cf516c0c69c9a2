// Murus Gallicus and 2048: positions, moves that a click means, swipes; addresses of pages.
import { describe, expect, it } from "vitest";
import { cellName, moveTo, movesFrom, parseMove, parsePosition } from "../src/murus";
import { romanShare, valueText } from "../src/pages/murus";
import { boardInWords, swipe } from "../src/pages/twenty48";
import { address, parseRoute, tokenOf } from "../src/route";
import { Meter } from "../src/view";

describe("murus", () => {
  const start = "tttttttt/8/8/8/8/8/TTTTTTTT r";
  it("reads positions row by row from the Gauls' home", () => {
    const { cells, side } = parsePosition(start);
    expect(cells.length).toBe(56);
    expect(cells.slice(0, 8).join("")).toBe("tttttttt");
    expect(cells.slice(48).join("")).toBe("TTTTTTTT");
    expect(side).toBe(0);
    expect(parsePosition("8/1t1tt1t1/1twWwwt1/1W2W3/3TW3/4TW2/6TT g").side).toBe(1);
  });
  it("knows where moves lead", () => {
    const { cells } = parsePosition(start);
    const move = parseMove("G1,NE", cells);
    expect([cellName(move.from), cellName(move.to), cellName(move.second)]).toEqual(["G1", "F2", "E3"]);
    expect(move.sacrifice).toBe(false);
    const { cells: fight } = parsePosition("8/8/3w4/3T4/8/8/8 r");
    expect(parseMove("D4,N", fight).sacrifice).toBe(true);
    expect(parseMove("D4,S", fight).sacrifice).toBe(false);
  });
  it("takes clicks on the first or the second cell, but never for another tower", () => {
    const { cells } = parsePosition(start);
    const moves = ["G1,N", "G1,NE", "G3,N"].map((text) => parseMove(text, cells));
    const g1 = 48;
    expect(movesFrom(moves, g1).length).toBe(2);
    expect(moveTo(moves, g1, 40)?.text).toBe("G1,N");
    expect(moveTo(moves, g1, 32)?.text).toBe("G1,N");
    expect(moveTo(moves, g1, 41)?.text).toBe("G1,NE");
    expect(moveTo(moves, g1, 42)).toBeUndefined();
  });
  it("tells values from the Romans' side", () => {
    const thought = { move: "", value: 1.5, wins: null, plies: null, depth: 1, nodes: 1, seconds: 1, side: 1, line: [] };
    expect(valueText(thought)).toBe("+1.5");
    expect(valueText({ ...thought, value: null, wins: 1, plies: 5 })).toBe("Gauls win in 5 plies");
    expect(romanShare(null)).toBe(0.5);
    expect(romanShare(thought)).toBeGreaterThan(0.5);
    expect(romanShare({ ...thought, wins: 1 })).toBe(0);
  });
});

describe("2048", () => {
  it("knows a swipe from a tap", () => {
    expect(swipe(50, 10)).toBe("right");
    expect(swipe(-50, 10)).toBe("left");
    expect(swipe(5, -60)).toBe("up");
    expect(swipe(5, 60)).toBe("down");
    expect(swipe(5, 6)).toBeUndefined();
  });
  it("reads the board aloud", () => {
    const cells = [1, 0, 0, 0, ...Array(11).fill(0), 11] as number[];
    expect(boardInWords(cells)).toMatch(/^2, empty, empty, empty; .*2048$/);
  });
});

describe("addresses", () => {
  it("come back as they were", () => {
    const route = parseRoute(address("inside", { board: "..#/###", piece: "T", seed: 7 }));
    expect(route.page).toBe("inside");
    expect(route.params.get("board")).toBe("..#/###");
    expect(route.params.get("seed")).toBe("7");
  });
  it("that make no sense lead home", () => {
    expect(parseRoute("").page).toBe("");
    expect(parseRoute("#/../x").page).toBe("");
    expect(tokenOf("#token=00ff")).toBe("00ff");
    expect(tokenOf("#token=<script>")).toBe("");
  });
});

describe("a meter", () => {
  it("gives growth per second over the last second or so", () => {
    const meter = new Meter();
    let rate = 0;
    for (let ms = 0; ms <= 5000; ms += 100) rate = meter.rate(ms, ms < 2000 ? ms : 2000 + (ms - 2000) / 100);
    expect(rate).toBeCloseTo(10, 6);
  });
});
