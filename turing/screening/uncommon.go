package screening

import (
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/turing/screening/internal/phrase"
	"github.com/luna-rating/luna/turing/screening/internal/world"
)

// names are capitalised words that are no nouns of the vocabulary.
var names = func() map[string]bool {
	set := map[string]bool{}
	for _, list := range []string{"men", "women"} {
		for _, n := range world.List(list) {
			set[strings.ToLower(n)] = true
		}
	}
	for d := range 7 {
		set[strings.ToLower(time.Weekday(d).String())] = true
	}
	for m := time.January; m <= time.December; m++ {
		set[strings.ToLower(m.String())] = true
	}
	return set
}()

// Uncommon lists the words of the questions, and of what is said before them, that are neither in
// the vocabulary of children under 12, from which the rules of 2010 take all nouns, verbs and
// adjectives, nor first names of the generator, days or months.
func (q *Questionnaire) Uncommon() []string {
	var list []string
	for _, question := range q.Questions {
		for _, text := range append(slices.Clone(question.Say), question.Text) {
			for _, k := range phrase.Parse(text).Tokens {
				if !k.Figures() && !names[k.Text] && !slices.Contains(list, k.Text) &&
					!world.Common(k.Text) {
					list = append(list, k.Text)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// ofSet yields the questions of a set.
func (q *Questionnaire) ofSet(set string) iter.Seq[Question] {
	return func(yield func(Question) bool) {
		for _, question := range q.Questions {
			if question.Set == set && !yield(question) {
				return
			}
		}
	}
}
