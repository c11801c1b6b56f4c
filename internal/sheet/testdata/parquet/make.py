"""Writes one made-up table as Parquet in several ways, and as CSV as pandas shows it.

Needs pandas and pyarrow: pip install pandas pyarrow
"""
import datetime
import decimal
import math
import uuid

import pandas
import pyarrow
import pyarrow.parquet

N = 40
EPOCH = datetime.datetime(1999, 12, 31, 23, 59, 58, 250000)


def column(kind, values):
    """Values in turn, and nothing in every seventh row."""
    return pyarrow.array(
        [None if i % 7 == 3 else values[i % len(values)] for i in range(N)], kind)


def times(step):
    return [EPOCH - datetime.timedelta(days=i * 997, seconds=i * 1234.5 * step) for i in range(N)]


dec = decimal.Decimal
whole = [datetime.datetime(1969, 7, 20, 20, 17, 40), datetime.datetime(2026, 11, 29)]
columns = {
    "id": pyarrow.array(range(1, N + 1), pyarrow.int64()),
    "answer": column(pyarrow.string(), [
        "a referendum", "l’étoile, \"Zoë\"", "", "two\nlines", "日本語", "007", "x" * 300]),
    "constant": pyarrow.array(["same"] * N),
    "category": column(pyarrow.string(), ["low", "high"]).dictionary_encode(),
    "missing": pyarrow.nulls(N, pyarrow.string()),
    "right": column(pyarrow.bool_(), [True, False, True]),
    "sure": pyarrow.array([i % 3 == 0 for i in range(N)]),
    "int8": column(pyarrow.int8(), [-128, 127, 0]),
    "int32": column(pyarrow.int32(), [-2**31, 2**31 - 1, 5]),
    "int64": column(pyarrow.int64(), [-2**63, 2**63 - 1, 5]),
    "uint8": column(pyarrow.uint8(), [255, 0]),
    "uint32": column(pyarrow.uint32(), [2**32 - 1, 0]),
    "uint64": column(pyarrow.uint64(), [2**64 - 1, 0]),
    "float": column(pyarrow.float32(), [0.1, -1.5e-7, 3.4e38]),
    "double": column(pyarrow.float64(), [math.pi, 0.1 + 0.2, -5e-324, 1.7e308, math.nan]),
    "decimal9": column(pyarrow.decimal128(9, 2), [dec("-1.50"), dec("0.07"), dec("12")]),
    "decimal38": column(pyarrow.decimal128(38, 10), [dec("-0.0000000001"), dec("9" * 28)]),
    "date": column(pyarrow.date32(), [t.date() for t in whole]),
    "time": column(pyarrow.time32("ms"), [datetime.time(23, 59, 59, 250000), datetime.time(0, 1)]),
    "day": column(pyarrow.time64("us"), [datetime.time(12, 0, 0, 1), datetime.time(0, 1)]),
    "millis": column(pyarrow.timestamp("ms"), times(0)),
    "micros": column(pyarrow.timestamp("us", "UTC"), times(1)),
    "nanos": column(pyarrow.timestamp("ns"), whole),
    "bytes": column(pyarrow.binary(), [b"\xff\x00\x01", b"plain"]),
    "fixed": column(pyarrow.binary(3), [b"abc", b"\xfe\xfe\xfe"]),
    "uuid": pyarrow.array([uuid.UUID(int=2**100 * i + 7) for i in range(N)], pyarrow.uuid()),
    "json": pyarrow.array(['{"a":1}'] * N, pyarrow.json_(pyarrow.utf8())),
}
table = pyarrow.table(columns)


def write(name, these=table, **options):
    pyarrow.parquet.write_table(these, name, store_schema=False, **options)


def shown(v):
    if isinstance(v, datetime.datetime):  # without a zone
        return str(v.replace(tzinfo=None))
    if v is None or isinstance(v, float) and math.isnan(v):
        return ""
    if isinstance(v, bytes):
        try:
            return v.decode()
        except UnicodeDecodeError:
            return "0x" + v.hex()
    return str(v).upper() if isinstance(v, bool) else str(v)


frame = pandas.DataFrame({name: [shown(v.as_py()) for v in table[name]] for name in columns})
frame["float"] = table["float"].to_pandas()
frame.to_csv("all.csv", index=False, lineterminator="\n")

write("snappy.parquet")
write("gzip.parquet", compression="gzip", data_page_version="2.0", row_group_size=25)
write("zstd.parquet", compression="zstd", use_dictionary=False)
write("brotli.parquet", compression="brotli", data_page_size=64, write_batch_size=15)
write("lz4.parquet", compression="lz4", use_dictionary=False, data_page_version="2.0")
some = table.select([name for name in columns if name not in ("uint32", "nanos")])
write("plain.parquet", some, compression="none", version="1.0", row_group_size=21)
write("int96.parquet", table.select(["id", "millis", "nanos"]), use_deprecated_int96_timestamps=True)
write("empty.parquet", table.slice(0, 0).select(["id", "answer"]))
write("delta.parquet", table.select(["id"]), use_dictionary=False,
      column_encoding={"id": "DELTA_BINARY_PACKED"})
write("nested.parquet", pyarrow.table({
    "id": ["ann", "bob", "cem"],
    "tags": [["x", "y"], [], None],
    "answer": ["rain", "snow", None],
    "meta": [{"age": 20, "town": {"name": "Bonn"}}] * 3,
    "seen": pyarrow.array([[("a", 1)]] * 3, pyarrow.map_(pyarrow.string(), pyarrow.int32())),
    "half": pyarrow.array([0.5] * 3, pyarrow.float16()),
    "total": [3.0, None, 1.25],
}))
