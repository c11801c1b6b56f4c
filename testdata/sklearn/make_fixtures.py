#!/usr/bin/env python3
"""Writes regression.json and penalised.json: what scikit-learn learns from small seeded problems.

    python3 make_fixtures.py            (scikit-learn 1.2.1)

LinearRegression centres the columns and calls scipy.linalg.lstsq, which drops
singular values below 2.2e-16 times the largest. A centred design with more columns
than rows has a singular value that should be 0 and comes out about as
large as that; where it is not dropped the weights are off the solution of
least norm by some 0.005, for most 0/1 matrices of 32 rows or more. So wide problems are
small here, and each is checked: the weights must agree with the pseudo-inverse
that drops singular values below max(n, p) * 2.2e-16, else the next seed is taken.

A Lasso whose columns of largest correlation depend on one another has no unique
weights; "unique" says whether to compare them or the predictions for the training
rows only.
"""
import json
import pathlib
import warnings

import numpy as np
import sklearn
from scipy import optimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import (
    ElasticNet, ElasticNetCV, HuberRegressor, Lasso, LinearRegression, Ridge, RidgeCV, enet_path, lasso_path,
)

EPS = np.finfo(float).eps


def min_norm(X, y):
    mean = X.mean(axis=0)
    Xc = X - mean
    n, p = X.shape
    return np.linalg.pinv(Xc, rcond=max(n, p) * EPS) @ (y - y.mean())


def violation(model, X, y):
    """How far a Lasso is from its optimality conditions, a column's norm being 1."""
    Xc = X - X.mean(axis=0)
    norm = np.linalg.norm(Xc, axis=0)
    norm[norm < 1e-12] = 1
    g = Xc.T @ (y - model.predict(X)) / len(y)
    w, alpha = model.coef_, model.alpha
    return np.max(np.where(w == 0, np.maximum(np.abs(g) - alpha, 0), np.abs(g - alpha * np.sign(w))) / norm)


def unique(model, X, y):
    """Whether the columns that may carry weight are clearly independent."""
    Xc = X - X.mean(axis=0)
    g = np.abs(Xc.T @ (y - model.predict(X))) / len(y)
    E = Xc[:, g > model.alpha * (1 - 1e-6)]
    E = E[:, np.linalg.norm(E, axis=0) > 0]
    return bool(E.shape[1] == 0 or np.linalg.matrix_rank(E, tol=1e-6 * np.linalg.norm(E)) == E.shape[1])


def words(rng, n, p, density):
    return (rng.random((n, p)) < density).astype(float)


def tall(rng):
    X = rng.normal(size=(40, 6)) + 3
    return X, X @ rng.normal(size=6) + rng.normal(size=40), rng.normal(size=(5, 6))


def wide_dense(rng):
    X = rng.normal(size=(15, 40))
    return X, rng.normal(size=15), rng.normal(size=(5, 40))


def wide_sparse(rng):
    return words(rng, 24, 80, 0.08), rng.random(24), words(rng, 8, 80, 0.08)


def border(rng):
    return rng.normal(size=(21, 20)), rng.normal(size=21), rng.normal(size=(5, 20))


def dependent_columns(rng):
    X = rng.integers(0, 4, size=(32, 5)).astype(float)
    X = np.column_stack([X, X[:, 0], X[:, 1] + X[:, 2]])
    return X, rng.normal(size=32), rng.integers(0, 4, size=(5, 7)).astype(float)


def dependent_columns_tall(rng):
    X = rng.integers(0, 4, size=(64, 4)).astype(float)
    X = np.column_stack([X, X[:, 0], X[:, 1] - X[:, 2]])
    return X, rng.normal(size=64), rng.integers(0, 4, size=(5, 6)).astype(float)


def duplicate_rows(rng):
    X = words(rng, 32, 60, 0.1)
    X[5] = X[2]
    X[9] = X[2]
    X[20] = X[11]
    return X, rng.random(32), words(rng, 8, 60, 0.1)


def constant_column(rng):
    X = rng.normal(size=(20, 4))
    X[:, 2] = 7
    return X, rng.normal(size=20), rng.normal(size=(5, 4))


def zero_column_wide(rng):
    X = words(rng, 16, 30, 0.2)
    X[:, 4] = 0
    return X, rng.random(16), words(rng, 6, 30, 0.2)


def single_row(rng):
    return rng.normal(size=(1, 3)), rng.normal(size=1), rng.normal(size=(4, 3))


def two_rows(rng):
    return rng.normal(size=(2, 5)), rng.normal(size=2), rng.normal(size=(4, 5))


def two_rows_one_column(rng):
    return rng.normal(size=(2, 1)), rng.normal(size=2), rng.normal(size=(4, 1))


def bad_scale(rng):
    scale = 10.0 ** np.array([-3, -2, -1, 0, 1, 2])
    X = rng.normal(size=(40, 6)) * scale
    return X, rng.normal(size=40), rng.normal(size=(5, 6)) * scale


def bad_scale_wide(rng):
    scale = 10.0 ** rng.integers(-2, 3, size=40)
    X = rng.normal(size=(20, 40)) * scale
    return X, rng.normal(size=20), rng.normal(size=(5, 40)) * scale


def far_from_zero(rng):
    X = rng.normal(size=(30, 4)) + [1000, -2000, 0, 5]
    return X, rng.normal(size=30), rng.normal(size=(5, 4)) + [1000, -2000, 0, 5]


def equal_targets(rng):
    return words(rng, 8, 12, 0.3), np.full(8, 0.25), words(rng, 4, 12, 0.3)


ALPHAS = (0.5, 0.1, 0.01, 0.001)


def problem(make, seed):
    while True:
        X, y, X_test = make(np.random.default_rng(seed))
        ols = LinearRegression().fit(X, y)
        if np.allclose(ols.coef_, min_norm(X, y), rtol=1e-10, atol=1e-11):
            break
        seed += 1000
        assert seed < 100_000, make.__name__
    models = [dict(name="ols", alpha=0, unique=True, model=ols)]
    for alpha in ALPHAS:
        # A gap of 1e-14 is at times lost in rounding; then the sweeps run out
        # and the optimality conditions tell that the weights are right.
        model = Lasso(alpha=alpha, tol=1e-14, max_iter=100_000)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(X, y)
        assert violation(model, X, y) < 1e-11, (make.__name__, alpha, violation(model, X, y))
        models.append(dict(name="lasso", alpha=alpha, unique=unique(model, X, y), model=model))
    return dict(
        name=make.__name__,
        seed=seed,
        x=X.tolist(),
        y=y.tolist(),
        x_test=X_test.tolist(),
        fits=[
            dict(
                regressor=m["name"],
                alpha=m["alpha"],
                unique=m["unique"],
                coef=m["model"].coef_.tolist(),
                intercept=float(m["model"].intercept_),
                fitted=m["model"].predict(X).tolist(),
                predicted=m["model"].predict(X_test).tolist(),
            )
            for m in models
        ],
    )


MAKERS = (
    tall, wide_dense, wide_sparse, border, dependent_columns, dependent_columns_tall,
    duplicate_rows, constant_column, zero_column_wide, single_row, two_rows,
    two_rows_one_column, bad_scale, bad_scale_wide, far_from_zero, equal_targets,
)


def main():
    problems = [problem(make, seed) for seed, make in enumerate(MAKERS)]
    out = dict(
        origin="testdata/sklearn/make_fixtures.py",
        sklearn=sklearn.__version__,
        numpy=np.__version__,
        problems=problems,
    )
    path = pathlib.Path(__file__).with_name("regression.json")
    path.write_text(json.dumps(out, separators=(",", ":")) + "\n")
    penalised_main()


# Further regressors, in penalised.json. Each problem is one of those above.

RIDGE_ALPHAS = (0.01, 0.5, 1.0, 20.0, 1000.0)
GRID = np.geomspace(0.5, 0.005, 8)


def exact_minimize(*args, options, minimize=optimize.minimize, **kwargs):
    """L-BFGS-B to the end. HuberRegressor lets it stop where the objective falls by less than
    2.2e-9, with some five digits of the weights."""
    result = minimize(*args, options={**options, "ftol": 0, "maxcor": 50}, **kwargs)
    result.status = min(result.status, 1)  # 2: no step falls any further, by rounding
    return result


def model_record(model, X, X_test, **more):
    return dict(
        coef=model.coef_.tolist(), intercept=float(model.intercept_),
        fitted=model.predict(X).tolist(), predicted=model.predict(X_test).tolist(), **more,
    )


def penalised(make, seed):
    X, y, X_test = make(np.random.default_rng(seed))
    n = len(y)
    # The leave-one-out errors themselves, for one penalty after the other.
    loo = []
    for alpha in RIDGE_ALPHAS:
        cv = RidgeCV(alphas=[alpha], store_cv_values=True).fit(X, y)
        loo.append(float(cv.cv_values_.mean()))
    chosen = RidgeCV(alphas=RIDGE_ALPHAS).fit(X, y)
    fold = np.arange(n) % 4
    folds = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(4)]
    out = dict(
        name=make.__name__, seed=seed, x=X.tolist(), y=y.tolist(), x_test=X_test.tolist(),
        ridge=[model_record(Ridge(alpha=a, solver="svd").fit(X, y), X, X_test, alpha=a) for a in RIDGE_ALPHAS],
        loo=loo, ridgecv=float(chosen.alpha_), grid=GRID.tolist(),
    )
    with warnings.catch_warnings():
        # As for the Lasso above: a gap of 1e-14 is at times lost in rounding.
        warnings.simplefilter("ignore", ConvergenceWarning)
        options = dict(tol=1e-14, max_iter=100_000)
        out["elasticnet"] = [
            model_record(ElasticNet(alpha=a, l1_ratio=r, **options).fit(X, y), X, X_test, alpha=a, ratio=r)
            for a in (0.5, 0.05, 0.005) for r in (0.1, 0.5, 0.9)
        ]
        Xc, yc = X - X.mean(axis=0), y - y.mean()
        out["lasso_path"] = lasso_path(Xc, yc, alphas=GRID, **options)[1].T.tolist()
        out["enet_path"] = enet_path(Xc, yc, l1_ratio=0.4, alphas=GRID, **options)[1].T.tolist()
        cv = ElasticNetCV(l1_ratio=[0.1, 0.5, 0.9], cv=folds, tol=1e-8, max_iter=100_000).fit(X, y)
        out["enetcv"] = dict(
            alpha=float(cv.alpha_), ratio=float(cv.l1_ratio_),
            errors=cv.mse_path_.mean(axis=-1).tolist(), grid=cv.alphas_.tolist(),
        )
        # Not of a constant column: its weight is all but free, so L-BFGS never puts it to 0.
        out["huber"] = [
            model_record(
                HuberRegressor(epsilon=e, alpha=a, tol=1e-10, max_iter=100_000).fit(X, y), X, X_test, alpha=a, epsilon=e)
            for a in (1e-4, 1.0) for e in (1.35, 2.0)
        ] if n >= 3 * X.shape[1] and make is not constant_column else []
    return out


PENALISED = (tall, wide_dense, wide_sparse, dependent_columns, duplicate_rows, constant_column)


def penalised_main():
    optimize.minimize = exact_minimize
    problems = [penalised(make, 100 + seed) for seed, make in enumerate(PENALISED)]
    out = dict(
        origin="testdata/sklearn/make_fixtures.py", sklearn=sklearn.__version__, numpy=np.__version__,
        problems=problems,
    )
    path = pathlib.Path(__file__).with_name("penalised.json")
    path.write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
