#!/usr/bin/env python3
"""Predicts and evaluates on a cluster of Apache Spark, with the bytes of one process.

    spark-submit spark.py predict --input GLOB... --output DIR [--tasks N] --model M [FLAGS]
    spark-submit spark.py predict --parts DIR --output FILE [--tasks N] --model M [FLAGS] INPUT...
    spark-submit spark.py eval --parts DIR --output FILE [--tasks N] [FLAGS] DATASET...

The first way pipes JSON lines, from wherever Spark reads them, through an lrp for each partition. The
answers are the parts of --output, one after another; what is wrong with invalid records is in its
folder _bad. In the others, all computers share DIR, each task is an lrp with --shard, and a job that is
started again does what is left; FILE gets the answers or the report. FLAGS are those of lrp. Files
given to `spark-submit --files`, such as lrp and the model, are found by their names.
"""
import argparse
import os
import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from subprocess import PIPE, Popen

from py4j.protocol import Py4JJavaError
from pyspark import SparkContext, SparkFiles
from pyspark.accumulators import AddingAccumulatorParam


def lrp(*args, **streams):
    """Starts lrp, with the files that Spark has copied in place of their names."""
    copies = [os.path.abspath(SparkFiles.get(a)) for a in (given.lrp, *args)]
    args = [c if os.path.isfile(c) else a for a, c in zip((given.lrp, *args), copies)]
    return Popen(args, cwd=cwd if os.path.isdir(cwd) else None, **streams)


# How files begin that gzip or Zstandard has compressed, with U+FFFD for what is no UTF-8.
PACKED = rb"\x1f(\x8b|\xef\xbf\xbd)\x08|\((\xb5|\xef\xbf\xbd)/(\xfd|\xef\xbf\xbd)"


def check(status, where, text):
    if status:  # an error lets Spark try the task again
        raise RuntimeError(f"lrp ended with status {status} on {where}: {text.rstrip().rpartition(chr(10))[2]}")


def piped(part, lines):
    """Yields lrp's answers to a partition. Its input has a name, or lrp might take it for a table."""
    count = [0, 0]

    def feed():
        with process.stdin as to:
            for count[0], line in enumerate(lines, 1):
                if count[0] == 1 and re.match(PACKED, line):
                    raise RuntimeError(f"{names[part][1]}: found compressed lines, expected a name that ends so (.gz)")
                to.write(line + b"\n")
    with tempfile.TemporaryFile() as err, ThreadPoolExecutor(1) as pool:
        with suppress(BrokenPipeError), lrp(*command, "/dev/stdin", stdin=PIPE, stdout=PIPE, stderr=err) as process:
            fed = pool.submit(feed)
            for count[1], answer in enumerate(process.stdout, 1):
                yield answer[:-1]
        err.seek(0)
        text = err.read().decode(errors="replace")
    if count[1] or "/dev/stdin: found no valid record" not in text:  # other partitions may have some
        check(process.returncode, f"partition {part}", text.replace("/dev/stdin", names[part][1]))
    fed.result()  # raises what went wrong with the input
    said.add(((part, *count, text),))


def shard(i):
    """Does a part of the work in the shared folder."""
    process = lrp(*command, "--parts", given.parts, "--shard", f"{i}/{given.tasks}", stderr=PIPE)
    text = process.communicate()[1].decode(errors="replace")
    check(process.returncode, f"part {i}", text)
    said.add(((i, 0, 0, text),))


def found():
    """Lists the files of --input, and those that flags name, with what tells that one has changed."""
    files = []
    for pattern in given.input:
        path = sc._jvm.org.apache.hadoop.fs.Path(pattern)
        some = path.getFileSystem(sc._jsc.hadoopConfiguration()).globStatus(path)
        if not some or any(f.isDirectory() for f in some):
            sys.exit(f"spark.py: {pattern}: found {'a folder' if some else 'nothing'}, expected files")
        files += sorted((f.getPath().toString(), f.getLen(), f.getModificationTime()) for f in some)
    stats = [(f, os.stat(f)) for f in (*flags, *(f.partition("=")[2] for f in flags)) if os.path.isfile(f)]
    return files, [(f, s.st_size, s.st_mtime_ns, s.st_ino) for f, s in stats]


def predict():
    """Pipes files, then writes what is wrong with records, now with their lines in whole files."""
    began, letters, notes, before, answers, bad = found(), [], {}, Counter(), 0, 0
    files = [f[0] for f in began[0]]
    sc._jsc.hadoopConfiguration().set("textinputformat.record.delimiter", "\n")  # and not \r
    plain = [re.sub(r"[][{}*?\\]", r"\\\g<0>", f).replace(",", r"{\,}") for f in files]
    texts = [sc.textFile(f, -(-given.tasks // len(files)), False) for f in plain]
    names.extend((i, files[i].removeprefix("file:")) for i, t in enumerate(texts) for _ in range(t.getNumPartitions()))
    sc.union(texts).mapPartitionsWithIndex(piped).saveAsTextFile(given.output)
    for was, now in zip(began, found()):
        if changed := sorted(set(was) - set(now)):
            sys.exit(f"spark.py: {changed[0][0]}: found another file than the job began with, expected that one: "
                     f"remove {given.output}, which may have used both")
    for part, lines, n, text in sorted(said.value):
        listed = re.findall(r"^lrp: warning: /dev/stdin:(\d+): (.*), skipped$", text, re.M)
        for line, what in listed:
            letters.append(f"{names[part][1]}:{before[names[part]] + int(line)}: {what}")
        skipped = sum(map(int, re.findall(r"^lrp: warning: (\d+) of \d+ records skipped$", text, re.M)))
        if skipped > len(listed):
            letters.append(f"{names[part][1]}: {skipped - len(listed)} more after these, which lrp does not list")
        bad += skipped
        notes.update(dict.fromkeys(re.findall(r"^(?!.*(?:/dev/stdin| skipped$)).+", text, re.M)))
        before[names[part]] += lines
        answers += n
    if bad:
        sc.parallelize(letters, 1).saveAsTextFile(given.output + "/_bad")
    print(*notes, f"spark.py: wrote {answers} answers in {len(names)} parts; {bad} records were skipped",
          sep="\n", file=sys.stderr)
    return int(bad > 0 and not answers)


parser = argparse.ArgumentParser(allow_abbrev=False, usage=__doc__)
parser.add_argument("command", choices=["predict", "eval"])
parser.add_argument("--input", nargs="+", action="extend")
for name, default in ("--output", None), ("--parts", None), ("--tasks", 8), ("--lrp", "lrp"):
    parser.add_argument(name, default=default, type=type(default or ""))
given, flags = parser.parse_known_args()
wrong = {"--format", "--grades", "--judge", "--transductive"} & {f.split("=")[0] for f in flags if given.input}
if not given.output or bool(given.input) == bool(given.parts) or given.input and given.command == "eval" or wrong:
    parser.error(f"expected --output and --parts, or predict with --output and --input{' and no '.join(['', *wrong])}")
if given.tasks < 1:
    parser.error(f"--tasks: found {given.tasks}, expected 1 or more")
if given.parts and not os.path.isdir(os.path.dirname(os.path.abspath(given.output))):
    parser.error(f"--output: found no folder for {given.output}, expected one")
sc, cwd, names = SparkContext.getOrCreate(), os.getcwd(), []
said = sc.accumulator((), AddingAccumulatorParam(()))
command = [given.command, "--workers", sc.getConf().get("spark.task.cpus", "1"), *flags]
last = ["merge", given.parts] if given.command == "predict" else ["eval", *flags, "--parts", given.parts]
try:
    if given.input:
        sys.exit(predict())
    sc.parallelize(range(given.tasks), given.tasks).foreach(shard)
except Py4JJavaError as e:
    sys.exit("spark.py: " + (re.findall(r"(?:Error|Exception): (.+)", str(e)) or [str(e)])[-1])
finally:
    sys.stderr.write("".join(s[3] for s in sorted(said.value) if given.parts))
with open(given.output + ".part", "wb") as out:
    status = lrp(*last, stdout=out).wait()
sys.exit(os.remove(out.name) or status if status else os.replace(out.name, given.output))
