// What the program says: the states of feeds and the answers to questions.

export type Cell = [number, number]; // column, row; row 0 is the bottom

export interface Hello {
  version: string;
  token: boolean; // work needs one
  allowed: boolean; // and ours is right
  pieces: { letter: string; orientations: Cell[][] }[];
  controllers: ControllerInfo[];
  presets: { name: string; about: string; game: string }[];
  networks: string[];
}

export interface ControllerInfo {
  name: string;
  terms: number;
  see: number;
  search?: string;
  source?: string;
  published?: string;
}

/** Every state of a game that is paced by the program. */
export interface Paced {
  speed: number;
  paused: boolean;
  watchers: number;
}

export interface Seat {
  name: string;
  person: boolean;
  rows: string;
  next: string;
  held: string | null;
  level: number;
  lines: number;
  score: number;
  pieces: number;
  clears: number[];
  removed: number;
  end: string | null;
  rest?: Cell[];
  piece?: string;
  cells?: Cell[];
  ghost?: Cell[] | null;
  decisions?: number;
  achieved?: number;
}

export interface TetrisState extends Paced {
  kind: "tetris";
  width: number;
  height: number;
  seed: number;
  gravity: boolean;
  seats: Seat[];
}

export interface Placement {
  orientation: number;
  column: number;
  cells: Cell[];
  lines: number;
  lost: boolean;
  score: number | null;
  values: number[];
  parts: number[];
}

export interface Decision {
  controller: string;
  search: string;
  terms: { name: string; weight: number; definition: string; picture?: string[] | null }[]; // picture: of a unit
  placements: Placement[];
  chosen: number | null;
}

export interface RunRow {
  id: number;
  name: string;
  kind: string;
  state: string;
  generation: number;
  best: number | string | null;
  created: string;
  updated: string;
  seed: number;
}

export interface Generation {
  generation: number;
  evaluations: number;
  pieces: number;
  best: number;
  mean: number;
  worst: number;
  genes: number[];
  spread: number[];
  gene_spread: number;
  seconds: number;
}

export interface RunAnswer {
  run: RunRow;
  genes: string[];
  more: boolean;
  generations: Generation[];
  configuration?: Record<string, unknown>;
  result: { fitness?: number; held_out?: { mean: number; ci95: [number, number]; games: number; unit: string } } | null;
}

export interface EvolveState {
  kind: "evolve";
  run: string;
  id: number;
  state: string;
  stage: string;
  generation: number;
  generations: number;
  of: number;
  share: number;
  pieces: number;
  rate: number;
  seconds: number;
  reason: string;
}

export interface CompareState {
  kind: "compare";
  games: number;
  seed: number;
  state: string;
  reason: string;
  players: { name: string; lines: number[]; cut: number[] }[];
  result: {
    controllers: {
      name: string;
      wins: number;
      best: number;
      mean: number | null;
      median: number | null;
      ci95: [number | null, number | null];
    }[];
    pairs: { a: string; b: string; p: number; significant: boolean; better: string | null }[];
    summary: string;
  } | null;
}

export interface MurusState extends Paced {
  kind: "murus";
  position: string;
  moves: string[];
  history: string[];
  names: [string, string];
  persons: [boolean, boolean];
  over: boolean;
  winner: number | null;
  thinking: boolean;
  values: (number | null)[];
  thought: Thought | null;
}

export interface Thought {
  move: string;
  value: number | null;
  wins: number | null;
  plies: number | null;
  depth: number;
  nodes: number;
  seconds: number;
  side: number;
  line: string[];
}

export interface Twenty48State extends Paced {
  kind: "2048";
  cells: number[];
  score: number;
  moves: number;
  auto: boolean;
  over: boolean;
  seed: number;
  player: string;
  new: number;
  gain: number;
  undo: number;
  last: string | null;
  advice: { move: string; value: number; depth: number; nodes: number } | null;
}
