#!/usr/bin/env python3
"""Runs clang-tidy over the sources in src/ that changed since they last passed.

Usage: tools/tidy.py [BUILD_FOLDER] (a Ninja build, default build). A source counts as changed when it, a header of ours
that it includes or .clang-tidy differs. What passed is remembered in tools/tidy.json, which is committed: looking at every
source takes longer than all tests together.
"""

import concurrent.futures
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINES = 40  # of the report of one file


def headers_by_object(build: Path):
    """The files that each object was made from, as Ninja recorded them, without those of the system."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found, name = {}, None
    for line in text.splitlines():
        if line.startswith("    "):
            path = (build / line.strip()).resolve()
            if path.is_relative_to(ROOT) and not path.is_relative_to(build) and path.is_file():
                found[name].append(path)
        elif ":" in line:
            name = line.split(":")[0]
            found[name] = []
    return found


def fingerprint(entry, headers):
    digest = hashlib.sha256()
    for path in sorted({ROOT / ".clang-tidy", Path(entry["file"]), *headers}):
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def without_precompiled(build: Path, entries):
    """A folder with the same commands, but every source reads its headers itself: the compiler's own format is not clang's."""
    for entry in entries:
        words = entry["command"].split()
        for i, word in enumerate(words):
            if word == "-include" and words[i + 1].endswith("cmake_pch.hxx"):
                words[i : i + 2] = ["", ""]
        entry["command"] = " ".join(word for word in words if word not in ("", "-Winvalid-pch"))
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(entries))
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

    headers = headers_by_object(build)
    wanted = {}
    present = set()
    entries = json.loads((build / "compile_commands.json").read_text())
    commands = without_precompiled(build, entries)
    for entry in entries:
        file = Path(entry["file"])
        if file.is_relative_to(ROOT / "src") and file.is_file():
            words = entry["command"].split()
            mark = fingerprint(entry, headers.get(words[words.index("-o") + 1], []))
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
