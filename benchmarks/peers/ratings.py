#!/usr/bin/env python3
"""Errors of what AUTO is compared with, on given splits: see benchmarks/peers.

    ratings.py FOLDER [--check]

Reads from FOLDER/input.json the responses (Texts) and the similarities BWO, FWO, CED and WED to the
key (Key) by respondent and question, the Ratings, and the Train and Test respondents of each of the
Splits. Prints the root mean squared errors of all peers by split; predictions are clipped to [0,1].
Nothing but counts and lengths of a single text is computed outside the training part: columns are
standardised and terms weighted by it, and every choice is made within it.

All peers but boosting see the columns only through products of rows (Gram matrices), which a split
computes once. --check compares predictions and likelihoods with those of scikit-learn and SciPy for
each split, prints the largest difference as well, and fails if it is more than 1e-6.
"""
import json
import os
import re
import sys
from multiprocessing import Pool

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small

import numpy as np
from reply import reply
from scipy import linalg, sparse
from scipy.optimize import approx_fprime, minimize, nnls
from scipy.spatial.distance import cdist
from scipy.stats import multivariate_normal
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import LeaveOneOut
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, normalize
from sklearn.svm import SVR

ALPHAS = np.logspace(-3, 4, 15)
FOLDS = 5
WORD = r"(?u)\b\w+\b"


class Columns:
    """Standardised columns."""

    def __init__(self, columns):
        self.columns = columns

    def rows(self, train, test):
        return StandardScaler().fit(self.columns[train]).transform(self.columns[np.r_[train, test]])

    def check(self, y, train, test):
        # RidgeCV's quick way is wrong for a single column, whose norm is that of the constant.
        ridge = RidgeCV(alphas=ALPHAS, cv=LeaveOneOut(), scoring="neg_mean_squared_error")
        model = make_pipeline(StandardScaler(), ridge)
        return model.fit(self.columns[train], y[train]).predict(self.columns[test])


class Terms:
    """What TfidfVectorizer returns with the given options. Terms not in the training part weigh 0."""

    def __init__(self, texts, sublinear=False, **options):
        self.texts, self.sublinear, self.options = texts, sublinear, options
        counts = CountVectorizer(**options).fit_transform(texts).astype(float)
        self.present = counts.copy()
        self.present.data[:] = 1
        if sublinear:
            counts.data = 1 + np.log(counts.data)
        self.frequency = counts

    def rows(self, train, test):
        n = np.asarray(self.present[train].sum(axis=0)).ravel()
        idf = np.where(n > 0, np.log((1 + len(train)) / (1 + n)) + 1, 0)
        return normalize(self.frequency[np.r_[train, test]] @ sparse.diags(idf))

    def check(self, y, train, test):
        weights = TfidfVectorizer(sublinear_tf=self.sublinear, **self.options)
        model = make_pipeline(weights, RidgeCV(alphas=ALPHAS))
        model.fit([self.texts[i] for i in train], y[train])
        return model.predict([self.texts[i] for i in test])


def by_question(responses):
    """The words of all responses, each with the number of its question."""
    numbered = enumerate(responses)
    return " ".join(f"{j}:{w}" for j, r in numbered for w in re.findall(WORD, r.lower()))


def views(given):
    """What the responses are seen as, by name."""
    texts, key = given["Texts"], given["Key"]
    joined = ["\n".join(r) for r in texts]
    lengths = np.log1p(np.array([[len(t) for t in r] for r in texts], dtype=float))
    found = {"lengths": Columns(lengths)}
    if key:
        key = np.array(key, dtype=float)
        found["key"] = Columns(key.reshape(len(key), -1))
    else:
        key = np.zeros((*lengths.shape, 4))
    found["pooled"] = Columns(np.column_stack([key.mean(axis=1), lengths.mean(axis=1)]))
    if any(re.search(WORD, t) for t in joined):
        found["words by question"] = Terms([by_question(r) for r in texts], token_pattern=r"\S+")
        found["words"] = Terms(joined, sublinear=True, token_pattern=WORD)
        found["characters"] = Terms(joined, sublinear=True, analyzer="char_wb", ngram_range=(2, 5))
    return found


class Part:
    """A split: the training ratings and, by view, the products of the rows of the training part and
    then the test part with those of the training part."""

    def __init__(self, views, y, train, test):
        n = len(train)
        self.y = y[train]
        rows = {name: view.rows(train, test) for name, view in views.items()}
        products = {name: x @ x[:n].T for name, x in rows.items()}
        self.grams = {name: k.toarray() if sparse.issparse(k) else k for name, k in products.items()}
        self.columns = np.hstack([x for x in rows.values() if not sparse.issparse(x)])
        self.kernels = np.array([k / max(np.trace(k[:n]) / n, 1e-12) for k in self.grams.values()])
        self.distance = cdist(rows["pooled"], rows["pooled"][:n], "sqeuclidean") / 5
        self.everyone, self.test = np.arange(n), np.arange(n, n + len(test))


# A peer predicts the rows at of a part after a fit to its rows fit.


def ridge(view):
    """Ridge regression whose penalty has the least leave-one-out error, as RidgeCV has it."""

    def predict(part, fit, at):
        y, products = part.y[fit], part.grams[view]
        gram, rows = products[np.ix_(fit, fit)], products[np.ix_(at, fit)]
        mean = gram.mean(axis=0)
        rows = rows - rows.mean(axis=1, keepdims=True) - mean + mean.mean()
        values, vectors = linalg.eigh(gram - mean[:, None] - mean + mean.mean())
        values, r = np.maximum(values, 0)[:, None], y - y.mean()
        b = vectors.T @ r
        shrink = values / (values + ALPHAS)
        loo = (r[:, None] - vectors @ (b[:, None] * shrink)) / (1 - 1 / len(y) - vectors**2 @ shrink)
        alpha = ALPHAS[np.argmin((loo**2).sum(axis=0))]
        return y.mean() + rows @ vectors @ (b / (values.ravel() + alpha))

    return predict


class Process:
    """A Gaussian process whose covariance is a weighted sum of the kernels of all views, a squared
    exponential one of the pooled numbers, and noise, fitted to standardised ratings by the marginal
    likelihood. The parameters are logarithms: of the weights, the noise and the length scale. Each
    has a normal prior of standard deviation 1, without which predictions for few are 10% worse."""

    def __init__(self, part, fit):
        self.part, self.fit = part, fit
        self.kernels, self.distance = part.kernels[:, fit][:, :, fit], part.distance[np.ix_(fit, fit)]
        self.mean, self.sd = part.y[fit].mean(), part.y[fit].std() or 1
        self.z = (part.y[fit] - self.mean) / self.sd
        m = len(self.kernels)
        self.prior = np.log([1 / (m + 1)] * (m + 1) + [0.3, 1])
        self.best = minimize(self.loss, self.prior, jac=True, method="L-BFGS-B").x

    def covariance(self, parameters, kernels, distance):
        w = np.exp(parameters)
        smooth = w[-3] * np.exp(-distance / (2 * w[-1] ** 2))
        return np.tensordot(w[:-3], kernels, 1) + smooth, smooth

    def loss(self, parameters):
        """The negative logarithm of the marginal likelihood times the prior, and its gradient."""
        k, smooth = self.covariance(parameters, self.kernels, self.distance)
        w, n = np.exp(parameters), len(self.z)
        factor = linalg.cholesky(k + w[-2] * np.eye(n), lower=True)
        inverse = linalg.cho_solve((factor, True), np.eye(n))
        alpha = inverse @ self.z
        likelihood = -self.z @ alpha / 2 - np.log(np.diag(factor)).sum() - n / 2 * np.log(2 * np.pi)
        off = parameters - self.prior
        d = (inverse - np.outer(alpha, alpha)) / 2
        weights = w[:-3] * np.tensordot(self.kernels, d, 2)
        length = (d * smooth * self.distance).sum() / w[-1] ** 2
        gradient = np.r_[weights, (d * smooth).sum(), w[-2] * np.trace(d), length]
        return off @ off / 2 - likelihood, off + gradient

    def products(self, rows):
        """The covariances of rows with those of the fit, without noise, as fitted."""
        kernels, distance = self.part.kernels[:, rows][:, :, self.fit], self.part.distance[np.ix_(rows, self.fit)]
        return self.covariance(self.best, kernels, distance)[0]

    def predict(self, at):
        k = self.products(self.fit) + np.exp(self.best[-2]) * np.eye(len(self.z))
        return self.mean + self.sd * (self.products(at) @ linalg.solve(k, self.z, assume_a="pos"))

    def check(self, at):
        """The largest difference of likelihood, gradient and predictions from those of other code."""
        k, noise, off = self.products(self.fit), np.exp(self.best[-2]), self.best - self.prior
        loss, gradient = self.loss(self.best)
        density = multivariate_normal(cov=k + noise * np.eye(len(k))).logpdf(self.z)
        slopes = approx_fprime(self.best, lambda p: self.loss(p)[0], 1e-7)
        model = KernelRidge(alpha=noise, kernel="precomputed").fit(k, self.z)
        predicted = self.mean + self.sd * model.predict(self.products(at))
        rough = 1e-2 * np.abs(slopes - gradient).max()
        return max(abs(loss - off @ off / 2 + density), rough, np.abs(predicted - self.predict(at)).max())


def process(part, fit, at):
    return Process(part, fit).predict(at)


def boosting(part, fit, at):
    """Gradient boosting of trees on the columns, as many as are best out of their bags."""
    model = GradientBoostingRegressor(max_depth=2, subsample=0.6, random_state=0)
    model.fit(part.columns[fit], part.y[fit])
    trees = np.argmax(np.r_[0, np.cumsum(model.oob_improvement_)])
    if trees == 0:
        return np.full(len(at), part.y[fit].mean())
    return [p for _, p in zip(range(trees), model.staged_predict(part.columns[at]))][-1]


def support(part, fit, at):
    """Support vector regression with the best of two kernels and three constants C by
    cross-validation: the squared exponential one of the pooled numbers, and the mean of all."""
    mean, sd = part.y[fit].mean(), part.y[fit].std() or 1
    smooth = np.exp(-part.distance / 2)
    kernels = smooth, (smooth + part.kernels.sum(axis=0)) / (1 + len(part.kernels))

    def with_choice(kernel, c):
        def predict(part, fit, at):
            model = SVR(kernel="precomputed", C=c).fit(kernel[np.ix_(fit, fit)], (part.y[fit] - mean) / sd)
            return mean + sd * model.predict(kernel[np.ix_(at, fit)])

        return predict

    choices = [with_choice(kernel, c) for kernel in kernels for c in (0.1, 1, 10)]
    return min(choices, key=lambda x: np.sum((held_out(x, part, fit) - part.y[fit]) ** 2))(part, fit, at)


def constant(part, fit, at):
    return np.full(len(at), part.y[fit].mean())


def held_out(peer, part, fit):
    """The predictions of a peer for the rows fit by fits without each of five parts of them."""
    order = np.random.default_rng(0).permutation(len(fit))
    predicted = np.empty(len(fit))
    for k in range(FOLDS):
        out = order[k::FOLDS]
        predicted[out] = peer(part, np.delete(fit, out), fit[out])
    return predicted


def prepare(given, flags):
    """Begin a process for trials."""
    global seen
    seen = views(given), np.array(given["Ratings"]), "--check" in flags


def trial(split):
    """The errors of all peers on a split, and the largest difference if they are checked."""
    views, y, checking = seen
    train, test = np.array(split["Train"]), np.array(split["Test"])
    part = Part(views, y, train, test)
    peers = {name: ridge(name) for name in views}
    peers.update({"GP": process, "boosting": boosting, "SVR": support, "constant": constant})
    predicted, inner = {}, {}
    for name, peer in peers.items():
        predicted[name] = peer(part, part.everyone, part.test)
        inner[name] = held_out(peer, part, part.everyone)
    weights, _ = nnls(np.column_stack(list(inner.values())), part.y)
    predicted["stack"] = weights @ np.array([predicted[name] for name in inner])
    predicted["inner CV"] = predicted[min(inner, key=lambda name: np.sum((inner[name] - part.y) ** 2))]
    del predicted["constant"]
    difference = 0.0
    if checking:
        found = [np.abs(predicted[name] - view.check(y, train, test)).max() for name, view in views.items()]
        difference = max(*found, Process(part, part.everyone).check(part.test))
    errors = {name: np.sqrt(np.mean((np.clip(p, 0, 1) - y[test]) ** 2)) for name, p in predicted.items()}
    return errors, difference


def main():
    with open(f"{sys.argv[1]}/input.json", encoding="utf8") as f:
        given = json.load(f)
    with Pool(initializer=prepare, initargs=(given, sys.argv)) as pool:
        trials = pool.map(trial, given["Splits"], chunksize=1)
    errors, differences = zip(*trials)
    if max(differences) > 1e-6:
        sys.exit(f"found a difference of {max(differences)} from others' code, expected at most 1e-6")
    errors = {name: [round(float(e[name]), 9) for e in errors] for name in errors[0]}
    reply({}, {"Errors": errors, "Difference": max(differences)})


if __name__ == "__main__":
    main()
