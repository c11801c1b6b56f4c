#!/usr/bin/env python3
"""A chat server without a model: a judge made of a few lines, on Python's own library.

    judge.py ADDRESS

An answer's grade is the largest share of an acceptable answer's words that it has, or half the points where there is no
key. Another grade() makes another judge for `lrp judge --judge http://ADDRESS/v1#words`: see docs/other-systems.md.
"""
import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def grade(answer, key):
    return max((len(words(k) & words(answer)) / len(words(k)) for k in key if words(k)), default=0.5)


class Judge(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        data, _ = json.JSONDecoder().raw_decode(request["messages"][-1]["content"])
        key, top = data.get("acceptable answers", []), data["highest grade"]
        reply = json.dumps({a["id"]: round(top * grade(a["answer"], key), 2) for a in data["answers"]})
        body = json.dumps({"choices": [{"message": {"role": "assistant", "content": reply}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


host, _, port = sys.argv[1].partition(":")
server = ThreadingHTTPServer((host, int(port)), Judge)
print("ready: http://" + sys.argv[1], flush=True)
server.serve_forever()
