package features_test

import (
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// benchmarkPairs are pairs of texts of a typical length for short answers.
var benchmarkPairs = [][2]string{
	{"declared our independence from great britain", "announced that the united states is free"},
	{"they have more people living in the state", "because the state has a larger population"},
	{
		"the right to practise any religion or none",
		"you can practice any religion, or not practice one",
	},
	{"a system where people own businesses and sell goods", "capitalist economy"},
	{
		"the court decides whether the accused is guilty",
		"the jury finds out who committed the crime",
	},
}

// BenchmarkSNL computes the similarity of a pair of texts: cold, with words that are new to the
// process, and warm.
func BenchmarkSNL(b *testing.B) {
	similarity := measure(b, "SNL").Similarity
	var docs [][2]*text.Doc
	for _, p := range benchmarkPairs {
		docs = append(docs, [2]*text.Doc{text.English.Doc(p[0]), text.English.Doc(p[1])})
	}
	similarity(docs[0][0], docs[0][1]) // which loads WordNet and the word counts
	run := func(b *testing.B, before func()) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			before()
			p := docs[i%len(docs)]
			similarity(p[0], p[1])
		}
	}
	b.Run("cold", func(b *testing.B) { run(b, features.ForgetWords) })
	b.Run("warm", func(b *testing.B) { run(b, func() {}) })
}
