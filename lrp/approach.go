package lrp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/features"
)

// Approach is a way to predict ratings that an evaluation compares: a control, a single
// feature, a combination of features, or a learner of its own kind. All but the controls and the
// learners take a regressor.
type Approach struct {
	Name        string // short, in capitals, such as "COM"
	Description string // one line
	// Extractors are the features whose columns the regressor sees; none for a control and a learner.
	Extractors []features.Extractor
	// Control predicts the ratings of a test part without looking at any response; nil for
	// all but the controls.
	Control func(trial Trial) []float64
	// Learner predicts ratings by itself; nil for all that take a regressor.
	Learner Learner
}

// designed reports whether the approach is features for a regressor.
func (a *Approach) designed() bool { return a.Control == nil && a.Learner == nil }

// NeedsKey reports whether the approach uses the answer key.
func (a *Approach) NeedsKey() bool {
	return slices.ContainsFunc(a.Extractors, func(e features.Extractor) bool {
		return e.Kind() == features.QuestionBased
	})
}

// Approaches returns all approaches in the thesis's order: the controls RAN and CBG, every
// feature of [features.Catalog], COM, which combines these, and then AUTO.
func Approaches() []Approach {
	return ApproachesOf(features.Catalog())
}

// ApproachesOf returns the controls, each of the given features alone, COM of them all, and AUTO. It
// is how features from outside this module are evaluated beside the others.
func ApproachesOf(extractors []features.Extractor) []Approach {
	all := []Approach{
		{Name: randomName, Description: "control: a random rating for each respondent", Control: random},
		{Name: constantName, Description: "control: constant best guess, the mean training rating", Control: constantBestGuess},
	}
	for _, e := range extractors {
		all = append(all, Approach{Name: e.Name(), Description: e.Description(), Extractors: []features.Extractor{e}})
	}
	return append(all,
		Approach{Name: "COM", Description: "all features combined", Extractors: slices.Clone(extractors)},
		Approach{Name: autoName, Description: "recommended: hidden grades of the responses, learned from the ratings", Learner: Auto{}},
	)
}

// WithLearner returns the approaches with the learner of the named one replaced, such as that of AUTO by [AutoWith].
func WithLearner(all []Approach, name string, l Learner) []Approach {
	replaced := slices.Clone(all)
	for i := range replaced {
		if replaced[i].Name == name && replaced[i].Learner != nil {
			replaced[i].Learner = l
		}
	}
	return replaced
}

// SelectApproaches is [Select] of [Approaches].
func SelectApproaches(names ...string) ([]Approach, error) { return Select(Approaches(), names...) }

// Select returns those of all approaches that have the given names, in their order and each once. The
// name "all", or no name at all, selects every one. Case does not matter.
func Select(all []Approach, names ...string) ([]Approach, error) {
	wanted := make(map[string]bool)
	for _, n := range names {
		n = strings.ToUpper(strings.TrimSpace(n))
		if n != "ALL" && !slices.ContainsFunc(all, func(a Approach) bool { return a.Name == n }) {
			return nil, &UnknownError{Kind: "approach", Name: n, Known: approachNames(all)}
		}
		wanted[n] = true
	}
	if len(names) == 0 || wanted["ALL"] {
		return slices.Clone(all), nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(a Approach) bool { return !wanted[a.Name] }), nil
}

func approachNames(all []Approach) []string {
	names := make([]string, len(all))
	for i, a := range all {
		names[i] = a.Name
	}
	return names
}

// UnknownError is returned where a name was given that is not in a catalogue.
type UnknownError struct {
	Kind  string // what was named, such as "approach"
	Name  string
	Known []string // the names in the catalogue
}

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown %s %q; known: %s", e.Kind, e.Name, strings.Join(e.Known, ", "))
}
