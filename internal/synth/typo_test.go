package synth

import (
	"math/rand/v2"
	"testing"
)

func TestMisspellingsHaveOneSource(t *testing.T) {
	for _, e := range exams() {
		for i := range e.Questions {
			q := &e.Questions[i]
			words := map[string]bool{}
			for _, w := range e.vocabulary(q) {
				words[w] = true
			}
			source := map[string]string{}
			for w, kinds := range q.typos {
				for _, variants := range kinds {
					for _, v := range variants {
						if words[v] {
							t.Errorf("%s %s: %q misspelled is the word %q", e.Name, q.ID, w, v)
						}
						if s, ok := source[v]; ok && s != w {
							t.Errorf("%s %s: %q stands for %q and %q", e.Name, q.ID, v, s, w)
						}
						source[v] = w
					}
				}
			}
		}
	}
}

func TestMisspell(t *testing.T) {
	table := newTypoTable([]string{"vote", "votes", "government"})
	rng := rand.New(rand.NewPCG(1, 1))
	seen := map[string]bool{}
	for range 200 {
		got := table.misspell(rng, "Government,")
		if got == "Government," || got[0] != 'G' && got[0] != 'F' && got[0] != 'H' ||
			got[len(got)-1] != ',' {
			t.Fatalf("misspelled as %q", got)
		}
		seen[got] = true
	}
	if len(seen) < 20 {
		t.Errorf("only %d misspellings", len(seen))
	}
	for range 50 {
		if got := table.misspell(rng, "votes"); got == "vote" {
			t.Fatal("a misspelling is another word")
		}
	}
	for _, token := range []string{"UN", "NATO", "10.0.0.1", "other", "", ","} {
		if got := table.misspell(rng, token); got != token {
			t.Errorf("%q misspelled as %q", token, got)
		}
	}
}
