#!/usr/bin/env python3
"""Runs clang-tidy over the sources in src/ that changed since they last passed.

Usage: tools/tidy.py [BUILD_FOLDER] (where it may put its own compile commands, default build). A source counts as changed when it, a header of ours
that it includes or .clang-tidy differs. What passed is remembered in tools/tidy.json, which is committed: looking at every
source takes longer than all tests together.
"""

import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINES = 40  # of the report of one file


def headers_of(file: Path, known):
    """The headers of ours that a file includes, directly or not."""
    if file not in known:
        known[file] = set()  # a circle ends here
        for name in re.findall(r'^#include "([^"]+)"', file.read_text(), re.MULTILINE):
            header = ROOT / "src" / name
            if header.is_file():
                known[file] |= {header} | headers_of(header, known)
    return known[file]


def fingerprint(file: Path, headers):
    digest = hashlib.sha256()
    for path in sorted({ROOT / ".clang-tidy", file, *headers}):
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def plain_commands(build: Path):
    """A folder with the commands of a build where every source is compiled alone and reads its headers itself."""
    folder = build / "tidy"
    options = ["CMAKE_EXPORT_COMPILE_COMMANDS=ON", "CMAKE_UNITY_BUILD=OFF", "CMAKE_DISABLE_PRECOMPILE_HEADERS=ON"]
    command = ["cmake", "--preset", "release", "-B", folder, *("-D" + option for option in options)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder


def tidy(tool, commands: Path, file: Path):
    """The report of one file, empty when there is nothing to say."""
    command = [tool, "-p", commands, "--quiet", "--extra-arg=-Wno-unknown-warning-option", file]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else "\n".join((done.stdout or done.stderr).splitlines()[:LINES])


def remember(memory: Path, passed, present):
    memory.write_text(json.dumps({name: passed[name] for name in sorted(present & passed.keys())}, indent=0) + "\n")


def main():
    build = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
    tool = shutil.which("clang-tidy-16") or shutil.which("clang-tidy")
    if tool is None:
        sys.exit("tidy: clang-tidy-16 is not installed (tools/setup.sh --test)")
    memory = ROOT / "tools" / "tidy.json"
    passed = json.loads(memory.read_text()) if memory.is_file() else {}

    commands = plain_commands(build)
    known = {}
    wanted = {}
    present = set()
    for entry in json.loads((commands / "compile_commands.json").read_text()):
        file = Path(entry["file"])
        if file.is_relative_to(ROOT / "src") and file.is_file():
            mark = fingerprint(file, headers_of(file, known))
            name = str(file.relative_to(ROOT))
            present.add(name)
            if passed.get(name) != mark:
                wanted[name] = mark

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        jobs = {pool.submit(tidy, tool, commands, ROOT / file): file for file in wanted}
        for job in concurrent.futures.as_completed(jobs):
            file, report = jobs[job], job.result()
            if report:
                failed += 1
                print(report, flush=True)
            else:
                passed[file] = wanted[file]
                remember(memory, passed, present)  # at once: an interrupted run goes on where it was
    remember(memory, passed, present)
    print(f"tidy: {len(wanted)} of {len(present)} sources looked at, {failed} with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
