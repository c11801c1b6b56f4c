package approach

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/regress"
)

// Approach is a way to predict ratings: a control, a feature, a combination of features, or a
// learner. Features need a regressor; controls and learners do not.
type Approach struct {
	Name        string // short, in capitals, such as "COM"
	Description string // one line
	// Extractors are the features whose columns the regressor learns from; none for controls and
	// learners.
	Extractors []features.Extractor
	// Control predicts the ratings of a test part without looking at any response; nil for all
	// but the controls.
	Control func(trial Trial) []float64
	// Learner predicts ratings without a regressor; nil for controls and features.
	Learner Learner
	// Vectors are the user's word vectors, about which [DataWarnings] says whether they know few
	// words of a data set; nil if the features use those of [embed.Default], or none.
	Vectors *embed.Vectors
}

// NeedsRegressor reports whether the approach consists of features for a regressor.
func (a Approach) NeedsRegressor() bool { return a.Control == nil && a.Learner == nil }

// NeedsKey reports whether the approach uses the answer key.
func (a Approach) NeedsKey() bool {
	return slices.ContainsFunc(a.Extractors, func(e features.Extractor) bool {
		return e.Kind() == features.KeyBased
	})
}

// All returns the controls RAN and CBG, each of the given features alone, COM with those of the
// thesis ([features.Thesis]), ALL with all of them, and AUTO. Without features it takes
// [features.Catalog]. COM is left out if none of the features has the name of a feature of the
// thesis.
func All(extractors ...features.Extractor) []Approach {
	if len(extractors) == 0 {
		extractors = features.Catalog()
	}
	all := []Approach{
		{
			Name:        "RAN",
			Description: "control: a random rating for each respondent",
			Control:     randomRatings,
		},
		{
			Name:        "CBG",
			Description: "control: constant best guess, the mean training rating",
			Control:     constantBestGuess,
		},
	}
	for _, e := range extractors {
		all = append(all, Approach{
			Name:        e.Name(),
			Description: e.Description(),
			Extractors:  []features.Extractor{e},
		})
	}
	if thesis := ofThesis(extractors); len(thesis) > 0 {
		all = append(all, Approach{
			Name:        "COM",
			Description: "the thesis's features combined",
			Extractors:  thesis,
		})
	}
	return append(all,
		Approach{
			Name:        "ALL",
			Description: "all features combined",
			Extractors:  slices.Clone(extractors),
		},
		Approach{
			Name:        "AUTO",
			Description: "recommended: hidden grades of the responses, learned from the ratings",
			Learner:     Auto{},
		},
	)
}

// ofThesis returns those of the features that have the name of one of the thesis's.
func ofThesis(extractors []features.Extractor) []features.Extractor {
	thesis := features.Thesis()
	return slices.DeleteFunc(slices.Clone(extractors), func(e features.Extractor) bool {
		return !slices.ContainsFunc(thesis, func(t features.Extractor) bool {
			return t.Name() == e.Name()
		})
	})
}

// Every stands for every approach in a list of names. In capitals it is the approach ALL.
const Every = "all"

// Select returns the approaches that have one of the given names, in the order of the list and each
// once. [Every], or no name at all, selects every approach, and "ALL" the one of that name;
// otherwise case does not matter. An unknown name is an [UnknownError].
func Select(all []Approach, names ...string) ([]Approach, error) {
	wanted := make(map[string]bool)
	every := len(names) == 0
	for _, name := range names {
		name = strings.TrimSpace(name)
		if name == Every {
			every = true
			continue
		}
		name = strings.ToUpper(name)
		known := func(a Approach) bool { return a.Name == name }
		if !slices.ContainsFunc(all, known) {
			return nil, unknown(name, all)
		}
		wanted[name] = true
	}
	if every {
		return slices.Clone(all), nil
	}
	unwanted := func(a Approach) bool { return !wanted[a.Name] }
	return slices.DeleteFunc(slices.Clone(all), unwanted), nil
}

// unknown is the error for a name that none of the approaches has.
func unknown(name string, all []Approach) error {
	e := &UnknownError{Kind: "approach", Name: name}
	for _, a := range all {
		e.Known = append(e.Known, a.Name)
	}
	return e
}

// UnknownError reports a name that is not in a list of known names.
type UnknownError struct {
	Kind  string // what was named, such as "approach"
	Name  string
	Known []string // the known names
}

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown %s %q; known: %s", e.Kind, e.Name, strings.Join(e.Known, ", "))
}

// Trial is one split of a data set as a control sees it.
type Trial struct {
	Seed   uint64    // of the experiment
	Number int       // of the trial, from 0
	TrainY []float64 // the ratings of the training part
	Test   int       // the number of respondents to be predicted
}

// randomRatings is RAN: a rating drawn uniformly from [0,1) for each respondent of the test part.
func randomRatings(t Trial) []float64 {
	rng := numbers.Stream(t.Seed, "RAN", t.Number)
	ratings := make([]float64, t.Test)
	for i := range ratings {
		ratings[i] = rng.Float64()
	}
	return ratings
}

// constantBestGuess is CBG: the mean rating of the training part, or 0.5, the middle of the scale,
// if that is empty.
func constantBestGuess(t Trial) []float64 {
	mean := 0.5
	if len(t.TrainY) > 0 {
		mean = regress.Mean(t.TrainY)
	}
	return slices.Repeat([]float64{mean}, t.Test)
}

// Learn says what learners learn from. Other approaches learn from totals, that is ratings, alone.
type Learn string

// What learners learn from.
const (
	// LearnAuto leaves it to the data: grades and totals if anybody has a score, otherwise totals.
	LearnAuto Learn = ""
	// LearnGrades means the grades of single answers, which are scores in data sets, and totals.
	LearnGrades Learn = "grades"
	// LearnTotals means totals alone. Scores are ignored.
	LearnTotals Learn = "totals"
)

// On returns what learners learn from on a data set: [LearnGrades] or [LearnTotals]. It fails if they
// are to learn from grades and there are none, and for an unknown value.
func (l Learn) On(ds *datasets.Dataset) (Learn, error) {
	scored := slices.ContainsFunc(ds.Respondents, Scored)
	switch {
	case l != LearnAuto && l != LearnGrades && l != LearnTotals:
		return "", fmt.Errorf("found %q to learn from, expected %q or %q", string(l), LearnGrades,
			LearnTotals)
	case l == LearnGrades && !scored:
		return "", fmt.Errorf("%s: found no score of any answer, expected some to learn from grades: "+
			"without them there are only totals", ds.Name)
	case l == LearnTotals || !scored:
		return LearnTotals, nil
	}
	return LearnGrades, nil
}

// Scored reports whether somebody has graded an answer of the respondent.
func Scored(r datasets.Respondent) bool {
	return slices.ContainsFunc(r.Scores, func(s float64) bool { return !math.IsNaN(s) })
}

// Sources says in words what learners learn from.
func (l Learn) Sources() string {
	if l == LearnGrades {
		return "grades of answers and totals"
	}
	return "totals"
}

// Phrase returns the words with which reports say what AUTO learned from; "" if nothing is known of
// it.
func (l Learn) Phrase() string {
	if l == LearnAuto {
		return ""
	}
	return "AUTO learns from " + l.Sources()
}
