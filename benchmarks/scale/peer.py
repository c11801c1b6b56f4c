#!/usr/bin/env python3
"""Common ways to do the jobs of `go run ./benchmarks/scale -before REVISION` in Python.

    peer.py read TABLE.csv          pandas, every cell a text
    peer.py train RESPONDENTS.jsonl scikit-learn: hashed words and characters, ridge regression
"""
import json
import sys

if sys.argv[1] == "read":
    import pandas

    pandas.read_csv(sys.argv[2], dtype=str, keep_default_na=False)
else:
    from sklearn.feature_extraction.text import HashingVectorizer
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline, make_union

    with open(sys.argv[2], encoding="utf8") as f:
        people = [p for p in map(json.loads, f) if "responses" in p]
    texts = ["\n".join(r or "" for r in p["responses"]) for p in people]
    bags = make_union(HashingVectorizer(), HashingVectorizer(analyzer="char", ngram_range=(1, 3)))
    make_pipeline(bags, Ridge(solver="lsqr")).fit(texts, [p["rating"] for p in people])
