package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// residuals returns a result's mean residuals by respondent, NaN for those who were never held out.
// It returns nil if they are unknown.
func residuals(r *experiment.Result, ratings []float64) []float64 {
	if r == nil || r.HeldOut == nil || len(r.HeldOut.Mean) != len(ratings) {
		return nil
	}
	e := make([]float64, len(ratings))
	for i, y := range ratings {
		e[i] = r.HeldOut.Mean[i] - y
	}
	return e
}

// known returns the values that are not NaN, and those of others at the same indices.
func known(values, others []float64) (v, o []float64) {
	for i, x := range values {
		if !math.IsNaN(x) {
			v, o = append(v, x), append(o, others[i])
		}
	}
	return v, o
}

// rootMeanSquare returns the root mean square of values without NaN.
func rootMeanSquare(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += x * x
	}
	return math.Sqrt(sum / float64(len(values)))
}

// questionResiduals relates residuals to the responses to one question. Undefined values are NaN.
type questionResiduals struct {
	of    questionProfile
	score float64 // correlation with the question's score
	given float64 // partial correlation with the score, given the rating
	// answered and blank are mean absolute residuals of those who answered and those who did not.
	answered, blank float64
	blanks          int
}

func residualsByQuestion(
	ds *datasets.Dataset, p *profile, e, ratings []float64,
) []questionResiduals {
	list := make([]questionResiduals, len(p.questions))
	for j := range list {
		scores, of := scoresOf(ds, j, e)
		_, y := scoresOf(ds, j, maskedBy(ratings, e))
		q := questionResiduals{of: p.questions[j], score: stats.Pearson(of, scores)}
		q.given = partial(q.score, stats.Pearson(of, y), stats.Pearson(scores, y))
		var sum [2]float64
		var n [2]int
		for i, blank := range p.questions[j].silent {
			if math.IsNaN(e[i]) {
				continue
			}
			k := 0
			if blank {
				k = 1
			}
			sum[k] += math.Abs(e[i])
			n[k]++
		}
		q.answered, q.blank, q.blanks = sum[0]/float64(n[0]), sum[1]/float64(n[1]), n[1]
		list[j] = q
	}
	return list
}

// maskedBy returns the values with NaN where mask has it.
func maskedBy(values, mask []float64) []float64 {
	out := slices.Clone(values)
	for i, m := range mask {
		if math.IsNaN(m) {
			out[i] = math.NaN()
		}
	}
	return out
}

// partial returns the partial correlation of a and b given c from their three correlations, NaN if
// a or b is a linear function of c up to rounding.
func partial(ab, ac, bc float64) float64 {
	rest := (1 - ac*ac) * (1 - bc*bc)
	if !(rest > 1e-9) {
		return math.NaN()
	}
	return min(max((ab-ac*bc)/math.Sqrt(rest), -1), 1)
}

// largestErrors returns up to n respondents with the largest absolute residuals, largest first.
func largestErrors(e []float64, n int) []int {
	var list []int
	for i, x := range e {
		if !math.IsNaN(x) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list,
		func(a, b int) int { return cmp.Compare(math.Abs(e[b]), math.Abs(e[a])) })
	return list[:min(n, len(list))]
}

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
	type question = questionResiduals
	t := newTable("Residuals by question", list[:min(len(list), maxQuestions)],
		words("question", func(q question) string { return nameOf(q.of.id) }),
		number("r score", "correlation of residual and score",
			func(q question) string { return signedOr(q.score) }).unless(!p.scored),
		number("r given rating", "partial correlation of residual and score, given the rating",
			func(q question) string { return signedOr(q.given) }).unless(!p.scored),
		number("|residual| answered", "mean absolute residual of the respondents who answered",
			func(q question) string { return decimal(q.answered, 3) }).unless(!blanks),
		number("|residual| missing", "mean absolute residual of the respondents who did not answer",
			func(q question) string { return decimal(q.blank, 3) }).unless(!blanks),
		number("missing", "number of these respondents",
			func(q question) string { return strconv.Itoa(q.blanks) }).unless(!blanks),
		longText(func(q question) string { return q.of.text }))
	var text []string
	if p.scored {
		text = append(text,
			"r score is the correlation of the respondents' residuals with their scores for the "+
				"question, mostly negative because residuals fall as ratings rise. r given rating "+
				"is the partial correlation, as among respondents with the same rating: if it is "+
				"negative, the approach gives too little credit for good answers to this "+
				"question, if positive too much.")
	}
	if blanks {
		text = append(text,
			"|residual| is the mean absolute residual of the respondents who answered the "+
				"question and of those who did not; it is shown for questions with at least "+
				strconv.Itoa(minBlanks)+" missing answers.")
	}
	out.QuestionText = strings.Join(text, " ")
	t.Folded, t.Note = len(p.questions) >= minFolded, leftOut(len(p.questions), "question")
	out.Questions = &t
}

func signedOr(x float64) string {
	if !defined(x) {
		return undefined
	}
	return signedShort(x)
}

func signedShort(x float64) string { return strings.Replace(fmt.Sprintf("%+.3f", x), "-", "−", 1) }
