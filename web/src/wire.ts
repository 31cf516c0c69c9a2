// The line to the program: questions with answers, and feeds that bring the newest state of a game or a run.

export interface Frame<S> {
  feed: string;
  number: number;
  last: boolean;
  state: S;
}
type Follower = (frame: Frame<never>) => void;

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** What of a WebSocket is used; tests bring their own. */
export interface Socket {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
}

export type Status = "connecting" | "open" | "lost";

const kOpen = 1;
const kFirstRetry = 500;
const kLastRetry = 8000;

export class Wire {
  status: Status = "connecting";
  token = "";
  onstatus: (status: Status) => void = () => {};
  private socket: Socket | null = null;
  private next = 1;
  private retry = kFirstRetry;
  private waiting = new Map<number, Waiting>();
  private followers = new Map<string, Follower>();
  private early = new Map<string, Frame<never>>(); // frames that came before the answer that names their feed
  private unsent: string[] = [];

  constructor(private readonly make: () => Socket) {}

  connect(): void {
    const socket = this.make();
    this.socket = socket;
    socket.onopen = () => {
      this.retry = kFirstRetry;
      this.change("open");
      for (const text of this.unsent.splice(0)) socket.send(text);
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => this.lost();
  }

  /** Asks the program to do something; the promise fails with its one line where it will not. */
  ask<T>(action: string, fields: object = {}): Promise<T> {
    const id = this.next++;
    const message: Record<string, unknown> = { id, do: action, ...fields };
    if (this.token) message["token"] = this.token;
    const text = JSON.stringify(message);
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: never) => void, reject });
      if (this.socket?.readyState === kOpen) this.socket.send(text);
      else this.unsent.push(text);
    });
  }

  /** Calls `follower` with every frame of a feed from now on, and at once with one that came early. */
  follow<S>(feed: string, follower: (frame: Frame<S>) => void): void {
    this.followers.set(feed, follower as Follower);
    const frame = this.early.get(feed);
    this.early.delete(feed);
    if (frame) follower(frame as Frame<S>);
  }

  /** No more frames; one's own game ends. */
  leave(feed: string): void {
    this.followers.delete(feed);
    this.early.delete(feed);
    this.ask("leave", { feed }).catch(() => {});
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as { re?: number; ok?: never; error?: string } & Frame<never>;
    if (message.feed !== undefined) {
      const follower = this.followers.get(message.feed);
      if (follower) follower(message);
      else this.keepEarly(message);
      return;
    }
    const waiting = this.waiting.get(message.re ?? 0);
    if (!waiting) return;
    this.waiting.delete(message.re!);
    if (message.error !== undefined) waiting.reject(new Error(message.error));
    else waiting.resolve(message.ok as never);
  }

  private keepEarly(frame: Frame<never>): void {
    this.early.set(frame.feed, frame);
    if (this.early.size > 8) this.early.delete(this.early.keys().next().value as string);
  }

  private lost(): void {
    for (const waiting of this.waiting.values()) waiting.reject(new Error("the connection was lost"));
    this.waiting.clear();
    this.followers.clear();
    this.early.clear();
    this.unsent = [];
    this.change("lost");
    setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(this.retry * 2, kLastRetry);
  }

  private change(status: Status): void {
    this.status = status;
    this.onstatus(status);
  }
}
