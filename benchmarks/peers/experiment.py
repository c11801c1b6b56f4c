#!/usr/bin/env python3
"""The experiment with the lexical features on numpy, python-Levenshtein and scikit-learn: see benchmarks/peers.

    experiment.py FOLDER [--no-check]

Reads FOLDER/input.json: the words of key and responses, ratings, and the respondents of each trial's parts. What does
not depend on a split is computed once beforehand, as "features": the columns of the responses compared with the key, the
bags, and the similarities of all pairs of distinct responses. "trials" is the rest: the nearest neighbours' ratings, the
selection of the training part's columns, the fits of LinearRegression and Lasso and the errors.

Not timed is the check of the first trials' least squares by LAPACK at the customary cutoff (numpy.linalg.lstsq's
rcond=None), and of the rank that LinearRegression takes: where columns are at least as many as rows, centring leaves a
singular value that is zero but for rounding, which its cutoff of 2.2e-16 may keep.
"""
import json
import sys
import time
import warnings

import numpy as np
from Levenshtein import distance
from reply import reply
from sklearn.linear_model import Lasso, LinearRegression

warnings.simplefilter("ignore")
SINGLE = "BWO FWO CED WED BOW BIG NNO NNC NNW".split()


class Question:
    """What does not depend on a split. Responses of the same words are one class."""

    def __init__(self, key, responses):
        classes = {}
        self.member = np.array([classes.setdefault(tuple(r), len(classes)) for r in responses])
        words = list(classes)
        code = {}
        for w in (w for r in words + [tuple(k) for k in key] for w in r):
            code.setdefault(w, chr(0x100 + len(code)))
        texts = [(" ".join(r), "".join(map(code.get, r)), set(r)) for r in words]
        answers = [(" ".join(k), "".join(map(code.get, k)), set(k)) for k in key]
        self.whole = np.array([self.key_columns(t, answers) for t in texts])
        self.rest = self.whole.copy()
        self.in_key = np.array([len(key) > 1 and t in answers for t in texts])
        for i in np.flatnonzero(self.in_key):
            k = answers.index(texts[i])
            self.rest[i] = self.key_columns(texts[i], answers[:k] + answers[k + 1:])
        self.words = bag([sorted(t[2]) for t in texts])[self.member]
        self.pairs = bag([sorted({a + " " + b for a, b in zip(r, r[1:])}) for r in words])[self.member]
        n = len(texts)
        self.near = np.zeros((3, n, n))
        for i, a in enumerate(texts):
            for j in range(i + 1):
                b = texts[j]
                s = len(a[2] & b[2]), edits(a[0], b[0]), edits(a[1], b[1])
                self.near[:, i, j] = self.near[:, j, i] = s

    @staticmethod
    def key_columns(t, answers):
        if not t[2]:
            return 0.0, 0.0, 0.0, 0.0
        best = [0.0] * 4
        for a in filter(lambda a: a[2], answers):
            shared = len(t[2] & a[2])
            s = float(shared > 0), shared / (len(t[2]) + len(a[2]) - shared), edits(t[0], a[0]), edits(t[1], a[1])
            best = list(map(max, best, s))
        return best

    def to_key(self, train, test):
        """The similarities to the key. Of those who alone gave one of several answers in it, training takes the rest."""
        mine = self.member[train]
        own = self.in_key[mine] & (np.bincount(mine, minlength=len(self.whole))[mine] == 1)
        return np.where(own[:, None], self.rest[mine], self.whole[mine]), self.whole[self.member[test]]

    def nearest(self, y, train, test):
        """The mean rating of the most similar training responses, by the three similarities: a column each."""
        n = self.near.shape[1]
        mine = self.member[train]
        count, total = np.bincount(mine, minlength=n), np.bincount(mine, weights=y[train], minlength=n)
        there = np.where(count > 0, self.near, -np.inf)
        best = there == there.max(axis=2, keepdims=True)
        sums, counts = best @ total, best @ count
        others = self.member[test]
        out_test = (sums[:, others] / counts[:, others]).T
        # A training row leaves its own respondent out: of a class with others, or with it the class.
        sums, counts = sums[:, mine] - y[train], counts[:, mine] - 1
        alone = count[mine] == 1
        single = mine[alone]
        rest = there[:, single, :]
        rest[:, np.arange(len(single)), single] = -np.inf
        best = rest == rest.max(axis=2, keepdims=True)
        sums[:, alone], counts[:, alone] = best @ total, best @ count
        return (sums / counts).T, out_test


def edits(a, b):
    longer = max(len(a), len(b))
    return 1 - distance(a, b) / longer if longer else 1.0


def bag(terms):
    column = {t: k for k, t in enumerate(sorted({t for r in terms for t in r}))}
    m = np.zeros((len(terms), len(column)))
    for i, r in enumerate(terms):
        m[i, [column[t] for t in r]] = 1
    return m


def rmse(predicted, actual):
    return float(np.sqrt(np.mean((np.clip(predicted, 0, 1) - actual) ** 2)))


def reference(X, y, T):
    mean = X.mean(axis=0)
    w = np.linalg.lstsq(X - mean, y - y.mean(), rcond=None)[0]
    return (T - mean) @ w + y.mean()


class Experiment:
    def __init__(self, given):
        self.y = np.array(given["Ratings"])
        self.questions = [Question(k or [], r) for k, r in zip(given["Key"], given["Responses"])]
        q = self.questions
        self.bags = {"BOW": np.hstack([x.words for x in q]), "BIG": np.hstack([x.pairs for x in q])}

    def designs(self, train, test):
        """The name, training rows and test rows of each approach with features."""
        key = [q.to_key(train, test) for q in self.questions]
        near = [q.nearest(self.y, train, test) for q in self.questions]
        parts = {}
        for k, name in enumerate(SINGLE[:4]):
            parts[name] = tuple(np.column_stack([rows[side][:, k] for rows in key]) for side in (0, 1))
        for name, X in self.bags.items():
            parts[name] = X[train], X[test]
        for name, (X, T) in parts.items():
            used = X.any(axis=0)
            parts[name] = X[:, used], T[:, used]
        for k, name in enumerate(SINGLE[6:]):
            parts[name] = tuple(np.column_stack([rows[side][:, k] for rows in near]) for side in (0, 1))
        parts["COM"] = tuple(np.hstack([parts[name][side] for name in SINGLE]) for side in (0, 1))
        return parts

    def trial(self, number, split, errors, ranks):
        train, test = np.array(split["Train"]), np.array(split["Test"])
        y, actual = self.y[train], self.y[test]
        add = lambda name, predicted: errors.setdefault(name, []).append(rmse(predicted, actual))
        add("RAN/none", np.random.default_rng(number).random(len(test)))
        add("CBG/none", np.full(len(test), y.mean()))
        for name, (X, T) in self.designs(train, test).items():
            ols = LinearRegression().fit(X, y)
            add(f"{name}/ols", ols.predict(T))
            ranks.setdefault(f"{name}/ols", []).append((ols.rank_, X.shape))
            add(f"{name}/lasso", Lasso(alpha=0.1).fit(X, y).predict(T))


def main():
    with open(f"{sys.argv[1]}/input.json", encoding="utf8") as f:
        given = json.load(f)
    start = time.perf_counter()
    x = Experiment(given)
    features = time.perf_counter() - start
    errors, ranks = {}, {}
    start = time.perf_counter()
    for i, s in enumerate(given["Splits"]):
        x.trial(i, s, errors, ranks)
    trials = time.perf_counter() - start
    checked = 0 if "--no-check" in sys.argv else given["Checked"]
    references = {}
    for s in given["Splits"][:checked]:
        train, test = np.array(s["Train"]), np.array(s["Test"])
        for name, (X, T) in x.designs(train, test).items():
            references.setdefault(f"{name}/ols", []).append(rmse(reference(X, x.y[train], T), x.y[test]))
    # A centred design has at most one rank less than it has rows.
    unsound = {name: [i for i, (rank, (rows, columns)) in enumerate(r) if columns >= rows - 1] for name, r in ranks.items()}
    values = {"Errors": errors, "Unsound": {n: u for n, u in unsound.items() if u}, "Reference": references}
    reply({"features": features, "trials": trials}, values)


if __name__ == "__main__":
    main()
