// What every page gets: the line to the program, what there is to choose from, and how to tell the person something.
import type { Cell, Hello, RunRow } from "./types";
import type { Frame, Wire } from "./wire";
import { controllerLabel } from "./format";
import { select } from "./dom";

export interface App {
  wire: Wire;
  hello: Hello;
  shapes: Map<string, Cell[]>; // of the pieces as they appear
  tell(message: string): void;
  go(page: string, params?: Record<string, string | number>): void;
  /** Calls `redraw` whenever colours change, until the page is left. */
  onTheme(redraw: () => void): void;
}

/** Puts itself into `root`; what it returns is called when the page is left. */
export type Mount = (root: HTMLElement, app: App, params: URLSearchParams) => () => void;

/** Shows the one line of a failed question. */
export function complain(app: App): (error: unknown) => void {
  return (error) => app.tell(error instanceof Error ? error.message : String(error));
}

/** All controllers: those that ship, files beside the store, champions of runs. */
export function controllerSelect(app: App, runs: RunRow[], value: string): HTMLSelectElement {
  const options = app.hello.controllers.map((c) => ({
    value: c.name,
    label: controllerLabel(c.name) + (c.see > 1 ? ` (sees ${c.see})` : ""),
    group: c.name.startsWith("file:") ? "Files beside the store" : "Published",
  }));
  for (const run of runs) {
    if (run.kind === "evolve" && run.generation > 0) {
      options.push({ value: `run:${run.name}`, label: run.name, group: "Bred here" });
    }
  }
  return select(options, value);
}

/** Adds the champions of runs to a select once the store has answered. */
export function addRuns(app: App, element: HTMLSelectElement, wanted: string): void {
  app.wire.ask<{ runs: RunRow[] }>("runs").then(
    ({ runs }) => {
      const fresh = controllerSelect(app, runs, wanted || element.value);
      const value = fresh.value;
      element.replaceChildren(...fresh.children);
      element.value = value;
    },
    () => {},
  );
}

/** A seed that nobody chose. */
export function freshSeed(): number {
  return 1 + Math.floor(Math.random() * 999_999);
}

export const kBoards = ["10x20", "10x18", "10x16", "10x14", "10x12", "10x10", "12x20", "8x16", "6x12"].map((size) => ({
  value: size,
  label: size.replace("x", " × "),
}));

/** At most one game of a page at a time: a new one ends the one before, and answers that come too late are let go. */
export class OneGame<S> {
  feed = "";
  private turn = 0;

  constructor(
    private readonly wire: Wire,
    private readonly show: (frame: Frame<S>) => void,
  ) {}

  /** False where another game was begun, or this one ended, before the answer came. */
  async begin(action: string, fields: object): Promise<boolean> {
    this.end();
    const mine = this.turn;
    const { feed } = await this.wire.ask<{ feed: string }>(action, fields);
    if (mine !== this.turn) {
      this.wire.leave(feed);
      return false;
    }
    this.feed = feed;
    this.wire.follow(feed, this.show);
    return true;
  }
  end(): void {
    ++this.turn;
    if (this.feed) this.wire.leave(this.feed);
    this.feed = "";
  }
}
