// Murus Gallicus for the page: positions as cells, moves by their tower and where they lead.

export type Stone = "T" | "W" | "t" | "w" | ".";
export const kColumns = 8;
export const kRows = 7;

const kSteps: Record<string, [number, number]> = {
  N: [-1, 0],
  NE: [-1, 1],
  E: [0, 1],
  SE: [1, 1],
  S: [1, 0],
  SW: [1, -1],
  W: [0, -1],
  NW: [-1, -1],
};

/** Cells row by row from the top (the Gauls' home row), and who moves: 0 Romans, 1 Gauls. */
export function parsePosition(text: string): { cells: Stone[]; side: number } {
  const [rows = "", side] = text.split(" ");
  const cells: Stone[] = [];
  for (const c of rows) {
    if (c >= "1" && c <= "8") for (let i = 0; i < Number(c); ++i) cells.push(".");
    else if (c !== "/") cells.push(c as Stone);
  }
  return { cells, side: side === "g" ? 1 : 0 };
}

export interface MurusMove {
  text: string; // "G1,NE"
  from: number;
  to: number; // the neighbour in the direction: what people point at
  second: number; // the cell of the second stone
  sacrifice: boolean;
}

export function cellName(cell: number): string {
  return "ABCDEFG"[Math.floor(cell / kColumns)]! + String((cell % kColumns) + 1);
}

export function parseMove(text: string, cells: Stone[]): MurusMove {
  const row = text.charCodeAt(0) - 65;
  const column = text.charCodeAt(1) - 49;
  const [down, right] = kSteps[text.slice(3)] ?? [0, 0];
  const from = row * kColumns + column;
  const to = (row + down) * kColumns + column + right;
  const own = cells[from];
  const there = cells[to];
  const sacrifice = (own === "T" && there === "w") || (own === "t" && there === "W");
  return { text, from, to, second: (row + 2 * down) * kColumns + column + 2 * right, sacrifice };
}

/** The moves of the tower on a cell. */
export function movesFrom(moves: MurusMove[], cell: number): MurusMove[] {
  return moves.filter((move) => move.from === cell);
}

/** The move of a chosen tower that a click on a cell means: its first cell, or its second where no other begins there. */
export function moveTo(moves: MurusMove[], from: number, cell: number): MurusMove | undefined {
  const own = movesFrom(moves, from);
  return own.find((move) => move.to === cell) ?? own.find((move) => !move.sacrifice && move.second === cell);
}

/** What a cell holds, in words. */
export function describeCell(stone: Stone): string {
  return { T: "Roman tower", W: "Roman wall", t: "Gallic tower", w: "Gallic wall", ".": "empty" }[stone];
}
