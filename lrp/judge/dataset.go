package judge

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/text"
)

// unknownTop is the highest grade of a question whose points are unknown.
const unknownTop = 10

// Of returns the answers of respondents of a data set to all questions, one respondent after the
// other. Examples are the scored answers of the respondents shown, never one's own: those that are
// most alike by character trigrams if nearest is not 0, otherwise all. The highest grade is that of
// the data's points, or 10 where they are unknown.
func Of(ds *datasets.Dataset, people, shown []int, nearest int) []Answer {
	tops, graded := make([]float64, len(ds.Questions)), make([][]example, len(ds.Questions))
	for j := range ds.Questions {
		if tops[j] = unknownTop; j < len(ds.Points) && ds.Points[j] > 0 {
			tops[j] = ds.Points[j]
		}
		for _, i := range shown {
			if r := &ds.Respondents[i]; r.Scores != nil && !math.IsNaN(r.Scores[j]) {
				shown := Example{r.Responses[j], r.Scores[j] * tops[j]}
				graded[j] = append(graded[j], example{shown, r, trigrams(shown.Answer), 0})
			}
		}
	}
	var list []Answer
	for _, i := range people {
		r := &ds.Respondents[i]
		for j, s := range r.Responses {
			list = append(list, Answer{r, &ds.Questions[j], s, tops[j], examplesFor(r, s, graded[j], nearest)})
		}
	}
	return list
}

// example is an example with whose it is, its trigrams, and how much it is like the answer.
type example struct {
	Example
	by    *datasets.Respondent
	grams map[string]bool
	alike float64
}

// examplesFor chooses what is shown for a respondent's answer. Of equal ones, which say the same,
// the first one is shown.
func examplesFor(by *datasets.Respondent, answer string, graded []example, nearest int) (list []Example) {
	var fit []example
	grams, seen := trigrams(answer), map[Example]bool{}
	for _, e := range graded {
		if e.by != by && !seen[e.Example] {
			seen[e.Example], e.alike = true, text.Dice(grams, e.grams)
			fit = append(fit, e)
		}
	}
	if nearest > 0 {
		slices.SortStableFunc(fit, func(a, b example) int { return cmp.Compare(b.alike, a.alike) })
		fit = fit[:min(nearest, len(fit))]
	}
	for _, e := range fit {
		list = append(list, e.Example)
	}
	return list
}

// trigrams returns the sequences of three characters in a text, with a blank before and after it.
func trigrams(s string) map[string]bool {
	r := []rune(" " + strings.ToLower(strings.Join(strings.Fields(s), " ")) + " ")
	set := map[string]bool{}
	for k := 0; k+3 <= len(r); k++ {
		set[string(r[k:k+3])] = true
	}
	return set
}
