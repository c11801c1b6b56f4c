package brown

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"runtime"
	"testing"
)

// tableSum is the SHA-256 of counts.gz, to be changed when the table is made anew.
const tableSum = "3506a41b5cfe7a300c848f9ae56acd2053564bcdabc651fe4e281476c277d260"

func TestTableChecksum(t *testing.T) {
	sum := sha256.Sum256(table)
	if got := hex.EncodeToString(sum[:]); got != tableSum {
		t.Errorf("counts.gz has SHA-256 %s, want %s", got, tableSum)
	}
}

func TestCount(t *testing.T) {
	// NLTK 3.8's FreqDist of the words in small letters of the same files.
	for word, want := range map[string]int{
		"the": 69971, "The": 69971, "of": 36412, ",": 58334, "``": 8837, "dog": 75, "don't": 489,
		"1-1/2": 4, "fulton": 17, "xyzzy": 0, "": 0, "the dog": 0,
	} {
		if got := Count(word); got != want {
			t.Errorf("%q occurs %d times, want %d", word, got, want)
		}
	}
	if Total() != 1161192 || len(load().byWord) != 49815 {
		t.Errorf("%d tokens of %d kinds", Total(), len(load().byWord))
	}
}

func TestInformationContent(t *testing.T) {
	for word, want := range map[string]float64{
		"xyzzy": 1,
		"the":   1 - math.Log(69972)/math.Log(1161193), // 0.2011
		"dog":   1 - math.Log(76)/math.Log(1161193),
	} {
		if got := InformationContent(word); math.Abs(got-want) > 1e-15 {
			t.Errorf("%q: %v, want %v", word, got, want)
		}
	}
	for word := range load().byWord {
		if i := InformationContent(word); !(i > 0 && i < 1) {
			t.Errorf("%q: %v", word, i)
		}
	}
}

func TestDecodeRejectsDamage(t *testing.T) {
	flipped := bytes.Clone(table)
	flipped[len(flipped)/2] ^= 1
	damaged := [][]byte{nil, table[:len(table)/2], flipped}
	for _, text := range []string{"word", "word x\n", " 1\n", "word 0\n", "word 99999999999\n"} {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		damaged = append(damaged, b.Bytes())
	}
	for i, d := range damaged {
		if _, err := decode(d); err == nil {
			t.Errorf("no error for table %d", i)
		}
	}
}

func TestLoadMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := decode(table); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 10<<20 {
		t.Errorf("loading allocates %d bytes", n)
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decode(table); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkInformationContent(b *testing.B) {
	for b.Loop() {
		InformationContent("dog")
	}
}
