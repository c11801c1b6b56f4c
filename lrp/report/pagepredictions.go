package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// pagePredictions shows the predictions for held-out respondents.
type pagePredictions struct {
	Best              string // the approach of the residuals
	Text              string
	Scatters          []template.HTML
	Residuals         []template.HTML
	ResidualText      string
	Questions         *table
	QuestionText      string
	Errors            []pageError
	ErrorText, CutOff string
}

// contender names an approach and its regressor, if it has a choice of regressor.
func contender(r *experiment.Result) string {
	if r.Regressor == control || strings.EqualFold(r.Approach, r.Regressor) {
		return clean(r.Approach)
	}
	return clean(r.Approach + " with " + r.Regressor)
}

// panels returns the results whose predictions are drawn: the best, and a learner or, if the best
// is one, the best of all others.
func (v *view) panels() []*experiment.Result {
	best := v.bestResult()
	if residuals(best, v.Ratings) == nil {
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
func (v *view) pagePredictions(p *profile, room *budget) *pagePredictions {
	list := v.panels()
	if list == nil {
		return nil
	}
	best := list[0]
	e := residuals(best, v.Ratings)
	shown, _ := known(e, v.Ratings)
	if len(shown) == 0 {
		return nil
	}
	out := &pagePredictions{Best: contender(best), Text: v.heldOutText(best, len(shown))}
	for _, r := range list {
		out.Scatters = append(out.Scatters, v.scatter(r, room))
	}
	out.Residuals = []template.HTML{residualHistogram(e, contender(best)),
		v.residualScatter(e, contender(best), room)}
	out.ResidualText = v.residualText(e)
	if v.Data != nil && p != nil {
		out.byQuestion(v, p, e)
		out.largest(v, best, e, room)
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
	times := counted(most, "prediction")
	if fewest < most {
		times = fmt.Sprintf("%d to %d predictions", fewest, most)
	}
	s := fmt.Sprintf("Each dot is one respondent, with the mean of %s by models that were not "+
		"trained on that respondent", times)
	if n := len(v.Ratings) - shown; n > 0 {
		s += fmt.Sprintf("; not shown: %s in no test part",
			counted(n, "respondent"))
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
func (out *pagePredictions) largest(v *view, r *experiment.Result, e []float64, room *budget) {
	room.cut = 0
	for _, i := range largestErrors(e, maxErrors) {
		who := &v.Data.Respondents[i]
		x := pageError{
			ID: nameOf(who.ID), Rating: decimal(v.Ratings[i],
				3), Predicted: decimal(r.HeldOut.Mean[i], 3),
			Residual: signedShort(e[i]), Trials: counted(r.HeldOut.Count[i],
				"prediction"), Scored: who.Scores != nil,
		}
		if sd := r.HeldOut.SD[i]; defined(sd) {
			x.Predicted += " ± " + decimal(sd, 3)
		}
		for j, q := range v.Data.Questions {
			a := pageAnswer{Question: nameOf(q.ID), Answer: room.response(who.Responses[j]),
				Score: undefined}
			a.Blank = a.Answer == ""
			if text := shortened(clean(q.Text), maxQuestionLength); text != a.Question {
				a.Text = text
			}
			if j < len(who.Scores) {
				a.Score = decimal(who.Scores[j], 2)
			}
			if j == maxQuestions || !room.spend(a.Question, a.Text, a.Answer) {
				x.Note = fmt.Sprintf("The other %s are left out to keep this page small.",
					counted(len(v.Data.Questions)-j, "answer"))
				break
			}
			x.Answers = append(x.Answers, a)
		}
		out.Errors = append(out.Errors, x)
	}
	out.ErrorText = fmt.Sprintf("The %s whose mean prediction is furthest from the rating. ± is "+
		"the sd of their predictions.", counted(len(out.Errors), "respondent"))
	if room.cut > 0 {
		out.CutOff = fmt.Sprintf("%s shortened to %d characters.",
			counted(room.cut, "answer")+was(room.cut), maxAnswerLength)
	}
}

func was(n int) string {
	if n == 1 {
		return " was"
	}
	return " were"
}
