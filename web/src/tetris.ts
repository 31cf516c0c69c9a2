// Tetris for the page: rows of text, keys and their repetition, what a decision is made of.
import type { Cell, Decision, Placement } from "./types";

export const kLetters = "IOSZTLJ";

/** Rows from the bottom, a letter or '.' per column, from the program's "rows top to bottom joined by /". */
export function parseRows(text: string): string[] {
  return text.split("/").reverse();
}

export function joinRows(rows: string[]): string {
  return [...rows].reverse().join("/");
}

export function emptyRows(width: number, height: number): string[] {
  return Array.from({ length: height }, () => ".".repeat(width));
}

/** The rows with some cells set to a letter; cells outside are left out. */
export function withCells(rows: string[], cells: Cell[], letter: string): string[] {
  const grid = rows.map((row) => [...row]);
  for (const [x, y] of cells) if (grid[y]?.[x] !== undefined) grid[y]![x] = letter;
  return grid.map((row) => row.join(""));
}

export type Command =
  | "left"
  | "right"
  | "down"
  | "drop"
  | "rotate-clockwise"
  | "rotate-counter-clockwise"
  | "hold";

const kKeys: Record<string, Command> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowDown: "down",
  ArrowUp: "rotate-clockwise",
  KeyA: "left",
  KeyD: "right",
  KeyS: "down",
  KeyW: "rotate-clockwise",
  KeyX: "rotate-clockwise",
  KeyZ: "rotate-counter-clockwise",
  Space: "drop",
  KeyC: "hold",
};

export function commandOf(code: string): Command | undefined {
  return kKeys[code];
}

const kDelay = 170; // milliseconds until a held key repeats
const kRepeat = 45;
const kRepeats: ReadonlySet<Command> = new Set<Command>(["left", "right", "down"]);

/** Held keys repeat at a pace of their own, whatever the keyboard does. Time is given, not read. */
export class HeldKeys {
  private held: { command: Command; due: number }[] = [];

  /** What to do now that a key went down; nothing where it was down already. */
  press(command: Command, now: number): Command[] {
    if (this.held.some((key) => key.command === command)) return [];
    this.held.push({ command, due: now + kDelay });
    return [command];
  }
  release(command: Command): void {
    this.held = this.held.filter((key) => key.command !== command);
  }
  releaseAll(): void {
    this.held = [];
  }
  /** What held keys do up to now; of left and right the later one counts. */
  repeat(now: number): Command[] {
    const done: Command[] = [];
    const sideways = this.held.filter((key) => key.command === "left" || key.command === "right");
    const ruling = sideways[sideways.length - 1];
    for (const key of this.held) {
      if (!kRepeats.has(key.command)) continue;
      while (key.due <= now) {
        key.due += kRepeat;
        if (!sideways.includes(key) || key === ruling) done.push(key.command);
      }
    }
    return done;
  }
}

export interface Reason {
  name: string;
  difference: number; // what the term adds to the better one's lead
  better: number; // feature values
  other: number;
}

/** Why one placement beats another: what each term adds to the difference of their scores, the largest first. */
export function reasons(decision: Decision, better: Placement, other: Placement): Reason[] {
  return decision.terms
    .map((term, i) => ({
      name: term.name,
      difference: better.parts[i]! - other.parts[i]!,
      better: better.values[i]!,
      other: other.values[i]!,
    }))
    .filter((reason) => reason.difference !== 0)
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

/** The reasons in one sentence. */
export function inWords(list: Reason[]): string {
  const name = (reason: Reason) => reason.name.replaceAll("_", " ");
  const gains = list.filter((reason) => reason.difference > 0).slice(0, 2);
  const costs = list.filter((reason) => reason.difference < 0).slice(0, 1);
  if (gains.length === 0) return "Both are worth the same; the first in order wins.";
  const won = gains.map((r) => `${name(r)} (${r.better} against ${r.other})`).join(" and ");
  const lost = costs.map((r) => `, although it is worse in ${name(r)} (${r.better} against ${r.other})`).join("");
  return `It wins by ${won}${lost}.`;
}
