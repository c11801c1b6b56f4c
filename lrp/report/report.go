// Package report writes the results of an evaluation: as a table for the terminal, as Markdown,
// CSV, JSON and a web page, and as figures of the distribution of the ratings and of the errors.
//
// The functions for comparisons have Comparison in their names; all others write learning curves too. A
// format of one's own is a function of an [experiment.Report]; docs/extending.md has one.
//
// The page has more than the other formats: a description of the data by question, tests with
// Holm's adjustment, predictions and residuals of held-out respondents, the largest errors with
// their texts, and the weights of the best linear approach. [WriteHTML] omits what a report lacks,
// such as the texts if it was read from a file.
package report

import "github.com/luna-rating/luna/lrp/approach"

// Options are options of the formats. The zero value is usable.
type Options struct {
	// Color makes tables for terminals use ANSI colours.
	Color bool
	// Approaches are those that were evaluated. Their descriptions are shown.
	Approaches []approach.Approach
	// Manifest, if not nil, is shown on the page as JSON. It describes how the report was made.
	Manifest any
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
