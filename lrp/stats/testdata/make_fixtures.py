#!/usr/bin/env python3
"""Writes scipy.json: what scipy.stats and scikit-learn say of small seeded samples.

    python3 make_fixtures.py            (scipy 1.10, scikit-learn 1.2.1)

wilcoxon() takes its exact distribution in "auto" mode for ties too, where it does not hold; so the
mode is chosen here. Holm's adjustment is in neither package; the rule is written out anew.
"""
import json
import pathlib

import numpy as np
import scipy
import sklearn
from scipy import stats
from sklearn.metrics import accuracy_score, cohen_kappa_score


def signed_rank(d):
    d = np.asarray(d)
    size = np.abs(d)
    exact = len(d) <= 50 and np.all(size > 0) and len(np.unique(size)) == len(d)
    r = stats.wilcoxon(d, zero_method="wilcox", correction=not exact, mode="exact" if exact else "approx")
    return dict(diffs=d.tolist(), w=float(r.statistic), p=float(r.pvalue))


def signed_ranks(rng):
    for n in (1, 2, 3, 5, 6, 10, 20, 50, 51, 100, 300):
        for shift in (0, .4, -1.5):
            yield signed_rank(rng.normal(size=n) + shift)
    for n in (5, 8, 12, 40, 90):  # ties, and zeros among the last
        for low in (1, 0):
            yield signed_rank(rng.integers(low, 6, size=n) * rng.choice([-1., 1.], size=n, p=[.3, .7]))


def adjusted(p):
    order = sorted(range(len(p)), key=lambda i: p[i])
    out = [0.] * len(p)
    for rank, i in enumerate(order):
        out[i] = max(min(1, (len(p) - j) * p[order[j]]) for j in range(rank + 1))
    return dict(p=p, holm=out)


def adjustments(rng):
    yield adjusted([.01, .04, .03, .005])
    yield adjusted([.02])
    yield adjusted([.5, .5, .5])
    for n in (7, 30):
        yield adjusted((rng.random(n) ** 4).tolist())


def agreement(predicted, actual, k):
    levels = [np.floor(np.clip(x, 0, 1) * (k - 1) + .5).astype(int) for x in (predicted, actual)]
    return dict(
        predicted=predicted.tolist(), actual=actual.tolist(), k=k,
        accuracy=float(accuracy_score(predicted >= .5, actual >= .5)),
        kappa=float(cohen_kappa_score(*levels, labels=list(range(k)), weights="quadratic")),
        pearson=float(stats.pearsonr(predicted, actual)[0]),
    )


def agreements(rng):
    for n, k in ((2, 2), (5, 3), (30, 2), (30, 6), (200, 11)):
        actual = rng.integers(0, k, size=n) / (k - 1)
        actual[:2] = 0, 1
        for spread in (.05, .3, 1):
            yield agreement(actual + spread * rng.normal(size=n), actual, k)


def combined(rng):
    for sizes in ((5, 5), (3, 20, 100)):
        estimates, var, df = [], [], []
        for n in sizes:
            d = rng.normal(size=n) * .03 - .01
            train, test = int(rng.integers(10, 90)), int(rng.integers(4, 30))
            estimates.append(dict(values=d.tolist(), train=train, test=test))
            var.append(d.var(ddof=1) * (1 / n + test / train))
            df.append(n - 1)
        var, df = np.array(var), np.array(df)
        mean = np.mean([np.mean(e["values"]) for e in estimates])
        se = np.sqrt(var.sum()) / len(sizes)
        nu = var.sum() ** 2 / (var ** 2 / df).sum()
        half = stats.t.ppf(.975, nu) * se
        yield dict(samples=estimates, mean=mean, df=nu, t=mean / se, p=2 * stats.t.sf(abs(mean / se), nu),
                   low=mean - half, high=mean + half)


def main():
    rng = np.random.default_rng(1)
    out = dict(
        origin="lrp/stats/testdata/make_fixtures.py",
        scipy=scipy.__version__, sklearn=sklearn.__version__, numpy=np.__version__,
        wilcoxon=list(signed_ranks(rng)), holm=list(adjustments(rng)),
        agreement=list(agreements(rng)), combined=list(combined(rng)),
    )
    path = pathlib.Path(__file__).with_name("scipy.json")
    path.write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
