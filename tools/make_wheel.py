#!/usr/bin/env python3
"""Packs the built Python package and its data files into a wheel; prints its path.

Usage: tools/make_wheel.py [BUILD_FOLDER]
"""

import base64
import hashlib
import re
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMP = (2020, 1, 1, 0, 0, 0)  # equal contents make equal wheels


def metadata(version: str) -> str:
    return (
        "Metadata-Version: 2.1\nName: stackwright\n"
        f"Version: {version}\nSummary: A laboratory for game-playing agents\nLicense: MIT\n"
        "Requires-Python: >=3.9\nRequires-Dist: numpy\n"
    )


def contents(package: Path):
    """Yields (name in the wheel, bytes)."""
    for path in sorted(package.iterdir()):
        if path.is_file():
            yield f"stackwright/{path.name}", path.read_bytes()
    for folder in ("presets", "recipes", "controllers"):
        for path in sorted((ROOT / folder).glob("*")):
            if path.is_file():
                yield f"stackwright/data/{folder}/{path.name}", path.read_bytes()


def main() -> None:
    build = Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    package = build / "python" / "stackwright"
    extensions = list(package.glob("_core.*.so"))
    if len(extensions) != 1:
        sys.exit(f"make_wheel: one extension expected in {package}, found {len(extensions)}; build the target python_module")
    version = re.search(r"project\(stackwright VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    files = dict(contents(package))
    info = f"stackwright-{version}.dist-info"
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: stackwright\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = build / f"stackwright-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, STAMP)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    print(wheel)


if __name__ == "__main__":
    main()
