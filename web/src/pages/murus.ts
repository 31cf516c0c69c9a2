// Murus Gallicus: play against the engine or watch two, with its evaluation, depth and line of play.
import { complain, OneGame, type Mount } from "../app";
import { Chart } from "../chart";
import { field, fill, h, say, segments, select, stats } from "../dom";
import { short } from "../format";
import { cellName, describeCell, kColumns, kRows, moveTo, movesFrom, parseMove, parsePosition, type MurusMove } from "../murus";
import { shortcuts } from "../person";
import type { MurusState, Thought } from "../types";

const kSides = ["Romans", "Gauls"];

/** "wins in 5" or the value, seen by the Romans. */
export function valueText(thought: Thought): string {
  if (thought.wins !== null) return `${kSides[thought.wins]} win in ${thought.plies} plies`;
  return (thought.value! > 0 ? "+" : "") + short(thought.value!);
}

const coordinate = (text: string) => h("span", { class: "coord", "aria-hidden": "true" }, text);

/** How much of the bar is the Romans': all when they have won, half when even. */
export function romanShare(thought: Thought | null): number {
  if (!thought) return 0.5;
  if (thought.wins !== null) return thought.wins === 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(thought.value ?? 0) / 2));
}

export const mountMurus: Mount = (root, app) => {
  const engines = [
    { value: "person", label: "You" },
    { value: "trained", label: "Engine (trained)" },
    { value: "calabria", label: "Engine (weights bred by tournament)" },
    { value: "hand-set", label: "Engine (hand-set weights)" },
  ];
  const romans = select(engines, "person");
  const gauls = select(engines, "trained");
  const time = select(
    [50, 200, 500, 1000, 3000].map((ms) => ({ value: String(ms), label: ms < 1000 ? `${ms} ms` : `${ms / 1000} s` })),
    "500",
  );
  const speed = segments("Speed", [{ value: 0.25, label: "¼×" }, { value: 1, label: "1×" }, { value: 0, label: "Max" }], 1, (value) =>
    control("speed", { value }),
  );
  const board = h("div", { class: "murus", role: "grid", "aria-label": "Board of Murus Gallicus" });
  const buttons: HTMLButtonElement[] = [];
  const status = h("p", { class: "verdict", role: "status" });
  const share = h("div", { class: "share", role: "meter", "aria-label": "Evaluation, the Romans' share", "aria-valuemin": "0", "aria-valuemax": "1" }, h("span", {}));
  const numbers = stats([["value", "Value"], ["depth", "Depth"], ["nodes", "Positions"], ["speed", "Positions/s"]]);
  const line = h("p", { class: "line" });
  const history = h("ol", { class: "history", tabIndex: 0, "aria-label": "Moves played" });
  const chart = new Chart({ label: "Value by move, seen by the Romans", x: "ply", y: "Value for the Romans" });
  const pauseButton = h("button", { type: "button", onclick: () => toggle() }, "Pause");
  app.onTheme(() => chart.redraw());

  let state: MurusState | null = null;
  let moves: MurusMove[] = [];
  let from = -1; // the chosen tower
  let focus = 6 * kColumns;
  let over = true;

  function control(what: string, more: object = {}): void {
    if (game.feed && !over) app.wire.ask("control", { feed: game.feed, what, ...more }).catch(complain(app));
  }
  const act = (text: string) => control("act", { act: text });
  function toggle(): void {
    if (state) control(state.paused ? "resume" : "pause");
  }

  function press(cell: number): void {
    if (!state || over || !state.persons[parsePosition(state.position).side]) return;
    const move = from >= 0 ? moveTo(moves, from, cell) : undefined;
    if (move) {
      from = -1;
      act(move.text);
    } else {
      from = movesFrom(moves, cell).length && cell !== from ? cell : -1;
    }
    draw();
  }

  for (let cell = 0; cell < kColumns * kRows; ++cell) {
    const button = h("button", {
      type: "button",
      role: "gridcell",
      tabIndex: cell === focus ? 0 : -1,
      onclick: () => {
        move(cell);
        press(cell);
      },
    });
    if (cell % kColumns === 0) board.append(coordinate(cellName(cell)[0]!));
    buttons.push(button);
    board.append(button);
  }
  board.append(coordinate(""), ...Array.from({ length: kColumns }, (_, i) => coordinate(String(i + 1))));
  function move(cell: number): void {
    buttons[focus]!.tabIndex = -1;
    focus = cell;
    buttons[focus]!.tabIndex = 0;
    buttons[focus]!.focus();
  }
  board.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -kColumns, ArrowDown: kColumns, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) {
      if (event.key === "Escape") {
        from = -1;
        draw();
      }
      return;
    }
    event.preventDefault();
    const next = focus + step;
    const sideways = Math.abs(step) === 1;
    if (next < 0 || next >= kColumns * kRows) return;
    if (sideways && Math.floor(next / kColumns) !== Math.floor(focus / kColumns)) return;
    move(next);
  });

  function draw(): void {
    if (!state) return;
    const { cells } = parsePosition(state.position);
    const targets = new Map<number, MurusMove>();
    for (const one of from >= 0 ? movesFrom(moves, from) : []) targets.set(one.to, one);
    const lastText = state.history[state.history.length - 1];
    const last = lastText ? parseMove(lastText, cells) : null;
    const best = state.thought && !over && state.thought.side === parsePosition(state.position).side ? parseMove(state.thought.move, cells) : null;
    cells.forEach((stone, cell) => {
      const button = buttons[cell]!;
      const target = targets.get(cell);
      const classes = ["cell"];
      if (stone !== ".") classes.push(stone === "T" || stone === "W" ? "roman" : "gaul", stone === "T" || stone === "t" ? "tower" : "wall");
      if (cell === from) classes.push("from");
      if (target) classes.push(target.sacrifice ? "attack" : "target");
      if (last && (cell === last.to || cell === last.from)) classes.push("last");
      if (best && (cell === best.from || cell === best.to)) classes.push("hint");
      if (from < 0 && movesFrom(moves, cell).length && state!.persons[parsePosition(state!.position).side] && !over) classes.push("movable");
      button.className = classes.join(" ");
      const doing = target ? (target.sacrifice ? ", remove this wall" : ", move here") : cell === from ? ", chosen" : "";
      button.setAttribute("aria-label", `${cellName(cell)}: ${describeCell(stone)}${doing}`);
    });
  }

  function show(s: MurusState, last: boolean): void {
    state = s;
    over = last;
    const { cells, side } = parsePosition(s.position);
    moves = s.moves.map((text) => parseMove(text, cells));
    if (from >= 0 && !movesFrom(moves, from).length) from = -1;
    draw();
    const thought = s.thought;
    (share.firstElementChild as HTMLElement).style.setProperty("--share", String(romanShare(thought)));
    share.setAttribute("aria-valuenow", romanShare(thought).toFixed(2));
    if (thought) {
      numbers.set("value", valueText(thought));
      numbers.set("depth", thought.depth);
      numbers.set("nodes", short(thought.nodes));
      numbers.set("speed", short(thought.nodes / Math.max(thought.seconds, 1e-6)));
      say(line, `Line: ${thought.line.slice(0, 10).join("  ")}`);
    }
    chart.draw([
      {
        name: "value",
        colour: "--series-1",
        points: s.values.flatMap((v, i): [number, number][] => (v === null || Math.abs(v) > 1e5 ? [] : [[i + 1, v]])),
      },
    ]);
    fill(history, ...s.history.map((text) => h("li", {}, text)));
    history.scrollTop = history.scrollHeight;
    const winner = s.winner;
    if (winner !== null) say(status, `${kSides[winner]} win after ${s.history.length} plies.`);
    else if (last) say(status, "The game has ended.");
    else if (s.persons[side]) say(status, `Your move: ${kSides[side]}.`);
    else say(status, s.paused ? "Paused." : `${kSides[side]} think…`);
    say(pauseButton, s.paused ? "Go on" : "Pause");
    pauseButton.disabled = last || s.persons.some(Boolean);
  }

  const game = new OneGame<MurusState>(app.wire, (frame) => show(frame.state, frame.last));
  function start(): void {
    from = -1;
    game
      .begin("murus", {
        romans: romans.value,
        gauls: gauls.value,
        romans_ms: Number(time.value),
        gauls_ms: Number(time.value),
        speed: speed.value,
      })
      .catch(complain(app));
  }
  const unbind = shortcuts({ KeyR: start, KeyU: () => act("undo"), KeyH: () => act("hint"), KeyP: toggle });
  for (const element of [romans, gauls, time]) element.addEventListener("change", start);
  root.append(
    h(
      "div",
      { class: "stage" },
      h("div", { class: "games" }, h("div", { class: "murusbox" }, board, share)),
      h(
        "aside",
        { class: "panel" },
        status,
        h(
          "div",
          { class: "buttons" },
          h("button", { class: "primary", type: "button", onclick: start }, "New game"),
          h("button", { type: "button", onclick: () => act("undo") }, "Undo"),
          h("button", { type: "button", onclick: () => act("hint") }, "Hint"),
          pauseButton,
        ),
        numbers.element,
        line,
        chart.element,
        h("div", { class: "row" }, field("Romans (below, move first)", romans), field("Gauls (above)", gauls)),
        h("div", { class: "row" }, field("Time for a move", time), h("div", { class: "field" }, h("span", { class: "label" }, "Speed"), speed.element)),
        h("details", {}, h("summary", {}, "Moves"), history),
        h(
          "details",
          {},
          h("summary", {}, "Rules"),
          h(
            "p",
            {},
            "A tower (two stones) moves by laying its stones on the next two cells in a direction; both must be free or hold a wall of its own. Or it gives up one stone to remove an enemy wall beside it. A stone on the far home row wins; who cannot move loses.",
          ),
        ),
        h("p", { class: "keys" }, ...[["arrows", "move about"], ["Enter", "choose"], ["U", "undo"], ["H", "hint"], ["R", "new game"]].map(([key, what]) => h("span", {}, h("kbd", {}, key!), " " + what))),
      ),
    ),
  );
  start();
  return () => {
    unbind();
    game.end();
  };
};
