// Play and Race: the strict game by keyboard, alone or beside an agent that gets the same pieces.
import { addRuns, complain, controllerSelect, freshSeed, kBoards, OneGame, type App, type Mount } from "../app";
import { check, field, h, number, say, select } from "../dom";
import { grouped } from "../format";
import { hands, shortcuts } from "../person";
import { SeatView } from "../view";
import type { TetrisState } from "../types";

function mountGame(root: HTMLElement, app: App, params: URLSearchParams, race: boolean): () => void {
  const controller = controllerSelect(app, [], params.get("controller") ?? "dellacherie");
  if (race) addRuns(app, controller, params.get("controller") ?? "");
  const board = select(kBoards, params.get("board") ?? "10x20");
  const level = number(1, 1, 20);
  const seed = number(Number(params.get("seed") ?? freshSeed()), 0, 2 ** 53);
  const pace = select(
    [
      { value: "250", label: "calm" },
      { value: "120", label: "steady" },
      { value: "60", label: "quick" },
      { value: "20", label: "merciless" },
    ],
    "120",
  );
  const hold = check("Hold piece (C)", false);
  const views = [new SeatView(app, "You"), ...(race ? [new SeatView(app, "Agent")] : [])];
  const verdict = h("p", { class: "verdict", role: "status" });
  let paused = true;
  let over = true;
  let turn = 0; // of starting
  let counting = false;

  const keys = hands((command) => {
    if (game.feed) app.wire.ask("control", { feed: game.feed, what: "act", act: command }).catch(() => {});
  });
  const pauseButton = h("button", { type: "button", disabled: true, onclick: () => togglePause() }, "Pause");
  const startButton = h("button", { class: "primary", type: "button", onclick: () => void start() }, "New game");

  function control(what: string): void {
    app.wire.ask("control", { feed: game.feed, what }).catch(complain(app));
  }
  function togglePause(): void {
    if (over || counting) return;
    paused = !paused;
    control(paused ? "pause" : "resume");
    keys.enable(!paused);
    say(pauseButton, paused ? "Go on" : "Pause");
    for (const view of views) view.cover(paused ? "Paused" : "", paused ? "P goes on" : "");
  }
  const game = new OneGame<TetrisState>(app.wire, (frame) => {
    views.forEach((view, i) => view.show(frame.state, frame.state.seats[i]!));
    if (frame.last) finish(frame.state);
  });
  async function start(): Promise<void> {
    const mine = ++turn;
    counting = true;
    over = false;
    say(verdict, "");
    keys.enable(false);
    try {
      const begun = await game.begin("tetris", {
        seats: race ? ["person", controller.value] : ["person"],
        board: board.value,
        seed: Number(seed.value),
        level: Number(level.value),
        hold: hold.input.checked,
        key: Number(pace.value),
        paused: true,
      });
      if (!begun) return;
    } catch (error) {
      counting = false;
      over = true;
      return complain(app)(error);
    }
    for (const text of ["3", "2", "1"]) {
      for (const view of views) view.cover(text);
      await new Promise((resolve) => setTimeout(resolve, 450));
      if (mine !== turn) return;
    }
    for (const view of views) view.cover("");
    counting = false;
    paused = false;
    pauseButton.disabled = false;
    say(pauseButton, "Pause");
    startButton.blur();
    control("resume");
    keys.enable(true);
  }
  function finish(state: TetrisState): void {
    over = true;
    keys.enable(false);
    pauseButton.disabled = true;
    const [you, agent] = state.seats;
    if (!you) return;
    if (agent) {
      const better = you.lines === agent.lines ? "It is a tie" : you.lines > agent.lines ? "You win" : `${agent.name} wins`;
      say(verdict, `${better}: ${grouped(you.lines)} lines against ${grouped(agent.lines)}.`);
    } else {
      say(verdict, `${grouped(you.lines)} lines and ${grouped(you.score)} points with ${grouped(you.pieces)} pieces.`);
    }
    seed.value = String(freshSeed());
  }

  const unbind = shortcuts({ KeyP: togglePause, Escape: togglePause, KeyR: () => void start(), Enter: () => over && void start() });
  root.append(
    h(
      "div",
      { class: race ? "stage two" : "stage" },
      h("div", { class: "games" }, ...views.map((view) => view.element)),
      h(
        "aside",
        { class: "panel" },
        verdict,
        h("div", { class: "buttons" }, startButton, pauseButton),
        race ? field("Opponent", controller) : null,
        race ? field("Its fingers", pace, "how long it takes from key to key") : null,
        field("Board", board),
        field("First level", level),
        field("Seed", seed, race ? "both get the same pieces" : "the same seed gives the same pieces"),
        hold.row,
        h(
          "p",
          { class: "keys" },
          ...[
            ["← →", "move"],
            ["↑ X", "turn"],
            ["Z", "turn back"],
            ["↓", "down"],
            ["Space", "drop"],
            ["P", "pause"],
            ["R", "new game"],
          ].map(([key, what]) => h("span", {}, h("kbd", {}, key!), " " + what)),
        ),
      ),
      keys.element,
    ),
  );
  for (const view of views) {
    view.cover(race ? "Race" : "Ready", "Enter or a tap starts");
    view.onTap(() => (over ? void start() : paused && togglePause()));
  }
  return () => {
    ++turn;
    unbind();
    keys.stop();
    game.end();
  };
}

export const mountPlay: Mount = (root, app, params) => mountGame(root, app, params, false);
export const mountRace: Mount = (root, app, params) => mountGame(root, app, params, true);
