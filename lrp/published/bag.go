package published

import (
	"maps"
	"slices"

	"github.com/luna-rating/luna/regress"
)

// bags list the terms of a text that BOW and BIG count.
var bags = map[string]func(*answer) []string{
	"BOW": func(a *answer) []string { return a.words },
	"BIG": func(a *answer) []string { return a.grams },
}

// bagMatrices counts, for each respondent, in how many questions each term of
// the training part's vocabulary occurs.
func bagMatrices(answers [][]*answer, terms func(*answer) []string, train, test []int) (trainX, testX *regress.Matrix) {
	vocabulary := make(map[string]int32)
	for _, i := range train {
		for j := range answers {
			for _, t := range terms(answers[j][i]) {
				vocabulary[t] = 0
			}
		}
	}
	for k, t := range slices.Sorted(maps.Keys(vocabulary)) {
		vocabulary[t] = int32(k)
	}
	matrix := func(respondents []int) *regress.Matrix {
		m := regress.NewMatrix(len(respondents), len(vocabulary))
		for _, i := range respondents {
			counts := make(map[int32]float64)
			for j := range answers {
				for _, t := range terms(answers[j][i]) {
					if k, ok := vocabulary[t]; ok {
						counts[k]++
					}
				}
			}
			var row regress.Row
			for _, k := range slices.Sorted(maps.Keys(counts)) {
				row.Index = append(row.Index, k)
				row.Value = append(row.Value, counts[k])
			}
			m.Append(row)
		}
		return m
	}
	return matrix(train), matrix(test)
}
