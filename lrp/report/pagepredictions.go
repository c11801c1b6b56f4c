package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// pagePredictions shows what was predicted of held-out respondents.
type pagePredictions struct {
	Best              string // the approach that the residuals are of
	Text              string
	Scatters          []template.HTML
	Residuals         []template.HTML
	ResidualText      string
	Questions         *pageTable
	QuestionText      string
	Errors            []pageError
	ErrorText, CutOff string
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

// contender names an approach with its regressor, where that is not its own.
func contender(r *experiment.Result) string {
	if r.Regressor == control || strings.EqualFold(r.Approach, r.Regressor) {
		return clean(r.Approach)
	}
	return clean(r.Approach + " with " + r.Regressor)
}

// panels are the results whose predictions are drawn: the best, and the recommended approach or, where that is
// the best, the best of all others.
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
	if second == nil || same(second, best) {
		return []*experiment.Result{best}
	}
	return []*experiment.Result{best, second}
}

// pagePredictions is nil where nothing is known of single predictions.
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
	out.Residuals = []template.HTML{residualHistogram(e, contender(best)), v.residualScatter(e, contender(best), room)}
	out.ResidualText = v.residualText(e)
	if v.Data != nil && p != nil {
		out.byQuestion(v, p, e)
		out.largest(v, best, e, room)
	}
	return out
}

// heldOutText says whose predictions are shown.
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
	s := fmt.Sprintf("Each dot is a respondent, with the mean of %s by models that were not fitted to that respondent", times)
	if n := len(v.Ratings) - shown; n > 0 {
		s += fmt.Sprintf("; without the %s who happened to be in no test part", counted(n, "respondent"))
	}
	s += ". On the dashed line prediction and rating are the same."
	if most > 1 {
		s += " The RMSE of these means is not that of the results: every respondent counts once here, and means scatter less than single predictions."
	}
	if len(v.Ratings) > mostDots {
		s += fmt.Sprintf(" Of %d respondents every %s is drawn.", len(v.Ratings), ordinal(every(len(v.Ratings))))
	}
	return s
}

func was(n int) string {
	if n == 1 {
		return " was"
	}
	return " were"
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

// every is the step in which dots are drawn, so that there are not too many.
func every(n int) int { return (n + mostDots - 1) / mostDots }

// scatter draws predictions against ratings.
func (v *view) scatter(r *experiment.Result, room *budget) template.HTML {
	e := residuals(r, v.Ratings)
	errors, actual := known(e, v.Ratings)
	predicted, _ := known(maskedBy(r.HeldOut.Mean, e), v.Ratings)
	sub := fmt.Sprintf("RMSE of the means %s, r %s", decimal(rootMeanSquare(errors), 4), signedOr(stats.Pearson(predicted, actual)))
	c := newChart(contender(r), sub, ratingScale("rating"), ratingScale("prediction"))
	v.dots(c, e, room, func(i int) float64 { return r.HeldOut.Mean[i] })
	c.guide(0, 0, 1, 1)
	return c.done()
}

// residualScatter draws residuals against ratings.
func (v *view) residualScatter(e []float64, name string, room *budget) template.HTML {
	errors, actual := known(e, v.Ratings)
	c := newChart("Residual by rating", fmt.Sprintf("%s, r %s", name, signedOr(stats.Pearson(errors, actual))),
		ratingScale("rating"), evenScale("residual", furthest(errors)))
	v.dots(c, e, room, func(i int) float64 { return e[i] })
	c.guide(0, 0, 1, 0)
	return c.done()
}

// dots draws a value of each respondent whose residual is known against the rating.
func (v *view) dots(c *chart, e []float64, room *budget, y func(i int) float64) {
	named := v.described() && room.named(len(v.Ratings))
	c.WriteString(`<g class="dot">`)
	for i, x := range v.Ratings {
		if i%every(len(v.Ratings)) != 0 || math.IsNaN(e[i]) {
			continue
		}
		note := ""
		if named {
			note = fmt.Sprintf("%s: %s, residual %s", nameOf(v.Data.Respondents[i].ID), decimal(x, 3), signedShort(e[i]))
		}
		c.dot(x, y(i), note)
	}
	c.WriteString("</g>")
}

func furthest(values []float64) float64 {
	most := 0.0
	for _, x := range values {
		most = max(most, math.Abs(x))
	}
	return most
}

// residualHistogram draws how the residuals are distributed.
func residualHistogram(e []float64, name string) template.HTML {
	values, _ := known(e, e)
	x := evenScale("residual", furthest(values))
	const bins = 21 // an odd number: one is about 0
	var count [bins]float64
	for _, r := range values {
		count[min(int(x.at(r)*bins), bins-1)] += 1 / float64(len(values))
	}
	top := 0.0
	for _, s := range count {
		top = max(top, s)
	}
	mean, sd := stats.MeanSD(values)
	c := newChart("Residuals", fmt.Sprintf("%s, mean %s, sd %s", name, signedShort(mean), decimal(sd, 3)), x, shareScale("share of respondents", top))
	c.WriteString(`<g class="bar">`)
	for i, s := range count {
		if s > 0 {
			at := func(k int) float64 { return x.lo + (x.hi-x.lo)*float64(k)/bins }
			c.bar(at(i), at(i+1), s, "")
		}
	}
	c.WriteString("</g>")
	c.guide(0, 0, 0, c.y.hi)
	return c.done()
}

// residualText sums up the residuals in words.
func (v *view) residualText(e []float64) string {
	errors, actual := known(e, v.Ratings)
	within := 0
	for _, x := range errors {
		if math.Abs(x) <= .1 {
			within++
		}
	}
	s := fmt.Sprintf("A residual is a respondent's mean prediction less the rating: above 0 the prediction is too high. %s are within 0.1 of the rating.",
		share(float64(within)/float64(len(errors)))+" of the respondents")
	if r := stats.Pearson(errors, actual); r < -.1 {
		s += fmt.Sprintf(" Predictions are drawn to the middle, so low ratings are predicted too high and high ones too low (r %s).", signedShort(r))
	}
	return s
}

func signedShort(x float64) string { return strings.Replace(fmt.Sprintf("%+.3f", x), "-", "−", 1) }

// fewestBlanks is the number of missing answers to a question from which on their residuals are told.
const fewestBlanks = 5

// byQuestion fills in how residuals go with single questions.
func (out *pagePredictions) byQuestion(v *view, p *profile, e []float64) {
	list := residualsByQuestion(v.Data, p, e, v.Ratings)
	blanks := slices.ContainsFunc(list, func(q questionResiduals) bool { return q.blanks >= fewestBlanks })
	if !p.scored && !blanks {
		return
	}
	t := &pageTable{Caption: "Residuals by question", Folded: len(p.questions) >= foldedFrom, Head: []pageHead{{Text: "question", Words: true}}}
	var text []string
	if p.scored {
		t.Head = append(t.Head,
			pageHead{Text: "r score", Title: "correlation of residual and score"},
			pageHead{Text: "r given rating", Title: "partial correlation of residual and score, given the rating"})
		text = append(text, "r score is the correlation of the respondents' residuals with their scores for the question. As residuals fall with the rating, "+
			"most of these are below 0; r given rating is the partial correlation, among respondents of the same rating: below 0, "+
			"the approach credits what is good at this question too little, above 0 too much.")
	}
	if blanks {
		t.Head = append(t.Head,
			pageHead{Text: "|residual| answered", Title: "mean absolute residual of the respondents who answered"},
			pageHead{Text: "|residual| missing", Title: "mean absolute residual of the respondents who did not answer"},
			pageHead{Text: "missing", Title: "number of these respondents"})
		text = append(text, "|residual| is the mean absolute residual of the respondents who answered the question and of those who did not; it is told where a question has at least "+strconv.Itoa(fewestBlanks)+" missing answers.")
	}
	t.Head = append(t.Head, pageHead{Text: "text", Words: true, Long: true})
	out.QuestionText = strings.Join(text, " ")
	for j, q := range list {
		if j == mostQuestions {
			break
		}
		row := []pageCell{{Text: nameOf(p.questions[j].id)}}
		if p.scored {
			row = append(row, pageCell{Text: signedOr(q.score)}, pageCell{Text: signedOr(q.given)})
		}
		if blanks {
			row = append(row, pageCell{Text: decimal(q.answered, 3)}, pageCell{Text: decimal(q.blank, 3)}, pageCell{Text: strconv.Itoa(q.blanks)})
		}
		t.Rows = append(t.Rows, append(row, pageCell{Text: shortened(clean(p.questions[j].text), longestQuestion)}))
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

// largest fills in the respondents with the largest errors and what they answered.
func (out *pagePredictions) largest(v *view, r *experiment.Result, e []float64, room *budget) {
	room.cut = 0
	for _, i := range largestErrors(e, mostErrors) {
		who := &v.Data.Respondents[i]
		x := pageError{
			ID: nameOf(who.ID), Rating: decimal(v.Ratings[i], 3), Predicted: decimal(r.HeldOut.Mean[i], 3),
			Residual: signedShort(e[i]), Trials: counted(r.HeldOut.Count[i], "prediction"), Scored: who.Scores != nil,
		}
		if sd := r.HeldOut.SD[i]; defined(sd) {
			x.Predicted += " ± " + decimal(sd, 3)
		}
		for j, q := range v.Data.Questions {
			a := pageAnswer{Question: nameOf(q.ID), Answer: room.response(who.Responses[j]), Score: undefined}
			a.Blank = a.Answer == ""
			if text := shortened(clean(q.Text), longestQuestion); text != a.Question {
				a.Text = text
			}
			if j < len(who.Scores) {
				a.Score = decimal(who.Scores[j], 2)
			}
			if j == mostQuestions || !room.spend(a.Question, a.Text, a.Answer) {
				x.Note = fmt.Sprintf("The other %s are left out to keep this page small.", counted(len(v.Data.Questions)-j, "answer"))
				break
			}
			x.Answers = append(x.Answers, a)
		}
		out.Errors = append(out.Errors, x)
	}
	out.ErrorText = fmt.Sprintf("The %s whose mean prediction is furthest from the rating. ± is the sd of the predictions.", counted(len(out.Errors), "respondent"))
	if room.cut > 0 {
		out.CutOff = fmt.Sprintf("%s shortened to %d characters.", counted(room.cut, "answer")+was(room.cut), longestAnswer)
	}
}
