package levenshtein

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	reference "github.com/agnivade/levenshtein"
)

// answers are n made-up texts of about the given length.
func answers(n, length int) []string {
	r := rand.New(rand.NewPCG(5, 6))
	words := strings.Fields("they count the people who live in a country so that nobody can pressure vote for their law president congress pay")
	texts := make([]string, n)
	for i := range texts {
		for len(texts[i]) < length {
			texts[i] += words[r.IntN(len(words))] + " "
		}
	}
	return texts
}

// BenchmarkEditDistances computes the distances of all pairs of 300 texts, on one processor.
func BenchmarkEditDistances(b *testing.B) {
	for _, length := range []int{15, 35, 60, 150} {
		texts := answers(300, length)
		pairs := len(texts) * (len(texts) - 1) / 2
		perPair := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*pairs), "ns/pair")
		}
		b.Run(fmt.Sprintf("matrix/%d", length), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Matrix(texts, 1)
			}
			perPair(b)
		})
		b.Run(fmt.Sprintf("agnivade/%d", length), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i, s := range texts {
					for _, t := range texts[:i] {
						reference.ComputeDistance(s, t)
					}
				}
			}
			perPair(b)
		})
	}
}
