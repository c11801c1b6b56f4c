#!/usr/bin/env python3
"""Writes trees.json: regression trees that scikit-learn grows on small seeded problems.

    python3 make_trees.py               (scikit-learn 1.2.1)

scikit-learn compares values in single precision, so the values are multiples of 1/1024. A value on
a threshold goes left there and right in golearn; test values are 1/4096 off, where no threshold is. It
takes one of several equally good splits at random; a problem counts only where twenty trees,
each with its own random numbers, predict the same, else the next seed is taken.
"""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.tree import DecisionTreeRegressor


def grid(a):
    return np.round(a * 1024) / 1024


def normal(rng):
    X = rng.normal(size=(80, 5))
    return X, X[:, 0] + np.sin(3 * X[:, 1]) + 0.3 * rng.normal(size=80), rng.normal(size=(20, 5))


def similarities(rng):
    X = rng.random((60, 10))
    return X, X.mean(axis=1) + 0.1 * rng.normal(size=60), rng.random((20, 10))


def words(rng):
    X = rng.poisson(0.3, size=(90, 12)).astype(float)
    return X, X[:, 0] - X[:, 3] * X[:, 5] + rng.normal(size=90), rng.poisson(0.3, size=(20, 12)).astype(float)


def wide(rng):
    return rng.normal(size=(30, 60)), rng.random(30), rng.normal(size=(20, 60))


def negative(rng):
    X = -rng.random((50, 3))
    return X, X[:, 2] ** 2 + 0.05 * rng.normal(size=50), -rng.random((20, 3))


CASES = ((normal, 1), (normal, 2), (normal, 3), (similarities, 2), (similarities, 3), (words, 1), (words, 2),
         (words, 3), (wide, 1), (wide, 2), (negative, 2), (negative, 3))


def problem(make, depth, seed):
    while True:
        X, y, X_test = map(grid, make(np.random.default_rng(seed)))
        X_test = X_test + 1 / 4096
        fits = [DecisionTreeRegressor(max_depth=depth, random_state=r).fit(X, y) for r in range(20)]
        results = [np.concatenate([m.predict(X), m.predict(X_test)]) for m in fits]
        if np.ptp(results, axis=0).max() < 1e-12:
            break
        seed += 1000
        assert seed < 200_000, (make.__name__, depth)
    m = fits[0]
    return dict(
        name=make.__name__,
        depth=depth,
        seed=seed,
        x=X.tolist(),
        y=y.tolist(),
        x_test=X_test.tolist(),
        leaves=int(m.get_n_leaves()),
        fitted=m.predict(X).tolist(),
        predicted=m.predict(X_test).tolist(),
    )


def main():
    out = dict(
        origin="testdata/sklearn/make_trees.py",
        sklearn=sklearn.__version__,
        numpy=np.__version__,
        problems=[problem(make, depth, seed) for seed, (make, depth) in enumerate(CASES)],
    )
    path = pathlib.Path(__file__).with_name("trees.json")
    path.write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
