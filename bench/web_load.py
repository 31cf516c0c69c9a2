"""Figures of the server under load: frames a second, watchers, and how long others wait meanwhile.

Usage: bench/web_load.py PROGRAM
"""

import os
import resource
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests", "cli"))
from websocket_client import Server, WebSocket, connect, in_threads, request  # noqa: E402


def frames_a_second(port, seconds=3):
    """One watcher at full speed."""
    client = WebSocket(port)
    feed = client.ask("tetris", seats=["dellacherie"], speed=0, gravity=False)["ok"]["feed"]
    client.read()
    began, frames, pieces = time.monotonic(), 0, 0
    while time.monotonic() - began < seconds:
        message = client.read()
        if message.get("feed") == feed:
            frames += 1
            pieces = message["state"]["seats"][0]["pieces"]
    print(f"one watcher at full speed: {frames / seconds:.1f} frames a second, {pieces / seconds:,.0f} pieces a second")
    client.close()


def watchers(port, count=100, pieces=200_000):
    """Many watch one game; all must get the same last frame."""
    owner = WebSocket(port)
    feed = owner.ask("tetris", seats=["dellacherie"], speed=0, gravity=False, max_pieces=pieces, paused=True)["ok"]["feed"]
    clients = [WebSocket(port) for _ in range(count)]
    for client in clients:
        client.ask("follow", feed=feed)
    ends, frames = [None] * count, [0] * count
    owner.ask("control", feed=feed, what="resume")
    began = time.monotonic()

    def watch(i):
        while True:
            message = clients[i].read()
            frames[i] += 1
            if message["last"]:
                ends[i] = message["state"]["seats"]
                return

    failures = in_threads(count, watch)
    seconds = time.monotonic() - began
    same = sum(end == ends[0] for end in ends)
    print(f"{count} watchers: {same} of {count} got the same last state, {len(failures)} failed; "
          f"{sum(frames) / count / seconds:.1f} frames a second each on the average")
    for client in [owner, *clients]:
        client.close()


def waits(port, what, seconds=3):
    """How long somebody else waits for the page and for an answer, again and again."""
    worst_page = worst_answer = 0
    count = 0
    client = WebSocket(port)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        request(port)
        worst_page = max(worst_page, time.monotonic() - began)
        began = time.monotonic()
        client.ask("leave", feed="s0")
        worst_answer = max(worst_answer, time.monotonic() - began)
        count += 1
    print(f"{what}: page within {1000 * worst_page:.1f} ms, answer within {1000 * worst_answer:.1f} ms (worst of {count})")
    client.close()


def attackers(port, attack, count):
    """Threads that attack until stopped."""
    stop = threading.Event()

    def work():
        while not stop.is_set():
            try:
                attack(port, stop)
            except OSError:
                pass

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    return stop, threads


def broken_messages(port, stop):
    client = WebSocket(port)
    while not stop.is_set():
        for _ in range(20):
            client.send_raw(b"{broken")
        for _ in range(20):
            client.read()
        time.sleep(0.002)  # leaves the client's own interpreter some time
    client.close()


def oversized(port, stop):
    client = WebSocket(port)
    client.send_raw(b"x" * 100_000)
    client.read()
    request(port, headers={"X-Long": "x" * 20_000})


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sys.argv[1], folder)
        port = server.port
        try:
            start = server.memory()
            waits(port, "at rest")
            frames_a_second(port)
            watchers(port)
            for name, attack, count in [("broken messages", broken_messages, 4), ("oversized", oversized, 4)]:
                stop, threads = attackers(port, attack, count)
                waits(port, name)
                stop.set()
                for thread in threads:
                    thread.join()
            crowd = [connect(port) for _ in range(1000)]
            waits(port, "1000 idle connections")
            print(f"memory: {start / 1e6:.0f} MB at the start, {server.memory() / 1e6:.0f} MB now")
            for s in crowd:
                s.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
