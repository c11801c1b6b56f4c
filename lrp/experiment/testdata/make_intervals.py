#!/usr/bin/env python3
"""Writes intervals.json: interval scores by scoringrules, and the figures by thirds by numpy.

    python3 make_intervals.py            (scoringrules 0.10.0, numpy 2.4.6)
"""
import json
import pathlib

import numpy as np
import scoringrules


def figures(by, low, high, y, level):
    return {"from": by.min(), "to": by.max(), "intervals": len(y),
            "coverage_mean": np.mean((low <= y) & (y <= high)), "width_mean": np.mean(high - low),
            "score_mean": np.mean(scoringrules.interval_score(y, low, high, 1 - level))}


def thirds(by, *of, level):
    first, second = np.quantile(by, [1 / 3, 2 / 3], method="inverted_cdf")
    masks = by <= first, (first < by) & (by <= second), second < by
    return [figures(by[m], *(x[m] for x in of), level) for m in masks if m.any()]


rng, cases = np.random.default_rng(1), []
for n, level, grain in (1, .9, 64), (2, .9, 64), (5, .5, 64), (64, .8, 64), (200, .95, 64), (50, .9, 4):
    low = np.floor(rng.random(n) * grain / 2) / grain  # exact in binary, with ties
    high = low + np.ceil(rng.random(n) * grain / 4) / grain
    y = np.round((low + high) / 2 * grain + rng.normal(size=n) * grain / 10) / grain
    cases.append(dict(level=level, low=low.tolist(), high=high.tolist(), rating=y.tolist(),
                      all=figures(high - low, low, high, y, level),
                      by_width=thirds(high - low, low, high, y, level=level),
                      by_rating=thirds(y, low, high, y, level=level)))
out = dict(origin="lrp/experiment/testdata/make_intervals.py", scoringrules=scoringrules.__version__,
           numpy=np.__version__, cases=cases)
path = pathlib.Path(__file__).with_name("intervals.json")
path.write_text(json.dumps(out, separators=(",", ":"), default=float) + "\n")
