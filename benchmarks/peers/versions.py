#!/usr/bin/env python3
"""Print as JSON the versions of Python and of the modules named, "" of those that there are not, and numpy's BLAS."""
import importlib
import importlib.metadata
import json
import platform
import sys

DISTRIBUTIONS = {"sklearn": "scikit-learn", "Levenshtein": "python-Levenshtein"}


def version(name):
    try:
        module = importlib.import_module(name)
    except ImportError:
        return ""
    if hasattr(module, "__version__"):
        return module.__version__
    try:
        return importlib.metadata.version(DISTRIBUTIONS.get(name, name))
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version"


def blas():
    try:
        import numpy  # noqa: F401
        import threadpoolctl
    except ImportError:
        return ""
    found = [p for p in threadpoolctl.threadpool_info() if p["user_api"] == "blas"]
    return ", ".join(f"{p['internal_api']} {p['version']}, {p['num_threads']} threads" for p in found[:1])


print(json.dumps({"Result": {"Python": platform.python_version(), "Modules": {n: version(n) for n in sys.argv[1:]}, "BLAS": blas() if "numpy" in sys.argv else ""}}))
