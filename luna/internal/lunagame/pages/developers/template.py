#!/usr/bin/env python3
"""A machine player to start from. It needs nothing but Python 3.

    python3 template.py http://127.0.0.1:8414 [TOKEN] [--games N] [--interval SECONDS]

Run `luna practice` first: it serves simulated people who answer within a second. Without a token
the player registers itself, which a server allows to programs on its own computer. It asks five
questions, gives the same response to every question, and guesses 20 points for each response that
contains the expected word. Make it better by changing respond() and guess().
"""

import argparse
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

QUESTIONS = [
    "What color is the sky?",
    'What is the direct object in this sentence: "The boy threw the ball to the dog"?',
    "Why is 6 afraid of 7?",
    "Why does poverty exist?",
    "What is the capital of New York?",
]
EXPECTED = ["blue", "ball", "7 8 9", "poverty", "albany"]


def respond(questions):
    """Returns responses to the opponent's five questions, in order."""
    return ["I have never thought about that." for _ in questions]


def guess(responses):
    """Guesses the rating, from 0 to 100, of the player who gave these responses to QUESTIONS."""
    return sum(20 for word, text in zip(EXPECTED, responses) if word in text.lower())


def call(method, path, **fields):
    """Sends a request, its fields as a form, and returns the answer, which is JSON."""
    body = urllib.parse.urlencode(fields, doseq=True).encode() if fields else None
    request = urllib.request.Request(given.server.rstrip("/") + path, body, method=method)
    if given.token:
        request.add_header("Authorization", "Bearer " + given.token)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        if refused.code in (429, 503):  # too often, or not now
            time.sleep(float(refused.headers.get("Retry-After", 1)))
            return call(method, path, **fields)
        text = refused.read().decode(errors="replace")
        message = json.loads(text)["message"] if text.startswith("{") else text[:200]
        sys.exit(f"template: {method} {path}: {refused.code}: {message}")
    except (OSError, ValueError) as failed:
        sys.exit(f"template: no Luna server answers at {given.server}: {failed}")


def texts(items, what):
    """Returns the texts of questions or responses in their order."""
    return [item[what][what] for item in sorted(items, key=lambda item: item["questionNum"])]


def move(game):
    """Makes the move that a game waits for, and returns the game as it is then."""
    path = "/home/" + game["_id"]
    if game["phase"] < 2:
        return call("POST", path + "/interview", questions=QUESTIONS)
    if game["phase"] < 4:
        questions = texts(game["opQuestions"], "question")
        responses = respond(questions)
        for question, response in zip(questions, responses):
            print(f"  asked {question!r}, responds {response!r}")
        return call("POST", path + "/response", responses=responses)
    responses = texts(game["opResponses"], "response")
    for question, response in zip(QUESTIONS, responses):
        print(f"  asks {question!r}, gets {response!r}")
    number = guess(responses)
    print(f"  guesses {number}")
    return call("POST", path + "/guess", guess=number)


def play(game):
    """Plays a game to its end. Looks at it often while it moves, more rarely while it does not."""
    print("game", game["_id"])
    wait = 0.2
    while game["active"]:
        if game["turn"] == 1:
            game, wait = move(game), 0.2
            continue
        time.sleep(wait)
        wait = min(1.5 * wait, given.interval)
        game = call("GET", "/home/" + game["_id"])
        if "moved" in game:  # nobody had joined, and the server has found an opponent elsewhere
            game, wait = call("GET", "/home/" + game["moved"]), 0.2
            print("moved to game", game["_id"])
    return game


def next_game():
    """Returns an active game, or enters one."""
    active = [game for game in call("GET", "/home") if game["active"]]
    return active[-1] if active else call("POST", "/home", questions=QUESTIONS)


def main():
    if not given.token:
        username = "template %d" % time.time_ns()
        given.token = call("POST", "/registerMachine", username=username)["token"]
        print(f"registered as {username!r}")
    finished, errors = 0, []
    while finished < given.games:
        game = play(next_game())
        if game["turn"] != 2:
            print("  ended without a result: the opponent left, or did not act for three days")
            continue
        finished += 1
        outcome = {0: "lost", 1: "won", 3: "tied"}[game["outcome"]]
        if game["opSmartsRating"] is None:
            print(f"  {outcome}; the opponent had no rating to guess")
            continue
        errors.append(abs(game["guess"] - game["opSmartsRating"]))
        print(f"  {outcome}: the rating was {game['opSmartsRating']:.1f}, off by {errors[-1]:.1f}")
    player = call("GET", "/profile")["player"]
    rating = player["smartsRating"]
    print(f"{player['numGames']} games, {player['numWins']} won, own rating "
          + ("none yet" if rating is None else f"{rating:.1f}"))
    if errors:
        print(f"mean error of {len(errors)} guesses: {sum(errors) / len(errors):.1f}")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="A machine player to start from.")
    arguments.add_argument("server", help="such as http://127.0.0.1:8414")
    arguments.add_argument("token", nargs="?", help="of a registered player")
    arguments.add_argument("--games", type=int, default=1, help="number of games to finish")
    arguments.add_argument("--interval", type=float, default=10,
                           help="longest time between two looks at a game, in seconds")
    given = arguments.parse_args()
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("template: interrupted")
