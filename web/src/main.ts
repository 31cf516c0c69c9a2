// The laboratory's page: navigation, theme, the line to the program, and one page at a time.
import "./style.css";
import type { App, Mount } from "./app";
import { letters, palette } from "./board";
import { fill, h, say } from "./dom";
import { mountCompare } from "./pages/compare";
import { mountEvolve } from "./pages/evolve";
import { mountInside } from "./pages/inside";
import { mountMurus } from "./pages/murus";
import { mountPlay, mountRace } from "./pages/play";
import { mountTwenty48 } from "./pages/twenty48";
import { mountWatch } from "./pages/watch";
import { address, parseRoute, tokenOf } from "./route";
import type { Hello } from "./types";
import { Wire, type Socket } from "./wire";

interface Page {
  id: string;
  title: string;
  about: string;
  group: string;
  mount: Mount;
}

const kPages: Page[] = [
  { id: "watch", title: "Watch", about: "Any controller, at any speed.", group: "Tetris", mount: mountWatch },
  { id: "play", title: "Play", about: "The strict game, by your own hand.", group: "Tetris", mount: mountPlay },
  { id: "race", title: "Race", about: "You and an agent on the same pieces.", group: "Tetris", mount: mountRace },
  { id: "inside", title: "Inside", about: "What a decision is made of.", group: "Tetris", mount: mountInside },
  { id: "evolve", title: "Evolve", about: "Breed players, and see them get better.", group: "Laboratory", mount: mountEvolve },
  { id: "compare", title: "Compare", about: "Who lasts longer on the same sequences?", group: "Laboratory", mount: mountCompare },
  { id: "murus", title: "Murus Gallicus", about: "Towers against walls, against an engine.", group: "Other games", mount: mountMurus },
  { id: "2048", title: "2048", about: "Play, or watch a network play.", group: "Other games", mount: mountTwenty48 },
];

const kThemes = ["auto", "light", "dark"] as const;
type Theme = (typeof kThemes)[number];

/** Settings of the browser; where it keeps none, they last as long as the page. */
function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // not kept then
  }
}

const main = h("main", { id: "page", tabIndex: -1 });
const toast = h("div", { class: "toast", role: "alert" });
const connection = h("span", { class: "connection", role: "status" });
const navigation = h("nav", { "aria-label": "Pages" });
let redraws: (() => void)[] = [];
let unmount: () => void = () => {};
let theme: Theme = kThemes.find((t) => t === remembered("theme")) ?? "auto";

const themeButton = h("button", { type: "button", class: "quiet", onclick: () => setTheme(kThemes[(kThemes.indexOf(theme) + 1) % 3]!) });
const lettersButton = h(
  "button",
  { type: "button", class: "quiet", onclick: () => setLetters(!letters.shown), title: "Letters on pieces, for those who do not tell the colours apart" },
  "Letters",
);

function redraw(): void {
  palette.read();
  for (const one of redraws) one();
}
function setTheme(next: Theme): void {
  theme = next;
  remember("theme", next);
  document.documentElement.dataset["theme"] = next;
  say(themeButton, { auto: "Theme: auto", light: "Theme: light", dark: "Theme: dark" }[next]);
  redraw();
}
function setLetters(on: boolean): void {
  letters.shown = on;
  remember("letters", on ? "on" : "off");
  lettersButton.setAttribute("aria-pressed", String(on));
  redraw();
}

let hiding: ReturnType<typeof setTimeout> | undefined;
function tell(message: string): void {
  say(toast, message);
  toast.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => toast.classList.remove("shown"), 6000);
}

const wire = new Wire(() => {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/socket`) as unknown as Socket;
});

let app: App | null = null;

function show(): void {
  if (!app) return;
  const { page, params } = parseRoute(location.hash);
  const wanted = kPages.find((p) => p.id === page) ?? kPages[0]!;
  unmount();
  redraws = [];
  document.title = `${wanted.title} – Stackwright`;
  navigation.querySelectorAll("a").forEach((a) => {
    if (a.dataset["page"] === wanted.id) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
  });
  navigation.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  fill(main, h("header", { class: "title" }, h("h1", {}, wanted.title), h("p", {}, wanted.about)));
  unmount = wanted.mount(main, app, params);
}

async function greet(): Promise<void> {
  const hello = await wire.ask<Hello>("hello");
  const again = app !== null;
  app = {
    wire,
    hello,
    shapes: new Map(hello.pieces.map((p) => [p.letter, p.orientations[0]!])),
    tell,
    go: (page, params = {}) => (location.hash = address(page, params)),
    onTheme: (one) => redraws.push(one),
  };
  if (again) tell("Connected again; games that were going on have ended.");
  show();
}

function build(): void {
  const groups = [...new Set(kPages.map((p) => p.group))];
  for (const group of groups) {
    navigation.append(
      h("span", { class: "group" }, group),
      ...kPages.filter((p) => p.group === group).map((p) => h("a", { href: address(p.id), "data-page": p.id }, p.title)),
    );
  }
  document.getElementById("app")!.append(
    h("a", { class: "skip", href: "#page", onclick: (e: Event) => (e.preventDefault(), main.focus()) }, "Skip to the page"),
    h(
      "div",
      { class: "rail" },
      h("a", { class: "brand", href: "#/watch", "aria-label": "Stackwright" }, h("span", { class: "mark", "aria-hidden": "true" }), "Stackwright"),
      navigation,
      h("div", { class: "foot" }, connection, lettersButton, themeButton),
    ),
    main,
    toast,
  );
}

const token = tokenOf(location.hash);
if (token) {
  remember("token", token);
  location.replace("#/watch");
}
wire.token = token || (remembered("token") ?? "");
build();
setTheme(theme);
setLetters(remembered("letters") === "on");
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
window.addEventListener("hashchange", show);
wire.onstatus = (status) => {
  say(connection, { open: "", connecting: "Connecting…", lost: "Connection lost, trying again…" }[status]);
  if (status === "open") greet().catch((error: Error) => tell(error.message));
};
wire.connect();
