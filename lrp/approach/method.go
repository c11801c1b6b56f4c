package approach

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// Method is how an approach predicts ratings in an experiment. Each kind of approach is a type that
// implements it: [Control], [Features] and [Learning].
type Method interface {
	// Regressors returns what results have in the place of a regressor, one for each result.
	Regressors(s *design.Setting) []string
	// Prepare computes what depends on texts alone. The result serves every split, also several at
	// a time.
	Prepare(s *design.Setting) (design.Fit, error)
}

// NoRegressor is what the results of controls have in the place of a regressor.
const NoRegressor = "none"

// Control is a method without a regressor, whose results others are compared with: the ratings of
// the test part of a trial.
type Control func(t Trial) ([]float64, error)

// Trial is one split of a data set as a control sees it: it has no rating of the test part.
type Trial struct {
	Dataset string       // its name
	Seed    uint64       // of the experiment
	Number  int          // of the trial, from 0
	Train   []Respondent // those of the training part who have a rating
	TrainY  []float64    // their ratings
	Test    []Respondent // those to be predicted
}

// Respondent is somebody in a [Trial]: what is known of a respondent without ratings and scores.
type Respondent struct {
	ID        string   // unique within the data set
	Responses []string // in question order
}

// Regressors implements [Method].
func (Control) Regressors(*design.Setting) []string { return []string{NoRegressor} }

// Prepare implements [Method].
func (c Control) Prepare(s *design.Setting) (design.Fit, error) {
	people := make([]Respondent, len(s.Dataset.Respondents))
	for i, r := range s.Dataset.Respondents {
		people[i] = Respondent{r.ID, r.Responses}
	}
	ratings := s.Builder.Corpus.Ratings
	return func(n int, split *design.Split) ([]design.Predicted, error) {
		rated := slices.DeleteFunc(slices.Clone(split.Train),
			func(i int) bool { return math.IsNaN(ratings[i]) })
		t := Trial{Dataset: s.Dataset.Name, Seed: s.Seed, Number: n,
			Train: numbers.At(people, rated), TrainY: numbers.At(ratings, rated),
			Test: numbers.At(people, split.Test)}
		predicted, err := c(t)
		if err == nil && len(predicted) != len(t.Test) {
			err = fmt.Errorf("found %d predictions, expected one for each of %d respondents",
				len(predicted), len(t.Test))
		}
		return []design.Predicted{{Regressor: NoRegressor, Ratings: predicted}}, err
	}, nil
}

// randomRatings is RAN: a rating drawn uniformly from [0,1) for each respondent of the test part.
func randomRatings(t Trial) ([]float64, error) {
	rng := numbers.Stream(t.Seed, "RAN", t.Number)
	ratings := make([]float64, len(t.Test))
	for i := range ratings {
		ratings[i] = rng.Float64()
	}
	return ratings, nil
}

// constantBestGuess is CBG: the mean rating of the training part, or 0.5, the middle of the scale,
// if that is empty.
func constantBestGuess(t Trial) ([]float64, error) {
	mean := 0.5
	if len(t.TrainY) > 0 {
		mean = regress.Mean(t.TrainY)
	}
	ratings := make([]float64, len(t.Test))
	for i := range ratings {
		ratings[i] = mean
	}
	return ratings, nil
}

// Features is the method of regressors that learn from the columns of features.
type Features []features.Extractor

// Regressors implements [Method].
func (Features) Regressors(s *design.Setting) (names []string) {
	for _, r := range s.Regressors {
		names = append(names, r.Name())
	}
	return names
}

// Prepare implements [Method].
func (f Features) Prepare(s *design.Setting) (design.Fit, error) {
	plan := s.Builder.Plan(f)
	return func(_ int, split *design.Split) (list []design.Predicted, _ error) {
		if len(split.Train) == 0 {
			return nil, nil
		}
		d := split.Design(plan)
		for _, r := range s.Regressors {
			model, err := r.Fit(d.Problem)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.Name(), err)
			}
			list = append(list, design.Predicted{Regressor: r.Name(), Ratings: model.Predict(d.Test),
				Columns: d.Used, Warnings: sentences(model.Diagnostics().Warnings)})
		}
		return list, nil
	}, nil
}

// Learning is the method of a learner.
type Learning struct{ Learner Learner }

// Transductive stands for the name of a learner that saw the texts of the test parts.
const Transductive = "transductive"

// IsLearner reports whether results are those of a learner, which has its own name in the place of
// a regressor. After a + in an approach's name are those whose grades it had: AUTO+WORDS.
func IsLearner(name, regressor string) bool {
	name, _, _ = strings.Cut(name, "+")
	return strings.EqualFold(name, regressor)
}

// NamesAll reports whether the name of an approach says all of its results, as there is no choice
// of a regressor: those of controls, learners and other systems, or of an unknown regressor, "".
func NamesAll(name, regressor string) bool {
	return regressor == "" || regressor == NoRegressor || regressor == ExternalRegressor || IsLearner(name, regressor)
}

// Regressors implements [Method].
func (l Learning) Regressors(s *design.Setting) []string {
	if s.Transductive {
		return []string{Transductive}
	}
	return []string{l.Learner.Name()}
}

// Prepare implements [Method]. A transductive learner sees the texts of all respondents.
func (l Learning) Prepare(s *design.Setting) (design.Fit, error) {
	c := s.Builder.Corpus
	var population [][]*text.Doc
	if s.Transductive {
		population = c.Responses(c.Everyone())
	}
	prepared, err := l.Learner.Prepare(c.Questions, population)
	return func(_ int, split *design.Split) ([]design.Predicted, error) {
		fitted, err := prepared.Fit(c.Training(split.Train))
		if err != nil {
			return nil, err
		}
		p := design.Predicted{Regressor: l.Regressors(s)[0], Warnings: sentences(fitted.Warnings())}
		if x, ok := l.Learner.(interface{ level() float64 }); ok {
			p.Level = x.level()
		}
		for _, x := range fitted.PredictAll(c.Responses(split.Test)) {
			p.Ratings, p.Grades = append(p.Ratings, x.Rating), append(p.Grades, x.Grades)
			p.Intervals = append(p.Intervals, x.Interval)
		}
		return []design.Predicted{p}, nil
	}, err
}

// sentences returns what warnings say.
func sentences(warnings []error) []string { return numbers.Map(warnings, error.Error) }
