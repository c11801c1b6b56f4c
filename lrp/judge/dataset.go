package judge

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
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
				graded[j] = append(graded[j], example{Example{r.Responses[j], r.Scores[j] * tops[j]}, i,
					trigrams(r.Responses[j])})
			}
		}
	}
	var list []Answer
	for _, i := range people {
		r := &ds.Respondents[i]
		for j, s := range r.Responses {
			list = append(list, Answer{r.ID, &ds.Questions[j], s, tops[j], examplesFor(i, s, graded[j], nearest)})
		}
	}
	return list
}

// example is an example with whose it is and its trigrams.
type example struct {
	Example
	by    int
	grams map[string]bool
}

// examplesFor chooses what is shown for a respondent's answer. Of equal ones, which say the same,
// the first one is shown.
func examplesFor(by int, answer string, graded []example, nearest int) (list []Example) {
	grams, alike := trigrams(answer), map[int]float64{}
	var order []int
	seen := map[Example]bool{}
	for k, e := range graded {
		if e.by == by || seen[e.Example] {
			continue
		}
		seen[e.Example], order = true, append(order, k)
		if nearest > 0 {
			alike[k] = likeness(grams, e.grams)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(alike[b], alike[a]) })
	if nearest > 0 {
		order = order[:min(nearest, len(order))]
	}
	for _, k := range order {
		list = append(list, graded[k].Example)
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

// likeness returns the share of trigrams that two texts have in common (Dice's coefficient).
func likeness(a, b map[string]bool) float64 {
	both := 0
	for g := range a {
		if b[g] {
			both++
		}
	}
	return 2 * float64(both) / float64(max(1, len(a)+len(b)))
}
