// One game of Tetris as people see it: the board, what comes next, and its numbers.
import { BoardCanvas, PieceCanvas } from "./board";
import { h, say, stats } from "./dom";
import { grouped } from "./format";
import type { App } from "./app";
import type { Seat, TetrisState } from "./types";

const kEnds: Record<string, string> = {
  height: "Game over",
  request: "Ended",
  limit: "Limit reached",
  list: "No pieces left",
};

export class SeatView {
  readonly element: HTMLElement;
  readonly board: BoardCanvas;
  private next: PieceCanvas;
  private held: PieceCanvas;
  private heldBox: HTMLElement;
  private overlay = h("div", { class: "overlay", hidden: true });
  private name = h("h2", { class: "player" });
  private numbers: ReturnType<typeof stats>;
  private seat: Seat | null = null;

  constructor(app: App, label: string, extra: [string, string][] = []) {
    this.board = new BoardCanvas(10, 20, `Board of ${label}`);
    this.next = new PieceCanvas("Next piece", app.shapes);
    this.held = new PieceCanvas("Held piece", app.shapes);
    this.heldBox = h("div", { class: "preview", hidden: true }, h("span", {}, "Hold"), this.held.element);
    this.numbers = stats([["lines", "Lines"], ["score", "Score"], ["level", "Level"], ["pieces", "Pieces"], ...extra]);
    say(this.name, label);
    this.element = h(
      "section",
      { class: "seat", "aria-label": label },
      h("div", { class: "well" }, this.board.element, this.overlay),
      h(
        "div",
        { class: "beside" },
        this.name,
        h("div", { class: "previews" }, h("div", { class: "preview" }, h("span", {}, "Next"), this.next.element), this.heldBox),
        this.numbers.element,
      ),
    );
    app.onTheme(() => {
      this.board.redraw();
      this.next.redraw();
      this.held.redraw();
    });
    this.board.draw({ rows: Array(20).fill(".".repeat(10)).join("/") });
  }

  set(key: string, value: string | number): void {
    this.numbers.set(key, value);
  }

  /** Something over the board: "Paused", a countdown. Empty takes it away. */
  cover(text: string, small = ""): void {
    this.overlay.hidden = text === "";
    this.overlay.replaceChildren(h("strong", {}, text), ...(small ? [h("span", {}, small)] : []));
  }

  /** What a tap on the cover does. */
  onTap(act: () => void): void {
    this.overlay.classList.add("tap");
    this.overlay.addEventListener("click", act);
  }

  show(state: TetrisState, seat: Seat): void {
    this.seat = seat;
    this.board.resize(state.width, state.height);
    this.board.draw({
      rows: seat.rows,
      cells: seat.cells,
      piece: seat.piece,
      ghost: seat.ghost,
      dim: seat.end !== null,
    });
    say(this.name, seat.name);
    this.next.show(seat.next.slice(0, 1));
    this.heldBox.hidden = seat.held === null;
    if (seat.held) this.held.show(seat.held);
    this.set("lines", grouped(seat.lines));
    this.set("score", grouped(seat.score));
    this.set("level", seat.level);
    this.set("pieces", grouped(seat.pieces));
    if (seat.end) this.cover(kEnds[seat.end] ?? seat.end, `${grouped(seat.lines)} lines, ${grouped(seat.score)} points`);
  }

  /** The rows and pieces as they stand, to look inside the decision. */
  position(): { board: string; piece: string; next: string } | null {
    if (!this.seat?.piece) return null;
    return { board: this.seat.rows.replace(/[^./]/g, "#"), piece: this.seat.piece, next: this.seat.next };
  }
}

/** Counts how often something happens in a second. */
export class Meter {
  private times: number[] = [];
  private counts: number[] = [];

  /** `count` is a total that grows; gives its growth per second over the last second or so. */
  rate(now: number, count: number): number {
    this.times.push(now);
    this.counts.push(count);
    while (this.times.length > 2 && now - this.times[0]! > 1500) {
      this.times.shift();
      this.counts.shift();
    }
    const span = (now - this.times[0]!) / 1000;
    return span > 0 ? (count - this.counts[0]!) / span : 0;
  }
  reset(): void {
    this.times = [];
    this.counts = [];
  }
}
