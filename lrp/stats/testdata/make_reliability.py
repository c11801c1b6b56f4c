#!/usr/bin/env python3
"""Writes reliability.json: what other programs say of small seeded samples.

    pip install scipy krippendorff pingouin
    python3 make_reliability.py         (scipy 1.17.1, krippendorff 0.9.0, pingouin 0.7.0)

The kappa is RSMTool's formula, quadratic_weighted_kappa with ddof=0. The first table of judges is
that of Shrout and Fleiss (1979), who print ICC(2,1) = .29 and ICC(2,4) = .62.
"""
import json
import pathlib

import krippendorff
import numpy as np
import pandas as pd
import pingouin
from scipy import stats


def pair(p, a):
    kappa = 2 * np.cov(p, a, ddof=0)[0, 1] / (np.var(p) + np.var(a) + (np.mean(p) - np.mean(a)) ** 2)
    return dict(predicted=p.tolist(), actual=a.tolist(), kappa=float(kappa),
                spearman=float(stats.spearmanr(p, a)[0]))


def pairs(rng):
    for n in (2, 5, 30, 200):
        for digits in (1, 6):  # with ties and without
            a = np.append([0, 1], rng.random(n - 2)).round(digits)
            for spread in (.1, 1):
                yield pair((.3 + .5 * a + spread * rng.normal(size=n)).round(digits), a)


def judged(units, missing):
    n, k = units.shape
    long = pd.DataFrame(dict(unit=np.repeat(np.arange(n), k), judge=np.tile(np.arange(k), n), x=units.ravel()))
    icc = pingouin.intraclass_corr(long, "unit", "judge", "x").set_index("Type")["ICC"]
    units = np.where(missing, np.nan, units)
    return dict(units=[[None if np.isnan(x) else x for x in u] for u in units.tolist()],
                single=None if missing.any() else float(icc["ICC(A,1)"]),
                mean=None if missing.any() else float(icc["ICC(A,k)"]),
                alpha=float(krippendorff.alpha(reliability_data=units.T, level_of_measurement="interval")))


def judges(rng):
    fleiss = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])
    yield judged(fleiss.astype(float), np.zeros((6, 4), bool))
    for n, k in ((5, 2), (12, 3), (60, 4)):
        units = (rng.normal(size=(n, 1)) + .3 * rng.normal(size=(1, k)) + .6 * rng.normal(size=(n, k))).round(2)
        yield judged(units, np.zeros((n, k), bool))
        yield judged(units, rng.random((n, k)) < .3)


def main():
    rng = np.random.default_rng(5)
    out = dict(origin="lrp/stats/testdata/make_reliability.py", pairs=list(pairs(rng)), judges=list(judges(rng)))
    path = pathlib.Path(__file__).with_name("reliability.json")
    path.write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
