"""Writes an exam in the forms of several programs. See make.sh."""
import csv
import json
import os
import sys

import openpyxl
import pandas

source, work = sys.argv[1:]
with open(source, encoding="utf-8") as f:
    head, *people = map(json.loads, f)
questions = head["questions"]
n = len(questions)
ids = [f"Q{i + 1}" for i in range(n)]
texts = [q["text"] for q in questions]
keys = [q["key"] for q in questions]

NAMES = "Zoë Müller,José Núñez,Anaïs Lefèvre,Jürgen Groß,Renée O’Neill".split(",")
rows = []
for i, p in enumerate(people):
    name = NAMES[i] if i < len(NAMES) else f"Student {i + 1:02d}"
    answers = [a or "" for a in p["responses"]]
    if i == 2:
        answers[0] = 'the “supreme” law; also "the document", I think'
    if i == 3:
        answers[1] = "two lines:\nthe second"
    points = [round(4 * s) / 2 for s in p["scores"]]  # of 2, in halves
    total = sum(points) if i < 25 else None
    rows.append((name, answers, points, total))


def number(v, comma=False):
    if v is None:
        return ""
    s = f"{v:g}"
    return s.replace(".", ",") if comma else s


def write(name, table, encoding="utf-8", **options):
    with open(os.path.join(work, name), "w", newline="", encoding=encoding) as f:
        csv.writer(f, **options).writerows(table)


header = ["Name", *ids, "Total"]
plain = [[name, *answers, number(total)] for name, answers, _, total in rows]
german = [[name, *answers, number(total, True)] for name, answers, _, total in rows]
points = ["points", *["2"] * n, "20"]
key = ["key", *[" | ".join(k) for k in keys], ""]

# Spreadsheets.
write("calc.csv", [header, points, *plain], lineterminator="\n")
write("semicolons.csv", [["Name", *ids, "Punkte"], key, points, *german], delimiter=";")
write("unicode.txt", [header, points, *german], "utf-8-sig", dialect="excel-tab")
write("exam.tsv", [header, points, *plain], dialect="excel-tab", lineterminator="\n")
pandas.DataFrame([points, *plain], columns=header).to_csv(
    "utf8-bom.csv", index=False, encoding="utf-8-sig", lineterminator="\r\n")

# A workbook with a second sheet.
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Exam 7b"
sheet.append(header)
for name, answers, _, total in rows:
    sheet.append([name, *[a or None for a in answers], total])
sheet = book.create_sheet("Key")
sheet.append(["question", "text", "answer", "points"])
for i, text, answers in zip(ids, texts, keys):
    for answer in answers:
        sheet.append([i, text, answer, 2])
book.save("openpyxl.xlsx")

# The same for lrp grade --demo, whose sheet says what it is.
book["Exam 7b"].title = "Exam (made up)"
book.save("../../cmd/lrp/exam.xlsx")

# The long form, by pandas.
long = [(name, i, answer, total) for name, answers, _, total in rows
        for i, answer in zip(ids, answers)]
frame = pandas.DataFrame(long, columns=["student", "question", "response", "rating"])
frame.to_csv("long.csv.gz", index=False, compression={"method": "gzip", "mtime": 1})

# Parquet, by pandas, with totals as numbers.
frame = pandas.DataFrame([row[:-1] for row in plain], columns=header[:-1])
frame["Total"] = [total for *_, total in rows]
frame.to_parquet("pandas.parquet", index=False)

# Google Forms: a quiz, exported from its spreadsheet.
forms = [["Timestamp", "Email Address", "Score", *texts]]
for i, (_, answers, _, total) in enumerate(rows):
    score = "" if total is None else f"{number(total)} / 20"
    forms.append([f"11/{i % 28 + 1}/2026 9:{i:02d}:00", f"s{i + 1:02d}@example.org", score, *answers])
with open("google-forms.csv", "w", newline="", encoding="utf-8") as f:
    csv.writer(f).writerows(forms)

# Moodle: the report of responses of a quiz.
moodle = ["Last name", "First name", "ID number", "Email address", "Status", "Started", "Completed",
          "Duration", "Grade/20.00"]
for k in range(n):
    moodle += [f"Question {k + 1}", f"Response {k + 1}", f"Right answer {k + 1}"]
table = [moodle]
for i, (name, answers, _, total) in enumerate(rows):
    first, last = name.rsplit(" ", 1)
    row = [last, first, f"{1000 + i}", f"s{i + 1:02d}@example.org", "Finished",
           f"22 November 2026  9:{i:02d} AM", f"22 November 2026  9:{i + 20:02d} AM",
           f"{i % 20 + 1} mins 5 secs", "-" if total is None else f"{total:.2f}"]
    for text, answer, k in zip(texts, answers, keys):
        row += [text, answer or "-", k[0]]
    table.append(row)
rated = [total for *_, total in rows if total is not None]
table.append(["Overall average", "", "", "", "", "", "", "", f"{sum(rated) / len(rated):.2f}"]
             + [""] * (3 * n))
with open("moodle.csv", "w", newline="", encoding="utf-8") as f:
    csv.writer(f, lineterminator="\n").writerows(table)

# Qualtrics: three rows of headers.
first = ["StartDate", "EndDate", "Status", "IPAddress", "Progress", "Duration (in seconds)",
         "Finished", "RecordedDate", "ResponseId", "UserLanguage", *ids, "SC0"]
second = ["Start Date", "End Date", "Response Type", "IP Address", "Progress",
          "Duration (in seconds)", "Finished", "Recorded Date", "Response ID", "User Language",
          *texts, "Score"]
third = [json.dumps({"ImportId": name}, separators=(",", ":")) for name in first]
table = [first, second, third]
for i, (_, answers, _, total) in enumerate(rows):
    when = f"2026-11-22 09:{i:02d}:00"
    table.append([when, when, "IP Address", "192.0.2.1", "100", f"{60 + i}", "True", when,
                  f"R_{i + 1:015d}", "EN", *answers, number(total)])
with open("qualtrics.csv", "w", newline="", encoding="utf-8") as f:
    csv.writer(f, quoting=csv.QUOTE_ALL).writerows(table)
