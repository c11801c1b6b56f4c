// Package report writes the results of an evaluation: as a table for the terminal, as Markdown,
// CSV, JSON and a web page, and as figures of the distribution of the ratings and of the errors.
//
// The functions for comparisons have Comparison in their names; all others write learning curves
// too. Another format is just a function of an [experiment.Report]; docs/extending.md has an
// example.
//
// The page has more than the other formats: a table of the questions, tests with Holm's adjustment,
// predictions of held-out respondents, and the largest errors with their texts. [WriteHTML] omits
// what a report lacks, such as the texts if it was read from a file.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

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

// WriteJSON writes the report as its JSON document, indented, with its headlines.
func WriteJSON(w io.Writer, r *experiment.Report) error {
	said := *r
	said.Datasets = slices.Clone(r.Datasets)
	for i := range said.Datasets {
		said.Datasets[i].Headline = Headline(&said.Datasets[i])
	}
	return files.WriteJSON(w, &said)
}

// ReadJSON reads a report that [WriteJSON] wrote.
func ReadJSON(r io.Reader) (*experiment.Report, error) {
	var report experiment.Report
	if err := json.NewDecoder(r).Decode(&report); err != nil {
		return nil, fmt.Errorf("found no lrp-report document (%w), expected the results of lrp eval", err)
	}
	if report.Format != "lrp-report" || report.Version != 1 {
		return nil, fmt.Errorf("found format %q, version %d, expected lrp-report, version 1",
			report.Format, report.Version)
	}
	return &report, nil
}

// WritePredictions writes the predictions of all trials, which [experiment.Options].Predictions
// asks for, as CSV: one row for each data set, trial, approach, regressor and respondent of the
// test part. Trials count from 1; rating and prediction are in [0,1], with as many digits as are
// needed to read them back unchanged; low and high are the ends of a learner's interval, empty for
// other approaches. The RMSE of a group of data set, trial, approach and regressor is that of the
// report.
func WritePredictions(w io.Writer, r *experiment.Report) error {
	rows := [][]any{{"dataset", "trial", "approach", "regressor", "respondent", "rating", "prediction",
		"low", "high"}}
	for _, d := range r.Datasets {
		for _, res := range d.Results {
			for _, p := range res.Predictions {
				rows = append(rows, []any{
					d.Name, strconv.Itoa(p.Trial + 1), res.Approach, res.Regressor,
					d.Data.Respondents[p.Respondent].ID, sheet.Exact(d.Ratings[p.Respondent]),
					sheet.Exact(p.Rating), sheet.Exact(p.Interval[0]), sheet.Exact(p.Interval[1]),
				})
			}
			if err := sheet.Write(w, sheet.Dialect{}, rows); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	return nil
}
