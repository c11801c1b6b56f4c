package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// pagePredictions shows the predictions for held-out respondents.
type pagePredictions struct {
	Best      string // whose errors are shown
	Text      string
	Scatters  []template.HTML
	Errors    []pageError
	ErrorText string
}

// contender names an approach and its regressor, if it has a choice of regressor.
func contender(r *experiment.Result) string {
	regressor := r.Regressor
	switch {
	case approach.NamesAll(r.Approach, regressor):
		return clean(r.Approach)
	case regressor == approach.Transductive:
		return clean(r.Approach + " (" + regressor + ")")
	case regressor == "ols":
		regressor = "OLS"
	case regressor == "lasso":
		regressor = "Lasso"
	}
	return clean(r.Approach + " with " + regressor)
}

// panels returns the results whose predictions are drawn: the best, and a learner or, if the best
// is one, the best of all others.
func (v *view) panels() []*experiment.Result {
	best := v.bestResult()
	if best == nil || best.HeldOut == nil || len(best.HeldOut.Mean) != len(v.Ratings) {
		return nil
	}
	var second *experiment.Result
	for i := range v.Results {
		r := &v.Results[i]
		switch {
		case r == best || r.Regressor == control || r.HeldOut == nil || !defined(r.RMSEMean):
		case learns(r) && !learns(best):
			return []*experiment.Result{best, r}
		case second == nil || r.RMSEMean < second.RMSEMean:
			second = r
		}
	}
	if second == nil || second.SameErrors(best) {
		return []*experiment.Result{best}
	}
	return []*experiment.Result{best, second}
}

// pagePredictions returns nil if the report has no single predictions.
func (v *view) pagePredictions() *pagePredictions {
	list := v.panels()
	if list == nil {
		return nil
	}
	shown, best := 0, list[0]
	for _, n := range best.HeldOut.Count {
		shown += min(n, 1)
	}
	if shown == 0 {
		return nil
	}
	out := &pagePredictions{Best: contender(best), Text: v.heldOutText(best, shown)}
	for _, r := range list {
		out.Scatters = append(out.Scatters, v.scatter(r, every(len(v.Ratings))))
	}
	if v.described() {
		out.largest(v, best)
	}
	return out
}

// heldOutText explains the scatter plots.
func (v *view) heldOutText(r *experiment.Result, shown int) string {
	fewest, most := math.MaxInt, 0
	for _, n := range r.HeldOut.Count {
		if n > 0 {
			fewest, most = min(fewest, n), max(most, n)
		}
	}
	times := text.Count(most, "prediction")
	if fewest < most {
		times = fmt.Sprintf("%d to %d predictions", fewest, most)
	}
	s := fmt.Sprintf("Each dot is one respondent, with the mean of %s by models that were not "+
		"trained on that respondent", times)
	if n := len(v.Ratings) - shown; n > 0 {
		s += fmt.Sprintf("; not shown: %s in no test part",
			text.Count(n, "respondent"))
	}
	s += ". The dashed line is where the prediction equals the rating."
	if most > 1 {
		s += " The RMSE of these means differs from that of the results: here every respondent " +
			"counts once, and means vary less than single predictions."
	}
	if len(v.Ratings) > maxDots {
		s += fmt.Sprintf(" Of %d respondents, every %s one is drawn.", len(v.Ratings),
			ordinal(every(len(v.Ratings))))
	}
	return s
}

func ordinal(n int) string {
	switch n {
	case 2:
		return "second"
	case 3:
		return "third"
	}
	return strconv.Itoa(n) + "th"
}

// pageError is a respondent with a large error.
type pageError struct {
	ID, Rating, Predicted, Residual, Trials string
	Answers                                 []pageAnswer
	Scored                                  bool
	Note                                    string
}

type pageAnswer struct {
	Question, Text, Answer, Score string
	Blank                         bool
}

// largest fills in the respondents with the largest errors and their answers.
func (out *pagePredictions) largest(v *view, r *experiment.Result) {
	var list []int
	residual := func(i int) float64 { return r.HeldOut.Mean[i] - v.Ratings[i] }
	for i, n := range r.HeldOut.Count {
		if n > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list,
		func(a, b int) int { return cmp.Compare(math.Abs(residual(b)), math.Abs(residual(a))) })
	for _, i := range list[:min(maxErrors, len(list))] {
		who := &v.Data.Respondents[i]
		x := pageError{
			ID: nameOf(who.ID), Rating: decimal(v.Ratings[i], 3), Predicted: decimal(r.HeldOut.Mean[i], 3),
			Residual: signedShort(residual(i)), Trials: text.Count(r.HeldOut.Count[i], "prediction"),
			Scored: who.Scores != nil,
		}
		if sd := r.HeldOut.SD[i]; defined(sd) {
			x.Predicted += " ± " + decimal(sd, 3)
		}
		n := min(len(v.Data.Questions), maxAnswers)
		for j, q := range v.Data.Questions[:n] {
			a := pageAnswer{Question: nameOf(q.ID), Score: undefined,
				Answer: shortened(strings.TrimSpace(clean(who.Responses[j])), maxAnswerLength)}
			a.Blank = a.Answer == ""
			if text := shortened(clean(q.Text), maxQuestionLength); text != a.Question {
				a.Text = text
			}
			if j < len(who.Scores) {
				a.Score = decimal(who.Scores[j], 2)
			}
			x.Answers = append(x.Answers, a)
		}
		if left := len(v.Data.Questions) - n; left > 0 {
			x.Note = fmt.Sprintf("The other %s are left out to keep this page small.",
				text.Count(left, "answer"))
		}
		out.Errors = append(out.Errors, x)
	}
	out.ErrorText = fmt.Sprintf("The %s whose mean prediction is furthest from the rating. ± is "+
		"the sd of their predictions.", text.Count(len(out.Errors), "respondent"))
}

// every returns the step between the respondents that are drawn.
func every(n int) int { return (n + maxDots - 1) / maxDots }
