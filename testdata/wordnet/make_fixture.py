#!/usr/bin/env python3
"""Writes nltk.json.gz: what NLTK's reader of WordNet answers about random synsets and words.

    python3 make_fixture.py [folder]        (NLTK 3.8, WordNet 3.0, default /usr/share/wordnet)

Half of the 2,000 pairs are nouns and half are verbs. Of each, half are drawn from all synsets,
a tenth of them from those below several hypernyms, and half are near one another: some
steps up from a random synset and some down again.

A pair: IDs a and b; "path" and "rooted", the shortest path without and with a simulated root
(null: none); "root", the distances of a and b from the simulated root, which NLTK measures over
the farthest ancestor; "min" and "max", the depths of a and b; "lowest" and "lowest_min",
the lowest common hypernyms by largest and by smallest depth, sorted.

Base forms are those of _morphy with Princeton's rules: NLTK's additional rule for nouns,
ves -> f, is taken out. "ves" has the words of the fixture for which that matters.
"""
import gzip
import json
import pathlib
import random
import shutil
import sys
import tempfile
import warnings

import nltk
from nltk.corpus.reader.wordnet import WordNetCorpusReader

LEXNAMES = """adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body
noun.cognition noun.communication noun.event noun.feeling noun.food noun.group noun.location noun.motive
noun.object noun.person noun.phenomenon noun.plant noun.possession noun.process noun.quantity noun.relation
noun.shape noun.state noun.substance noun.time verb.body verb.change verb.cognition verb.communication
verb.competition verb.consumption verb.contact verb.creation verb.emotion verb.motion verb.perception
verb.possession verb.social verb.stative verb.weather adj.ppl""".split()


def reader(source):
    """NLTK wants a file of lexicographers' names, which the dictionary comes without."""
    folder = pathlib.Path(tempfile.mkdtemp())
    for pattern in ("data.*", "index.*", "*.exc"):
        for f in pathlib.Path(source).glob(pattern):
            shutil.copy(f, folder)
    parts = ["noun", "verb", "adj", "adv"]
    with open(folder / "lexnames", "w") as f:
        for i, name in enumerate(LEXNAMES):
            f.write(f"{i:02d}\t{name}\t{parts.index(name.split('.')[0]) + 1}\n")
    warnings.simplefilter("ignore")
    return WordNetCorpusReader(str(folder), None)


def ups(s):
    return s.hypernyms() + s.instance_hypernyms()


def downs(s):
    return s.hyponyms() + s.instance_hyponyms()


def near(rng, s):
    """Another synset not far from s."""
    for step in (ups, downs):
        for _ in range(rng.randint(1, 3)):
            if step(s):
                s = rng.choice(step(s))
    return s


def ident(s):
    return f"{s.offset():08d}-{s.pos()}"


def root_distance(s):
    return max(s._shortest_hypernym_paths(True).values())


def compare(a, b):
    return {
        "a": ident(a),
        "b": ident(b),
        "path": a.shortest_path_distance(b),
        "rooted": a.shortest_path_distance(b, simulate_root=True),
        "root": [root_distance(a), root_distance(b)],
        "min": [a.min_depth(), b.min_depth()],
        "max": [a.max_depth(), b.max_depth()],
        "lowest": sorted(map(ident, a.lowest_common_hypernyms(b))),
        "lowest_min": sorted(map(ident, a.lowest_common_hypernyms(b, use_min_depth=True))),
    }


def several(s):
    while ups(s):
        if len(ups(s)) > 1:
            return True
        s = ups(s)[0]
    return False


def pairs(rng, wn, pos, n):
    synsets = sorted(wn.all_synsets(pos), key=lambda s: s.offset())
    multiple = [s for s in synsets if several(s)]
    chosen = []
    for i in range(n // 2):
        first = multiple if i % 10 == 0 else synsets
        chosen.append((rng.choice(first), rng.choice(synsets)))
    while len(chosen) < n:
        s = rng.choice(multiple if len(chosen) % 10 == 0 else synsets)
        chosen.append((s, near(rng, s)))
    return [compare(a, b) for a, b in chosen]


SUFFIXES = {"n": ["s", "es", "ies", "men"], "v": ["s", "es", "ies", "ed", "d", "ing"],
            "a": ["er", "est", "r", "st"], "r": ["", "er"]}
ODD = ["", "s", "es", "ss", "ing", "pass", "passes", "serves", "selves", "uses", "ringing", "sings", "axes", "boss",
       "men", "women", "gases", "us", "as", "united_states", "attorneys_general", "dogs", "zzzs", "sesses", "running",
       "better", "best", "aurar", "offer", "oxen", "flies", "lay", "saw", "was", "has"]


def words(rng, wn):
    by_pos = []
    for pos in "nvar":
        exceptions = sorted(wn._exception_map[pos])
        chosen = set(ODD) | set(rng.sample(exceptions, min(50, len(exceptions))))
        lemmas = sorted(x for x, parts in wn._lemma_pos_offset_map.items() if pos in parts)
        for lemma in rng.sample(lemmas, 90):
            suffix = rng.choice(SUFFIXES[pos])
            if suffix == "ies" and lemma.endswith("y") or suffix == "men" and lemma.endswith("man"):
                lemma = lemma[:-1 if suffix == "ies" else -3]
            elif suffix == "ing" and lemma.endswith("e"):
                lemma = lemma[:-1]
            chosen.add(lemma + suffix)
        by_pos += [(pos, w) for w in sorted(chosen)]
    return by_pos


def main():
    wn = reader(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet")
    rng = random.Random(20160101)
    chosen = words(rng, wn)
    with_ves = {(p, w): wn._morphy(w, p) for p, w in chosen}
    wn.MORPHOLOGICAL_SUBSTITUTIONS["n"].remove(("ves", "f"))
    morph = [[p, w, wn._morphy(w, p)] for p, w in chosen]
    fixture = {
        "nltk": nltk.__version__,
        "wordnet": wn.get_version(),
        "pairs": pairs(rng, wn, "n", 1000) + pairs(rng, wn, "v", 1000),
        "morph": morph,
        "ves": [w for p, w, bases in morph if bases != with_ves[p, w]],
    }
    out = pathlib.Path(__file__).with_name("nltk.json.gz")
    with open(out, "wb") as f, gzip.GzipFile("", "wb", mtime=0, fileobj=f) as z:
        z.write(json.dumps(fixture, separators=(",", ":")).encode())


if __name__ == "__main__":
    main()
