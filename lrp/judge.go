package lrp

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
)

// WithGrades returns the model for respondents whose responses those graded whose grades it learned
// with ([datasets.Respondent].External, [ModelInfo].Judges): a response that they graded, whoever
// gives it, is predicted with the mean of their grades. Others are predicted without. It fails if
// somebody else graded, or if the model is none of AUTO.
func (m *Model) WithGrades(people []datasets.Respondent) (*Model, error) {
	for i, r := range people {
		if err := m.checkResponses(r.Responses); err != nil {
			return nil, fmt.Errorf("respondent %d: %w", i+1, err)
		}
		for _, name := range slices.Sorted(maps.Keys(r.External)) {
			if !slices.Contains(m.info.Judges, name) {
				return nil, fmt.Errorf("found grades of %s, expected those of %s, with which the model learned", name,
					cmp.Or(strings.Join(m.info.Judges, ", "), "nobody"))
			}
		}
	}
	learned, err := m.learned()
	if err != nil {
		return nil, err
	}
	other := *m
	if other.predictor, err = m.restore(learned, people...); err != nil {
		return nil, err
	}
	other.begin()
	return &other, nil
}
