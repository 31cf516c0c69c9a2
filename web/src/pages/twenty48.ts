// 2048: play, ask a network for advice, or watch it play.
import { complain, freshSeed, OneGame, type Mount } from "../app";
import { field, fill, h, number, say, segments, select, stats } from "../dom";
import { grouped, short } from "../format";
import { shortcuts } from "../person";
import { Meter } from "../view";
import type { Twenty48State } from "../types";
import { kSpeeds } from "./watch";

const kArrows: Record<string, string> = { up: "↑", right: "→", down: "↓", left: "←" };

/** The move that a swipe means; nothing for a tap. */
export function swipe(dx: number, dy: number): string | undefined {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < 24) return undefined;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "right" : "left";
  return dy > 0 ? "down" : "up";
}

/** The board in words, row by row. */
export function boardInWords(cells: number[]): string {
  const rows = [0, 4, 8, 12].map((i) => cells.slice(i, i + 4).map((rank) => (rank ? String(2 ** rank) : "empty")).join(", "));
  return rows.join("; ");
}

export const mountTwenty48: Mount = (root, app) => {
  const network = select(
    app.hello.networks.map((name) => ({ value: name, label: name.replace(/\.json$/, "") })),
    "features",
  );
  const think = select(
    [
      { value: "1", label: "one move (greedy)" },
      { value: "2", label: "two moves" },
      { value: "3", label: "three moves" },
      { value: "10ms", label: "10 ms" },
      { value: "100ms", label: "100 ms" },
    ],
    "2",
  );
  const seed = number(freshSeed(), 0, 2 ** 53);
  const tiles = Array.from({ length: 16 }, () => h("div", { class: "tile", "data-rank": "0" }));
  const grid = h("div", { class: "grid2048", role: "img", "aria-label": "Board of 2048", tabIndex: 0 }, ...tiles);
  const cover = h("div", { class: "overlay", hidden: true });
  const status = h("p", { class: "verdict", role: "status" });
  const numbers = stats([["score", "Score"], ["tile", "Best tile"], ["moves", "Moves"], ["rate", "Moves/s"], ["advice", "Advice"], ["value", "Still to come"]]);
  const speed = segments("Speed", kSpeeds, 1, (value) => control("speed", { value }));
  const autoButton = h("button", { type: "button", "aria-pressed": "false", onclick: () => act(state?.auto ? "hand" : "auto") }, "Let it play");
  const pauseButton = h("button", { type: "button", onclick: () => control(state?.paused ? "resume" : "pause") }, "Pause");
  const meter = new Meter();
  let state: Twenty48State | null = null;
  let over = true;

  function control(what: string, more: object = {}): void {
    if (game.feed && !over) app.wire.ask("control", { feed: game.feed, what, ...more }).catch(complain(app));
  }
  const act = (text: string) => control("act", { act: text });
  const push = (text: string) => {
    if (state && !state.auto) act(text);
  };

  function show(s: Twenty48State, last: boolean): void {
    const before = state;
    state = s;
    over = last;
    s.cells.forEach((rank, i) => {
      const tile = tiles[i]!;
      tile.dataset["rank"] = String(rank);
      say(tile, rank ? String(2 ** rank) : "");
      tile.classList.toggle("new", i === s.new && s.moves !== before?.moves);
    });
    grid.setAttribute("aria-label", `Board: ${boardInWords(s.cells)}`);
    numbers.set("score", grouped(s.score));
    numbers.set("tile", grouped(2 ** Math.max(...s.cells)));
    numbers.set("moves", grouped(s.moves));
    numbers.set("rate", s.auto && !s.paused && !last ? short(meter.rate(performance.now(), s.moves)) : "–");
    numbers.set("advice", s.advice ? kArrows[s.advice.move]! : "–");
    numbers.set("value", s.advice ? short(s.advice.value) : "–");
    say(autoButton, s.auto ? "Play yourself" : "Let it play");
    autoButton.setAttribute("aria-pressed", String(s.auto));
    say(pauseButton, s.paused ? "Go on" : "Pause");
    pauseButton.disabled = last || !s.auto;
    autoButton.disabled = last;
    cover.hidden = !last;
    if (last) fill(cover, h("strong", {}, s.over ? "Game over" : "Ended"), h("span", {}, `${grouped(s.score)} points`));
    say(status, last ? `${grouped(s.score)} points in ${grouped(s.moves)} moves.` : s.auto ? `${s.player} plays.` : "Your move.");
  }

  const game = new OneGame<Twenty48State>(app.wire, (frame) => show(frame.state, frame.last));
  function start(auto: boolean): void {
    state = null;
    meter.reset();
    const look = think.value.endsWith("ms") ? { time_ms: parseInt(think.value) } : { depth: Number(think.value) };
    game
      .begin("2048", { network: network.value, seed: Number(seed.value), auto, speed: speed.value, ...look })
      .catch(complain(app));
  }
  const restart = () => {
    seed.value = String(freshSeed());
    start(state?.auto ?? false);
  };
  const unbind = shortcuts({
    ArrowUp: () => push("up"),
    ArrowRight: () => push("right"),
    ArrowDown: () => push("down"),
    ArrowLeft: () => push("left"),
    KeyH: () => act("advice"),
    KeyU: () => act("undo"),
    KeyR: restart,
    Space: () => act(state?.auto ? "hand" : "auto"),
  });
  let touch: { x: number; y: number } | null = null;
  grid.addEventListener("pointerdown", (event) => (touch = { x: event.clientX, y: event.clientY }));
  grid.addEventListener("pointerup", (event) => {
    const move = touch && swipe(event.clientX - touch.x, event.clientY - touch.y);
    touch = null;
    if (move) push(move);
  });
  for (const element of [network, think, seed]) element.addEventListener("change", () => start(state?.auto ?? false));
  root.append(
    h(
      "div",
      { class: "stage" },
      h("div", { class: "games" }, h("div", { class: "well free" }, grid, cover)),
      h(
        "aside",
        { class: "panel" },
        status,
        h(
          "div",
          { class: "buttons" },
          h("button", { class: "primary", type: "button", onclick: restart }, "New game"),
          autoButton,
          pauseButton,
          h("button", { type: "button", onclick: () => act("advice") }, "Hint"),
          h("button", { type: "button", onclick: () => act("undo") }, "Undo"),
        ),
        numbers.element,
        h("div", { class: "field" }, h("span", { class: "label" }, "Speed"), speed.element),
        field("Network", network),
        field("It looks ahead", think),
        field("Seed", seed, "the same seed gives the same tiles"),
        h("p", { class: "keys" }, ...[["arrows", "move"], ["Space", "let it play"], ["H", "hint"], ["U", "undo"], ["R", "new game"]].map(([key, what]) => h("span", {}, h("kbd", {}, key!), " " + what))),
      ),
    ),
  );
  start(false);
  return () => {
    unbind();
    game.end();
  };
};
