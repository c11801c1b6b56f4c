#!/usr/bin/env python3
"""Predicts and evaluates on a cluster of Apache Spark, with the bytes of one process.

    spark-submit spark.py predict --input GLOB... --output DIR [--tasks N] --model M [FLAGS]
    spark-submit spark.py predict --parts DIR --output FILE [--tasks N] --model M [FLAGS] INPUT...
    spark-submit spark.py eval --parts DIR --output FILE [--tasks N] [FLAGS] DATASET...

The first way pipes JSON lines through an lrp for each partition. The answers are the parts of --output, one after
another; what is wrong with invalid records is in its folder _bad. In the others, all computers share DIR, each task is
an lrp with --shard, and a job that is started again does what is left; FILE gets the answers or the report. FLAGS are
those of lrp. Files given to `spark-submit --files`, such as lrp and the model, are found by their names."""
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
    args = [c if os.path.isfile(c := os.path.abspath(SparkFiles.get(a))) else a for a in (given.lrp, *args)]
    return Popen(args, cwd=cwd if os.path.isdir(cwd) else None, **streams)


def work(part, lines):
    """Yields lrp's answers to a partition, or does a part of the work in the shared folder, of no lines."""
    count, task = [0, 0], ["--parts", given.parts, f"--shard={part}/{given.tasks}"] if given.parts else ["/dev/stdin"]

    def feed():
        with process.stdin as to:
            for count[0], line in enumerate(lines, 1):
                if count[0] == 1 and re.match(rb"\x1f|\([^ -~]+/[^ -~]", line):  # gzip, Zstandard
                    raise RuntimeError(f"{names[part][1]}: found compressed lines, expected a name that ends so (.gz)")
                to.write(line + b"\n")
    with tempfile.TemporaryFile() as err, ThreadPoolExecutor(1) as pool:
        with suppress(BrokenPipeError), lrp(*command, *task, stdin=PIPE, stdout=PIPE, stderr=err) as process:
            fed = pool.submit(feed)
            for count[1], answer in enumerate(process.stdout, 1):
                yield answer[:-1]
        err.seek(0)
        text = err.read().decode(errors="replace")
    # Where no record is valid, other partitions may have some. After an error, Spark tries the task again.
    if process.returncode and (count[1] or "/dev/stdin: found no valid record" not in text):
        why = text.replace("/dev/stdin", names[part][1]).rstrip().rpartition("\n")[2]
        raise RuntimeError(f"lrp ended with status {process.returncode} on part {part}: {why}")
    fed.result()  # raises what went wrong with the input
    said.add(((part, *count, text),))


def found():
    """Returns name, size and time of the files of --input, and of those that flags name."""
    files, named = [], [f for g in flags for f in (g, g.partition("=")[2]) if os.path.isfile(f)]
    for pattern in given.input:
        path = sc._jvm.org.apache.hadoop.fs.Path(pattern)
        some = path.getFileSystem(sc._jsc.hadoopConfiguration()).globStatus(path)
        if not some or any(f.isDirectory() for f in some):
            sys.exit(f"spark.py: {pattern}: found {'a folder' if some else 'nothing'}, expected files")
        files += sorted((f.getPath().toString(), f.getLen(), f.getModificationTime()) for f in some)
    return files, [(f, os.path.getsize(f), os.path.getmtime(f)) for f in named]


def predict():
    """Pipes files, then writes what is wrong with records, now with their lines in whole files."""
    began, texts, letters, notes, before, answers, bad = found(), [], [], {}, Counter(), 0, 0
    sc._jsc.hadoopConfiguration().set("textinputformat.record.delimiter", "\n")  # and not \r
    for i, (f, _, _) in enumerate(began[0]):
        plain = re.sub(r"[][{}*?\\]", r"\\\g<0>", f).replace(",", r"{\,}")
        texts.append(sc.textFile(plain, -(-given.tasks // len(began[0])), False))
        names.extend([(i, f.removeprefix("file:"))] * texts[i].getNumPartitions())
    sc.union(texts).mapPartitionsWithIndex(work).saveAsTextFile(given.output)
    if changed := set().union(*began).difference(*found()):
        sys.exit(f"spark.py: {min(changed)[0]}: found changes, expected none: {given.output} may have used both")
    for part, lines, n, text in sorted(said.value):
        at = names[part]
        listed = re.findall(r"^lrp: warning: /dev/stdin:(\d+): (.*), skipped$", text, re.M)
        skipped = sum(map(int, re.findall(r"^lrp: warning: (\d+) of \d+ records skipped$", text, re.M)))
        letters += [f"{at[1]}:{before[at] + int(line)}: {what}" for line, what in listed]
        letters += [f"{at[1]}: {skipped - len(listed)} more, which lrp does not list"] * (skipped > len(listed))
        notes.update(dict.fromkeys(re.findall(r"^(?!.*(?:/dev/stdin| skipped$)).+", text, re.M)))
        before[at] += lines
        answers, bad = answers + n, bad + skipped
    if bad:
        sc.parallelize(letters, 1).saveAsTextFile(given.output + "/_bad")
    print(*notes, f"spark.py: {answers} answers, {len(names)} parts, {bad} records skipped", sep="\n", file=sys.stderr)
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
if given.tasks < 1 or given.parts and not os.path.isdir(os.path.dirname(os.path.abspath(given.output))):
    parser.error("expected --tasks of 1 or more, and --output in a folder that is there")
sc, cwd, names = SparkContext.getOrCreate(), os.getcwd(), [] if given.input else [(0, "")] * given.tasks
said = sc.accumulator((), AddingAccumulatorParam(()))
command = [given.command, "--workers", sc.getConf().get("spark.task.cpus", "1"), *flags]
try:
    if given.input:
        sys.exit(predict())
    sc.parallelize([], given.tasks).mapPartitionsWithIndex(work).count()
except Py4JJavaError as e:
    sys.exit("spark.py: " + (re.findall(r"(?:Error|Exception): (.+)", str(e)) or [str(e)])[-1])
finally:
    sys.stderr.write("".join(s[3] for s in sorted(said.value) if given.parts))
with open(given.output + ".part", "wb") as out:
    code = lrp(*(["eval", *flags, "--parts"] if given.command == "eval" else ["merge"]), given.parts, stdout=out).wait()
sys.exit(os.remove(out.name) or code if code else os.replace(out.name, given.output))
