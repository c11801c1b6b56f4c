// Package report writes the results of an evaluation: as a table for the terminal, as Markdown,
// CSV, JSON and a web page, and as figures of the distribution of the ratings and of the errors.
//
// The functions for learning curves and comparisons have Curve and Comparison in their names. A
// format of one's own is a function of an [experiment.Report]; docs/extending.md has one.
//
// The page has more than the other formats: a description of the data by question, tests with
// Holm's adjustment, predictions and residuals of held-out respondents, the largest errors with
// their texts, and the weights of the best linear approach. [WriteHTML] omits what a report lacks,
// such as the texts if it was read from a file.
package report

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
)

// Options are options of the formats. The zero value is usable.
type Options struct {
	// Color makes tables for terminals use ANSI colours.
	Color bool
	// Width is the width of prose in tables for terminals, in columns; 0 means 88. Tables are as
	// wide as they need to be, usually less.
	Width int
	// Approaches are those that were evaluated. Their descriptions are shown, and figures
	// emphasise the combinations of features among them.
	Approaches []approach.Approach
	// Manifest, if not nil, is shown on the page as JSON. It describes how the report was made.
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
