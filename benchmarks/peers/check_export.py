#!/usr/bin/env python3
"""Compare the predictions that `lrp export` writes with scikit-learn's.

    python3 benchmarks/peers/check_export.py DATASET...

Needs scikit-learn 1.2 or newer (Debian: python3-sklearn) and lrp on the PATH. For each approach
and some trials it fits LinearRegression to the exported training rows, predicts the exported
test rows, and compares with predictions_ols.txt.

Where rows outnumber columns, both agree to rounding. Where they do not, centring leaves the
matrix one rank short, so that its smallest singular value is 0; rounding makes it some
1e-15 of the largest. LinearRegression of scikit-learn 1.2 asks LAPACK to drop singular
values below 2.2e-16 of the largest only, and so keeps it or not as rounding falls: its predictions then
change in the second digit with the BLAS in use. For such designs the reference is the same solver with
the customary cutoff of max(n, p) times that (numpy.linalg.lstsq's rcond=None), and
LinearRegression's own difference is printed beside it.
"""
import subprocess
import sys
import tempfile

import numpy as np
from scipy.io import mmread
from sklearn.linear_model import LinearRegression

APPROACHES = "BWO FWO CED WED BOW BIG NNO NNC NNW COM".split()
TOLERANCE = 1e-6


def reference(X, y, T):
    mean = X.mean(axis=0)
    w = np.linalg.lstsq(X - mean, y - y.mean(), rcond=None)[0]
    return (T - mean) @ w + y.mean()


def compare(dataset, approach, trial, out):
    subprocess.run(
        ["lrp", "export", "--approach", approach, "--trial", str(trial), "--out", out, dataset],
        check=True, stderr=subprocess.DEVNULL)
    read = lambda name: mmread(f"{out}/{name}").toarray()
    X, T, y = read("train.mtx"), read("test.mtx"), np.loadtxt(f"{out}/train_y.txt")
    ours = np.loadtxt(f"{out}/predictions_ols.txt")
    fitted = LinearRegression().fit(X, y)
    difference = np.abs(ours - fitted.predict(T)).max()
    expected = np.linalg.matrix_rank(X - X.mean(axis=0))
    sound = fitted.rank_ == expected
    checked = difference if sound else np.abs(ours - reference(X, y, T)).max()
    note = "" if sound else f"  LinearRegression took rank {fitted.rank_} for {expected}: {difference:.0e}"
    print(f"{dataset.split(':')[0]:20} {approach:4} trial {trial:2}  {X.shape[0]:4} x {X.shape[1]:5}"
          f"  largest difference {checked:.0e}{note}")
    return checked <= TOLERANCE


def main():
    datasets = sys.argv[1:] or ["sample-powergrading", "sample-mohler"]
    with tempfile.TemporaryDirectory() as out:
        good = [compare(d, a, t, out) for d in datasets for a in APPROACHES for t in (0, 7)]
    print(f"{sum(good)} of {len(good)} agree to {TOLERANCE}")
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
