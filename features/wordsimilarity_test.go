package features_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/wordnet"
)

// plainWordSimilarity compares each sense of one word with each of the other.
func plainWordSimilarity(a, b string) float64 {
	if a == b {
		return 1
	}
	net, best := wordnet.Default(), 0.0
	for _, pos := range []wordnet.POS{wordnet.Noun, wordnet.Verb} {
		for _, x := range net.Lookup(a, pos) {
			for _, y := range net.Lookup(b, pos) {
				if c, ok := net.Common(x, y); ok {
					l := c.Length
					if l > 1 && sharesWord(net.Words(x), net.Words(y)) {
						l = 1
					}
					depth := float64(net.Depth(c.Subsumer))
					best = max(best, math.Exp(-.2*float64(l))*math.Tanh(.45*depth))
				}
			}
		}
	}
	return best
}

func sharesWord(a, b []string) bool {
	return slices.ContainsFunc(a, func(v string) bool {
		return slices.ContainsFunc(b, func(w string) bool { return strings.EqualFold(v, w) })
	})
}

// TestWordSimilarityAgainstSenses compares with all pairs of senses, to the last digit.
func TestWordSimilarityAgainstSenses(t *testing.T) {
	net := wordnet.Default()
	r := rand.New(rand.NewPCG(11, 12))
	// Words with many senses, words for persons, which have several hypernyms, and others.
	words := strings.Fields(`make take run set go get break cut turn light line head state
		president king queen judge citizen jury lawyer people person government law court right
		freedom money tax vote elect power house senate war peace church car auto dog dogs pig
		is was the not and xyzzy entity abstraction man woman child mother father teacher
		student city town country nation`)
	common := len(words)
	for range 120 {
		members := net.Words(wordnet.Synset(r.IntN(net.Len())))
		words = append(words, strings.ToLower(members[r.IntN(len(members))]))
	}
	for range 6000 {
		a, b := words[r.IntN(len(words))], words[r.IntN(len(words))]
		if r.IntN(2) == 0 {
			a, b = words[r.IntN(common)], words[r.IntN(common)]
		}
		if r.IntN(500) == 0 {
			features.ForgetWords()
		}
		if got, want := features.WordSimilarity(a, b), plainWordSimilarity(a, b); got != want {
			t.Fatalf("%s, %s: %v, want %v", a, b, got, want)
		}
	}
}
