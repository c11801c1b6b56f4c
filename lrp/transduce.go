package lrp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// Transduced is a model fitted again for a known population: it uses the texts, never the ratings,
// of everyone to be rated. [Model.Transduce] makes it. It is immutable and safe for concurrent use.
//
// Its predictions depend on who is in the population. So it has a type of its own, which can be
// neither saved nor served: a file would need the texts of the population, and a server cannot know
// whom it will rate. [ModelInfo].Transductive is not nil, and [Explanation].Transductive is true.
type Transduced struct{ rater }

// ErrNotTransductive is wrapped by the error of [Model.Transduce] for a model that has no
// transductive form.
var ErrNotTransductive = errors.New("the model cannot use the texts of those who are to be rated")

// CanTransduce returns the error that [Model.Transduce] would return for any population, or nil if
// there is none. It wraps [ErrNotTransductive].
func (m *Model) CanTransduce() error {
	_, err := m.transducer()
	return err
}

// transducer returns the learner that was fitted.
func (m *Model) transducer() (approach.Learner, error) {
	if !m.approach.Learns() {
		return nil, fmt.Errorf("%w: found approach %s, expected %s: predict without them, or run "+
			"'lrp retrain OLD -o NEW --approach %s'", ErrNotTransductive, m.info.Approach,
			defaultApproach, defaultApproach)
	}
	return m.learner(), nil
}

// learner returns the learner of the approach as it was when the model was trained.
func (m *Model) learner() approach.Learner {
	auto, ok := m.approach.Learner().(approach.Auto)
	if !ok {
		return m.approach.Learner()
	}
	auto.Model.Prior, auto.Model.Blank, auto.Model.Judges = m.info.Prior, m.info.Blank, m.info.Judges
	return auto
}

// Transduce fits the model again, to the respondents that it was trained on, with the texts of
// everyone to be rated: population[i][j] is the response of respondent i to question j. The order
// of the population does not matter. If it also contains all rated respondents of the training set,
// found by the words of all their responses, they count once, and so do all respondents without a
// rating. The result has no [ExpectedError]. With fewer than 20 respondents it has a warning.
//
// It fails if the model has no transductive form ([ErrNotTransductive]), if the population is empty
// or if a respondent does not have one response for each question ([ErrResponses]).
func (m *Model) Transduce(population [][]string) (*Transduced, error) {
	learner, err := m.transducer()
	if err != nil {
		return nil, err
	}
	if len(population) == 0 {
		return nil, errors.New("lrp: found nobody in the population, expected at least one respondent")
	}
	cache := text.NewCache(m.analyzer)
	everybody := make([][]*text.Doc, len(population))
	for i, responses := range population {
		if err := m.checkResponses(responses); err != nil {
			return nil, fmt.Errorf("member %d of the population: %w", i+1, err)
		}
		everybody[i] = docsOf(cache, responses)
	}
	c := design.NewCorpus(m.training, m.analyzer)
	rated, unrated := c.Rated()
	info := m.info
	info.Transductive = &Transduction{Respondents: len(population)}
	info.Transductive.Training = contains(everybody, c.Responses(rated))
	for _, part := range [][]int{rated, unrated} {
		if responses := c.Responses(part); !contains(everybody[:len(population)], responses) {
			everybody = append(everybody, responses...)
		}
	}
	slices.SortFunc(everybody, compareDocs) // so that sums do not depend on the order
	if err := m.encode(slices.Concat(everybody...)); err != nil {
		return nil, err
	}
	fitted, err := fitLearner(learner, c, everybody)
	if err != nil {
		return nil, err
	}
	info.Expected, info.Warnings = nil, slices.Clone(info.Warnings)
	if w := approach.TransductiveWarning(len(everybody)); w != "" {
		info.Warnings = append(info.Warnings, w)
	}
	for _, w := range fitted.Warnings() {
		if !slices.Contains(info.Warnings, w.Error()) {
			info.Warnings = append(info.Warnings, w.Error())
		}
	}
	other := &Transduced{rater{
		info: info, training: m.training, analyzer: m.analyzer, memory: m.memory,
		predictor: fitted,
	}}
	other.begin()
	return other, nil
}

// docsOf processes the responses of a respondent.
func docsOf(cache *text.Cache, responses []string) []*text.Doc {
	return numbers.Map(responses, func(r string) *text.Doc { return cache.Doc(valid(r)) })
}

// contains reports whether all of a part of the training set are also in the population, by the
// words of all their responses. A part of nobody is not.
func contains(population, training [][]*text.Doc) bool {
	left := make(map[string]int)
	for _, r := range population {
		left[wordsOf(r)]++
	}
	for _, r := range training {
		words := wordsOf(r)
		if left[words]--; left[words] < 0 {
			return false
		}
	}
	return len(training) > 0
}

// wordsOf returns the words of all responses of a respondent.
func wordsOf(responses []*text.Doc) string {
	list := numbers.Map(responses, func(d *text.Doc) string { return d.Clean })
	return strings.Join(list, "\x00")
}

// compareDocs compares two respondents by their responses.
func compareDocs(a, b []*text.Doc) int {
	return slices.CompareFunc(a, b, func(d, e *text.Doc) int {
		return strings.Compare(d.Raw, e.Raw)
	})
}
