#!/usr/bin/env python3
"""Writes the figures of docs/results.md, so that none is typed by hand.

Usage: tools/results.py [--store PATH] [--program build/stackwright] [--file docs/results.md] [--size full] [--measure SECTION]...

Experiments: for every recipe of which the store has a finished run of this size, the newest run's findings and main tables
replace what stands between '<!-- experiment NAME -->' and '<!-- end -->'; where there is no such place, it is added at the end.
What their claims come to is counted between '<!-- claims -->' and '<!-- end -->', where the file has such a place.
Speed and other measurements: --measure SECTION runs bench/results.py SECTION and replaces the first table after the words
'bench/results.py SECTION' with what it prints; --measure 'bench/SCRIPT WORDS' runs that and looks for it, or for it without its --options.
All other text stays as it is.
"""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLES = ("Findings", "Champions on games that they have not seen", "Standings", "Pieces a second", "Points")
SECTIONS = ("Pairs of genomes",)  # of which all tables are shown


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
            shown = block.get("title", "").startswith(TABLES) or section["title"] in SECTIONS
            if block["type"] != "table" or not shown:
                continue
            title = block["title"] if block["title"] == "Findings" else f"{section['title']}. {block['title']}"
            parts += [f"{title}:", markdown_table(block)]
    created = run["created"][:10]
    parts.append(f"Run of {created}, version {run['version']}, seed {run['seed']}.")
    return "\n\n".join(parts)


def newest_runs(program, store, size):
    """The newest finished experiment of each recipe that ships, in this size."""
    found = {}
    for run in json.loads(say(program, "runs", "list", *store, "--json"))["runs"]:
        if run["kind"] != "experiment" or run["state"] != "finished":
            continue
        plan = json.loads(say(program, "runs", "show", run["id"], *store, "--json"))["configuration"]
        if plan["size"] == size and "file" not in plan:  # a recipe that ships
            found[plan["recipe"]] = run
    return found


def put_experiment(text, name, content):
    block = f"<!-- experiment {name} -->\n{content}\n<!-- end -->"
    place = re.compile(rf"<!-- experiment {re.escape(name)} -->.*?<!-- end -->", re.S)
    if place.search(text):
        return place.sub(lambda _: block, text, count=1)
    return text.rstrip("\n") + "\n\n" + block + "\n"


VERDICTS = ("holds", "does not hold", "undecided")


def claims(text):
    """How many claims of each experiment of the page hold, as a table."""
    rows, sums = [], [0] * len(VERDICTS)
    for name, block in re.findall(r"<!-- experiment (\S+) -->(.*?)<!-- end -->", text, re.S):
        counts = [len(re.findall(rf"\| {verdict} \|", block)) for verdict in VERDICTS]
        title = re.search(rf"^## (Experiment {re.escape(name)}: .*)$", block, re.M)
        anchor = re.sub(r"[^\w\- ]", "", title[1].lower()).replace(" ", "-") if title else ""
        rows.append([f"[{name}](#{anchor})", *counts])
        sums = [a + b for a, b in zip(sums, counts)]
    return markdown_table({"columns": ["experiment", *VERDICTS], "rows": rows + [["all", *sums]]})


def put_claims(text):
    place = re.compile(r"<!-- claims -->.*?<!-- end -->", re.S)
    return place.sub(lambda _: f"<!-- claims -->\n{claims(text)}\n<!-- end -->", text, count=1)


def measured(program, section):
    """What a section of bench/results.py, or another script, prints, and the words it is known by."""
    if "/" not in section:
        return f"bench/results.py {section}", say(sys.executable, ROOT / "bench/results.py", section, "--program", program)
    script, *words = section.split()
    return section, say(sys.executable, ROOT / script, *words)


def put_measurement(text, words, table):
    if f"{words}`" not in text:
        words = words.split(" --")[0]
    mention = text.find(f"{words}`")
    start = text.find("\n|", mention)
    if mention < 0 or start < 0:
        sys.exit(f"results: the file has no table after `{words}`")
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
        text = put_measurement(text, *measured(a.program, section))
    text = put_claims(text)
    a.file.write_text(text)
    print(f"results: {len(runs)} experiments and {len(a.measure)} measurements in {a.file}")


if __name__ == "__main__":
    main()
