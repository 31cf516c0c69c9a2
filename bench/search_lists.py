#!/usr/bin/env python3
"""Measures every search on every published list of Lisbon and prints Markdown tables (docs/search.md).

Usage: bench/search_lists.py short|sixteen|heuristics|long|proofs [--program build/stackwright] [--seconds 60]

short       the lists of 3 to 10 pieces, every algorithm
sixteen     the five lists of 16
heuristics  the two-level search with one heuristic alone, 20 seeds, beside the published tries
long        the lists of 30 and 101, local searches and beams
proofs      the exact solver: points, bound, nodes, CPU time
"""
import argparse
import json
import resource
import subprocess
import sys

SHORT = ["IIZ", "IZIO", "LJZSL", "JOLOLO", "TTITI", "OOTSO", "OJOTT", "OILZT", "SSZTO", "LJZSLZSLJZ"]
SIXTEEN = ["JIIJTOJZZZIJZIZO", "JSTSTSJZTZTSILSZ", "IZISZTTJSSLSTOTT", "IZZJOIOOZZOOLTTO", "JIOTZJLTOIILOZSZ"]
THIRTY = ["LZOZIZJOTZSZJLZZJJZOZZSJSJLJIO", "ISOSSJJITTOJZZZIJZIZOJSIZJSLOZ", "OTTJLJIZZOOSITOJOZLZZLTIILOJZ"]
HUNDRED = ["ZSIISZTJIZTOIJOLIJZOSOSJSTZJOIJISOILOOTLSJZSJSSZZZZOSISSOSTOLTIIJSOTTITLIJSSLOSLLTISOZTOTJJTZJJLSIIZS"]
# Five of 5 pieces; the others have no published points.
PUBLISHED = {"TTITI": "100", "OOTSO": "0", "OJOTT": "100", "OILZT": "100", "SSZTO": "0"}
# The two-level search with one heuristic alone, three tries a list.
TRIES = {"aggregate_height": ["200 300 300", "500 500 100", "200 400 100", "300 0 400", "100 100 200"],
         "lines_squared": ["100 100 100", "200 100 0", "100 0 0", "0 0 0", "0 0 100"],
         "bumpiness": ["0 100 0", "0 300 lost", "0 100 300", "0 400 0", "0 0 0"],
         "lisbon_holes": ["0 0 0", "0 300 100", "200 0 0", "200 100 100", "100 0 0"]}
LONG_TRIES = {THIRTY[0]: "800 800 900", THIRTY[1]: "500 1200 900", THIRTY[2]: "1300 800 900", HUNDRED[0]: "4100"}

WAYS = [("depth-first", ["--algorithm", "dfs"]),
        ("A*, quality", ["--algorithm", "astar"]),
        ("A*, opportunity cost", ["--algorithm", "astar", "--cost", "opportunity-cost"]),
        ("A*, bound", ["--algorithm", "astar", "--heuristic", "bound"]),
        ("best-first, lisbon", ["--algorithm", "best-first", "--heuristic", "lisbon"]),
        ("hill climbing, lisbon", ["--algorithm", "hill-climb", "--heuristic", "lisbon"]),
        ("best grandchild, lisbon", ["--algorithm", "best-grandchild", "--heuristic", "lisbon"]),
        ("K-best, lisbon", ["--algorithm", "k-best", "--heuristic", "lisbon"]),
        ("beam 1000, lisbon", ["--algorithm", "beam", "--heuristic", "lisbon"]),
        ("exact", ["--algorithm", "exact"])]


def solve(letters, *arguments):
    """The document and the CPU seconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([ARGUMENTS.program, "solve", "--quiet", "--json", "--threads", "1", "--max-seconds",
                          str(ARGUMENTS.seconds), "--list", letters, *map(str, arguments)], capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(out.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(out.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def told(document):
    if not document["complete"]:
        return "lost" if document["lost"] else "stopped"
    return f"**{document['points']}**" if document["proved"] else str(document["points"])


def table(lists, ways):
    print("| list | published | " + " | ".join(name for name, _ in ways) + " |")
    print("| --- " * (len(ways) + 2) + "|")
    for letters in lists:
        cells = []
        for _, arguments in ways:
            document, seconds = solve(letters, *arguments)
            cells.append(f"{told(document)} ({seconds:.2g} s)")
        print(f"| {letters} | {PUBLISHED.get(letters, '')} | " + " | ".join(cells) + " |", flush=True)


def spread(letters, heuristic, seeds=20):
    """Mean, range and losses of the two-level search over its random ties."""
    runs = [solve(letters, "--algorithm", "best-grandchild", "--heuristic", heuristic, "--seed", seed)[0]
            for seed in range(1, seeds + 1)]
    points = [d["points"] for d in runs if d["complete"]]
    lost = f", {seeds - len(points)} lost" if len(points) < seeds else ""
    return f"{sum(points) / len(points):.0f} ({min(points)} to {max(points)}{lost})" if points else "lost"


def heuristics():
    print("| list | heuristic | published tries | measured, 20 seeds: mean (range) |\n| --- | --- | --- | --- |")
    for heuristic, tries in TRIES.items():
        for letters, published in zip(SIXTEEN, tries):
            print(f"| {letters} | `{heuristic}` | {published} | {spread(letters, heuristic)} |", flush=True)
    for letters, published in LONG_TRIES.items():
        print(f"| {letters} | `aggregate_height` | {published} | {spread(letters, 'aggregate_height')} |", flush=True)
    for heuristic in ("lines_squared", "bumpiness", "lisbon_holes"):
        for letters in THIRTY:
            print(f"| {letters} | `{heuristic}` | mostly lost | {spread(letters, heuristic)} |", flush=True)


def long_lists():
    ways = [("best grandchild, aggregate height", ["--algorithm", "best-grandchild", "--heuristic", "aggregate_height"]),
            ("best grandchild, lisbon", ["--algorithm", "best-grandchild", "--heuristic", "lisbon"]),
            ("K-best, lisbon", ["--algorithm", "k-best", "--heuristic", "lisbon"]),
            ("beam 1000, lisbon", ["--algorithm", "beam", "--heuristic", "lisbon"])]
    PUBLISHED.update(LONG_TRIES)
    table(THIRTY + HUNDRED, ways)


def proofs():
    print("| list | points | bound | proved | generated | CPU seconds |\n| --- | --- | --- | --- | --- | --- |")
    for letters in SHORT + SIXTEEN + THIRTY:
        d, seconds = solve(letters)
        proved = "yes" if d["proved"] else "no"
        print(f"| {letters} | {d['points']} | {d['bound']} | {proved} | {d['generated']:,} | {seconds:.2f} |", flush=True)


PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("what", choices=["short", "sixteen", "heuristics", "long", "proofs"])
PARSER.add_argument("--program", default="build/stackwright")
PARSER.add_argument("--seconds", type=float, default=60)
ARGUMENTS = PARSER.parse_args()
{"short": lambda: table(SHORT, WAYS), "sixteen": lambda: table(SIXTEEN, WAYS), "heuristics": heuristics,
 "long": long_lists, "proofs": proofs}[ARGUMENTS.what]()
