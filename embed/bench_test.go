package embed

import (
	"bytes"
	"strings"
	"testing"
)

var sentence = strings.Fields(
	"the president is the commander in chief of the armed forces of the united states")

func BenchmarkLoad(b *testing.B) {
	b.SetBytes(int64(len(glove)))
	for b.Loop() {
		if _, err := decode(glove, "f", false); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	path := save(b, glove)
	for b.Loop() {
		if _, err := Open(path, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadText(b *testing.B) {
	var text bytes.Buffer
	if err := WriteText(&text, random(b, 1000, 100, Float32)); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := Read(bytes.NewReader(text.Bytes()), "f", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	v := byDefault(b)
	b.ReportAllocs()
	for b.Loop() {
		v.Lookup("president")
	}
}

func BenchmarkCosine(b *testing.B) {
	v := byDefault(b)
	for b.Loop() {
		v.Cosine("president", "king")
	}
}

func BenchmarkNearest(b *testing.B) {
	v := byDefault(b)
	v.Nearest("president", 1)
	for b.Loop() {
		v.Nearest("president", 10)
	}
}

func BenchmarkMean(b *testing.B) {
	v := byDefault(b)
	for b.Loop() {
		v.Mean(sentence)
	}
}
