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
	grams map[string]float64
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
			alike[k] = cosine(grams, e.grams)
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

// trigrams counts the sequences of three characters in a text, with a blank before and after it.
func trigrams(s string) map[string]float64 {
	r := []rune(" " + strings.ToLower(strings.Join(strings.Fields(s), " ")) + " ")
	counts := map[string]float64{}
	for k := 0; k+3 <= len(r); k++ {
		counts[string(r[k:k+3])]++
	}
	return counts
}

// cosine returns the cosine of the angle between two vectors, 0 if one is empty.
func cosine(a, b map[string]float64) float64 {
	dot, aa, bb := 0.0, 0.0, 0.0
	for g, v := range a {
		dot, aa = dot+v*b[g], aa+v*v
	}
	for _, v := range b {
		bb += v * v
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}
