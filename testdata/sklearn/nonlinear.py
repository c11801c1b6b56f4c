#!/usr/bin/env python3
"""Writes nonlinear.json: what scikit-learn learns, not linear, from small seeded problems.

    python3 nonlinear.py            (scikit-learn 1.2.1)

KernelRidge has no intercept; centring kernel and targets gives it one that is not penalised.
GaussianProcessRegressor is given the targets less their mean, and a kernel that is a
weighted sum over groups of columns.
"""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import Kernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
from sklearn.preprocessing import KernelCenterer


def smooth(rng):
    X = rng.normal(size=(50, 6))
    f = lambda X: np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2]
    return X, f(X) + rng.normal(size=50) / 10, rng.normal(size=(9, 6)), [0, 0, 1, 1, 2, 2]


def far(rng):
    """Columns far from zero."""
    X = rng.random((40, 4)) + [100, 0, 0, -30]
    return X, rng.random(40), rng.random((6, 4)) + [100, 0, 0, -30], [0, 0, 0, 5]


def words(rng):
    """Mostly zeros."""
    draw = lambda n: rng.random((n, 30)) * (rng.random((n, 30)) < 0.2)
    return draw(40), rng.random(40), draw(8), [j % 2 for j in range(30)]


def signs(rng):
    """Zeros between negative numbers and positive ones."""
    draw = lambda n: rng.normal(size=(n, 12)) * (rng.random((n, 12)) < 0.5)
    X = draw(80)
    return X, X[:, 0] - (X[:, 1] > 0) + rng.normal(size=80) / 4, draw(8), [0] * 6 + [1] * 6


def small(rng):
    return rng.normal(size=(3, 2)), rng.normal(size=3), rng.normal(size=(4, 2)), [0, 1]


class Terms(Kernel):
    """Σ w k(x_g, x'_g) over the groups g, scaled as the training rows say."""

    def __init__(self, kind, groups, weights, width, train):
        self.kind, self.groups, self.weights, self.width, self.train = kind, groups, weights, width, train

    def __call__(self, X, Y=None, eval_gradient=False):
        assert not eval_gradient
        Y = X if Y is None else Y
        K = 0
        for g, w in zip(sorted(set(self.groups)), self.weights):
            of = [j for j, h in enumerate(self.groups) if h == g]
            K = K + w * self.term(X[:, of], Y[:, of], self.train[:, of])
        return K

    def term(self, A, B, T):
        mean = T.mean(axis=0)
        square = ((T - mean) ** 2).sum(axis=1).mean()
        if self.kind == "linear":
            return linear_kernel(A - mean, B - mean) / square
        return rbf_kernel(A - mean, B - mean, gamma=1 / (2 * square * self.width))

    def diag(self, X):
        return np.array([self(x[None])[0, 0] for x in X])

    def is_stationary(self):
        return False


def kernelridge(X, y, X_test, groups):
    n = len(set(groups))
    for kind, width in (("linear", 1), ("rbf", 1), ("rbf", 0.25)):
        kernel = Terms(kind, groups, np.ones(n) / n, width, X)
        center = KernelCenterer().fit(kernel(X))
        for penalty in (0.01, 1):
            m = KernelRidge(alpha=penalty, kernel="precomputed").fit(center.transform(kernel(X)), y - y.mean())
            f = lambda A: m.predict(center.transform(kernel(A, X))) + y.mean()
            yield dict(kernel=kind, width=width, penalty=penalty), f(X), f(X_test), {}


def gp(X, y, X_test, groups):
    weights = [0.7, 0.2, 0.05][: len(set(groups))]
    for kind, width in (("linear", 1), ("rbf", 1), ("rbf", 0.25)):
        for noise in (0.01, 0.3):
            kernel = Terms(kind, groups, weights, width, X)
            m = GaussianProcessRegressor(kernel, alpha=noise, optimizer=None).fit(X, y - y.mean())
            f = lambda A: m.predict(A) + y.mean()
            K, k = kernel(X) + noise * np.eye(len(X)), kernel(X_test, X)
            variance = m.predict(X_test, return_std=True)[1] ** 2 + noise
            yield (
                dict(kernel=kind, width=width, weights_of=weights, noise=noise), f(X), f(X_test),
                dict(variance=variance.tolist(), evidence=float(m.log_marginal_likelihood_value_)),
            )


def problem(make, seed):
    X, y, X_test, groups = make(np.random.default_rng(seed))
    X, X_test = np.round(X * 1024) / 1024, np.round(X_test * 1024) / 1024
    fits = []
    for method in (kernelridge, gp):
        for options, fitted, predicted, more in method(X, y, X_test, groups):
            fits.append(
                dict(regressor=method.__name__, options=options, fitted=fitted.tolist(), predicted=predicted.tolist(), **more)
            )
    return dict(
        name=make.__name__, seed=seed, x=X.tolist(), y=y.tolist(), x_test=X_test.tolist(), groups=groups, fits=fits
    )


def main():
    out = dict(
        origin="testdata/sklearn/nonlinear.py",
        sklearn=sklearn.__version__,
        numpy=np.__version__,
        problems=[problem(make, seed) for seed, make in enumerate((smooth, far, words, signs, small))],
    )
    path = pathlib.Path(__file__).with_name("nonlinear.json")
    path.write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
