// Package experiment measures how well approaches predict ratings.
//
// There are four protocols. [Evaluate] splits the respondents at random many times, fits on one
// part and predicts the other. [CrossValidate] and [LeaveOneOut] predict every respondent once.
// [Published] repeats the experiment behind the printed figures of Silver (2016). All return a
// [Report], and [Compare] tests whether its approaches differ by more than chance. [Curve] measures
// how the error depends on the number of rated respondents.
//
// Fitting knows nothing of the test part but the texts of its responses, from which no approach of
// this module learns. Results depend on data, options and seed, not on the number of workers.
//
// [NewDesign] gives the numbers of one split to other programs. Package report shows results,
// package stats has the formulas.
package experiment

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// Options sets up an experiment. The zero value, except for the seed, is the thesis's: 100 trials
// that train on four fifths, all approaches, OLS and Lasso. Only the Lasso's penalty is not the
// thesis's.
type Options struct {
	Trials        int     // random splits, or repetitions; 0 means 100, or 10 of [CrossValidate]
	Seed          uint64  // of all random choices
	Seeds         int     // how often to repeat the experiment, with Seed, Seed+1 …; 0 means once
	TrainFraction float64 // share of the respondents to train on; 0 means 0.8
	Folds         int     // of [CrossValidate], where 0 means 10, and [MeasureTrust]
	// Sizes are the numbers of respondents that [Curve] trains on, in any order. 0 means the key
	// alone, and a size beyond the training part all of it. Without sizes, they are 0, then 5, 10,
	// 20, 50 and so on up to four fifths of the training part, and the whole of it.
	Sizes []int
	// Split names an attribute ([datasets.Respondent].Attributes) that says train or test, in any
	// case: [Evaluate] then has this one split, without the respondents for whom it says anything
	// else.
	Split string
	// Groups names an attribute: [Evaluate] and [CrossValidate] never put respondents with the same
	// entry into both the test part and the training part. "" means no groups.
	Groups string
	// Stratify makes [Evaluate] and [CrossValidate] draw parts whose ratings are distributed alike.
	Stratify bool
	// Subgroups name attributes for [DatasetReport].Subgroups.
	Subgroups []string
	// Approaches to compare; nil means [approach.All]. Results have the learners first, and
	// otherwise the order of this list.
	Approaches []approach.Approach
	// Primary is the approach whose comparison with CBG, the constant best guess, is tested first;
	// see [Tests]: "BOW/ridge", or its name alone, with its first regressor. Case does not matter.
	// "" means a learner's, if there is one.
	Primary string
	// Margin is a difference of RMSE, up to 1, that counts as none: [Tests] then tell of each
	// approach whether it is equivalent to the best. 0 means no margin.
	Margin float64
	// Regressors to fit for each approach that needs one and has none of its own
	// ([approach.Approach].Regressors); nil means OLS and the Lasso with a penalty chosen by
	// cross-validation within each training part, or, for [Published], the thesis's of .1,
	// [regress.NewLasso]. Those of one name get the penalty that they were given in brackets,
	// such as "ridge(0.1)" ([regress.WithPenalty]).
	Regressors []regress.Regressor
	// Analyzer splits texts into words; nil means the one for each data set's language
	// ([text.For]).
	Analyzer *text.Analyzer
	// AllWords keeps the stop words that the analyzer drops.
	AllWords bool
	// Learn says what learners learn from; "" means grades of the training part's responses, where
	// the data set has scores, and ratings.
	Learn approach.Learn
	// Transductive lets learners use the texts of all respondents, those of the test part included,
	// but no rating of the test part ([approach.Learner]). Results have "transductive" as their
	// regressor. They then apply to an exam whose responses are all there before the first
	// prediction is made.
	Transductive bool
	// Strangers treats the respondents in the test part as people whose responses the keys do not
	// know. If the keys seem to have been made from responses in the data ([features.KeysCopied]),
	// acceptable answers that equal a response in the test part and none in the training part are
	// left out of the keys.
	Strangers bool
	// Workers is the number of goroutines; 0 means one per processor. Results do not depend on it.
	Workers int
	// Part, if not nil, does a part of the fits, or makes the report of the parts of others. It
	// serves one experiment.
	Part *Part
	// Predictions asks for [Result].Predictions, which take 40 bytes each, and Graded, and
	// [MeasureTrust] for the predictions of everybody.
	Predictions bool
	// Splits, if not nil, is told the splits of each data set, those of each trial or fold in turn,
	// whose numbers are those of the respondents. Its error ends the evaluation.
	Splits func(ds *datasets.Dataset, list []datasets.Split) error
	// Progress, if not nil, is called after each fit of all approaches with the number done so far.
	// Calls do not overlap.
	Progress func(done, total int)

	chosen  design.Chosen // by [Options.of]
	checked []string      // warnings of [Options.checkNames]

	respondents, questions int    // of the data set
	splits, sets           int    // of the data set, and of the evaluation
	twins                  *twins // nil if unknown
}

// withDefaults returns the options with every default written out.
func (o Options) withDefaults() Options {
	o.Trials = cmp.Or(o.Trials, 100)
	o.TrainFraction = cmp.Or(o.TrainFraction, 0.8)
	if o.Approaches == nil {
		o.Approaches = approach.All()
	}
	o.Approaches = slices.Clone(o.Approaches)
	slices.SortStableFunc(o.Approaches, func(a, b approach.Approach) int { // learners first
		switch {
		case a.Learns() == b.Learns():
			return 0
		case a.Learns():
			return -1
		}
		return 1
	})
	if o.Regressors == nil {
		o.Regressors = []regress.Regressor{regress.OLS{}, regress.LassoCV{}}
	}
	o.Regressors = distinctNames(o.Regressors)
	for i := range o.Approaches {
		o.Approaches[i].Regressors = distinctNames(o.Approaches[i].Regressors)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// AnalyzerFor returns the analyzer that the options choose for a data set.
func (o Options) AnalyzerFor(ds *datasets.Dataset) text.Analyzer {
	return design.Choose(ds, o.Analyzer, o.AllWords).Analyzer
}

// of returns the options with the analyzer for a data set, the language it was chosen by, and what
// learners learn from on it.
func (o Options) of(ds *datasets.Dataset) (_ Options, err error) {
	o.chosen = design.Choose(ds, o.Analyzer, o.AllWords)
	o.Analyzer, o.AllWords = &o.chosen.Analyzer, false
	o.Learn, err = o.Learn.On(ds)
	return o, err
}

// describe adds to the description of a data set what the options of [Options.of] say.
func (o *Options) describe(d *Dataset) {
	d.Language, d.Primary, d.Margin = o.chosen.Foreign, o.primary(), o.Margin
	if slices.ContainsFunc(o.Approaches, approach.Approach.Learns) {
		d.Learn = o.Learn
	}
}

// primary returns the name of the approach whose test comes first; "" if there is none.
func (o *Options) primary() string {
	if o.Primary != "" {
		return o.Primary
	}
	for _, a := range o.Approaches {
		if a.Learns() {
			return a.Name
		}
	}
	return ""
}

// warnings returns the warnings about a data set that precede any result. The options are those of
// [Options.of].
func (o *Options) warnings(ds *datasets.Dataset) []string {
	return slices.Concat(ds.Warnings, o.chosen.Warnings, o.checked,
		approach.DataWarnings(ds, o.Approaches...))
}

// setting is what the method of an approach sees of the options.
func (o *Options) setting(a approach.Approach) *design.Setting {
	s := &design.Setting{
		Seed: o.Seed, Regressors: o.Regressors, Transductive: o.Transductive,
		Trials: o.splits, Sets: o.sets,
	}
	if a.Regressors != nil {
		s.Regressors = a.Regressors
	}
	return s
}

// settings describes the options in a report.
func (o *Options) settings(format string) Settings {
	s := Settings{
		Format: format, Version: 1,
		Seed: o.Seed, Seeds: o.Seeds, Trials: o.Trials, TrainFraction: o.TrainFraction,
		Transductive: o.Transductive, Groups: o.Groups, Stratified: o.Stratify,
	}
	for _, a := range o.Approaches {
		if auto, ok := a.Learner().(approach.Auto); ok {
			s.Blank = auto.Model.Blank
		}
	}
	for _, r := range o.Regressors {
		if l, ok := r.(regress.Lasso); ok {
			s.Alpha = l.Alpha
		}
	}
	return s
}
