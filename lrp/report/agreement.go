package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// judgeName is what figures call the error of a judge's rating as a prediction of the others'.
const judgeName = "a human judge vs the others"

// human is the label of human judges in the column of regressors.
const human = "human"

// maxJudges is the largest number of judges with a row for each.
const maxJudges = 5

// Names of rows.
const (
	oneJudge    = "one judge"
	otherJudges = "vs others"
)

// humanRows returns rows for a data set's judges: each against the ratings, and one row for the
// average judge against the others. They are not candidates for the best approach.
func (v *view) humanRows() []row {
	h := v.Human
	if h == nil || len(h.VsRating) == 0 || v.curve {
		return nil
	}
	var rows []row
	add := func(name string, j experiment.JudgeResult) *row {
		r := j.Result()
		r.Approach, r.Regressor = name, human
		rows = append(rows, row{Change: math.NaN(), Result: r})
		return &rows[len(rows)-1]
	}
	if len(h.VsRating) <= maxJudges {
		for _, j := range h.VsRating {
			r := add(fmt.Sprintf("judge %d", j.Judge), j)
			r.Change = change(r.Result, v.CBG)
		}
	} else {
		r := add(oneJudge, experiment.MeanJudge(h.VsRating))
		r.Change = change(r.Result, v.CBG)
	}
	if len(h.VsOthers) > 0 {
		add(otherJudges, experiment.MeanJudge(h.VsOthers))
	}
	return rows
}

// humanText describes the judges' agreement on grades, "" if it is unknown.
func (v *view) humanText() string {
	h := v.Human
	if h == nil || v.curve {
		return ""
	}
	one := func(list []experiment.Agreement) string {
		return agreement(experiment.MeanAgreement(list))
	}
	return fmt.Sprintf("%s on a question's grades, one with the mean of all: %s; with the mean "+
		"of the others: %s",
		text.Count(h.Judges, "judge"), one(h.Grades.VsPanel), one(h.Grades.VsOthers))
}

// learnedTexts describes the coverage of intervals and the agreement of grades of each learner.
func (v *view) learnedTexts() []string {
	var list []string
	for i := range v.Results {
		if text := learnedText(&v.Results[i]); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// learns reports whether a result is a learner's. Learners have no design matrix.
func learns(r *experiment.Result) bool {
	return r.Coverage != nil || r.Grades != nil || approach.IsLearner(r.Approach, r.Regressor)
}

// learnedText describes one result, "" if there are neither intervals nor grades.
func learnedText(r *experiment.Result) string {
	var parts []string
	if c := r.Coverage; c != nil {
		parts = append(parts,
			fmt.Sprintf("%.4g%% intervals hold %.3g%% of the ratings, mean width %s", 100*c.Level,
				100*c.Share, decimal(c.Width, 3)))
	}
	if g := r.Grades; g != nil {
		parts = append(parts, fmt.Sprintf("grades: %s", agreement(g.All)))
		switch {
		case math.Round(100*g.UnseenShare) == 100:
			parts = append(parts, "texts not seen in training: "+decimal(100*g.UnseenShare, 1)+"%")
		case g.Unseen != nil:
			parts = append(parts, fmt.Sprintf("of texts not seen in training (%s%%): %s",
				decimal(100*g.UnseenShare, 0), agreement(*g.Unseen)))
		}
		if b := g.Baseline; b != nil && defined(b.RMSE) {
			parts = append(parts, fmt.Sprintf("RMSE of grades %s, of a question's mean grade %s; its most "+
				"frequent one: accuracy %s, QWK %s", decimal(g.All.RMSE, 3), decimal(b.RMSE, 3),
				decimal(b.Accuracy, 3), decimal(b.Kappa, 3)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return r.Approach + ": " + strings.Join(parts, "; ")
}

func agreement(a experiment.Agreement) string {
	return fmt.Sprintf("accuracy %s, QWK %s, r %s", decimal(a.Accuracy, 3), decimal(a.Kappa, 3),
		decimal(a.Pearson, 3))
}

// texts returns the sentences about learners and judges below a data set's table.
func (v *view) texts() []string {
	if v.curve {
		return nil
	}
	list := v.learnedTexts()
	if r, s := v.bestResult(), v.report.Settings; r != nil && s.Seeds > 1 {
		list = append(list, fmt.Sprintf("seeds %d to %d: %s %s to %s", s.Seed, s.Seed+uint64(s.Seeds)-1,
			r.Approach, decimal(r.RMSELowest, 4), decimal(r.RMSEHighest, 4)))
	}
	if r := v.bestResult(); r != nil && r.Points != nil {
		steps, off := "whole", "one"
		if r.Points.Step < 1 {
			steps, off = "half", "a point"
		}
		list = append(list, fmt.Sprintf("%s in %s points: QWK %s, exact %.3g%%, at most %s off %.3g%%, "+
			"standardised mean difference %s", r.Approach, steps, decimal(r.Points.Kappa, 3),
			100*r.Points.Exact, off, 100*r.Points.Adjacent, decimal(r.Points.SMD, 3)))
	}
	for _, text := range []string{v.humanText(), v.trueScoreText()} {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// intervals returns tables of the learners' prediction intervals by width and by rating.
func (v *view) intervals() (tables []table) {
	if v.curve {
		return nil
	}
	for _, r := range v.Results {
		if r.Coverage != nil {
			name := fmt.Sprintf("%s: %.4g%% intervals, mean interval score %s, by ", r.Approach,
				100*r.Coverage.Level, decimal(r.Coverage.Score, 3))
			tables = append(tables, thirdsTable(name, "width", r.Coverage.ByWidth),
				thirdsTable(name, "rating", r.Coverage.ByRating))
		}
	}
	return slices.DeleteFunc(tables, func(t table) bool { return len(t.Rows()) == 0 })
}

func thirdsTable(name, by string, list []experiment.IntervalThird) table {
	type third = experiment.IntervalThird
	return newTable(name+by, list,
		words(by, func(x third) string { return decimal(x.From, 3) + " to " + decimal(x.To, 3) }),
		number("intervals", "", func(x third) string { return strconv.Itoa(x.Intervals) }),
		number("coverage", "share that holds the rating", func(x third) string { return decimal(x.Share, 3) }),
		number("mean width", "", func(x third) string { return decimal(x.Width, 3) }),
		number("score", "mean of the width, and 2/(1 - level) times the distance of a rating outside",
			func(x third) string { return decimal(x.Score, 3) }))
}

// leading returns the rows of the best approach of each regressor, of learners and other systems.
func (v *view) leading() (rows []row) {
	for _, s := range v.candidates() {
		for _, r := range s.Rows {
			if r.Best || len(s.Rows) == 1 || r.Regressor == approach.ExternalRegressor ||
				approach.IsLearner(r.Approach, r.Regressor) {
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
	head := strings.Fields("dataset column value approach regressor respondents few " +
		withEnds("rmse", "bias", "dsm", "coverage"))
	var rows [][]any
	for _, d := range r.Datasets {
		for _, g := range d.Subgroups {
			cells := []any{d.Name, g.Column, g.Value, g.Approach, g.Regressor, g.Respondents, g.Few}
			rows = append(rows, append(cells, valuesAndEnds(g.RMSE, g.Bias, g.DSM, g.Coverage)...))
		}
	}
	return sheet.WriteRows(w, head, rows)
}

// withEnds names the columns of [valuesAndEnds].
func withEnds(names ...string) (head string) {
	for _, name := range names {
		head += fmt.Sprintf("%[1]s %[1]s_ci95_low %[1]s_ci95_high ", name)
	}
	return head
}

// valuesAndEnds lists each measure and the ends of its interval.
func valuesAndEnds(list ...*experiment.Measure) (cells []any) {
	for _, m := range list {
		three := []any{"", "", ""}
		if m != nil {
			three[0] = m.Value
		}
		if m != nil && m.CI95 != nil {
			three[1], three[2] = m.CI95[0], m.CI95[1]
		}
		cells = append(cells, three...)
	}
	return cells
}
