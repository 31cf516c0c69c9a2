// The line to the program, with a socket of our own.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Wire, type Socket } from "../src/wire";

class FakeSocket implements Socket {
  readyState = 0;
  sent: { id: number; do: string; token?: string; feed?: string }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  open(): void {
    this.readyState = 1;
    this.onopen!();
  }
  say(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }
}

describe("wire", () => {
  let sockets: FakeSocket[];
  let wire: Wire;
  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    wire = new Wire(() => {
      sockets.push(new FakeSocket());
      return sockets[sockets.length - 1]!;
    });
    wire.connect();
  });
  afterEach(() => vi.useRealTimers());

  it("keeps questions until it is open and matches answers in any order", async () => {
    const a = wire.ask<number>("a");
    sockets[0]!.open();
    const b = wire.ask<number>("b");
    expect(sockets[0]!.sent.map((m) => m.do)).toEqual(["a", "b"]);
    sockets[0]!.say({ re: sockets[0]!.sent[1]!.id, ok: 2 });
    sockets[0]!.say({ re: sockets[0]!.sent[0]!.id, ok: 1 });
    expect(await a).toBe(1);
    expect(await b).toBe(2);
  });
  it("fails with the program's own words", async () => {
    sockets[0]!.open();
    const asked = wire.ask("a");
    sockets[0]!.say({ re: sockets[0]!.sent[0]!.id, error: "unknown controller 'x'" });
    await expect(asked).rejects.toThrow("unknown controller 'x'");
  });
  it("sends the token where there is one", () => {
    sockets[0]!.open();
    wire.token = "abc";
    void wire.ask("evolve").catch(() => {});
    expect(sockets[0]!.sent[0]!.token).toBe("abc");
  });
  it("does not lose a frame that comes before the answer that names its feed", () => {
    sockets[0]!.open();
    sockets[0]!.say({ feed: "s1", number: 1, last: false, state: { x: 1 } });
    const seen: number[] = [];
    wire.follow<{ x: number }>("s1", (frame) => seen.push(frame.state.x));
    sockets[0]!.say({ feed: "s1", number: 2, last: true, state: { x: 2 } });
    expect(seen).toEqual([1, 2]);
    wire.leave("s1");
    sockets[0]!.say({ feed: "s1", number: 3, last: true, state: { x: 3 } });
    expect(seen).toEqual([1, 2]);
    expect(sockets[0]!.sent[0]).toMatchObject({ do: "leave", feed: "s1" });
  });
  it("tells a loss, fails what waits, and connects again ever more slowly", async () => {
    const status: string[] = [];
    wire.onstatus = (s) => status.push(s);
    sockets[0]!.open();
    const asked = wire.ask("a");
    sockets[0]!.onclose!();
    await expect(asked).rejects.toThrow("lost");
    expect(status).toEqual(["open", "lost"]);
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(2);
    sockets[1]!.onclose!();
    vi.advanceTimersByTime(999);
    expect(sockets.length).toBe(2);
    vi.advanceTimersByTime(1);
    expect(sockets.length).toBe(3);
    sockets[2]!.open();
    expect(status.at(-1)).toBe("open");
  });
});
