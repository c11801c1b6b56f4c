package design

import (
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/regress"
)

// Fit learns from the training part of trial number n and predicts the test part, once for each of
// the method's regressors. It returns nothing if the method needs rated respondents and there are
// none.
type Fit func(n int, split *Split) ([]Predicted, error)

// Setting is an experiment on one data set as methods see it. Their names of regressors do not
// depend on what it says of the data.
type Setting struct {
	Dataset      *datasets.Dataset // of which methods use no rating but by the splits
	Builder      *Builder          // has the processed texts, and the features of all approaches
	Seed         uint64            // of the experiment
	Regressors   []regress.Regressor
	Transductive bool // learners use the texts of all respondents
	Trials, Sets int  // trials of the data set, and data sets, of an evaluation; 0 if not known
}

// Predicted is what a method predicts for a test part, in the order of its respondents.
type Predicted struct {
	Regressor string       // one of the method's
	Ratings   []float64    // which may be outside [0,1]
	Intervals [][2]float64 // of a learner's predictions; nil for others
	Level     float64      // of the intervals, 0 for the usual one
	Grades    [][]float64  // by respondent and question; nil if there are none
	Columns   int          // with an entry in the training part
	Warnings  []string     // from the fit
}
