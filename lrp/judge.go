package lrp

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// WithGrades returns the model for respondents whose responses those graded whose grades it
// learned with ([datasets.Respondent].External, [ModelInfo].Judges): a response that they graded,
// whoever gives it, is predicted with the mean of their grades. Others are predicted less well;
// where there are no grades at all, [Model.WithoutGrades] is better. It fails if somebody else
// graded, or if the model is none of AUTO.
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

// WithoutGrades returns the model for respondents whom nobody else graded: it fits again to the
// training part without the grades in it, since weights that were learned beside grades are too
// small where there are none. A model that learned without is returned as it is. The result has no
// [ExpectedError].
func (m *Model) WithoutGrades() (*Model, error) {
	if m.info.Judges == nil {
		return m, nil
	}
	other, training := *m, *m.training
	training.Respondents = slices.Clone(m.training.Respondents)
	for i := range training.Respondents {
		training.Respondents[i].External = nil
	}
	other.training, other.info.Judges, other.info.Expected = &training, nil, nil
	var err error
	other.predictor, err = fitLearner(other.learner(), design.NewCorpus(&training, m.analyzer), nil)
	if err != nil {
		return nil, err
	}
	other.begin()
	return &other, nil
}
