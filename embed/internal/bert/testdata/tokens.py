#!/usr/bin/env python3
"""Print texts and the numbers of their pieces as the library tokenizers of Hugging Face has them, in JSON lines.

The first line is the vocabulary. Each other line has a text, its pieces where case and accents count, and where not.
"""
import json
import random

from tokenizers import BertWordPieceTokenizer

random.seed(1)
LETTERS = "".join(map(chr, range(33, 127))) + "éÉàñßẞøØıİiςσΣµμﬁ①½²漢字語かカ가각한ᄀᄒกำ้हिन््ابةﷺא֑ʼ’“”—…¿¡„·€™𝐀𝒜😀👍ɤƛ가ǆǅ़้"
WORDS = ("the hello world un ##aff ##able café cafe naive strasse straße don can ##not photosynthesis photo ##syn "
         "##thesis ##s ##ing ##ed istanbul").split()
MARKS = ["\u0300", "\u0301", "\u0308", "\u0327", "\u093c", "\u1734", "\u07fd", "\u1abf", "\U00011442"]
vocab = list(dict.fromkeys(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + WORDS + list(LETTERS)
                           + MARKS + ["##" + c for c in LETTERS] + ["##" + c for c in MARKS]))
PARTS = WORDS + [
    "Hello", "UNAFFABLE", "cannot", "Café", "CAFE\u0301", "na\u0308ive", "STRASSE", "İstanbul", "ΣΑΣ", "ΣΣ", "[SEP]",
    "[CLS]", "[MASK]", "[UNK]", "[PAD]", "[sep]", "[[SEP]]", "SEP]", "##ing", "don't", "e.g.", "3.14", "$5", "a" * 100,
    "a" * 101, "é" * 100, "é" * 101, "e\u0301" * 50, "e\u0301" * 51, "漢字", "日本語", "한", "각", "ก้ำ", "हिन्दी", "ابة",
    "👩\u200d👩\u200d👧", "👍🏽", "\u200b", "\u200d", "\ufeff", "\x00", "\x01", "\x7f", "\x85", "\u2028", "\u00a0", "\u3000",
    "\t", "\n", "\r\n", "\ufffd", "\u00ad", "ﬁ", "\u212b", "x²", "\u1734", "\u166d", "\U000111c9", "\ue000", "\U000f0000",
    "a\u07fdb", "a\u061db", "a\u2e52b", "a\u08e2b", "a\U00013430b", "a\U0001144bb", "a\u1abfb", "a\U00011442b", "ꟋA", "Ƛ",
    "ǅ", "\U0002b820", "\U0002b920", "\uf900", "\U0002f800", "\u0378", "a\u0378b"]
both = [BertWordPieceTokenizer({v: i for i, v in enumerate(vocab)}, lowercase=lower) for lower in (False, True)]
for t in both:
    t.add_special_tokens(vocab[:5])
print(json.dumps(vocab))
texts = PARTS + ["".join(random.choice(PARTS) + random.choice(["", " ", " ", ".", "-"])
                         for _ in range(random.randrange(2, 8))) for _ in range(200)]
for text in texts:
    cased, lower = (t.encode(text, add_special_tokens=False).ids for t in both)
    print(json.dumps({"text": text, "cased": cased, "lower": lower}, separators=(",", ":")))
