// Watch: any controller at any speed, on the pieces of any seed; or a game that somebody else began.
import { addRuns, complain, controllerSelect, freshSeed, kBoards, OneGame, type Mount } from "../app";
import { check, field, h, number, say, segments, select } from "../dom";
import { grouped, short } from "../format";
import { shortcuts } from "../person";
import { address } from "../route";
import { Meter, SeatView } from "../view";
import type { TetrisState } from "../types";

export const kSpeeds = [
  { value: 0.25, label: "¼×" },
  { value: 1, label: "1×" },
  { value: 4, label: "4×" },
  { value: 16, label: "16×" },
  { value: 100, label: "100×" },
  { value: 0, label: "Max" },
];

export const mountWatch: Mount = (root, app, params) => {
  const controller = controllerSelect(app, [], params.get("controller") ?? "dt-20");
  addRuns(app, controller, params.get("controller") ?? "");
  const board = select(kBoards, params.get("board") ?? "10x20");
  const seed = number(Number(params.get("seed") ?? 1), 0, 2 ** 53);
  const pieces = select(
    [
      { value: "uniform", label: "random" },
      { value: "bag", label: "bag of seven" },
      { value: "cycle:SZ", label: "only S and Z" },
    ],
    "uniform",
  );
  const gravity = check("Gravity", true);
  const view = new SeatView(app, "Agent", [
    ["rate", "Pieces/s"],
    ["tetris", "Four at once"],
    ["reached", "As wanted"],
    ["updates", "Updates/s"],
  ]);
  const pieceMeter = new Meter();
  const frameMeter = new Meter();
  let frames = 0;
  let own = true;
  let paused = false;
  let over = false;

  const speed = segments("Speed", kSpeeds, 1, (value) => control("speed", { value }));
  const pauseButton = h("button", { type: "button", onclick: () => toggle() }, "Pause");
  const stepButton = h("button", { type: "button", onclick: () => control("step") }, "Step");
  const link = h("a", { href: "#/watch" }, "Link to this game");
  const inside = h("button", { type: "button", onclick: () => look() }, "Look inside");
  const watchers = h("span", { class: "muted" });

  function control(what: string, more: object = {}): void {
    if (game.feed && own && !over) app.wire.ask("control", { feed: game.feed, what, ...more }).catch(complain(app));
  }
  function toggle(): void {
    control(paused ? "resume" : "pause");
  }
  function look(): void {
    const position = view.position();
    if (position) app.go("inside", { ...position, controller: controller.value });
  }
  const game = new OneGame<TetrisState>(app.wire, (frame) => {
    const { state } = frame;
    const seat = state.seats[0]!;
    const now = performance.now();
    paused = state.paused;
    over = frame.last;
    view.show(state, seat);
    if (!frame.last) view.cover(paused ? "Paused" : "", paused && own ? "Space goes on, . steps" : "");
    view.set("rate", paused || over ? "–" : short(pieceMeter.rate(now, seat.pieces)));
    view.set("updates", paused || over ? "–" : Math.round(frameMeter.rate(now, ++frames)));
    view.set("tetris", grouped(seat.clears[3] ?? 0));
    view.set("reached", seat.decisions ? `${((100 * (seat.achieved ?? 0)) / seat.decisions).toFixed(2)} %` : "–");
    say(pauseButton, paused ? "Go on" : "Pause");
    say(watchers, state.watchers > 1 ? `${state.watchers} are watching` : "");
    pauseButton.disabled = stepButton.disabled = over || !own;
    link.href = address("watch", { feed: frame.feed });
  });
  async function begin(mine: boolean, action: string, fields: object): Promise<void> {
    own = mine;
    over = false;
    frames = 0;
    pieceMeter.reset();
    frameMeter.reset();
    pauseButton.disabled = stepButton.disabled = true; // until the new game shows itself
    await game.begin(action, fields);
  }
  function start(): Promise<void> {
    return begin(true, "tetris", {
      seats: [controller.value],
      board: board.value,
      seed: Number(seed.value),
      pieces: pieces.value,
      gravity: gravity.input.checked,
      speed: speed.value,
    }).catch(complain(app));
  }
  function join(feed: string): Promise<void> {
    return begin(false, "follow", { feed }).catch(() => {
      app.tell("That game is gone; here is a new one.");
      return start();
    });
  }

  const unbind = shortcuts({
    Space: toggle,
    Period: () => control("step"),
    KeyR: () => {
      seed.value = String(freshSeed());
      void start();
    },
    KeyI: look,
  });
  for (const element of [controller, board, seed, pieces, gravity.input]) element.addEventListener("change", () => void start());
  root.append(
    h(
      "div",
      { class: "stage" },
      h("div", { class: "games" }, view.element),
      h(
        "aside",
        { class: "panel" },
        field("Controller", controller),
        h("div", { class: "field" }, h("span", { class: "label" }, "Speed"), speed.element),
        h(
          "div",
          { class: "buttons" },
          pauseButton,
          stepButton,
          h("button", { type: "button", onclick: () => void start() }, "Restart"),
          inside,
        ),
        field("Board", board),
        field("Pieces", pieces),
        field("Seed", seed, "the same seed gives the same game"),
        gravity.row,
        h("p", { class: "muted" }, link, " ", watchers),
        h(
          "p",
          { class: "keys" },
          ...[
            ["Space", "pause"],
            [".", "step"],
            ["I", "look inside"],
            ["R", "another seed"],
          ].map(([key, what]) => h("span", {}, h("kbd", {}, key!), " " + what)),
        ),
      ),
    ),
  );
  const other = params.get("feed");
  if (other) void join(other);
  else void start();
  return () => {
    unbind();
    game.end();
  };
};

