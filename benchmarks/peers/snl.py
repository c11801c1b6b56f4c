#!/usr/bin/env python3
"""SNL (Li et al. 2006) on NLTK's WordNet reader: see benchmarks/peers.

    snl.py FOLDER

Reads FOLDER/input.json, with the pairs and the folders of WordNet and of the Brown corpus, and prints the seconds a pair and the scores as JSON: "load" of
loading WordNet and the word counts with a first pair, "cold" of pairs no word of which was seen
before, "warm" of pairs that were computed before, and "remembered" of the same where senses and similarities of
words are kept in dictionaries, which NLTK does not do by itself.
"""
import atexit
import collections
import functools
import glob
import json
import math
import os
import shutil
import sys
import tempfile
import time
import warnings

warnings.simplefilter("ignore")
from nltk.corpus.reader.wordnet import WordNetCorpusReader  # noqa: E402
from reply import reply  # noqa: E402

LEXNAMES = """adj.all 3|adj.pert 3|adv.all 4|noun.Tops 1|noun.act 1|noun.animal 1|noun.artifact 1|noun.attribute 1
noun.body 1|noun.cognition 1|noun.communication 1|noun.event 1|noun.feeling 1|noun.food 1|noun.group 1|noun.location 1
noun.motive 1|noun.object 1|noun.person 1|noun.phenomenon 1|noun.plant 1|noun.possession 1|noun.process 1
noun.quantity 1|noun.relation 1|noun.shape 1|noun.state 1|noun.substance 1|noun.time 1|verb.body 2|verb.change 2
verb.cognition 2|verb.communication 2|verb.competition 2|verb.consumption 2|verb.contact 2|verb.creation 2
verb.emotion 2|verb.motion 2|verb.perception 2|verb.possession 2|verb.social 2|verb.stative 2|verb.weather 2
adj.ppl 3""".replace("\n", "|").split("|")


def reader(folder):
    """NLTK wants a file of lexicographers' names beside the dictionary."""
    copy = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, copy)
    for name in glob.glob(os.path.join(folder, "*.*")):
        if os.path.isfile(name):
            shutil.copy(name, copy)
    with open(os.path.join(copy, "lexnames"), "w") as f:
        for i, entry in enumerate(LEXNAMES):
            name, pos = entry.split()
            f.write(f"{i:02}\t{name}\t{pos}\n")
    return WordNetCorpusReader(copy, None)


def counts(folder):
    c = collections.Counter()
    for name in glob.glob(os.path.join(folder, "c[a-r][0-9][0-9]")):
        with open(name, encoding="utf8", errors="replace") as f:
            c.update(t.rsplit("/", 1)[0].lower() for t in f.read().split())
    return c


def main():
    with open(f"{sys.argv[1]}/input.json", encoding="utf8") as f:
        given = json.load(f)
    start = time.perf_counter()
    wn, brown = reader(given["WordNet"]), counts(given["Brown"])
    plain = similarity_of_sentences(wn, brown, lambda f: f)
    plain(["dog"], ["cat"])
    seconds, values = {"load": time.perf_counter() - start}, {}
    cold, warm = ([p["Tokens"] for p in given[kind]] for kind in ("Cold", "Warm"))
    seconds["cold"], values["Cold"] = timed(plain, cold)
    run(plain, warm)
    seconds["warm"], values["Warm"] = timed(plain, warm)
    remembering = similarity_of_sentences(wn, brown, functools.lru_cache(None))
    run(remembering, warm)
    seconds["remembered"], _ = timed(remembering, warm)
    reply(seconds, values)


def run(similarity, pairs):
    return [similarity(a, b) for a, b in pairs]


def timed(similarity, pairs):
    start = time.perf_counter()
    scores = run(similarity, pairs)
    return (time.perf_counter() - start) / len(pairs), scores


def similarity_of_sentences(wn, brown, cache):
    total = sum(brown.values())

    def content(w):
        return 1 - math.log(brown[w] + 1) / math.log(total + 1)

    @cache
    def senses(w):
        return wn.synsets(w, "n") + wn.synsets(w, "v")

    @cache
    def similarity(a, b):
        if a == b:
            return 1.0
        best = 0.0
        for x in senses(a):
            for y in senses(b):
                if x.pos() != y.pos():
                    continue
                length = x.shortest_path_distance(y)
                if length is None:
                    continue
                names = {n.lower() for n in x.lemma_names()}
                if length > 1 and names & {n.lower() for n in y.lemma_names()}:
                    length = 1
                depth = max(s.max_depth() for s in x.lowest_common_hypernyms(y))
                best = max(best, math.exp(-0.2 * length) * math.tanh(0.45 * depth))
        return best

    def entry(w, sentence):
        if w in sentence:
            return w, 1.0
        best, s = None, -1.0
        for v in sentence:
            t = similarity(w, v)
            if t > s:
                best, s = v, t
        return best, s

    def vectors(joint, sentence):
        semantic, order = [], []
        for w in joint:
            v, s = entry(w, sentence)
            semantic.append(s * content(w) * content(v) if s > 0.2 else 0.0)
            order.append(sentence.index(v) + 1 if s > 0.4 else 0)
        return semantic, order

    def sentence_similarity(a, b):
        joint = list(dict.fromkeys(a + b))
        (s1, r1), (s2, r2) = vectors(joint, a), vectors(joint, b)
        norms = math.sqrt(sum(x * x for x in s1) * sum(x * x for x in s2))
        semantic = sum(x * y for x, y in zip(s1, s2)) / norms if norms else 0.0
        order = 1 - math.sqrt(sum((x - y) ** 2 for x, y in zip(r1, r2)) / sum((x + y) ** 2 for x, y in zip(r1, r2)))
        return 0.85 * semantic + 0.15 * order

    return sentence_similarity


if __name__ == "__main__":
    main()
