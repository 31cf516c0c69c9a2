#!/usr/bin/env python3
"""Measures the figures of docs/murus.md.

Usage: bench/murus.py perft|depth|match|weights|bred|referee|threads [--games N] [--program build/stackwright]
Times are processor time of the child process where that is possible, so that a busy machine disturbs them little.
"""
import argparse
import json
import re
import resource
import socket
import subprocess
import sys
import threading
import time

START = "tttttttt/8/8/8/8/8/TTTTTTTT r"
MIDDLE = "8/1t1tt1t1/1twWwwt1/1W2W3/3TW3/4TW2/6TT g"


def run(*arguments):
    """The document that the program prints, and the processor seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([A.program, *map(str, arguments), "--json"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if out.returncode != 0:
        sys.exit(out.stderr)
    return json.loads(out.stdout), after.ru_utime - before.ru_utime


def perft():
    d, seconds = run("perft", "--game", "murus", "--depth", 7)
    print(f"{d['counts'][-1]:,} sequences of 7 moves, {seconds:.2f} s: {d['counts'][-1] / seconds / 1e6:.0f} M a second")


def depth():
    print("| weights | search | position | depth in 800 ms of processor time | nodes a second |\n| --- | --- | --- | --- | --- |")
    for weights in ("trained", "hand-set"):
        for plain in ([], ["--plain"]):
            for name, position in (("start", START), ("middle", MIDDLE)):
                reached, speed = 0, 0
                for plies in range(4, 40):
                    d, seconds = run("murus", "best", "--weights", weights, "--depth", plies, "--position", position, *plain)
                    if seconds > 0.8 or d["proven"]:
                        break
                    reached, speed = plies, d["nodes"] / max(seconds, 1e-3)
                print(f"| {weights} | {'plain' if plain else 'selective'} | {name} | {reached} | {speed / 1e6:.1f} M |", flush=True)


def report(title, d):
    games = len(d["games"])
    print(f"{title}: {d['wins']} wins, {d['losses']} losses, {d['draws']} draws of {games}, p {d['p']:.3g}", flush=True)


def match():
    """The engine with time against a fixed depth with the published kind of evaluator, and with its own."""
    for black in A.against:
        report(f"100 ms against depth 6 with {black}",
               run("murus", "play", "--games", A.games, "--white-time-ms", 100, "--black", black, "--black-depth", 6,
                   "--openings", 6, "--seed", A.seed, "--quiet")[0])


def bred():
    """Weights bred by tournament against those set by hand, at the depth they were bred for and beyond."""
    for limit in (["--depth", 6], ["--nodes", 30000]):
        d, _ = run("murus", "play", "--games", A.games, "--white", "calabria", "--black", "hand-set", *limit, "--openings", 6,
                   "--seed", A.seed, "--table-mb", 1, "--quiet")
        report(f"calabria against hand-set, {' '.join(map(str, limit))}", d)
        for colour in ("white", "black"):
            s = d["as_" + colour]
            print(f"  as {colour}: {s['wins']} wins, {s['losses']} losses, {s['draws']} draws, p {s['p']:.3g}", flush=True)


def weights():
    for nodes in (5000, 30000):
        report(f"trained against hand-set, {nodes} nodes", run("murus", "play", "--games", A.games, "--white", "trained", "--black",
                                                               "hand-set", "--nodes", nodes, "--openings", 6, "--quiet")[0])


class Listener(threading.Thread):
    """Stands between the referee and a client, passes every line on, and checks that the referee says what the protocol lets it
    say at that moment and nothing else."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.referee = socket.create_connection(("127.0.0.1", port))
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.lines, self.games, self.faults = 0, 0, []
        self.expected = ["WELCOME"]

    def run(self):
        client, _ = self.door.accept()
        threading.Thread(target=self.hear_client, args=(client,), daemon=True).start()
        for line in self.referee.makefile():
            self.check(line.rstrip("\n"))
            client.sendall(line.encode())
        client.shutdown(socket.SHUT_RDWR)  # closing is not enough while another thread reads

    def hear_client(self, client):
        for line in client.makefile():
            if not re.fullmatch(r"MOVE [A-G][1-8],(N|NE|E|SE|S|SW|W|NW)\n", line) or self.expected != ["VALID_MOVE"]:
                self.faults.append("client: " + line)
            self.referee.sendall(line.encode())

    def check(self, line):
        word = line.split(" ")[0]
        if word not in self.expected:
            self.faults.append(f"{line!r} where {self.expected} was expected")
        ends = ["VICTORY", "DEFEAT", "TIE"]
        self.lines += 1
        if word == "WELCOME":
            self.white, self.messages = line == "WELCOME White", 0
        elif word == "MESSAGE":
            self.messages += 1
        elif word in ends:
            self.games += 1
        self.expected = {
            "WELCOME": ["MESSAGE"],
            "MESSAGE": ["MESSAGE"] if self.messages < 2 else ["YOUR_TURN"] if self.white else ["OPPONENT_MOVE"],
            "YOUR_TURN": ["VALID_MOVE"],
            "VALID_MOVE": ["OPPONENT_MOVE", "VICTORY", "TIE"],
            "OPPONENT_MOVE": ["YOUR_TURN", "DEFEAT", "TIE"],
        }.get(word, ["WELCOME"])


def referee():
    """Two programs play games through the referee on the loopback address, and every line is checked on its way."""
    server = subprocess.Popen([A.program, "murus", "referee", "--port", "0", "--players", "2", "--games", str(A.games), "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    port = int(re.search(r":(\d+)", server.stderr.readline()).group(1))
    threading.Thread(target=server.stderr.read, daemon=True).start()
    began = time.monotonic()
    listeners = [Listener(port), Listener(port)]
    clients = []
    for listener, weights in zip(listeners, ("trained", "calabria")):
        listener.start()
        clients.append(subprocess.Popen([A.program, "murus", "join", f"127.0.0.1:{listener.port}", "--time-ms", "10", "--weights", weights],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    d = json.loads(server.communicate()[0])
    codes = [client.wait() for client in clients]
    reasons = sorted({g["reason"] for g in d["games"]})
    for listener in listeners:
        listener.join(5)
        print(f"{listener.games} games, {listener.lines} lines of the referee, {len(listener.faults)} out of place {listener.faults[:3]}")
    print(f"{len(d['games'])} games in {time.monotonic() - began:.1f} s, ends: {reasons}; clients left with {codes}; "
          f"table: {[(r['wins'], r['losses'], r['ties']) for r in d['table']]}", flush=True)


def threads():
    for n in (1, 2):
        began = time.monotonic()
        d, _ = run("murus", "best", "--threads", n, "--depth", 14)
        print(f"{n} threads: depth {d['depth']} in {time.monotonic() - began:.2f} s, {d['nodes']:,} nodes", flush=True)
    report("two threads against one at 50 ms",
           run("murus", "play", "--games", A.games, "--white-threads", 2, "--time-ms", 50, "--openings", 6,
               "--seed", A.seed, "--quiet")[0])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["perft", "depth", "match", "weights", "bred", "referee", "threads"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", nargs="+", default=["hand-set", "trained"], help="evaluators of the fixed depth in match")
    parser.add_argument("--program", default="build/stackwright")
    A = parser.parse_args()
    globals()[A.what]()
