package features_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// madeUpAnswers returns n answers of one to six words, some of them misspelt.
func madeUpAnswers(n int) []string {
	words := strings.Fields("people vote laws president congress state tax freedom speech judge " +
		"court war independence constitution amendment rights senate money union slavery")
	r := rand.New(rand.NewPCG(9, 10))
	texts := make([]string, n)
	for i := range texts {
		var some []string
		for range 1 + r.IntN(6) {
			w := []byte(words[r.IntN(len(words))])
			if r.IntN(4) == 0 {
				w[r.IntN(len(w))] = byte('a' + r.IntN(26))
			}
			some = append(some, string(w))
		}
		texts[i] = strings.Join(some, " ")
	}
	return texts
}

// BenchmarkNearest prepares the answers to one question and computes the rows of all of them as the
// training set.
func BenchmarkNearest(b *testing.B) {
	for _, n := range []int{300, 2000, 8000} {
		benchmarkNearest(b, madeUpAnswers(n))
	}
}

// BenchmarkNearestApart does the same for answers that have nothing in common.
func BenchmarkNearestApart(b *testing.B) {
	for _, n := range []int{2000, 8000} {
		texts := make([]string, n)
		for i := range texts {
			texts[i] = fmt.Sprint(1_000_000 + i)
		}
		benchmarkNearest(b, texts)
	}
}

func benchmarkNearest(b *testing.B, texts []string) {
	cache := text.NewCache(text.English)
	q := features.NewQuestion("1", nil, texts, cache)
	train := make([]features.Rated, len(texts))
	for i, s := range texts {
		train[i] = features.Rated{Doc: cache.Doc(s), Rating: float64(i%11) / 10}
	}
	for _, e := range []features.Extractor{features.NNO, features.NNC, features.NNW} {
		b.Run(fmt.Sprintf("%s/%d", e.Name(), len(texts)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fitted := e.Prepare(q).Fit(train)
				var row features.Row
				for i := range train {
					fitted.AppendTrain(&row, i)
				}
			}
		})
	}
}
