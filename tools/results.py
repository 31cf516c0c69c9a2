#!/usr/bin/env python3
"""Writes the figures of docs/results.md, so that none is typed by hand.

Usage: tools/results.py [--store PATH] [--program build/stackwright] [--file docs/results.md] [--size full] [--measure SECTION]...

Experiments: for every recipe of which the store has a finished run of this size, the newest run's findings and main tables
replace what stands between '<!-- experiment NAME -->' and '<!-- end -->'; where there is no such place, it is added at the end.
Speed and other measurements: --measure SECTION runs bench/results.py SECTION and replaces the first table after the words
'bench/results.py SECTION' with what it prints. All other text stays as it is.
"""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLES = ("Findings", "Champions on games that they have not seen", "Standings", "Pieces a second", "Points")


def say(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip() or f"{program} ended with {done.returncode}")
    return done.stdout


def markdown_table(block):
    def line(cells):
        return "| " + " | ".join(str("" if c is None else c).replace("|", "\\|") for c in cells) + " |"
    head = [line(block["columns"]), "|" + " --- |" * len(block["columns"])]
    return "\n".join(head + [line(row) for row in block["rows"]])


def summary(program, store, name, run):
    """The findings and main tables of a run's report."""
    document = json.loads(say(program, "report", run["name"], *store, "--json"))
    sections = document["sections"]
    parts = [f"## Experiment {name}: {sections[0]['title']}", *sections[0]["text"]]
    for section in sections:
        for block in section["blocks"]:
            if block["type"] != "table" or not block["title"].startswith(TABLES):
                continue
            title = block["title"] if block["title"] == "Findings" else f"{section['title']}. {block['title']}"
            parts += [f"{title}:", markdown_table(block)]
    created = run["created"][:10]
    parts.append(f"Run of {created}, version {run['version']}, seed {run['seed']}.")
    return "\n\n".join(parts)


def newest_runs(program, store, size):
    """The newest finished experiment of each recipe in this size."""
    found = {}
    for run in json.loads(say(program, "runs", "list", *store, "--json"))["runs"]:
        if run["kind"] != "experiment" or run["state"] != "finished":
            continue
        plan = json.loads(say(program, "runs", "show", run["id"], *store, "--json"))["configuration"]
        if plan["size"] == size:
            found[plan["recipe"]] = run
    return found


def put_experiment(text, name, content):
    block = f"<!-- experiment {name} -->\n{content}\n<!-- end -->"
    place = re.compile(rf"<!-- experiment {re.escape(name)} -->.*?<!-- end -->", re.S)
    if place.search(text):
        return place.sub(lambda _: block, text, count=1)
    return text.rstrip("\n") + "\n\n" + block + "\n"


def put_measurement(text, section, table):
    mention = text.find(f"bench/results.py {section}`")
    start = text.find("\n|", mention)
    if mention < 0 or start < 0:
        sys.exit(f"results: the file has no table after `bench/results.py {section}`")
    end = start + 1
    while text[end:end + 1] == "|":
        end = text.index("\n", end) + 1
    return text[:start + 1] + table.strip() + "\n" + text[end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--store")
    parser.add_argument("--program", default=ROOT / "build" / "stackwright")
    parser.add_argument("--file", type=Path, default=ROOT / "docs" / "results.md")
    parser.add_argument("--size", choices=("full", "quick", "smoke"), default="full")
    parser.add_argument("--measure", action="append", default=[], metavar="SECTION")
    a = parser.parse_args()
    store = ("--store", a.store) if a.store else ()
    text = a.file.read_text()
    runs = newest_runs(a.program, store, a.size)
    for name, run in sorted(runs.items()):
        text = put_experiment(text, name, summary(a.program, store, name, run))
    for section in a.measure:
        printed = say(sys.executable, ROOT / "bench" / "results.py", section, "--program", a.program)
        text = put_measurement(text, section, printed)
    a.file.write_text(text)
    print(f"results: {len(runs)} experiments and {len(a.measure)} measurements in {a.file}")


if __name__ == "__main__":
    main()
