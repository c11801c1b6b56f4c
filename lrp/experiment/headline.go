package experiment

import (
	"fmt"
	"math"
	"strings"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
)

// Headline sums up the results of the data set in one sentence that can be quoted: which approach
// has the lowest error, whether it beats the constant best guess and whether it is ahead of all
// others, by the tests of [DatasetReport.Tests]; of a learning curve, how soon. It is "" without
// results.
func (r *DatasetReport) Headline() string {
	if len(r.Sizes) > 0 {
		return r.curveHeadline()
	}
	h := headline{DatasetReport: r, tests: r.Tests()}
	if h.tests.Best < 0 {
		return ""
	}
	return h.subject() + h.finding() + "."
}

// headline is a sentence in the making.
type headline struct {
	*DatasetReport
	tests *Tests
}

// subject names the data.
func (h *headline) subject() string {
	on := "On"
	if h.Synthetic {
		on = "On the synthetic data set"
	}
	return fmt.Sprintf("%s %s (%s, %s), ", on, h.Name,
		text.Count(h.Respondents, "respondent"), text.Count(h.Questions, "question"))
}

func (h *headline) finding() string {
	best := &h.Results[h.tests.Best]
	if h.tests.CBG < 0 && len(best.RMSE) == 1 && len(h.Results) > 1 && !h.byRespondent() {
		return fmt.Sprintf("%s has the lowest RMSE, %s, but %s is too few for a test",
			h.label(best), best.errorText(), h.effort())
	}
	if h.tests.CBG < 0 {
		return fmt.Sprintf("%s predicts held-out ratings best: RMSE %s%s%s", h.label(best),
			best.errorText(), h.lead(), inBrackets(h.effort()))
	}
	guess := &h.Results[h.tests.CBG]
	if best.Regressor == approach.NoRegressor {
		return fmt.Sprintf("the constant guess has RMSE %s%s; nothing but controls was evaluated",
			guess.errorText(), inBrackets(h.effort()))
	}
	winner := h.winner()
	switch test := h.tests.VsCBG[h.tests.Best]; {
	case winner >= 0:
		return h.beats(winner)
	case test.Outcome == Untested && best.RMSEMean < guess.RMSEMean:
		return fmt.Sprintf("%s has the lowest RMSE, %s, %s below the constant guess's %s, but "+
			"%s is too few for a test", h.label(best), best.errorText(), below(best, guess),
			short(guess.RMSEMean), h.effort())
	case best.RMSEMean < guess.RMSEMean && test.Outcome != Equal:
		return fmt.Sprintf("no approach predicts held-out ratings significantly better than the "+
			"constant guess, which has RMSE %s: the lowest error is that of %s, %s (%s)",
			guess.errorText(), h.label(best), best.errorText(), h.evidence(h.tests.Best))
	}
	return fmt.Sprintf("no approach predicts held-out ratings better than the constant guess, "+
		"which has RMSE %s: the lowest error of the others is that of %s, %s%s",
		guess.errorText(), h.label(best), best.errorText(), inBrackets(h.effort()))
}

// winner returns the index of the result with the lowest error among those that are significantly
// better than CBG; -1 if there is none.
func (h *headline) winner() int {
	winner := -1
	for i, t := range h.tests.VsCBG {
		if x := &h.Results[i]; t.Outcome == Better && x.Regressor != approach.NoRegressor &&
			(winner < 0 || x.RMSEMean < h.Results[winner].RMSEMean) {
			winner = i
		}
	}
	return winner
}

// beats describes an approach that is significantly better than CBG.
func (h *headline) beats(winner int) string {
	w, guess := &h.Results[winner], &h.Results[h.tests.CBG]
	what := "predicts held-out ratings best"
	switch {
	case winner != h.tests.Best:
		what = "predicts held-out ratings significantly better than the constant guess"
	case h.candidates() == 1:
		what = "predicts held-out ratings better than the constant guess"
	}
	text := fmt.Sprintf("%s %s: RMSE %s, %s below the constant guess's %s (%s)", h.label(w), what,
		w.errorText(), below(w, guess), short(guess.RMSEMean),
		h.evidence(winner))
	if winner != h.tests.Best {
		best := &h.Results[h.tests.Best]
		return text + fmt.Sprintf("; the lower error of %s, %s, is not significantly below it",
			h.label(best), short(best.RMSEMean))
	}
	return text + h.lead()
}

// candidates counts the results that are not of controls.
func (h *headline) candidates() int {
	n := 0
	for _, x := range h.Results {
		if x.Regressor != approach.NoRegressor {
			n++
		}
	}
	return n
}

// lead says over which others the lead of the best is not significant, "" if it is over all.
func (h *headline) lead() string {
	next, others := -1, 0
	for i, t := range h.tests.VsBest {
		x := &h.Results[i]
		if t.Outcome != Unclear && t.Outcome != Equal || x.Regressor == approach.NoRegressor {
			continue
		}
		others++
		if next < 0 || x.RMSEMean < h.Results[next].RMSEMean {
			next = i
		}
	}
	if next < 0 {
		return ""
	}
	x := &h.Results[next]
	name := fmt.Sprintf("%s (%s)", h.label(x), short(x.RMSEMean))
	if others > 1 {
		name += " and " + text.Count(others-1, "other")
	}
	if h.tests.VsBest[next].Outcome == Equal && others == 1 {
		return fmt.Sprintf("; %s has the same errors", h.label(x))
	}
	return fmt.Sprintf("; its lead over %s is not significant", name)
}

// evidence describes the test of a result against CBG.
func (h *headline) evidence(result int) string {
	n, first := h.tests.Comparisons, h.tests.Primary
	if first >= 0 && first != result && !(h.tests.VsCBG[first].PHolm < Significance) {
		return fmt.Sprintf("not tested, since %s, which is tested first, has p %s, %s, %s",
			h.label(&h.Results[first]), probability(h.tests.VsCBG[first].PHolm), h.testName(), h.effort())
	}
	content := "p " + probability(h.tests.VsCBG[result].PHolm) + ", " + h.testName()
	switch {
	case n == 1:
	case result == first:
		content += fmt.Sprintf(", tested first of %d comparisons", n)
	case first >= 0:
		content += fmt.Sprintf(", Holm over %s after %s", text.Count(n-1, "comparison"),
			h.label(&h.Results[first]))
	default:
		content += fmt.Sprintf(", Holm over %d comparisons", n)
	}
	return content + ", " + h.effort()
}

func (h *headline) testName() string {
	if h.byRespondent() {
		return "paired t-test on squared errors"
	}
	return "corrected resampled t-test"
}

// effort says how often the respondents were split.
func (h *headline) effort() string {
	n := len(h.Results[h.tests.Best].RMSE)
	switch {
	case h.Given:
		return "given split"
	case h.leaveOneOut():
		return "leave-one-out"
	case h.Folds > 0 && h.Folds == h.Groups:
		return text.Count(n, "group") + ", each left out once"
	case h.Folds > 0:
		return text.Count(n, "fold")
	case n == 0:
		return "an unknown number of trials"
	}
	return text.Count(n, "trial")
}

// label names a result, and says whether a learner learned from grades.
func (h *headline) label(r *Result) string {
	if h.Learn == approach.LearnGrades && r.learned() {
		return r.label() + " from " + h.Learn.Sources()
	}
	return r.label()
}

// learned reports whether the result is a learner's.
func (r *Result) learned() bool {
	return r.Regressor == approach.Transductive || strings.EqualFold(r.Approach, r.Regressor)
}

// label names a result by its approach and regressor.
func (r *Result) label() string {
	switch {
	case r.Regressor == approach.NoRegressor || r.Regressor == "" ||
		strings.EqualFold(r.Approach, r.Regressor):
		return r.Approach
	case r.Regressor == approach.Transductive:
		return r.Approach + " (" + approach.Transductive + ")"
	case r.Regressor == "ols":
		return r.Approach + " with OLS"
	case r.Regressor == "lasso":
		return r.Approach + " with Lasso"
	}
	return r.Approach + " with " + r.Regressor
}

// errorText formats the mean error with its spread.
func (r *Result) errorText() string {
	if math.IsNaN(r.RMSESD) {
		return short(r.RMSEMean)
	}
	return short(r.RMSEMean) + " ± " + short(r.RMSESD)
}

// below formats how much lower an error is than another.
func below(r, than *Result) string {
	percent := 100 * (1 - r.RMSEMean/than.RMSEMean)
	if percent < 1 {
		return "less than 1%"
	}
	return fmt.Sprintf("%.0f%%", percent)
}

func short(x float64) string { return fmt.Sprintf("%.3f", x) }

// probability formats a p value with its sign, such as "= .034" or "< .001".
func probability(p float64) string {
	if p < .001 {
		return "< .001"
	}
	if p >= .9995 {
		return "= 1"
	}
	return "= " + strings.TrimPrefix(fmt.Sprintf("%.3f", p), "0")
}

func inBrackets(s string) string { return " (" + s + ")" }

// curveHeadline sums up a learning curve: which approach has the lowest error once everybody in the
// training part is rated, and what it has with few or none.
func (r *DatasetReport) curveHeadline() string {
	all := r.Sizes[len(r.Sizes)-1]
	end := r.At(all)
	tests := end.Tests()
	if tests.Best < 0 {
		return ""
	}
	h := headline{DatasetReport: end, tests: tests}
	best := &end.Results[tests.Best]
	text := fmt.Sprintf("%s%s has the lowest error with %d respondents rated: RMSE %s", h.subject(),
		h.label(best), all, best.errorText())
	if tests.CBG >= 0 && tests.CBG != tests.Best {
		guess := &end.Results[tests.CBG]
		text += fmt.Sprintf(", against %s of the constant guess", short(guess.RMSEMean))
	}
	return text + r.earlier(best, all) + inBrackets(h.effort()) + "."
}

// earlier describes a result's curve at its first size and at the first one above 0, if they are
// not the last.
func (r *DatasetReport) earlier(of *Result, all int) string {
	text, link := "", "; it has"
	for _, p := range r.Results {
		size := p.Size
		if p.Approach != of.Approach || p.Regressor != of.Regressor || size >= all ||
			math.IsNaN(p.RMSEMean) {
			continue
		}
		rated := fmt.Sprintf("%d rated", size)
		if size == 0 {
			rated = "nobody rated"
		}
		text += fmt.Sprintf("%s %s with %s", link, short(p.RMSEMean), rated)
		if size > 0 {
			break
		}
		link = " and"
	}
	return text
}
