#!/usr/bin/env bash
# Writes the tables in this folder: one exam of 40 simulated respondents and 10 questions, 25 of them
# rated, as ten programs write it. The answers are made up (internal/synth).
# Needs LibreOffice Calc, Python with pandas, openpyxl and pyarrow, iconv and zstd:
#   apt-get install libreoffice-calc zstd && pip install pandas openpyxl pyarrow
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go run ../../cmd/lrp convert synthetic-civics:40:7 --rating fraction --out "$work/exam.jsonl"
python3 make.py "$work/exam.jsonl" "$work"
iconv -f UTF-8 -t WINDOWS-1252 "$work/semicolons.csv" > windows-1252.csv
iconv -f UTF-8 -t UTF-16LE "$work/unicode.txt" > unicode.txt
zstd -q -19 -f "$work/exam.tsv" -o exam.tsv.zst
(cd "$work" && soffice --headless --convert-to 'xlsx:Calc MS Excel 2007 XML' \
    --infilter='CSV:44,34,76,1' calc.csv > /dev/null)
mv "$work/calc.xlsx" libreoffice.xlsx
