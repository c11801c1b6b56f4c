#!/usr/bin/env python3
"""Print the versions of Python, of the modules named and of numpy's BLAS. Fail if a module is missing."""
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
        sys.exit(f"{sys.executable} lacks {name} (Debian: python3-{name.lower()})")
    if hasattr(module, "__version__"):
        return module.__version__
    try:
        return importlib.metadata.version(DISTRIBUTIONS.get(name, name))
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version"


def blas():
    try:
        import threadpoolctl
    except ImportError:
        return []
    found = [p for p in threadpoolctl.threadpool_info() if p["user_api"] == "blas"]
    return [f"{p['internal_api']} {p['version']}, {p['num_threads']} threads" for p in found[:1]]


versions = [f"Python {platform.python_version()}"] + [f"{name} {version(name)}" for name in sys.argv[1:]]
print(json.dumps({"Result": ", ".join(versions + blas())}))
