package features_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// TestOneLongTextAmongNeighbours bounds the memory of finding neighbours where one response has
// very many different words: each of them once had a mask as long as the response.
func TestOneLongTextAmongNeighbours(t *testing.T) {
	var long strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&long, "w%d ", i)
	}
	q := features.NewQuestion(
		"1", nil, append(madeUpAnswers(30), long.String()), text.NewCache(text.English))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	features.NNW.Prepare(q)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 20<<20 {
		t.Errorf("31 responses, one of 30,000 words, took %d MB, expected 20 at most", used>>20)
	}
}

// BenchmarkNearestLong finds the neighbours of responses of which one has 100,000 different words.
func BenchmarkNearestLong(b *testing.B) {
	var long strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&long, "w%d ", i)
	}
	q := features.NewQuestion(
		"1", nil, append(madeUpAnswers(100), long.String()), text.NewCache(text.English))
	b.ReportAllocs()
	for b.Loop() {
		features.NNW.Prepare(q)
	}
}
