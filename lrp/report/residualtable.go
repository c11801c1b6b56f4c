package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/lrp/stats"
)

// residualText summarizes the residuals.
func (v *view) residualText(e []float64) string {
	errors, actual := known(e, v.Ratings)
	within := 0
	for _, x := range errors {
		if math.Abs(x) <= .1 {
			within++
		}
	}
	s := fmt.Sprintf("A residual is a respondent's mean prediction minus the rating: positive "+
		"if the prediction is too high. %s are within 0.1 of the rating.",
		share(float64(within)/float64(len(errors)))+" of the respondents")
	if r := stats.Pearson(errors, actual); r < -.1 {
		s += fmt.Sprintf(" Predictions are biased towards the mean: low ratings are predicted "+
			"too high and high ones too low (r %s).", signedShort(r))
	}
	return s
}

// minBlanks is the number of missing answers from which a question's residuals are shown.
const minBlanks = 5

// byQuestion fills in the table of residuals by question.
func (out *pagePredictions) byQuestion(v *view, p *profile, e []float64) {
	list := residualsByQuestion(v.Data, p, e, v.Ratings)
	blanks := slices.ContainsFunc(list,
		func(q questionResiduals) bool { return q.blanks >= minBlanks })
	if !p.scored && !blanks {
		return
	}
	t := &pageTable{Caption: "Residuals by question", Folded: len(p.questions) >= minFolded,
		Head: []pageHead{{Text: "question", Words: true}}}
	var text []string
	if p.scored {
		t.Head = append(t.Head,
			pageHead{Text: "r score", Title: "correlation of residual and score"},
			pageHead{Text: "r given rating",
				Title: "partial correlation of residual and score, given the rating"})
		text = append(text,
			"r score is the correlation of the respondents' residuals with their scores for the "+
				"question, mostly negative because residuals fall as ratings rise. r given rating "+
				"is the partial correlation, as among respondents with the same rating: if it is "+
				"negative, the approach gives too little credit for good answers to this "+
				"question, if positive too much.")
	}
	if blanks {
		t.Head = append(t.Head,
			pageHead{Text: "|residual| answered",
				Title: "mean absolute residual of the respondents who answered"},
			pageHead{Text: "|residual| missing",
				Title: "mean absolute residual of the respondents who did not answer"},
			pageHead{Text: "missing", Title: "number of these respondents"})
		text = append(text,
			"|residual| is the mean absolute residual of the respondents who answered the "+
				"question and of those who did not; it is shown for questions with at least "+
				strconv.Itoa(minBlanks)+" missing answers.")
	}
	t.Head = append(t.Head, pageHead{Text: "text", Words: true, Long: true})
	out.QuestionText = strings.Join(text, " ")
	for j, q := range list {
		if j == maxQuestions {
			break
		}
		row := []pageCell{{Text: nameOf(p.questions[j].id)}}
		if p.scored {
			row = append(row, pageCell{Text: signedOr(q.score)}, pageCell{Text: signedOr(q.given)})
		}
		if blanks {
			row = append(row, pageCell{Text: decimal(q.answered, 3)},
				pageCell{Text: decimal(q.blank, 3)}, pageCell{Text: strconv.Itoa(q.blanks)})
		}
		t.Rows = append(t.Rows,
			append(row, pageCell{Text: shortened(clean(p.questions[j].text), maxQuestionLength)}))
	}
	t.Note = leftOut(len(p.questions), "question")
	out.Questions = t
}

func signedOr(x float64) string {
	if !defined(x) {
		return undefined
	}
	return signedShort(x)
}

func signedShort(x float64) string { return strings.Replace(fmt.Sprintf("%+.3f", x), "-", "−", 1) }
