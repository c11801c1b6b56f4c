#!/usr/bin/env python3
"""Edit distances of all pairs of texts by python-Levenshtein in a loop: see benchmarks/peers.

    distances.py FOLDER

Reads FOLDER/input.json, a list of texts for each question.
"""
import json
import sys
import time

from Levenshtein import distance
from reply import reply

with open(f"{sys.argv[1]}/input.json", encoding="utf8") as f:
    questions = json.load(f)
start = time.perf_counter()
matrices = [[[distance(a, b) for b in texts[i + 1:]] for i, a in enumerate(texts)] for texts in questions]
seconds = time.perf_counter() - start
values = []
for m in matrices:
    plain = sum(map(sum, m))
    weighted = sum((i + 1) * (i + 2 + k) * d for i, row in enumerate(m) for k, d in enumerate(row))
    values.append([len(m), plain, weighted])
reply({"loop": seconds}, values)
