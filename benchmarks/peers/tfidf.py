#!/usr/bin/env python3
"""Predictions of scikit-learn's ridge regression on TF-IDF, on the splits of `lrp eval`.

    tfidf.py TEXTS.jsonl SPLITS.csv > PREDICTIONS.csv

TEXTS.jsonl is what `lrp convert` writes, SPLITS.csv what `lrp eval --splits-out` writes, and
`lrp eval --predictions TFIDF=PREDICTIONS.csv` reads the result: see docs/other-systems.md. A column
is a word in the response to one question. Each trial weights the words and chooses the penalty anew,
within its training part.
"""
import csv
import json
import re
import sys

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import RidgeCV
from sklearn.pipeline import make_pipeline


def terms(responses):
    return [f"{j}:{w}" for j, r in enumerate(responses) for w in re.findall(r"\w+", (r or "").lower())]


with open(sys.argv[1], encoding="utf8") as f:
    people = {p["id"]: p for p in map(json.loads, f) if "responses" in p}
trials = {}
with open(sys.argv[2], encoding="utf8", newline="") as f:
    for row in csv.DictReader(f):
        trials.setdefault(row["trial"], {"train": [], "test": []})[row["part"]].append(row["respondent"])
out = csv.writer(sys.stdout)
out.writerow(["trial", "respondent", "prediction"])
for trial, part in trials.items():
    texts = {name: [people[i]["responses"] for i in part[name]] for name in part}
    model = make_pipeline(TfidfVectorizer(analyzer=terms), RidgeCV(np.logspace(-2, 2, 9)))
    model.fit(texts["train"], [people[i]["rating"] for i in part["train"]])
    for i, prediction in zip(part["test"], model.predict(texts["test"])):
        out.writerow([trial, i, float(prediction)])
