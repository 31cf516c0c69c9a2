// A board of Tetris on a canvas: cells in the colours of the pieces, the piece in the air, where it will rest.
import { parseRows } from "./tetris";
import type { Cell } from "./types";

export interface Picture {
  rows: string;
  cells?: Cell[] | undefined;
  piece?: string | undefined;
  ghost?: Cell[] | null | undefined;
  ghostLetter?: string | undefined;
  dim?: boolean | undefined; // the game is over or paused
}

/** The colours of the theme, read when it changes and not for every picture. */
export class Palette {
  private values = new Map<string, string>();
  constructor() {
    this.read();
  }
  read(): void {
    this.values.clear();
  }
  get(name: string): string {
    let value = this.values.get(name);
    if (value === undefined) {
      value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
      this.values.set(name, value);
    }
    return value;
  }
}
export const palette = new Palette();

/** Whether cells show the letter of their piece, for those who do not tell the colours apart. */
export const letters = { shown: false };

export class BoardCanvas {
  readonly element: HTMLCanvasElement;
  private last: Picture | null = null;
  private scheduled = false;

  constructor(
    private width: number,
    private height: number,
    label: string,
  ) {
    this.element = document.createElement("canvas");
    this.element.className = "board";
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", label);
    this.shape();
    new ResizeObserver(() => this.redraw()).observe(this.element);
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.shape();
  }

  /** Draws with the next picture of the screen; of several the newest. */
  draw(picture: Picture): void {
    this.last = picture;
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.paint();
    });
  }

  redraw(): void {
    if (this.last) this.draw(this.last);
  }

  /** The cell under the pointer, row 0 at the bottom. */
  cellAt(event: MouseEvent): Cell | null {
    const box = this.element.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * this.width);
    const y = this.height - 1 - Math.floor(((event.clientY - box.top) / box.height) * this.height);
    return x >= 0 && x < this.width && y >= 0 && y < this.height ? [x, y] : null;
  }

  private shape(): void {
    this.element.style.setProperty("aspect-ratio", `${this.width} / ${this.height}`);
    this.element.style.setProperty("--columns", String(this.width));
    this.element.style.setProperty("--rows", String(this.height));
  }

  private paint(): void {
    const picture = this.last;
    const context = this.element.getContext("2d");
    if (!picture || !context) return;
    const scale = window.devicePixelRatio || 1;
    const size = Math.max(4, Math.floor((this.element.clientWidth * scale) / this.width));
    if (this.element.width !== size * this.width || this.element.height !== size * this.height) {
      this.element.width = size * this.width;
      this.element.height = size * this.height;
    }
    context.fillStyle = palette.get("--well");
    context.fillRect(0, 0, this.element.width, this.element.height);
    this.grid(context, size);
    const rows = parseRows(picture.rows);
    for (let y = 0; y < this.height; ++y) {
      for (let x = 0; x < this.width; ++x) {
        const letter = rows[y]?.[x] ?? ".";
        if (letter !== ".") this.cell(context, size, x, y, letter);
      }
    }
    if (picture.ghost) {
      for (const [x, y] of picture.ghost) this.outline(context, size, x, y, picture.ghostLetter ?? picture.piece ?? "#");
    }
    for (const [x, y] of picture.cells ?? []) this.cell(context, size, x, y, picture.piece ?? "#");
    if (picture.dim) {
      context.fillStyle = palette.get("--veil");
      context.fillRect(0, 0, this.element.width, this.element.height);
    }
  }

  private grid(context: CanvasRenderingContext2D, size: number): void {
    context.strokeStyle = palette.get("--grid");
    context.lineWidth = 1;
    context.beginPath();
    for (let x = 1; x < this.width; ++x) {
      context.moveTo(x * size + 0.5, 0);
      context.lineTo(x * size + 0.5, this.element.height);
    }
    for (let y = 1; y < this.height; ++y) {
      context.moveTo(0, y * size + 0.5);
      context.lineTo(this.element.width, y * size + 0.5);
    }
    context.stroke();
  }

  private cell(context: CanvasRenderingContext2D, size: number, x: number, y: number, letter: string): void {
    const left = x * size;
    const top = (this.height - 1 - y) * size;
    const gap = Math.max(1, Math.round(size * 0.04));
    context.fillStyle = palette.get(letter === "#" ? "--filled" : `--piece-${letter.toLowerCase()}`);
    context.beginPath();
    context.roundRect(left + gap, top + gap, size - 2 * gap, size - 2 * gap, size * 0.14);
    context.fill();
    context.fillStyle = "rgb(255 255 255 / 0.22)";
    context.beginPath();
    context.roundRect(left + gap, top + gap, size - 2 * gap, Math.max(2, size * 0.16), size * 0.12);
    context.fill();
    if (!letters.shown || letter === "#" || size < 12) return;
    context.fillStyle = "rgb(0 0 0 / 0.72)";
    context.font = `600 ${Math.round(size * 0.5)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(letter, left + size / 2, top + size * 0.55);
  }

  private outline(context: CanvasRenderingContext2D, size: number, x: number, y: number, letter: string): void {
    const gap = Math.max(1.5, size * 0.1);
    const colour = palette.get(letter === "#" ? "--filled" : `--piece-${letter.toLowerCase()}`);
    context.strokeStyle = colour;
    context.globalAlpha = 0.25;
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(x * size + gap, (this.height - 1 - y) * size + gap, size - 2 * gap, size - 2 * gap, size * 0.12);
    context.fill();
    context.globalAlpha = 0.9;
    context.lineWidth = Math.max(1.5, size * 0.07);
    context.stroke();
    context.globalAlpha = 1;
  }
}

/** A small picture of one piece, for what comes next. */
export class PieceCanvas {
  readonly element: HTMLElement;
  private board = new BoardCanvas(4, 2, "");
  private shown = "";

  constructor(
    private readonly label: string,
    private readonly shapes: Map<string, Cell[]>,
  ) {
    this.element = document.createElement("div");
    this.element.className = "piece";
    this.board.element.removeAttribute("role");
    this.element.append(this.board.element);
    this.show("");
  }

  show(letter: string): void {
    if (letter === this.shown && this.element.title) return;
    this.shown = letter;
    this.element.title = letter ? `${this.label}: ${letter}` : `${this.label}: none`;
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", this.element.title);
    const shape = this.shapes.get(letter) ?? [];
    const width = shape.length ? Math.max(...shape.map(([x]) => x)) + 1 : 4;
    const height = shape.length ? Math.max(...shape.map(([, y]) => y)) + 1 : 2;
    this.board.resize(width <= 2 ? 4 : width, Math.max(2, height));
    const shift = width <= 2 ? 1 : 0;
    const cells = shape.map(([x, y]): Cell => [x + shift, y]);
    const empty = Array.from({ length: Math.max(2, height) }, () => ".".repeat(4)).join("/");
    this.board.draw({ rows: empty, cells, piece: letter });
  }
  redraw(): void {
    this.board.redraw();
  }
}
