#!/usr/bin/env python3
"""Errors of scikit-learn's ridge regressions on given splits: see benchmarks/auto.

    ridge.py FILE [--check]

Reads from FILE, in JSON, the responses (Texts) and the similarities BWO, FWO, CED and WED to the
key (Key) by respondent and question, the Ratings, and the Train and Test respondents of each of the
Splits. Prints the root mean squared errors of all peers by split; predictions are clipped to [0,1].
Each peer is RidgeCV, whose penalty has the least leave-one-out error in the training part. Nothing
but counts and lengths of a single text is computed outside the training part.

The terms of all texts are counted once. A split takes document frequencies from its training part,
and terms that are not there have the weight 0. --check has scikit-learn's own Pipeline predict the
same from the texts, for each split and each peer on texts, prints the largest difference of a
prediction as well, and fails if it is more than 1e-6.
"""
import json
import os
import re
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small

import numpy as np
from reply import reply
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import RidgeCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, normalize

ALPHAS = np.logspace(-3, 4, 15)
WORD = r"(?u)\b\w+\b"


class Numbers:
    """Ridge regression on standardised columns."""

    def __init__(self, columns):
        self.columns = columns

    def predict(self, y, train, test):
        model = make_pipeline(StandardScaler(), RidgeCV(alphas=ALPHAS))
        return model.fit(self.columns[train], y[train]).predict(self.columns[test])


class Terms:
    """Ridge regression on what TfidfVectorizer returns with the given options."""

    def __init__(self, texts, sublinear=False, **options):
        self.texts, self.sublinear, self.options = texts, sublinear, options
        counts = CountVectorizer(**options).fit_transform(texts).astype(float)
        self.present = counts.copy()
        self.present.data[:] = 1
        if sublinear:
            counts.data = 1 + np.log(counts.data)
        self.frequency = counts

    def predict(self, y, train, test):
        n = np.asarray(self.present[train].sum(axis=0)).ravel()
        idf = np.where(n > 0, np.log((1 + len(train)) / (1 + n)) + 1, 0)
        weights = normalize(self.frequency @ sparse.diags(idf))
        return RidgeCV(alphas=ALPHAS).fit(weights[train], y[train]).predict(weights[test])

    def check(self, y, train, test):
        """The same predictions, slowly."""
        weights = TfidfVectorizer(sublinear_tf=self.sublinear, **self.options)
        model = make_pipeline(weights, RidgeCV(alphas=ALPHAS))
        model.fit([self.texts[i] for i in train], y[train])
        return model.predict([self.texts[i] for i in test])


def by_question(responses):
    """The words of all responses, each with the number of its question."""
    numbered = enumerate(responses)
    return " ".join(f"{j}:{w}" for j, r in numbered for w in re.findall(WORD, r.lower()))


def peers(given):
    texts, key = given["Texts"], given["Key"]
    joined = ["\n".join(r) for r in texts]
    lengths = np.log1p(np.array([[len(t) for t in r] for r in texts], dtype=float))
    if key:
        key = np.array(key, dtype=float)
        yield "key", Numbers(key.reshape(len(key), -1))
    else:
        key = np.zeros((*lengths.shape, 4))
    yield "lengths", Numbers(lengths)
    yield "pooled", Numbers(np.column_stack([key.mean(axis=1), lengths.mean(axis=1)]))
    if not any(re.search(WORD, t) for t in joined):
        return
    yield "words by question", Terms([by_question(r) for r in texts], token_pattern=r"\S+")
    yield "words", Terms(joined, sublinear=True, token_pattern=WORD)
    yield "characters", Terms(joined, sublinear=True, analyzer="char_wb", ngram_range=(2, 5))


def main():
    with open(sys.argv[1], encoding="utf8") as f:
        given = json.load(f)
    checking = "--check" in sys.argv
    start = time.perf_counter()
    y = np.array(given["Ratings"])
    errors, seconds, difference = {}, {}, 0.0
    for name, peer in peers(given):
        for split in given["Splits"]:
            train, test = np.array(split["Train"]), np.array(split["Test"])
            predicted = peer.predict(y, train, test)
            if checking and isinstance(peer, Terms):
                difference = max(difference, np.abs(predicted - peer.check(y, train, test)).max())
            error = np.sqrt(np.mean((np.clip(predicted, 0, 1) - y[test]) ** 2))
            errors.setdefault(name, []).append(round(float(error), 9))
        seconds[name], start = time.perf_counter() - start, time.perf_counter()
    if difference > 1e-6:
        sys.exit(f"predictions differ from a Pipeline's by {difference}, expected at most 1e-6")
    reply(seconds, {"Errors": errors, "Difference": difference})


if __name__ == "__main__":
    main()
