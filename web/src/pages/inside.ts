// Inside a decision: every placement drawn, its features times weights, and why the best one won.
import { addRuns, complain, controllerSelect, type Mount } from "../app";
import { BoardCanvas } from "../board";
import { field, fill, h, number, segments } from "../dom";
import { short, signed } from "../format";
import { emptyRows, inWords, joinRows, kLetters, parseRows, reasons } from "../tetris";
import type { Decision } from "../types";

const kExample = [
  "..........",
  "..........",
  "..........",
  "..........",
  "..........",
  "..........",
  "..........",
  "#........#",
  "##..#..###",
  "###.##.###",
  "######.###",
  "#####..###",
];

export const mountInside: Mount = (root, app, params) => {
  const wanted = params.get("controller") ?? "dellacherie";
  const controller = controllerSelect(app, [], wanted);
  addRuns(app, controller, wanted);
  let rows = params.get("board") ? parseRows(params.get("board")!) : [...kExample].reverse();
  const next = params.get("next") ?? "";
  let decision: Decision | null = null;
  let shown = 0; // index of the placement that is drawn
  let kept = 0; // the one that was clicked
  let asked = 0;

  const canvas = new BoardCanvas(rows[0]!.length, rows.length, "Board with the chosen placement; click cells to fill or empty them");
  canvas.element.classList.add("editable");
  app.onTheme(() => canvas.redraw());
  const width = number(rows[0]!.length, 4, 16);
  const height = number(rows.length, 4, 30);
  const piece = segments(
    "Piece",
    [...kLetters].map((letter) => ({ value: letter, label: letter })),
    params.get("piece") ?? "T",
    () => void look(),
  );
  const table = h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "All placements" });
  const detail = h("div", { class: "detail", "aria-live": "polite" });

  function draw(): void {
    const placement = decision?.placements[shown];
    canvas.resize(rows[0]!.length, rows.length);
    canvas.draw({ rows: joinRows(rows), ghost: placement?.cells, ghostLetter: piece.value });
    table.querySelectorAll("tr[data-index]").forEach((row) => {
      row.classList.toggle("on", Number(row.getAttribute("data-index")) === shown);
    });
  }

  function explain(): void {
    if (!decision) return;
    const placement = decision.placements[shown];
    if (!placement) return fill(detail, h("p", {}, "Every placement loses."));
    if (placement.lost) return fill(detail, h("p", {}, "This placement ends the game."));
    const most = Math.max(...placement.parts.map(Math.abs), 1e-9);
    const bars = decision.terms.map((term, i) => {
      const part = placement.parts[i]!;
      const bar = h("span", { class: part < 0 ? "bar minus" : "bar plus" });
      bar.style.setProperty("--share", String(Math.abs(part) / most));
      return h(
        "tr",
        { title: term.definition },
        h(
          "th",
          { scope: "row" },
          term.name.replaceAll("_", " "),
          term.picture ? h("pre", { class: "unit", role: "img", "aria-label": term.definition }, term.picture.join("\n")) : null,
        ),
        h("td", {}, short(placement.values[i]!)),
        h("td", {}, short(term.weight)),
        h("td", {}, signed(part)),
        h("td", { class: "barcell" }, bar),
      );
    });
    const best = decision.chosen ?? 0;
    const rival = decision.placements.findIndex((p, i) => i !== best && !p.lost);
    const other = shown === best ? rival : shown;
    const better = decision.placements[best];
    const worse = decision.placements[other];
    const list = better && worse && !worse.lost ? reasons(decision, better, worse) : [];
    const against = shown === best ? "the runner-up" : "this one";
    const looked = decision.search !== "greedy" ? ` It looks at more than one piece (${decision.search}), so the first may differ.` : "";
    fill(
      detail,
      h("h2", {}, shown === best ? "The choice" : `Placement ${shown + 1}`),
      h("p", { class: "why" }, worse ? `The choice against ${against}: ${inWords(list)}${looked}` : "There is no other placement."),
      h(
        "table",
        { class: "terms" },
        h("thead", {}, h("tr", {}, ...["feature", "value", "weight", "adds", ""].map((t) => h("th", { scope: "col" }, t)))),
        h("tbody", {}, ...bars),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colSpan: 3 }, "score"), h("td", {}, short(placement.score ?? 0)), h("td", {}))),
      ),
    );
  }

  function point(index: number): void {
    shown = index;
    draw();
    explain();
  }

  function list(): void {
    if (!decision) return;
    const body = decision.placements.map((p, i) =>
      h(
        "tr",
        {
          "data-index": i,
          class: p.lost ? "lost" : undefined,
          onpointermove: () => shown !== i && point(i), // not when the table appears under a resting pointer
          onclick: () => {
            kept = i;
            point(i);
          },
        },
        h("td", {}, decision!.chosen === i ? h("span", { class: "badge" }, "chosen") : String(i + 1)),
        h("td", {}, `turn ${p.orientation}, column ${p.column + 1}`),
        h("td", {}, p.lines ? String(p.lines) : ""),
        h("td", {}, p.lost ? "loses" : short(p.score!)),
      ),
    );
    fill(
      table,
      h(
        "table",
        { class: "placements" },
        h("thead", {}, h("tr", {}, ...["", "placement", "lines", "score"].map((t) => h("th", { scope: "col" }, t)))),
        h("tbody", {}, ...body),
      ),
    );
  }

  async function look(): Promise<void> {
    const mine = ++asked;
    try {
      const answer = await app.wire.ask<Decision>("look", {
        board: joinRows(rows),
        piece: piece.value,
        next: piece.value === params.get("piece") ? next : "",
        controller: controller.value,
      });
      if (mine !== asked) return; // a newer question is on its way
      decision = answer;
    } catch (error) {
      return complain(app)(error);
    }
    kept = decision.chosen ?? 0;
    list();
    point(kept);
  }

  function resize(): void {
    const w = Math.min(16, Math.max(4, Number(width.value) || 10));
    const t = Math.min(30, Math.max(4, Number(height.value) || 12));
    rows = emptyRows(w, t).map((row, y) => ((rows[y] ?? "") + row).slice(0, w));
    void look();
  }
  width.addEventListener("change", resize);
  height.addEventListener("change", resize);
  controller.addEventListener("change", () => void look());
  canvas.element.addEventListener("click", (event) => {
    const cell = canvas.cellAt(event);
    if (!cell) return;
    const [x, y] = cell;
    rows[y] = rows[y]!.slice(0, x) + (rows[y]![x] === "." ? "#" : ".") + rows[y]!.slice(x + 1);
    void look();
  });
  table.addEventListener("pointerleave", () => point(kept));
  table.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !decision) return;
    event.preventDefault();
    kept = Math.min(decision.placements.length - 1, Math.max(0, shown + step));
    point(kept);
    table.querySelector(`tr[data-index="${kept}"]`)?.scrollIntoView({ block: "nearest" });
  });
  root.append(
    h(
      "div",
      { class: "inside" },
      h(
        "div",
        { class: "panel" },
        h("div", { class: "well free" }, canvas.element),
        h("p", { class: "muted" }, "Click cells to draw a board of your own."),
        h("div", { class: "field" }, h("span", { class: "label" }, "Piece"), piece.element),
        h("div", { class: "row" }, field("Columns", width), field("Rows", height)),
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              rows = rows.map((row) => ".".repeat(row.length));
              void look();
            },
          },
          "Clear",
        ),
      ),
      h("div", { class: "panel" }, field("Controller", controller), detail),
      h("div", { class: "panel" }, h("h2", {}, "All placements"), table),
    ),
  );
  void look();
  return () => {
    ++asked;
  };
};
