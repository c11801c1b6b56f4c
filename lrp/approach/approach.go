// Package approach defines the ways to predict ratings that experiments compare and models are made
// of.
//
// The [Method] of an [Approach] says of which kind it is: a [Control], which others are compared
// with (RAN, CBG); [Features], whose columns a regressor of package regress learns from (BOW, COM
// and so on); or [Learning] by a [Learner], which reads the texts itself ([Auto], of package auto).
// [All] lists the module's own, with any features, and [Select] picks some by name.
//
// A learner works in three steps, like a feature:
//
//	Learner --Prepare(questions)--> PreparedLearner --Fit(training part)--> FittedLearner
//
// A learner that implements [features.ResourceUser] names the tables that its predictions depend
// on.
package approach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// Approach is a way to predict ratings.
type Approach struct {
	Name        string // short, in capitals, such as "COM"
	Description string // one line
	Method      Method // [Control], [Features], [Learning] or another
	// Vectors are the user's word vectors, about which [DataWarnings] says whether they know few
	// words of a data set; nil if the features use those of [embed.Default], or none.
	Vectors *embed.Vectors
	// Regressors are those that the approach is used with in experiments, in the place of the
	// experiment's; nil if it has none of its own. ENC has [regress.Ridge] and [regress.GP], as
	// columns of encoders usually have.
	Regressors []regress.Regressor
}

// Extractors returns the features whose columns a regressor learns from; nil if the approach is of
// another kind than [Features].
func (a Approach) Extractors() []features.Extractor {
	f, _ := a.Method.(Features)
	return f
}

// Learner returns the learner of a [Learning] approach; nil for those of other kinds.
func (a Approach) Learner() Learner {
	l, _ := a.Method.(Learning)
	return l.Learner
}

// Learns reports whether the approach is a learner's.
func (a Approach) Learns() bool { return a.Learner() != nil }

// Encoder implements [features.EncoderUser]: it is the first that a feature or the learner uses.
func (a Approach) Encoder() (*embed.Memory, error) {
	users := []any{a.Learner()}
	for _, e := range a.Extractors() {
		users = append(users, e)
	}
	for _, u := range users {
		if user, ok := u.(features.EncoderUser); ok {
			if m, err := user.Encoder(); m != nil || err != nil {
				return m, err
			}
		}
	}
	return nil, nil
}

// NeedsRegressor reports whether the approach consists of features for a regressor.
func (a Approach) NeedsRegressor() bool {
	_, ok := a.Method.(Features)
	return ok
}

// NeedsKey reports whether the approach uses the answer key.
func (a Approach) NeedsKey() bool {
	return slices.ContainsFunc(a.Extractors(), func(e features.Extractor) bool {
		return e.Kind() == features.KeyBased
	})
}

// Check reports why approaches cannot be fitted to a data set: it is invalid
// ([datasets.Dataset.Validate]), ratings are missing, or the key is.
func Check(ds *datasets.Dataset, approaches []Approach) error {
	if err := ds.Validate(); err != nil {
		return err
	}
	if err := ds.CheckRated(); err != nil || ds.HasKey() {
		return err
	}
	names := func(list []Approach, needKey bool) []string {
		var names []string
		for _, a := range list {
			if a.NeedsKey() == needKey {
				names = append(names, a.Name)
			}
		}
		return names
	}
	keyed := names(approaches, true)
	if len(keyed) == 0 {
		return nil
	}
	return fmt.Errorf("%s: found no answer key for any question, expected one for %s; "+
		"without a key there are %s", ds.Name, strings.Join(keyed, ", "),
		strings.Join(names(All(), false), ","))
}

// All returns the controls RAN and CBG, each of the given features alone, COM with those of the
// thesis ([features.Thesis]), ALL with all of them but those of the catalog that are not in
// [features.Combined], and AUTO. Without features it takes [features.Catalog]. COM is left out if
// none of the features has the name of a feature of the thesis.
func All(extractors ...features.Extractor) []Approach {
	if len(extractors) == 0 {
		extractors = features.Catalog()
	}
	all := []Approach{
		{
			Name:        "RAN",
			Description: "control: a random rating for each respondent",
			Method:      Control(randomRatings),
		},
		{
			Name:        "CBG",
			Description: "control: constant best guess, the mean training rating",
			Method:      Control(constantBestGuess),
		},
	}
	for _, e := range extractors {
		all = append(all, Approach{
			Name:        e.Name(),
			Description: e.Description(),
			Method:      Features{e},
		})
		if e.Name() == features.ENC.Name() {
			all[len(all)-1].Regressors = []regress.Regressor{regress.Ridge{}, regress.GP{}}
		}
	}
	var com, combined Features
	for _, e := range extractors {
		if named(features.Thesis(), e.Name()) {
			com = append(com, e)
		}
		if named(features.Combined(), e.Name()) || !named(features.Catalog(), e.Name()) {
			combined = append(combined, e)
		}
	}
	if len(com) > 0 {
		all = append(all, Approach{
			Name:        "COM",
			Description: "the thesis's features combined",
			Method:      com,
		})
	}
	return append(all,
		Approach{
			Name:        "ALL",
			Description: "all features combined",
			Method:      combined,
		},
		Approach{
			Name:        "AUTO",
			Description: "recommended: hidden grades of the responses, learned from the ratings",
			Method:      Learning{Auto{}},
		},
	)
}

// named reports whether one of the features has the name.
func named(list []features.Extractor, name string) bool {
	return slices.ContainsFunc(list, func(e features.Extractor) bool { return e.Name() == name })
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
