// Package report shows the outcome of an evaluation: as a table for the terminal, as
// Markdown, CSV, JSON and a web page, and as two figures (the distribution of the ratings and
// the error of every approach). It also writes all of these into a folder, all or nothing.
//
// [WriteTable] and its like take what [experiment.Evaluate] returns; those for curves and comparisons have Curve and
// Comparison in their names. [Create] prepares a folder before the evaluation and [Dir.Commit] fills it. A form of one's
// own is a function of an [experiment.Report], whose fields are all there is to show; docs/extending.md has one.
//
// The page says more than the other forms: what the data are like question by question, tests of the approaches with Holm's
// adjustment, predictions and residuals of held-out respondents, the largest errors with their texts, and the weights of
// the best linear approach. [WriteHTML] makes it of any report; what a report lacks, as one read from a file lacks texts, is left out.
package report

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
)

// Options are choices of form. The zero value is usable.
type Options struct {
	// Color lets the terminal table use ANSI colours.
	Color bool
	// Width is the width of the terminal table's prose in columns; 0 means 88. Tables are
	// as wide as they need to be, which is less unless an approach has a long name.
	Width int
	// Approaches are those that were evaluated. Their descriptions are shown, and figures
	// emphasise the combinations of features among them.
	Approaches []approach.Approach
	// Manifest, if not nil, is shown on the web page as JSON: what the report came from.
	Manifest any
}

func (o Options) width() int {
	if o.Width <= 0 {
		return 88
	}
	return o.Width
}

// description returns the description of an approach, "" if there is none.
func (o Options) description(approach string) string {
	for _, a := range o.Approaches {
		if a.Name == approach {
			return a.Description
		}
	}
	return ""
}

// kind is what an approach is made of.
type kind int

const (
	single      kind = iota // a single feature with a regressor
	combination             // several features with a regressor
	learner                 // an approach that learns without a regressor
)

// kind returns the kind of an approach that is no control. A learner's regressor has its own name.
func (o Options) kind(name, regressor string) kind {
	combines := func(a approach.Approach) bool { return a.Name == name && len(a.Extractors) > 1 }
	switch {
	case strings.EqualFold(name, regressor):
		return learner
	case slices.ContainsFunc(o.Approaches, combines):
		return combination
	}
	return single
}
