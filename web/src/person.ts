// A person at a game of Tetris: the keyboard, and buttons for those who have none.
import { h } from "./dom";
import { commandOf, HeldKeys, type Command } from "./tetris";

export interface Hands {
  element: HTMLElement; // the buttons
  enable(on: boolean): void;
  stop(): void;
}

/** `send` gets every command, repeated ones too. Keys count while no form field has the focus. */
export function hands(send: (command: Command) => void): Hands {
  const held = new HeldKeys();
  let on = false;
  const now = () => performance.now();
  const press = (command: Command) => {
    if (on) held.press(command, now()).forEach(send);
  };
  const down = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const command = commandOf(event.code);
    if (!command || !on) return;
    event.preventDefault();
    if (target.tagName === "BUTTON") target.blur();
    press(command);
  };
  const up = (event: KeyboardEvent) => {
    const command = commandOf(event.code);
    if (command) held.release(command);
  };
  const blur = () => held.releaseAll();
  document.addEventListener("keydown", down);
  document.addEventListener("keyup", up);
  window.addEventListener("blur", blur);
  const timer = setInterval(() => {
    if (on) held.repeat(now()).forEach(send);
  }, 15);

  const button = (command: Command, sign: string, label: string) => {
    const release = () => held.release(command);
    return h(
      "button",
      {
        class: "pad",
        type: "button",
        "aria-label": label,
        onpointerdown: (event: Event) => {
          event.preventDefault();
          press(command);
        },
        onpointerup: release,
        onpointercancel: release,
        onpointerleave: release,
        onclick: (event: MouseEvent) => {
          if (event.detail === 0 && on) send(command); // by keyboard or a reading aid
        },
      },
      sign,
    );
  };
  const element = h(
    "div",
    { class: "pads", "aria-label": "Moves", role: "group" },
    button("left", "←", "Left"),
    button("right", "→", "Right"),
    button("down", "↓", "Down"),
    button("rotate-counter-clockwise", "↺", "Rotate counter-clockwise"),
    button("rotate-clockwise", "↻", "Rotate clockwise"),
    button("drop", "⤓", "Drop"),
  );
  return {
    element,
    enable(value) {
      on = value;
      if (!on) held.releaseAll();
    },
    stop() {
      clearInterval(timer);
      document.removeEventListener("keydown", down);
      document.removeEventListener("keyup", up);
      window.removeEventListener("blur", blur);
    },
  };
}

/** Single keys for a page: { KeyP: () => pause() }; not while a form field has the focus. */
export function shortcuts(keys: Record<string, () => void>): () => void {
  const down = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && (target as HTMLInputElement).type !== "radio") return;
    if ((event.code === "Space" || event.code === "Enter") && target.tagName === "BUTTON") return;
    const action = keys[event.code];
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", down);
  return () => document.removeEventListener("keydown", down);
}
