package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

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
