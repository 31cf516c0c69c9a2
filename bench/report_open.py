#!/usr/bin/env python3
"""How large the report of 1000 generations x 100 candidates is and how fast a browser opens it; prints a Markdown table.

Opens: from the start of navigation, in a fresh browser context with nothing cached, to the first frame after both the load
event and the drawing of the first picture (the others are drawn when they come near the window). All pictures drawn in: how
long those take when they are asked for at once. Headless Chromium, light, a window of 1100 x 900; the file is on disk.

Usage: bench/report_open.py [--program build/stackwright] [--times 5]
(needs Node, Chromium and playwright-core: tools/setup.sh --test, tools/web.sh --test)
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SMALL = ("generations=2", "population=6", "first_tries=1", "games=1", "max_pieces=50", "final_games=1", "held_out_games=2")


def run(*words):
    """What the command prints."""
    out = subprocess.run(words, capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(f"{words[0]} ended with {out.returncode}: {out.stderr.strip()}")
    return out.stdout


def write_report(program, folder):
    store, page = os.path.join(folder, "runs.db"), os.path.join(folder, "big.html")
    settings = [word for setting in SMALL for word in ("--set", setting)]
    run(program, "evolve", "milan-extended", *settings, "--name", "small", "--store", store, "--quiet")
    run(sys.executable, os.path.join(ROOT, "tests", "cli", "big_run.py"), store)
    run(program, "report", "big", "--store", store, "--out", page)
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=os.path.join(ROOT, "build", "stackwright"))
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    if options.times < 1:
        sys.exit("--times must be at least 1")
    with tempfile.TemporaryDirectory() as folder:
        page = write_report(os.path.abspath(options.program), folder)
        size = os.path.getsize(page)
        [found] = json.loads(run("node", os.path.join(ROOT, "web", "test", "open.mjs"), str(options.times), page))
    opens, draws = found["opens"], found["draws"]
    print(f"| report | size | opens in (median of {options.times}, longest) | all pictures drawn in |")
    print("| --- | ---: | ---: | ---: |")
    print(f"| 1000 generations x 100 candidates, {found['pictures']} pictures | {size / 1e6:.2f} MB "
          f"| {statistics.median(opens) / 1000:.2f} s, {max(opens) / 1000:.2f} s | {statistics.median(draws) / 1000:.2f} s |")


if __name__ == "__main__":
    main()
