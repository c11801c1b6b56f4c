package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// Headline sums up the results of a data set in one sentence that can be quoted: which approach has
// the lowest error, whether it beats the constant best guess and whether it is ahead of all others,
// by the tests of [experiment.DatasetReport.Tests]; of a learning curve, how soon. It is "" without
// results.
func Headline(d *experiment.DatasetReport) string {
	return newView(&experiment.Report{}, d).headline()
}

func (v *view) headline() string {
	switch {
	case v.tests.Best < 0:
		return ""
	case v.curve:
		return v.curveHeadline()
	}
	return v.subject() + v.sentence() + "."
}

// subject names the data.
func (v *view) subject() string {
	on := "On"
	if v.Synthetic {
		on = "On the synthetic data set"
	}
	return fmt.Sprintf("%s %s (%s, %s), ", on, v.Name,
		text.Count(v.Respondents, "respondent"), text.Count(v.Questions, "question"))
}

func (v *view) sentence() string {
	best := v.bestResult()
	if v.CBG == nil {
		if slices.ContainsFunc(v.tests.VsBest,
			func(t experiment.Test) bool { return t.Outcome == experiment.Untested }) {
			return fmt.Sprintf("%s has the lowest RMSE, %s (%s: too few for a test)",
				v.label(best), plusMinus(best, 3), v.effort())
		}
		return fmt.Sprintf("%s predicts held-out ratings best: RMSE %s%s%s", v.label(best),
			plusMinus(best, 3), inBrackets(v.effort()), v.lead())
	}
	guess := v.CBG
	if best.Regressor == control {
		return fmt.Sprintf("the constant guess has RMSE %s%s; nothing but controls was evaluated",
			plusMinus(guess, 3), inBrackets(v.effort()))
	}
	winner := v.winner()
	switch test := v.tests.VsCBG[v.tests.Best]; {
	case winner >= 0:
		return v.beats(winner)
	case test.Outcome == experiment.Untested && best.RMSEMean < guess.RMSEMean:
		return fmt.Sprintf("%s has the lowest RMSE, %s, %s below the constant guess's %s "+
			"(%s: too few for a test)", v.label(best), plusMinus(best, 3), below(best, guess),
			decimal(guess.RMSEMean, 3), v.effort())
	case best.RMSEMean < guess.RMSEMean && test.Outcome != experiment.Equal:
		return fmt.Sprintf("no approach predicts held-out ratings significantly better than the "+
			"constant guess, which has RMSE %s: the lowest error is that of %s, %s (%s)",
			plusMinus(guess, 3), v.label(best), plusMinus(best, 3), v.evidence(v.tests.Best))
	}
	return fmt.Sprintf("no approach predicts held-out ratings better than the constant guess, "+
		"which has RMSE %s: the lowest error of the others is that of %s, %s%s",
		plusMinus(guess, 3), v.label(best), plusMinus(best, 3), inBrackets(v.effort()))
}

// winner returns the index of the result with the lowest error among those that are significantly
// better than CBG; -1 if there is none.
func (v *view) winner() int {
	winner := -1
	for i, t := range v.tests.VsCBG {
		if x := &v.Results[i]; t.Outcome == experiment.Better && x.Regressor != control &&
			(winner < 0 || x.RMSEMean < v.Results[winner].RMSEMean) {
			winner = i
		}
	}
	return winner
}

// beats describes an approach that is significantly better than CBG.
func (v *view) beats(winner int) string {
	w, guess, c := &v.Results[winner], v.CBG, v.candidates()
	what := "predicts held-out ratings best"
	if len(c) == 1 && len(c[0].Rows)+len(c[0].Equal) == 1 {
		what = "predicts held-out ratings better than the constant guess"
	}
	if best := v.bestResult(); w != best {
		return fmt.Sprintf("%s has the lowest RMSE, %s, %s below the constant guess's %s, but not "+
			"significantly (%s); that of %s, %s, is significantly below the guess's (p %s)", v.label(best),
			plusMinus(best, 3), below(best, guess), decimal(guess.RMSEMean, 3), v.evidence(v.tests.Best),
			v.label(w), plusMinus(w, 3), pText(v.tests.VsCBG[winner].PHolm))
	}
	return fmt.Sprintf("%s %s: RMSE %s, %s below the constant guess's %s (%s)%s", v.label(w), what,
		plusMinus(w, 3), below(w, guess), decimal(guess.RMSEMean, 3), v.evidence(winner), v.lead())
}

// lead says over which others the lead of the best is not significant, "" if it is over all.
func (v *view) lead() string {
	next, others := -1, 0
	for i, t := range v.tests.VsBest {
		x := &v.Results[i]
		if t.Outcome != experiment.Unclear && t.Outcome != experiment.Equal || x.Regressor == control {
			continue
		}
		others++
		if next < 0 || x.RMSEMean < v.Results[next].RMSEMean {
			next = i
		}
	}
	if next < 0 {
		return ""
	}
	x := &v.Results[next]
	name := fmt.Sprintf("%s (%s)", v.label(x), decimal(x.RMSEMean, 3))
	if others > 1 {
		name += " and " + text.Count(others-1, "other")
	}
	if v.tests.VsBest[next].Outcome == experiment.Equal && others == 1 {
		return fmt.Sprintf("; %s has the same errors", v.label(x))
	}
	why := "p " + pText(v.tests.VsBest[next].PHolm)
	if !v.ByRespondent() {
		why += ": trials share respondents, so ± is no test"
	}
	return fmt.Sprintf("; its lead over %s is not significant (%s)", name, why)
}

// evidence describes the test of a result against CBG.
func (v *view) evidence(result int) string {
	n, first := v.tests.Comparisons, v.tests.Primary
	if first >= 0 && first != result && !(v.tests.VsCBG[first].PHolm < experiment.Significance) {
		return fmt.Sprintf("not tested, since %s, which is tested first, has p %s, %s, %s",
			v.label(&v.Results[first]), pText(v.tests.VsCBG[first].PHolm), v.testName(), v.effort())
	}
	content := "p " + pText(v.tests.VsCBG[result].PHolm) + ", " + v.testName()
	switch {
	case n == 1:
	case result == first:
		content += ", tested before " + text.Count(n-1, "other")
	case first >= 0:
		content += fmt.Sprintf(", Holm over %s after %s", text.Count(n-1, "comparison"),
			v.label(&v.Results[first]))
	default:
		content += fmt.Sprintf(", Holm over %d comparisons", n)
	}
	return content + ", " + v.effort()
}

func (v *view) testName() string {
	if v.ByRespondent() {
		return "paired t-test on squared errors"
	}
	return "corrected resampled t-test"
}

// effort says how often the respondents were split.
func (v *view) effort() string {
	n := len(v.Results[v.tests.Best].RMSE)
	switch {
	case v.Given:
		return "given split"
	case v.ByRespondent():
		return "leave-one-out"
	case groupwise(*v.DatasetReport):
		return text.Count(n, "group") + ", each left out once"
	case v.Folds > 0:
		return text.Count(n, "fold")
	case n == 0:
		return "an unknown number of trials"
	}
	return text.Count(n, "trial")
}

// label names a result, and says whether a learner learned from grades.
func (v *view) label(r *experiment.Result) string {
	learned := r.Regressor == approach.Transductive || approach.IsLearner(r.Approach, r.Regressor)
	if v.Learn == approach.LearnGrades && learned {
		return contender(r) + " from " + v.Learn.Sources()
	}
	return contender(r)
}

// below formats how much lower an error is than another.
func below(r, than *experiment.Result) string {
	percent := 100 * (1 - r.RMSEMean/than.RMSEMean)
	if percent < 1 {
		return "less than 1%"
	}
	return fmt.Sprintf("%.0f%%", percent)
}

// pText formats a p value with its sign, such as "= .034" or "< .001".
func pText(p float64) string {
	switch {
	case !defined(p):
		return "unknown"
	case p < .001:
		return "< .001"
	}
	return "= " + strings.TrimSuffix(short(p), ".000")
}

func inBrackets(s string) string { return " (" + s + ")" }

// curveHeadline sums up a learning curve: which approach has the lowest error once everybody in the
// training part is rated, and what it has with few or none.
func (v *view) curveHeadline() string {
	all, best := v.whole.Sizes[len(v.whole.Sizes)-1], v.bestResult()
	text := fmt.Sprintf("%s%s has the lowest error with %d respondents rated: RMSE %s", v.subject(),
		v.label(best), all, plusMinus(best, 3))
	if v.CBG != nil && v.CBG != best {
		text += fmt.Sprintf(", against %s of the constant guess", decimal(v.CBG.RMSEMean, 3))
	}
	return text + v.earlier(best, all) + inBrackets(v.effort()) + "."
}

// earlier describes a result's curve at its first size and at the first one above 0, if they are
// not the last.
func (v *view) earlier(of *experiment.Result, all int) string {
	text, link := "", "; it has"
	for _, size := range v.whole.Sizes {
		p := v.curveOf(of)[size]
		if p == nil || size >= all || math.IsNaN(p.RMSEMean) {
			continue
		}
		rated := fmt.Sprintf("%d rated", size)
		if size == 0 {
			rated = "nobody rated"
		}
		text += fmt.Sprintf("%s %s with %s", link, decimal(p.RMSEMean, 3), rated)
		if size > 0 {
			break
		}
		link = " and"
	}
	return text
}
