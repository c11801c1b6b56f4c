package screening

import (
	"sync"

	"github.com/luna-rating/luna/turing/screening/internal/phrase"
	"github.com/luna-rating/luna/turing/screening/internal/world"
)

// maxUnrelated is how many facts about other things an answer may touch. People touch one or two;
// one that lists words in the hope of meeting the key touches many.
const maxUnrelated = 4

// common are the answers to the questions about all things of the tables.
var common = sync.OnceValue(func() []phrase.Pattern {
	seen := map[string]bool{}
	var list []phrase.Pattern
	for _, t := range world.Things() {
		for _, group := range [][]string{t.Use, t.Where, t.Worn, t.Color, t.Made, t.Says, t.Eats} {
			for _, s := range group {
				if !seen[s] {
					seen[s] = true
					list = append(list, phrase.NewPattern(s))
				}
			}
		}
	}
	return list
})

// unrelated counts facts in an answer that share no word with the key or the question.
func unrelated(t phrase.Text, e *choice) int {
	if len(t.Tokens) <= maxUnrelated {
		return 0
	}
	asked := phrase.NewPattern(e.question.Raw)
	n := 0
next:
	for _, p := range common() {
		for _, r := range e.right {
			if p.Shares(r) {
				continue next
			}
		}
		if !p.Shares(asked) && t.Together(p) >= 0 {
			n++
		}
	}
	return n
}
