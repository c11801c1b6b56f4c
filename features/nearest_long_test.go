package features_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// oneLong returns a question with n short responses and one of many different words.
func oneLong(n, words int) *features.Question {
	var long strings.Builder
	for i := range words {
		fmt.Fprintf(&long, "w%d ", i)
	}
	return features.NewQuestion(
		"1", nil, append(madeUpAnswers(n), long.String()), text.NewCache(text.English))
}

// TestOneLongTextAmongNeighbours bounds the memory of finding neighbours where one response has
// very many different words: each of them once had a mask as long as the response.
func TestOneLongTextAmongNeighbours(t *testing.T) {
	q := oneLong(30, 30_000)
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
	q := oneLong(100, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		features.NNW.Prepare(q)
	}
}
