package wordnet

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestLookupIsMorphAndSynsets compares with a lookup in two steps, for words of the dictionary, words
// with all kinds of endings, and others.
func TestLookupIsMorphAndSynsets(t *testing.T) {
	n := Default()
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{
		"", "s", "sses", "men", "better", "went", "Geese", "new york", "sssssssssssssssssssss",
		"ingings",
	}
	endings := strings.Fields(
		"s es ses xes zes ches shes men ies ed ing er est ings eds lessnesses")
	for range 4000 {
		members := n.Words(Synset(r.IntN(n.Len())))
		w := members[r.IntN(len(members))]
		e := endings[r.IntN(len(endings))]
		words = append(words, w, w+e, w[:len(w)-1]+e)
	}
	for _, w := range words {
		for _, pos := range AllPOS() {
			var want []Synset
			for _, lemma := range n.Morph(w, pos) {
				for _, s := range n.Synsets(lemma, pos) {
					if !slices.Contains(want, s) {
						want = append(want, s)
					}
				}
			}
			if got := n.Lookup(w, pos); !slices.Equal(got, want) {
				t.Fatalf("%q as a %v: %v, want %v", w, pos, got, want)
			}
		}
	}
}
