package report

import (
	"fmt"

	"github.com/luna-rating/luna/lrp/experiment"
)

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
