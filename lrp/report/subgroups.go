package report

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/experiment"
)

// leading returns the rows of the best approach of each regressor, the learners among them.
func (v *view) leading() (rows []row) {
	for _, s := range v.candidates() {
		for _, r := range s.Rows {
			if r.Best || len(s.Rows) == 1 {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// subgroups returns a table for each leading approach and column of subgroups.
func (v *view) subgroups() (tables []table) {
	for _, r := range v.leading() {
		var own []experiment.Subgroup
		for _, g := range v.Subgroups {
			if g.Approach == r.Approach && g.Regressor == r.Regressor {
				own = append(own, g)
			}
		}
		for len(own) > 0 {
			n := slices.IndexFunc(own, func(g experiment.Subgroup) bool { return g.Column != own[0].Column })
			if n < 0 {
				n = len(own)
			}
			tables = append(tables, subgroupTable(contender(r.Result), own[:n]))
			own = own[n:]
		}
	}
	return tables
}

func subgroupTable(approach string, list []experiment.Subgroup) table {
	type group = experiment.Subgroup
	column := clean(list[0].Column)
	return newTable(approach+" by "+column, list,
		words(column, func(g group) string { return shorten(g.Value) }),
		number("people", "", func(g group) string {
			if g.Few {
				return "few: " + strconv.Itoa(g.Respondents)
			}
			return strconv.Itoa(g.Respondents)
		}),
		number("RMSE", "", func(g group) string { return measured(g.RMSE) }),
		number("bias", "", func(g group) string { return measured(g.Bias) }),
		number("DSM", "", func(g group) string { return measured(g.DSM) }),
		number("coverage", "", func(g group) string { return measured(g.Coverage) }))
}

// measured formats a measure with its interval.
func measured(m *experiment.Measure) string {
	if m == nil {
		return undefined
	}
	s := decimal(m.Value, 3)
	if m.CI95 != nil {
		end := func(x float64) string { // without a sign of 0
			return strings.Replace(decimal(math.Round(100*x)/100+0, 2), "0.", ".", 1)
		}
		s += " [" + end(m.CI95[0]) + ", " + end(m.CI95[1]) + "]"
	}
	return s
}

// trueScoreText says how well the leading approaches predict the ratings without the judges'
// errors.
func (v *view) trueScoreText() string {
	var parts []string
	for _, r := range v.leading() {
		if r.PRMSE != nil {
			parts = append(parts, contender(r.Result)+" "+decimal(*r.PRMSE, 3))
		}
	}
	if parts == nil {
		return ""
	}
	return "PRMSE, the share of the variance of true ratings (without judges' errors) that is predicted: " +
		strings.Join(parts, ", ")
}

// WriteSubgroups writes [experiment.DatasetReport].Subgroups as CSV: one row for each data set,
// column, value, approach and regressor. Undefined values are empty.
func WriteSubgroups(w io.Writer, r *experiment.Report) error {
	head := []string{"dataset", "column", "value", "approach", "regressor", "respondents", "few"}
	for _, name := range []string{"rmse", "bias", "dsm", "coverage"} {
		head = append(head, name, name+"_ci95_low", name+"_ci95_high")
	}
	var rows [][]any
	for _, d := range r.Datasets {
		for _, g := range d.Subgroups {
			cells := []any{d.Name, g.Column, g.Value, g.Approach, g.Regressor, g.Respondents, g.Few}
			for _, m := range []*experiment.Measure{g.RMSE, g.Bias, g.DSM, g.Coverage} {
				three := []any{"", "", ""}
				if m != nil {
					three[0] = m.Value
				}
				if m != nil && m.CI95 != nil {
					three[1], three[2] = m.CI95[0], m.CI95[1]
				}
				cells = append(cells, three...)
			}
			rows = append(rows, cells)
		}
	}
	return sheet.WriteRows(w, head, rows)
}
