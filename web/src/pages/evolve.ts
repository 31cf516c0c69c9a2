// Evolve: start, follow and stop an evolution; every earlier run of the store with its curves and its champion at play.
import { complain, freshSeed, type Mount } from "../app";
import { Chart } from "../chart";
import { field, fill, h, number, say, select } from "../dom";
import { duration, moment, short } from "../format";
import { SeatView } from "../view";
import type { EvolveState, Generation, RunAnswer, RunRow, TetrisState } from "../types";

const kRunning = "running";

export const mountEvolve: Mount = (root, app, params) => {
  const preset = select(
    app.hello.presets.map((p) => ({ value: p.name, label: p.name })),
    "quick",
  );
  const about = h("small", {});
  const seed = number(freshSeed(), 0, 2 ** 53);
  const settings = h("textarea", { rows: 3, spellcheck: false, placeholder: "generations=30\nboard=10x10" });
  const runList = h("div", { class: "scroll runs" });
  const title = h("h2", {}, "No run yet");
  const state = h("p", { class: "muted", role: "status" }, "Start one, or choose an earlier run.");
  const bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "This generation" });
  const stopButton = h("button", { type: "button", hidden: true, onclick: () => stop() }, "Stop");
  const resumeButton = h("button", { type: "button", hidden: true, onclick: () => void resume() }, "Resume");
  const deleteButton = h("button", { type: "button", hidden: true, onclick: () => void remove() }, "Delete");
  const reportLink = h("a", { class: "button", hidden: true, target: "_blank", rel: "noopener" }, "Report");
  const fitness = new Chart({ label: "Best, mean and worst fitness by generation", x: "generation", y: "Fitness" });
  const diversity = new Chart({ label: "Diversity by generation", x: "generation", y: "Diversity (largest gene spread)", low: 0 });
  const genes = h("div", { class: "genes" });
  const champion = new SeatView(app, "Champion");
  app.onTheme(() => {
    fitness.redraw();
    diversity.redraw();
  });

  let shown = ""; // the run
  let feed = "";
  let live: EvolveState | null = null;
  let rows: Generation[] = [];
  let names: string[] = [];
  let game = ""; // the champion's feed
  let championOf = -1; // its generation
  let loading: Promise<void> | null = null;
  let asked = false; // for what is in the store now
  let left = false;

  const gameOf = () => app.hello.presets.find((p) => p.name === preset.value);
  const describe = () => say(about, gameOf()?.about ?? "");
  preset.addEventListener("change", describe);
  describe();

  function draw(): void {
    const series = (name: string, colour: string, key: "best" | "mean" | "worst", faint = false) => ({
      name,
      colour,
      faint,
      points: rows.map((g): [number, number] => [g.generation, Number(g[key])]),
    });
    fitness.draw([
      series("best", "--series-1", "best"),
      series("mean", "--series-2", "mean"),
      series("worst", "--series-3", "worst", true),
    ]);
    diversity.draw([
      { name: "spread", colour: "--series-4", points: rows.map((g) => [g.generation, Number(g.gene_spread)]) },
    ]);
    drawGenes();
  }

  function drawGenes(): void {
    const last = rows[rows.length - 1];
    if (!last) return fill(genes);
    const most = Math.max(...last.genes.map((g) => Math.abs(g)), 1e-9);
    fill(
      genes,
      h("h3", {}, "Genes of the best"),
      h(
        "table",
        { class: "terms" },
        h(
          "tbody",
          {},
          ...last.genes.map((gene, i) => {
            const mark = h("span", { class: gene < 0 ? "bar minus" : "bar plus" });
            mark.style.setProperty("--share", String(Math.abs(gene) / most));
            return h(
              "tr",
              {},
              h("th", { scope: "row" }, (names[i] ?? `gene ${i}`).replaceAll("_", " ")),
              h("td", {}, short(gene)),
              h("td", { class: "muted" }, last.spread[i] !== undefined ? "± " + short(last.spread[i]!) : ""),
              h("td", { class: "barcell" }, mark),
            );
          }),
        ),
      ),
    );
  }

  /** Loads what the store has beyond what is drawn already. Asked again while it loads, it looks once more before it ends. */
  function load(): Promise<void> {
    if (!shown) return Promise.resolve();
    asked = true;
    loading ??= catchUp();
    return loading;
  }

  async function catchUp(): Promise<void> {
    try {
      while (asked && shown && !left) {
        asked = false;
        const into = rows;
        const from = into.length ? into[into.length - 1]!.generation + 1 : 0;
        const answer = await app.wire.ask<RunAnswer>("run", { run: shown, from });
        if (into !== rows) continue; // whoever chose another run has asked for it
        rows.push(...answer.generations);
        names = answer.genes;
        if (answer.more) {
          asked = true;
          continue;
        }
        if (!live && !asked) settle(answer);
        draw();
        await playChampion();
      }
    } catch (error) {
      complain(app)(error);
    } finally {
      loading = null;
    }
  }

  /** What is known of a run that nobody works on here. */
  function settle(answer: RunAnswer): void {
    const { run, result } = answer;
    const held = result?.held_out;
    const figure = held ? ` On ${held.games} new games: ${short(held.mean)} ${held.unit} (95 %: ${short(held.ci95[0])} to ${short(held.ci95[1])}).` : "";
    say(state, `${run.state}, ${run.generation} generations, best ${run.best === null ? "–" : short(Number(run.best))}.${figure}`);
    buttons(run.state, run.kind);
  }

  function buttons(now: string, kind = "evolve"): void {
    stopButton.hidden = now !== kRunning || !feed;
    resumeButton.hidden = kind !== "evolve" || !["stopped", "interrupted"].includes(now);
    deleteButton.hidden = now === kRunning;
    reportLink.hidden = !shown || rows.length === 0;
    reportLink.href = `/report/${encodeURIComponent(shown)}`;
  }

  /** The best so far plays beside the curves; a better one takes over when ten generations have passed, or at the end. */
  async function playChampion(): Promise<void> {
    const newest = rows[rows.length - 1]?.generation ?? -1;
    if (newest < 0 || left || (championOf >= 0 && newest < championOf + 10 && live?.state === kRunning) || newest === championOf) return;
    championOf = newest;
    const before = game;
    game = "";
    if (before) app.wire.leave(before);
    try {
      const answer = await app.wire.ask<{ feed: string }>("tetris", { seats: [`run:${shown}`], speed: 4, seed: 1, gravity: false });
      if (left) return app.wire.leave(answer.feed);
      game = answer.feed;
      app.wire.follow<TetrisState>(game, (frame) => {
        champion.show(frame.state, { ...frame.state.seats[0]!, name: `Champion of generation ${championOf}` });
        if (!frame.last) champion.cover("");
      });
    } catch {
      champion.cover("–", "plays another game");
    }
  }

  function show(run: string, liveFeed: string): void {
    if (feed && feed !== liveFeed) app.wire.leave(feed);
    if (run !== shown) {
      rows = [];
      championOf = -1;
    }
    shown = run;
    feed = liveFeed;
    live = null;
    say(title, run);
    bar.hidden = !feed;
    if (feed) {
      app.wire.follow<EvolveState>(feed, (frame) => {
        const known = live?.generations ?? 0;
        live = frame.state;
        const e = frame.state;
        const of = e.of ? ` of ${e.of}` : "";
        const what = e.stage === "training" ? `Generation ${e.generation}${of}` : e.stage[0]!.toUpperCase() + e.stage.slice(1);
        say(state, e.state === kRunning ? `${what}, ${short(e.rate)} pieces/s, ${duration(e.seconds)}` : `${e.state}${e.reason ? ": " + e.reason : ""}`);
        bar.value = e.share;
        bar.hidden = e.state !== kRunning;
        buttons(e.state);
        if (frame.last) {
          feed = "";
          live = null;
          void load().then(list);
        } else if (e.generations > known || rows.length === 0) void load();
      });
    }
    void load();
    markRun();
  }

  function markRun(): void {
    runList.querySelectorAll("button").forEach((b) => b.setAttribute("aria-current", String(b.dataset["run"] === shown)));
  }

  async function list(): Promise<void> {
    try {
      const answer = await app.wire.ask<{ runs: RunRow[]; live: Record<string, string> }>("runs");
      const entry = (run: RunRow) =>
        h(
          "button",
          { type: "button", class: "run", "data-run": run.name, onclick: () => void choose(run, answer.live[run.name]) },
          h("b", {}, run.name),
          h("span", { class: `state ${run.state}` }, run.state),
          h("small", {}, `${run.kind}, ${run.generation} generations, best ${run.best === null ? "–" : short(Number(run.best))}`),
          h("small", {}, moment(run.created)),
        );
      fill(runList, ...(answer.runs.length ? answer.runs.map(entry) : [h("p", { class: "muted" }, "The store is empty.")]));
      markRun();
      if (!shown) {
        const wanted = params.get("run");
        const first = answer.runs.find((r) => r.name === wanted) ?? answer.runs.find((r) => answer.live[r.name]) ?? answer.runs[0];
        if (first) void choose(first, answer.live[first.name]);
      }
    } catch (error) {
      complain(app)(error);
    }
  }

  async function choose(run: RunRow, liveFeed: string | undefined): Promise<void> {
    if (!liveFeed) return show(run.name, "");
    await app.wire.ask("follow", { feed: liveFeed }).catch(() => {});
    show(run.name, liveFeed);
  }

  async function begin(action: string, fields: object): Promise<void> {
    try {
      const answer = await app.wire.ask<{ feed: string; run: string }>(action, fields);
      show(answer.run, answer.feed);
      await list();
    } catch (error) {
      complain(app)(error);
    }
  }
  async function resume(): Promise<void> {
    await begin("resume", { run: shown });
  }
  function stop(): void {
    app.wire.ask("stop", { feed }).catch(complain(app));
  }
  async function remove(): Promise<void> {
    if (!confirm(`Delete the run ${shown} with all its generations?`)) return;
    try {
      await app.wire.ask("delete", { run: shown });
      shown = "";
      rows = [];
      draw();
      say(title, "No run chosen");
      say(state, "");
      [deleteButton, resumeButton, reportLink].forEach((b) => (b.hidden = true));
      await list();
    } catch (error) {
      complain(app)(error);
    }
  }

  const form = h(
    "form",
    {
      class: "panel",
      onsubmit: (event: Event) => {
        event.preventDefault();
        void begin("evolve", { preset: preset.value, seed: Number(seed.value), set: settings.value });
        seed.value = String(freshSeed());
      },
    },
    h("h2", {}, "New evolution"),
    field("Preset", preset),
    about,
    field("Seed", seed),
    field("Changed settings", settings, "one key=value a line"),
    h("button", { class: "primary", type: "submit" }, "Start"),
    app.hello.token && !app.hello.allowed ? h("p", { class: "warning" }, "Starting work needs the address with the token.") : null,
  );
  root.append(
    h(
      "div",
      { class: "evolve" },
      h("div", { class: "column" }, form, h("section", { class: "panel" }, h("h2", {}, "Runs"), runList)),
      h(
        "div",
        { class: "column wide" },
        h(
          "section",
          { class: "panel" },
          h("div", { class: "head" }, title, h("div", { class: "buttons" }, stopButton, resumeButton, reportLink, deleteButton)),
          state,
          bar,
          fitness.element,
        ),
        h("section", { class: "panel" }, diversity.element),
        h("section", { class: "panel" }, genes),
      ),
      h("div", { class: "column" }, h("section", { class: "panel" }, champion.element)),
    ),
  );
  champion.cover("–", "no champion yet");
  void list();
  return () => {
    left = true;
    if (feed) app.wire.leave(feed);
    if (game) app.wire.leave(game);
  };
};
