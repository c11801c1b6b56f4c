package report

import (
	"fmt"
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
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
		r := add(oneJudge, meanJudge(h.VsRating))
		r.Change = change(r.Result, v.CBG)
	}
	if len(h.VsOthers) > 0 {
		add(otherJudges, meanJudge(h.VsOthers))
	}
	return rows
}

// meanJudge is the mean of judges' results, trial by trial: what to expect of any one of them.
func meanJudge(judges []experiment.JudgeResult) experiment.JudgeResult {
	var one experiment.JudgeResult
	n := float64(len(judges))
	for _, j := range judges {
		if one.RMSE == nil {
			one.RMSE = make([]float64, len(j.RMSE))
		}
		for i := range min(len(one.RMSE), len(j.RMSE)) {
			one.RMSE[i] += j.RMSE[i] / n
		}
		one.RMSEMean += j.RMSEMean / n
		one.MAEMean += j.MAEMean / n
		one.PearsonMean += j.PearsonMean / n
	}
	_, one.RMSESD = stats.MeanSD(one.RMSE)
	return one
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
		counted(h.Judges, "judge"), one(h.Grades.VsPanel), one(h.Grades.VsOthers))
}
