// Elements in one line each: h("button", { onclick }, "Start").

type Child = Node | string | number | null | undefined | false;
type Props = { [key: string]: unknown };

/** Makes an element. Properties that start with "on" are listeners, `class`, `aria-*`, `data-*` and the like attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value as EventListener);
    else if (key in element && !key.includes("-") && key !== "list" && key !== "role") {
      (element as unknown as Props)[key] = value;
    } else element.setAttribute(key === "class" ? "class" : key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(to: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    to.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Replaces everything inside an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Sets text only where it differs, so that a page that updates 60 times a second stays cheap. */
export function say(element: Element, text: string | number): void {
  const value = String(text);
  if (element.textContent !== value) element.textContent = value;
}

let fields = 0;

/** A control with its label. */
export function field(label: string, control: HTMLElement, hint?: string): HTMLElement {
  const id = `field-${++fields}`;
  control.id = id;
  return h("div", { class: "field" }, h("label", { htmlFor: id }, label), control, hint ? h("small", {}, hint) : null);
}

export function select(options: { value: string; label: string; group?: string }[], value: string): HTMLSelectElement {
  const element = h("select");
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const option of options) {
    const node = h("option", { value: option.value }, option.label);
    if (!option.group) {
      element.append(node);
      continue;
    }
    let group = groups.get(option.group);
    if (!group) {
      group = h("optgroup", { label: option.group });
      groups.set(option.group, group);
      element.append(group);
    }
    group.append(node);
  }
  element.value = value;
  if (element.selectedIndex < 0) element.selectedIndex = 0;
  return element;
}

export function number(value: number, min: number, max: number): HTMLInputElement {
  return h("input", { type: "number", value: String(value), min: String(min), max: String(max), inputMode: "numeric" });
}

/** A check box with its label; the input is returned too. */
export function check(label: string, checked: boolean): { row: HTMLElement; input: HTMLInputElement } {
  const input = h("input", { type: "checkbox", checked });
  return { row: h("label", { class: "check" }, input, h("span", {}, label)), input };
}

export interface Segments<T> {
  element: HTMLElement;
  value: T;
  set(value: T): void;
}

/** A row of choices of which one is on; arrow keys move between them as in any radio group. */
export function segments<T>(
  label: string,
  options: { value: T; label: string }[],
  value: T,
  changed: (value: T) => void,
): Segments<T> {
  const name = `segments-${++fields}`;
  const inputs = options.map((option) =>
    h("input", {
      type: "radio",
      name,
      checked: option.value === value,
      onchange: () => {
        self.value = option.value;
        changed(option.value);
      },
    }),
  );
  const element = h("div", { class: "segments", role: "radiogroup", "aria-label": label });
  options.forEach((option, i) => element.append(h("label", {}, inputs[i], h("span", {}, option.label))));
  const self: Segments<T> = {
    element,
    value,
    set(next: T) {
      self.value = next;
      options.forEach((option, i) => (inputs[i]!.checked = option.value === next));
    },
  };
  return self;
}

/** Named numbers beside a board. */
export function stats(names: [string, string][]): { element: HTMLElement; set(key: string, value: string | number): void } {
  const values = new Map<string, HTMLElement>();
  const element = h("dl", { class: "stats" });
  for (const [key, label] of names) {
    const value = h("dd", { "data-stat": key }, "–");
    values.set(key, value);
    element.append(h("div", {}, h("dt", {}, label), value));
  }
  return { element, set: (key, value) => say(values.get(key)!, value) };
}
