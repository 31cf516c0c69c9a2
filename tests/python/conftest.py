"""Finds the built package: the folder in STACKWRIGHT_PYTHONPATH, or build/python of this tree."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, os.environ.get("STACKWRIGHT_PYTHONPATH", str(ROOT / "build" / "python")))
