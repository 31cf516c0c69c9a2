#!/usr/bin/env python3
"""Checks that a folder of src includes only folders to its left, and that headers stay light.

core <- games <- eval <- search <- experiment <- play <- cli | web | python | mpi,  core <- optim <- experiment
"""

import re
import sys
from pathlib import Path

LEFT = {
    "core": [],
    "games": ["core"],
    "eval": ["core", "games"],
    "search": ["core", "games", "eval"],
    "optim": ["core"],
    "experiment": ["core", "games", "eval", "search", "optim"],
}
LEFT["play"] = [*LEFT["experiment"], "experiment"]
for front in ("cli", "web", "python", "mpi"):
    LEFT[front] = [*LEFT["play"], "play"]
LEFT["cli"].append("web")  # one command starts the server
LEFT["stackwright"] = [*LEFT["play"], "play"]  # the public header

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Slow to compile: only in .cc files. A header names a JSON value by <nlohmann/json_fwd.hpp>.
HEAVY = re.compile(r"^(nlohmann/(?!json_fwd\.hpp$)|fmt/|CLI/|boost/|spdlog/|toml\+\+/)")


def faults(root: Path):
    """Yields one line for every include that breaks a rule."""
    for file in sorted([*root.rglob("*.h"), *root.rglob("*.cc"), *root.rglob("*.inc")]):
        folder = file.relative_to(root).parts[0]
        if folder not in LEFT:
            yield f"{file}: unknown folder '{folder}', expected one of {', '.join(LEFT)}"
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, name = match.groups()
            top = name.split("/")[0]
            if quote == '"' and not (root / name).is_file():
                yield f"{file}:{number}: '{name}' is not a path from src/"
            elif quote == '"' and top != folder and top not in LEFT[folder]:
                yield f"{file}:{number}: {folder} may not include {top}, only {', '.join(LEFT[folder]) or 'itself'}"
            elif file.suffix == ".h" and HEAVY.match(name):
                yield f"{file}:{number}: <{name}> is too heavy for a header"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "src"
    found = list(faults(root))
    print("\n".join(found) if found else f"includes: direction and weight of {root.name}/ are right")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
