#!/usr/bin/env python3
"""Makes luna-VERSION.db and views-VERSION.json with the program of a version:

    python3 make.py PATH-OF-LUNA VERSION && gzip -9n views-VERSION.json

People and machines play synthetic games of every kind that version 0.1.0 has: finished, scored, left,
open and under way; with that version also expired ones, for which its log is changed. What each player then saw is recorded as the program answered it."""
import json, os, random, sqlite3, subprocess, sys, time, urllib.request

LUNA, VERSION = sys.argv[1:]
PORT = 23871
BASE = f"http://127.0.0.1:{PORT}"
rng = random.Random(15)

def serve():
    limits = [f"--limit-{n}=100000/1us" for n in ("registrations", "player", "address", "texts")]
    p = subprocess.Popen([LUNA, "serve", "--db", f"luna-{VERSION}.db", "--addr", f"127.0.0.1:{PORT}"] + limits)
    for _ in range(100):
        try:
            urllib.request.urlopen(BASE + "/livez")
            return p
        except OSError:
            time.sleep(0.1)
    raise SystemExit("no server")

def call(token, method, path, body=None):
    r = urllib.request.Request(BASE + path, method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + token})
    return json.load(urllib.request.urlopen(r))

server = serve()
players = {}
for i in range(8):
    token = call("", "POST", "/register", {"username": f"person{i}", "password": "synthetic text", "consent": i % 2 == 0})["token"]
    players[f"person{i}"] = token
for i in range(2):
    players[f"machine{i}"] = call("", "POST", "/registerMachine", {"username": f"machine{i}"})["token"]
sets = {n: [[f"Question {k} in set {s} of {n}? äöü 🌙" for k in range(5)] for s in range(3)] for n in players}
names = list(players)

def act(name):
    token = players[name]
    for g in call(token, "GET", "/home"):
        if g["turn"] != 1:
            continue
        path = "/home/" + g["_id"]
        if rng.random() < 0.06:
            call(token, "GET", path + "/deactivate")
        elif g["phase"] < 4:
            call(token, "POST", path + "/response", {"responses": [f"Response {rng.random()} of {name}" for _ in range(5)]})
        else:
            if rng.random() < 0.5:
                call(token, "PUT", "/home/responseGrades",
                     [{"rid": r["response"]["_id"], "grade": rng.random() * 100} for r in g["opResponses"][:3]])
            call(token, "POST", path + "/guess", {"guess": rng.choice([rng.random() * 100, rng.randrange(101)])})

def some(n):
    for _ in range(n):
        name = rng.choice(names)
        if rng.random() < 0.4:
            call(players[name], "POST", "/home", {"questions": rng.choice(sets[name])})
        act(name)
        if rng.random() < 0.05:
            call(players[name], "DELETE", "/notifs")

some(160)
server.terminate(); server.wait()
# Four days pass: what is under way expires when the program looks at it again.
db = sqlite3.connect(f"luna-{VERSION}.db")
for number, body in db.execute("SELECT number, body FROM events").fetchall() if VERSION == "0.1.0" else []:
    e = json.loads(body)
    t = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 4 * 86400)) + e["time"][10:]
    e["time"] = t
    db.execute("UPDATE events SET body = ? WHERE number = ?", (json.dumps(e, separators=(",", ":"), ensure_ascii=False), number))
db.commit(); db.close()
server = serve()
some(120)
views = {n: {"home": call(t, "GET", "/home"), "profile": call(t, "GET", "/profile"), "oldquestions": call(t, "GET", "/oldquestions")}
         for n, t in players.items()}
server.terminate(); server.wait()
db = sqlite3.connect(f"luna-{VERSION}.db")
db.execute("PRAGMA journal_mode = delete"); db.execute("VACUUM"); db.close()
with open(f"views-{VERSION}.json", "w") as f:
    json.dump(views, f, ensure_ascii=False, separators=(",", ":"))
