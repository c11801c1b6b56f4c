#!/usr/bin/env python3
"""Writes power.json: t tests, tests of equivalence and smallest differences by scipy and statsmodels.

    python3 make_power.py            (scipy 1.17.1, statsmodels 0.15.0, numpy 2.4.6)
"""
import json
import pathlib

import numpy as np
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.power import TTestPower
from statsmodels.stats.weightstats import ttost_paired

rng, cases = np.random.default_rng(1), []
for n in (5, 6, 10, 20, 100):
    for shift, margin in ((0, .02), (.01, .02), (-.03, .02), (.015, .015)):
        a = rng.normal(size=n) * .01 + .2
        b = a + rng.normal(size=n) * .02 + shift
        t, p = stats.ttest_rel(a, b)
        effect = TTestPower().solve_power(nobs=n, alpha=.05, power=.8)  # by the noncentral t
        cases.append(dict(differences=(a - b).tolist(), margin=margin, t=t, p=p,
                          equivalence=ttost_paired(a, b, -margin, margin)[0],
                          detectable=effect * np.std(a - b, ddof=1)))
out = dict(origin="lrp/stats/testdata/make_power.py", scipy=scipy.__version__,
           statsmodels=statsmodels.__version__, numpy=np.__version__, cases=cases)
path = pathlib.Path(__file__).with_name("power.json")
path.write_text(json.dumps(out, separators=(",", ":"), default=float) + "\n")
