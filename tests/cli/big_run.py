#!/usr/bin/env python3
"""Adds a made-up run named 'big' of 1000 generations x 100 candidates to a store, from the settings of a run named 'small'.

Usage: big_run.py STORE
"""
import json
import math
import random
import sqlite3
import sys

GENERATIONS, CANDIDATES = 1000, 100
database = sqlite3.connect(sys.argv[1])
draw = random.Random(1)
kind, seed, version, configuration, result = database.execute(
    "SELECT kind, seed, version, configuration, result FROM runs WHERE name = 'small'").fetchone()
genes = len(json.loads(result)["genes"])
big = database.execute("INSERT INTO runs (name, kind, state, seed, version, configuration, result, generation) "
                       "VALUES ('big', ?, 'finished', ?, ?, ?, ?, ?)",
                       (kind, seed, version, configuration, result, GENERATIONS)).lastrowid
database.execute("INSERT INTO checkpoints (run) VALUES (?)", (big,))
evaluations, generations = [], []
for g in range(GENERATIONS):
    level = 500000 * (1 - math.exp(-g / 150))
    fitness = sorted((level * draw.uniform(0.2, 1.05) for _ in range(CANDIDATES)), reverse=True)
    best = [round(math.sin(i + g / 300) + draw.gauss(0, 0.02), 6) for i in range(genes)]
    for c, f in enumerate(fitness):
        details = json.dumps({"pieces": [100000] * 3, "lines": [40000] * 3, "score": [int(f)] * 3, "cut_off": 3})
        own = json.dumps([round(x + draw.gauss(0, 0.1), 6) for x in best])
        evaluations.append((big, g, 0, c, own, f, f * 0.9, f, f, f * 1.1, 3, details))
    generations.append((big, g, (g + 1) * CANDIDATES, fitness[0], sum(fitness) / CANDIDATES, fitness[-1], json.dumps(best),
                        json.dumps([0.1] * genes), 0.1, 0.1, 3000000, 1.5))
database.executemany("INSERT INTO evaluations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", evaluations)
database.executemany("INSERT INTO generations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", generations)
database.commit()
