// Compare: controllers on the same sequences, survival curves that form while they play, and which differences are real.
import { complain, kBoards, type Mount } from "../app";
import { Chart } from "../chart";
import { check, field, fill, h, number, say, select } from "../dom";
import { controllerLabel, grouped, short } from "../format";
import { survival } from "../survival";
import type { CompareState, RunRow } from "../types";

const kColours = ["--series-1", "--series-2", "--series-3", "--series-4", "--series-5", "--series-6", "--series-7", "--series-8"];

export const mountCompare: Mount = (root, app) => {
  const chosen = new Map<string, HTMLInputElement>();
  const boxes = h("div", { class: "choices" });
  const add = (name: string, checked: boolean) => {
    if (chosen.has(name)) return;
    const { row, input } = check(controllerLabel(name), checked);
    chosen.set(name, input);
    boxes.append(row);
  };
  for (const c of app.hello.controllers) add(c.name, ["dellacherie", "bcts", "dt-20"].includes(c.name));
  app.wire.ask<{ runs: RunRow[] }>("runs").then(
    ({ runs }) => runs.forEach((run) => run.kind === "evolve" && run.generation > 0 && add(`run:${run.name}`, false)),
    () => {},
  );
  const board = select(kBoards, "10x10");
  const games = number(100, 2, 1000);
  const seed = number(1, 0, 2 ** 53);
  const state = h("p", { class: "muted", role: "status" }, "Choose two to eight controllers.");
  const bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Games played" });
  const startButton = h("button", { class: "primary", type: "submit" }, "Start");
  const stopButton = h("button", { type: "button", hidden: true, onclick: () => stop() }, "Stop");
  const chart = new Chart({
    label: "Share of games that last longer than so many lines",
    x: "lines",
    y: "Share of games still going on",
    low: 0,
    high: 1,
    tall: true,
  });
  const results = h("div", { class: "scroll" });
  const summary = h("p", { class: "verdict" });
  app.onTheme(() => chart.redraw());
  let feed = "";

  function show(s: CompareState): void {
    chart.draw(
      s.players.map((player, i) => ({
        name: controllerLabel(player.name),
        colour: kColours[i % kColours.length]!,
        steps: true,
        points: survival(player.lines, player.cut),
      })),
    );
    const done = s.players.reduce((sum, p) => sum + p.lines.length + p.cut.length, 0);
    const all = s.games * s.players.length;
    bar.value = done / all;
    bar.hidden = s.state !== "running";
    stopButton.hidden = s.state !== "running";
    startButton.disabled = s.state === "running";
    say(state, s.state === "running" ? `${grouped(done)} of ${grouped(all)} games` : `${s.state}${s.reason ? ": " + s.reason : ""}, ${grouped(done)} games`);
    table(s);
  }

  function table(s: CompareState): void {
    const heads = ["controller", "games", "mean lines", "95 %", "median", "best", "wins"];
    const body = s.players.map((player, i) => {
      const final = s.result?.controllers[i];
      const all = [...player.lines, ...player.cut];
      const mean = final?.mean ?? (player.lines.length ? all.reduce((a, b) => a + b, 0) / player.lines.length : NaN);
      const interval = final ? `${short(final.ci95[0] ?? NaN)} to ${short(final.ci95[1] ?? Infinity)}` : "";
      const key = h("span", { class: "key" });
      key.style.setProperty("background", `var(${kColours[i % kColours.length]!})`);
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, key, controllerLabel(player.name)),
        h("td", {}, String(all.length)),
        h("td", {}, short(mean)),
        h("td", {}, interval),
        h("td", {}, final ? short(final.median ?? NaN) : ""),
        h("td", {}, all.length ? short(Math.max(...all)) : ""),
        h("td", {}, final ? String(final.wins) : ""),
      );
    });
    const pairs = (s.result?.pairs ?? []).map((pair) =>
      h(
        "tr",
        { class: pair.significant ? undefined : "muted" },
        h("td", {}, `${controllerLabel(pair.a)} – ${controllerLabel(pair.b)}`),
        h("td", {}, pair.p < 0.0001 ? "< 0.0001" : pair.p.toPrecision(2)),
        h("td", {}, pair.better ? `${controllerLabel(pair.better)} is better` : "no difference shown"),
      ),
    );
    fill(
      results,
      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, ...body)),
      pairs.length
        ? h("table", {}, h("thead", {}, h("tr", {}, ...["pair", "p", ""].map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, ...pairs))
        : null,
    );
    say(summary, s.result?.summary ?? "");
  }

  function stop(): void {
    app.wire.ask("stop", { feed }).catch(complain(app));
  }
  async function start(): Promise<void> {
    const names = [...chosen].filter(([, input]) => input.checked).map(([name]) => name);
    if (feed) app.wire.leave(feed);
    say(summary, "");
    try {
      feed = (
        await app.wire.ask<{ feed: string }>("compare", {
          controllers: names,
          board: board.value,
          games: Number(games.value),
          seed: Number(seed.value),
        })
      ).feed;
      app.wire.follow<CompareState>(feed, (frame) => show(frame.state));
    } catch (error) {
      complain(app)(error);
    }
  }

  root.append(
    h(
      "div",
      { class: "compare" },
      h(
        "form",
        {
          class: "panel",
          onsubmit: (event: Event) => {
            event.preventDefault();
            void start();
          },
        },
        h("fieldset", {}, h("legend", {}, "Controllers"), boxes),
        field("Board", board),
        field("Games each", games, "all play the same sequences"),
        field("Seed", seed),
        h("div", { class: "buttons" }, startButton, stopButton),
        state,
        bar,
      ),
      h("div", { class: "column wide" }, h("section", { class: "panel" }, chart.element, summary), h("section", { class: "panel" }, results)),
    ),
  );
  chart.draw([]);
  return () => {
    if (!feed) return;
    if (!bar.hidden) stop();
    app.wire.leave(feed);
  };
};
