#!/usr/bin/env python3
"""Measures the figures of docs/results.md and prints them as Markdown tables.

Usage: bench/results.py speed|scaling|uneven|evolve-uneven|literature|long|two-piece|milan|milan-exchanged|belo-horizonte|survival|
       survival-volume|survival-board|few-games|presets|small-recipes [--program build/stackwright] [--store PATH]
"""
import argparse
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

# Mean lines on 10x10 and its standard error, measured with the field's reference simulator (MdpTetris).
REFERENCE = {"dellacherie": (2371, 69), "el-tetris": (3049, 101), "bcts": (3743, 142), "dt-10": (4930, 224),
             "dt-20": (4642, 205)}
CLAIMED = {"dellacherie": "5.2 M", "bcts": "35 M", "dt-20": "51 M"}


def run(*arguments):
    out = subprocess.run([PROGRAM, *map(str, arguments), "--json"], capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(out.stderr)
    return json.loads(out.stdout)


def play(controller, board, games, *more):
    return run("play", "--quiet", "--controller", controller, "--board", board, "--games", games, *more)


def interval(document):
    low, high = document["ci95_lines"]
    return f"{low:,.0f} to {high:,.0f}" if high is not None else f"at least {low:,.0f}"


def best_bench(simd, controller, seconds, tries=2):
    """The best of a few tries: what the machine can do when nothing else runs."""
    runs = [run("bench", "--simd", simd, "--controller", controller, "--seconds", seconds) for _ in range(tries)]
    return max(r["one_piece"]["pieces_per_second"] for r in runs), max(r["two_piece"]["pieces_per_second"] for r in runs)


def speed():
    print("| controller | implementation | one piece known | two pieces known, all pairs |\n| --- | --- | --- | --- |")
    for controller in ("bcts", "dt-20", "dellacherie", "milan-pieces", "lisbon", "bh-09", "milan-extended"):
        for simd in ("boolean", "plain", "avx2", "avx512"):
            if simd == "boolean" and controller != "bcts":
                continue
            one, two = best_bench(simd, controller, 1.2)
            print(f"| {controller} | {simd} | {one / 1e6:.3f} M | {two / 1e6:.4f} M |", flush=True)


def scaling():
    print("| threads | pieces per second | ratio |\n| --- | --- | --- |")
    best = {}
    for threads in (1, 2):
        best[threads] = max(play("bcts", "10x20", 512 * threads, "--max-pieces", 150000, "--threads", threads)
                            ["pieces_per_second"] for _ in range(3))
        print(f"| {threads} | {best[threads] / 1e6:.2f} M | {best[threads] / best[1]:.2f} |", flush=True)


def uneven():
    """Games of very different lengths: every core should have some until the end."""
    print("| games | threads | pieces per second | per thread, against one |\n| --- | --- | --- | --- |")
    for what, board, games, more in (("2,000, one piece known", "10x10", 2000, ()),
                                     ("96, two pieces known", "10x7", 96, ("--see", 2, "--search", "two-ply"))):
        best = {}
        for threads in (1, 2):
            best[threads] = max(play("bcts", board, games, "--threads", threads, *more)["pieces_per_second"]
                                for _ in range(3))
            print(f"| {what} | {threads} | {best[threads] / 1e6:.2f} M | {best[threads] / best[1] / threads:.2f} |", flush=True)


def evolve_uneven():
    """Whole evolutions with one thread and with two: games of a generation differ in length by factors of thousands."""
    print("| evolution | threads | seconds | pieces per second | per thread, against one |\n| --- | --- | --- | --- | --- |")
    for preset, generations in (("belo-horizonte", 12), ("milan-score", 3)):
        rate = {}
        for threads in (1, 2):
            with tempfile.TemporaryDirectory() as folder:
                store = os.path.join(folder, "runs.db")
                for name in ("first", "second"):  # the quicker one: what the machine can do when nothing else runs
                    run("evolve", preset, "--set", f"generations={generations}", "--set", "held_out_games=1",
                        "--set", "held_out_pieces=1000", "--threads", threads, "--store", store, "--name", name, "--quiet")
                tries = [run("runs", "show", name, "--store", store)["generations"] for name in ("first", "second")]
            played = min(tries, key=lambda generations: sum(g["seconds"] for g in generations))
            seconds = sum(g["seconds"] for g in played)
            rate[threads] = sum(g["pieces"] for g in played) / seconds
            print(f"| {preset}, {generations} generations | {threads} | {seconds:.1f} | {rate[threads] / 1e6:.2f} M "
                  f"| {rate[threads] / rate[1] / threads:.2f} |", flush=True)


def presets():
    """Published evolutions that are no experiment of their own, at their published size."""
    print("| preset | candidates | generations | games | million pieces | seconds | champion on new games | 95 % interval |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for preset in ("belo-horizonte", "lisbon"):
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "runs.db")
            begin = time.monotonic()
            champion = run("evolve", preset, "--store", store, "--quiet")["champion"]["held_out"]
            seconds = time.monotonic() - begin
            kept = run("runs", "show", 1, "--store", store)
            settings, generations = kept["configuration"], kept["generations"]
        games = generations[-1]["evaluations"] * settings["games"]  # evaluations so far
        pieces = sum(g["pieces"] for g in generations)
        low, high = champion["ci95"]
        print(f"| {preset} | {settings['population']} | {len(generations)} | {games:,} | {pieces / 1e6:,.0f} | {seconds:.0f} "
              f"| {champion['mean']:,.0f} {champion['unit']} | {low:,.0f} to {high:,.0f} |", flush=True)


def small_recipes():
    """How long the smaller sizes of all recipes take."""
    print("| recipe | seconds with --smoke | seconds with --quick |\n| --- | --- | --- |")
    for name in sorted(f.removesuffix(".toml") for f in os.listdir(os.path.join(os.path.dirname(__file__), "..", "recipes"))):
        seconds = []
        for size in ("--smoke", "--quick"):
            with tempfile.TemporaryDirectory() as folder:
                begin = time.monotonic()
                run("experiment", name, size, "--store", os.path.join(folder, "runs.db"), "--quiet")
                seconds.append(time.monotonic() - begin)
        print(f"| {name} | {seconds[0]:.1f} | {seconds[1]:.0f} |", flush=True)


def literature():
    print("| controller | reference simulator | measured | 95 % interval | difference in standard errors |")
    print("| --- | --- | --- | --- | --- |")
    games = 20000
    for name, (mean, error) in REFERENCE.items():
        d = play(name, "10x10", games)
        own = d["mean_lines"] / games ** 0.5
        z = (d["mean_lines"] - mean) / (own ** 2 + error ** 2) ** 0.5
        print(f"| {name} | {mean:,} +- {error} | {d['mean_lines']:,.0f} | {interval(d)} | {z:+.1f} |", flush=True)


def long_games():
    print("| controller | published | games (ended at the top) | mean lines | 95 % interval |\n| --- | --- | --- | --- | --- |")
    for name, games, limit in (("dellacherie", 512, 5000000), ("bcts", 256, 4000000), ("dt-20", 560, 4000000)):
        d = play(name, "10x20", games, "--max-pieces", limit)
        ended = sum(g["ended"] == "top" for g in d["games"])
        print(f"| {name} | {CLAIMED[name]} | {games} ({ended}) | {d['mean_lines']:,.0f} | {interval(d)} |", flush=True)


def two_piece():
    print("| controller | one piece | two pieces, `final` | two pieces, `sum` |\n| --- | --- | --- | --- |")
    for name in ("dellacherie", "bcts", "dt-20"):
        row = [play(name, "10x8", 20000)]
        for pairs in ("final", "sum"):
            row.append(play(name, "10x8", 256, "--see", 2, "--search", "two-ply", "--pairs", pairs))
        print(f"| {name} | " + " | ".join(f"{d['mean_lines']:,.0f} ({interval(d)})" for d in row) + " |", flush=True)


def with_terms(terms, see, pairs="final"):
    document = {"format": "stackwright-controller", "version": 1, "game": "tetris", "kind": "linear",
                "terms": [{"feature": f, "weight": w} for f, w in terms],
                "search": {"kind": "two-ply" if see == 2 else "greedy", "see": see, "pairs": pairs}}
    file = tempfile.NamedTemporaryFile("w", suffix=".json", delete=False)
    json.dump(document, file)
    file.close()
    return file.name


def pieces_text(d):
    alive = sum(g["ended"] == "limit" for g in d["games"])
    pieces = sum(g["pieces"] for g in d["games"])
    per_piece = sum(g["score"] for g in d["games"]) / pieces
    return f"{pieces / len(d['games']):,.0f}" + (f" ({alive})" if alive else "") + f", {per_piece:.2f}"


def milan(exchanged=False):
    """Milan's genomes under every reading of their features; exchanged: the gene of the pile weighs the wall, that of the wall the pile."""
    shipped = {c["name"]: c for c in run("controllers")["controllers"]}
    names = [n for n in shipped if n.startswith("milan-") and n != "milan-extended"]
    floor = {("etp", "etw"): "wall", ("etp_floor", "etw_sides"): "pile", ("etp", "etw_sides"): "nothing"}
    print("| height | floor counts as | gaps | " + " | ".join(n.replace("milan-", "") for n in names) + " |")
    print("| --- | --- | --- |" + " --- |" * len(names))
    for height, (pile, wall), gaps in itertools.product(("landing_row", "height_rise"), floor, ("gaps", "holes")):
        touching = (wall, pile) if exchanged else (pile, wall)
        cells = []
        for name in names:
            file = with_terms(list(zip((height, *touching, gaps, "lines"), shipped[name]["weights"])), 2, "sum")
            missing = name.removeprefix("milan-no-")[0].upper() if name.startswith("milan-no-") else ""
            source = "weighted:" + ",".join(f"{piece}=1" for piece in "IOSZTLJ" if piece != missing)
            cells.append(pieces_text(play(file, "10x20", 8, "--max-pieces", 100000, "--pieces", source, "--score", "milan")))
            os.unlink(file)
        kind = "change" if gaps == "gaps" else "total"
        print(f"| {height} | {floor[pile, wall]} | {kind} | " + " | ".join(cells) + " |", flush=True)


def belo_horizonte():
    shipped = {c["name"]: c for c in run("controllers")["controllers"]}
    names = [n for n in shipped if n.startswith("bh-")]
    plain = ("max_height", "landing_height", "removed_cells", "removed_rows", "eroded_cells", "row_transitions",
             "column_transitions", "holes", "cumulative_wells")
    printed = plain[:5] + ("holes", "row_transitions", "column_transitions") + plain[8:]
    readings = {"loci 5 to 7 as rows, columns, holes, cumulative wells": plain, "loci 5 to 7 as rows, columns, holes, open wells": plain[:8] + ("open_wells",),
                "loci 5 to 7 as holes, rows, columns": printed}
    print("| reading | " + " | ".join(names) + " |\n| --- |" + " --- |" * len(names))
    for reading, features in readings.items():
        cells = []
        for name in names:
            file = with_terms(list(zip(features, shipped[name]["weights"])), 1)
            d = play(file, "10x14", 200)
            cells.append(f"{d['mean_lines']:,.0f}")
            os.unlink(file)
        print(f"| {reading} | " + " | ".join(cells) + " |", flush=True)


def survival():
    """The rate of Milan's survival experiment, which random players do not let end: as it is when the time is over."""
    with tempfile.TemporaryDirectory() as folder:
        evolution = subprocess.Popen([PROGRAM, "evolve", "milan-pieces", "--store", os.path.join(folder, "runs.db")],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            _, said = evolution.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            evolution.send_signal(signal.SIGINT)
            _, said = evolution.communicate()
    rates = re.findall(r"generation (\d+) of .*?, (\d+) %, ([\d.]+) million pieces/s", said)
    print("| seconds | generation | its games that ended | million pieces per second since the start |\n| --- | --- | --- | --- |")
    generation, share, rate = rates[-1]
    print(f"| {SECONDS:.0f} | {generation} | {share} % | {rate} |")


def whole_survival(setting):
    """All 18 generations of Milan's survival experiment with one setting changed, so that they have about the published number of pieces."""
    with tempfile.TemporaryDirectory() as folder:
        store = STORE or os.path.join(folder, "runs.db")
        if not os.path.exists(store):
            run("evolve", "milan-pieces", "--set", setting, "--store", store)
        generations = run("runs", "show", 1, "--store", store)["generations"]
    print("| generation | best | mean | million pieces | seconds | million pieces per second |")
    print("| --- | --- | --- | --- | --- | --- |")
    rows = [(str(g["generation"]), [g]) for g in generations] + [("all", generations)]
    for name, of in rows:
        pieces, seconds = sum(g["pieces"] for g in of), sum(g["seconds"] for g in of)
        print(f"| {name} | {max(g['best'] for g in of):,.0f} | {sum(g['mean'] for g in of) / len(of):,.0f} | {pieces / 1e6:,.0f} "
              f"| {seconds:,.0f} | {pieces / seconds / 1e6:.3f} |")


def few_games():
    """How fast the last games of a generation are played: with one alone the second core has none."""
    print("| games at once, two pieces known | pieces per second on two cores |\n| --- | --- |")
    for games in (1, 2, 8, 32, 300):
        best = max(play("milan-pieces", "10x20", games, "--max-pieces", 6000000 // games, "--threads", 2)["pieces_per_second"]
                   for _ in range(2))
        print(f"| {games} | {best / 1e6:.2f} M |", flush=True)


SECTIONS = {"speed": speed, "scaling": scaling, "uneven": uneven, "evolve-uneven": evolve_uneven,
            "presets": presets, "small-recipes": small_recipes, "literature": literature, "long": long_games, "two-piece": two_piece,
            "milan": milan,
            "milan-exchanged": lambda: milan(exchanged=True), "belo-horizonte": belo_horizonte, "survival": survival,
            "survival-volume": lambda: whole_survival("max_pieces=1500000"),
            "survival-board": lambda: whole_survival("board=10x12"), "few-games": few_games}
parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("what", choices=SECTIONS)
parser.add_argument("--program", default="build/stackwright")
parser.add_argument("--seconds", type=float, default=600, help="of `survival`")
parser.add_argument("--store", help="of `survival-volume` and `survival-board`: where the run is kept; shown if it is there already")
arguments = parser.parse_args()
PROGRAM, SECONDS, STORE = arguments.program, arguments.seconds, arguments.store
SECTIONS[arguments.what]()
