package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/luna-rating/luna/internal/text"
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
	return r.Coverage != nil || r.Grades != nil || strings.EqualFold(r.Approach, r.Regressor)
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
	if r := v.bestResult(); r != nil && r.Points != nil {
		list = append(list, fmt.Sprintf("%s in whole points: QWK %s, exact %.3g%%, at most one off %.3g%%, "+
			"standardised mean difference %s", r.Approach, decimal(r.Points.Kappa, 3), 100*r.Points.Exact,
			100*r.Points.Adjacent, decimal(r.Points.SMD, 3)))
	}
	for _, text := range []string{v.humanText(), v.trueScoreText()} {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}
