// Lines over a plane on a canvas: axes with round numbers, a legend, and the values under the pointer.
import { palette } from "./board";
import { h } from "./dom";
import { short } from "./format";

export interface Series {
  name: string;
  colour: string; // name of a colour of the theme
  points: [number, number][];
  steps?: boolean;
  faint?: boolean;
}

/** Round numbers that cover a range: about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * 0.999) ?? 10 * power;
  const first = Math.ceil(low / step - 1e-9);
  const result: number[] = [];
  for (let i = first; i * step <= high + step * 1e-9; ++i) result.push(Number((i * step).toPrecision(12)));
  return result;
}

/** Powers of ten in a range, with 2 and 5 between them where there are few. */
export function logTicks(low: number, high: number): number[] {
  const result: number[] = [];
  const few = Math.log10(high / low) < 2.5;
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); ++e) {
    for (const m of few ? [1, 2, 5] : [1]) {
      const value = Number((m * 10 ** e).toPrecision(3));
      if (value >= low * 0.999 && value <= high * 1.001) result.push(value);
    }
  }
  return result;
}

export interface ChartOptions {
  label: string; // for those who do not see it
  x: string;
  y: string;
  logX?: boolean;
  logY?: boolean;
  low?: number; // of the y axis
  high?: number;
  tall?: boolean;
}

const kLeft = 52, kRight = 12, kTop = 10, kBottom = 34;

export class Chart {
  readonly element: HTMLElement;
  private canvas = h("canvas", { class: "chart", role: "img" });
  private legend = h("div", { class: "legend", "aria-hidden": "true" });
  private series: Series[] = [];
  private pointer: number | null = null;
  private scheduled = false;

  constructor(private readonly options: ChartOptions) {
    this.canvas.setAttribute("aria-label", options.label);
    if (options.tall) this.canvas.classList.add("tall");
    this.element = h("figure", { class: "figure" }, h("figcaption", {}, options.y), this.canvas, this.legend);
    this.canvas.addEventListener("pointermove", (event) => {
      this.pointer = event.offsetX;
      this.schedule();
    });
    this.canvas.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.schedule();
    });
    new ResizeObserver(() => this.schedule()).observe(this.canvas);
  }

  draw(series: Series[]): void {
    this.series = series;
    this.schedule();
  }
  redraw(): void {
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.paint();
    });
  }

  private paint(): void {
    const context = this.canvas.getContext("2d");
    if (!context || this.canvas.clientWidth === 0) return;
    const scale = window.devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    context.scale(scale, scale);
    const { logX = false, logY = false } = this.options;
    const points = this.series.flatMap((s) => s.points).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
    const xs = range(points.map(([x]) => x), logX);
    const ys = range(points.map(([, y]) => y), logY);
    const low = this.options.low ?? ys[0];
    const high = this.options.high ?? (logY ? ys[1] : ys[1] + (ys[1] - low) * 0.05);
    const px = axis(xs[0], xs[1], kLeft, width - kRight, logX);
    const py = axis(low, high, height - kBottom, kTop, logY);
    context.font = "12px system-ui, sans-serif";
    context.lineWidth = 1;
    this.axes(context, width, height, px, py, xs, [low, high]);
    for (const one of this.series) this.line(context, one, px, py, logX, logY);
    this.tell(context, height, px, py);
  }

  private axes(
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    px: Axis,
    py: Axis,
    xs: [number, number],
    ys: [number, number],
  ): void {
    context.strokeStyle = palette.get("--line");
    context.fillStyle = palette.get("--muted");
    context.textAlign = "right";
    context.textBaseline = "middle";
    const vertical = this.options.logY ? logTicks(ys[0], ys[1]) : ticks(ys[0], ys[1], Math.max(2, height / 45));
    for (const value of vertical) {
      const y = Math.round(py(value)) + 0.5;
      context.beginPath();
      context.moveTo(kLeft, y);
      context.lineTo(width - kRight, y);
      context.stroke();
      context.fillText(short(value), kLeft - 8, y);
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    const count = Math.max(2, (width - kLeft) / 62);
    const all = this.options.logX ? logTicks(xs[0], xs[1]) : ticks(xs[0], xs[1], count);
    const every = Math.ceil(all.length / count);
    all.filter((_, i) => i % every === 0).forEach((value) => {
      context.fillText(short(value), px(value), height - kBottom + 6);
    });
    context.textAlign = "right";
    context.fillText(this.options.x, width - kRight, height - 13);
  }

  private line(context: CanvasRenderingContext2D, one: Series, px: Axis, py: Axis, logX: boolean, logY: boolean): void {
    context.strokeStyle = palette.get(one.colour);
    context.lineWidth = one.faint ? 1.25 : 2;
    context.globalAlpha = one.faint ? 0.75 : 1;
    context.lineJoin = "round";
    context.beginPath();
    let before: [number, number] | null = null;
    for (const [x, y] of one.points) {
      if (!Number.isFinite(x) || !Number.isFinite(y) || (logX && x <= 0) || (logY && y <= 0)) continue;
      if (!before) context.moveTo(px(x), py(y));
      else {
        if (one.steps) context.lineTo(px(x), py(before[1]));
        context.lineTo(px(x), py(y));
      }
      before = [x, y];
    }
    if (before && one.points.length === 1) context.arc(px(before[0]), py(before[1]), 2, 0, 7);
    context.stroke();
    context.globalAlpha = 1;
  }

  /** The legend, with the values at the pointer where there is one. */
  private tell(context: CanvasRenderingContext2D, height: number, px: Axis, py: Axis): void {
    const entries = this.series.map((one) => {
      const at = this.pointer === null ? null : nearest(one, this.pointer, px);
      if (at) {
        context.fillStyle = palette.get(one.colour);
        context.beginPath();
        context.arc(px(at[0]), py(at[1]), 3.5, 0, 7);
        context.fill();
      }
      const key = h("span", { class: "key" });
      key.style.setProperty("background", palette.get(one.colour));
      return h("span", {}, key, one.name, at ? h("b", {}, " " + short(at[1])) : null);
    });
    if (this.pointer !== null) {
      context.strokeStyle = palette.get("--muted");
      context.globalAlpha = 0.4;
      context.beginPath();
      context.moveTo(this.pointer, kTop);
      context.lineTo(this.pointer, height - kBottom);
      context.stroke();
      context.globalAlpha = 1;
    }
    this.legend.replaceChildren(...entries);
  }
}

type Axis = (value: number) => number;

function axis(low: number, high: number, from: number, to: number, log: boolean): Axis {
  const f = log ? Math.log10 : (x: number) => x;
  const a = f(low);
  const b = f(high);
  return (value) => from + ((f(value) - a) / (b - a || 1)) * (to - from);
}

function range(values: number[], log: boolean): [number, number] {
  const usable = log ? values.filter((v) => v > 0) : values;
  if (usable.length === 0) return log ? [1, 10] : [0, 1];
  let low = Math.min(...usable);
  let high = Math.max(...usable);
  if (low === high) [low, high] = log ? [low / 2, high * 2] : [low - Math.abs(low || 1) * 0.1, high + Math.abs(high || 1) * 0.1];
  return [low, high];
}

function nearest(one: Series, x: number, px: Axis): [number, number] | null {
  let best: [number, number] | null = null;
  for (const point of one.points) {
    if (one.steps ? px(point[0]) <= x : !best || Math.abs(px(point[0]) - x) < Math.abs(px(best[0]) - x)) best = point;
  }
  return best;
}
