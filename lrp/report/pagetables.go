package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// pageHistogramKey explains the charts of the data.
const pageHistogramKey = "Ratings: share of the respondents, in bins of 0.05; dashed lines are " +
	"means."

// summary returns a table with one row per data set, and its explanation.
func summary(list []*view) (table, string) {
	judged := slices.ContainsFunc(list, func(v *view) bool { return v.judged() })
	guessed := slices.ContainsFunc(list, func(v *view) bool { return v.CBG != nil })
	list = slices.DeleteFunc(slices.Clone(list), func(v *view) bool { return v.bestResult() == nil })
	best := func(v *view) *experiment.Result { return v.bestResult() }
	t := newTable("", list,
		words("data set", func(v *view) string { return clean(v.Name) }),
		column[*view]{head: head{Text: "best", Title: "approach with the lowest mean RMSE", Words: true},
			cell: plain(func(v *view) string { return contender(best(v)) })},
		number("RMSE", "root mean square error of the predicted rating, from 0 to 1",
			func(v *view) string { return decimal(best(v).RMSEMean, 4) }),
		column[*view]{head: head{Text: "vs CBG", Title: "change from the RMSE of CBG"}, hidden: !guessed,
			cell: func(v *view) cell {
				c := change(best(v), v.CBG)
				return cell{Text: orDash(percent(c)), Sort: sheet.Exact(c)}
			}},
		number("CBG", "RMSE of the constant best guess", func(v *view) string {
			if v.CBG == nil {
				return undefined
			}
			return decimal(v.CBG.RMSEMean, 4)
		}).unless(!guessed),
		number("p vs CBG", "", func(v *view) string {
			return orDash(pValue(v.tests.VsCBG[v.tests.Best].PHolm))
		}).unless(!guessed),
		number("95% interval", "", func(v *view) string { return interval(best(v)) }),
		number("a judge", "RMSE of a judge's own rating", func(v *view) string {
			if !v.judged() {
				return undefined
			}
			return decimal(experiment.MeanJudge(v.Human.VsRating).RMSEMean, 4)
		}).unless(!judged),
		number("size", "respondents × questions",
			func(v *view) string { return fmt.Sprintf("%d × %d", v.Respondents, v.Questions) }))
	text := "The best approach is the one with the lowest mean RMSE on held-out respondents; " +
		"because it was selected, its RMSE is slightly optimistic."
	if guessed {
		text += " CBG is the RMSE of the constant best guess, the mean rating of the training part."
	}
	if judged {
		text += " A judge's RMSE is the mean over the judges' own ratings as predictions of the " +
			"rating, which each judge's rating is part of."
	}
	return t, text
}

// judged reports whether judges' own ratings are known.
func (v *view) judged() bool { return v.Human != nil && len(v.Human.VsRating) > 0 }

func orDash(s string) string { return cmp.Or(s, undefined) }

// pageKey returns the key with the tests of the page.
func pageKey(list []*view) [][2]string {
	lines := key(list)
	if len(list) > 0 && list[0].curve {
		lines[0][1] = "mean RMSE ± sd over the trials, by the number of rated respondents"
		return lines
	}
	for i := range lines {
		if lines[i][0] == "no mark" {
			lines[i][1] = "mean RMSE significantly below that of CBG, the constant best guess: p " +
				"vs CBG is below 5%"
		}
	}
	if len(lines) == 0 {
		return nil
	}
	tests := joined(units(list))
	if tests == "" {
		return lines
	}
	if i := slices.IndexFunc(list, func(v *view) bool { return v.Margin > 0 }); i >= 0 {
		lines = append(lines, [2]string{"equivalent", fmt.Sprintf("the RMSE differs from that of the best by "+
			"less than %g: two one-sided tests, 5%%, with Holm's adjustment for all approaches", list[i].Margin)})
	}
	biased := ""
	if slices.ContainsFunc(list, func(v *view) bool { return v.ByRespondent() && !v.Given }) {
		biased = ", below 0 without any relation where each is predicted from all others, whose mean falls " +
			"as the rating rises"
	}
	return append(lines,
		[2]string{"r", "mean Pearson correlation of predictions and ratings" + biased + "; columns is the " +
			"mean number of columns of the design matrix"},
		[2]string{"p vs CBG",
			tests + ", two-sided" + adjustment(list)},
		[2]string{"p vs best",
			"the same tests against the approach with the lowest mean RMSE, with Holm's " +
				"adjustment for all pairs of approaches on the data set, because the best was " +
				"chosen by its error; grey means 5% or more: the difference may be due to chance"},
		[2]string{"detects", "the smallest difference from the RMSE of CBG that these trials find with a " +
			"probability of 80%, at 5% before any adjustment (Bloom 1995)"})
}

// humanTable returns the judges' agreement by question, nil if it is unknown.
func (v *view) humanTable() []table {
	if v.Human == nil || len(v.Human.Questions) == 0 || v.curve {
		return nil
	}
	of := func(title string, measure func(experiment.Agreement) float64) column[experiment.QuestionAgreement] {
		return number(title, "", func(q experiment.QuestionAgreement) string {
			return decimal(measure(experiment.MeanAgreement(q.VsOthers)), 3)
		})
	}
	all := func(
		title, about string, measure func(*experiment.Reliability) float64,
	) column[experiment.QuestionAgreement] {
		return number(title, about, func(q experiment.QuestionAgreement) string {
			if q.Reliability == nil { // in an old document
				return undefined
			}
			return decimal(measure(q.Reliability), 3)
		}).unless(v.Human.Grades.Reliability == nil)
	}
	n := len(v.Human.Questions)
	t := newTable("Agreement of one judge with the mean of the others",
		v.Human.Questions[:min(n, maxQuestions)],
		words("question", func(q experiment.QuestionAgreement) string { return nameOf(q.ID) }),
		of("accuracy", func(a experiment.Agreement) float64 { return a.Accuracy }),
		of("QWK", func(a experiment.Agreement) float64 { return a.Kappa }),
		of("r", func(a experiment.Agreement) float64 { return a.Pearson }),
		all("α", "Krippendorff's alpha of all judges, with the interval metric",
			func(r *experiment.Reliability) float64 { return r.Alpha }),
		all("ICC(2,1)", "intraclass correlation of one judge's grades",
			func(r *experiment.Reliability) float64 { return r.ICC }),
		all("ICC(2,k)", "intraclass correlation of the mean of all judges' grades",
			func(r *experiment.Reliability) float64 { return r.ICCMean }))
	t.Folded, t.Note = true, leftOut(n, "question")
	return []table{t}
}

// agreementTable has measures of agreement with the ratings, of which most have intervals; nil if
// it is unknown.
func (v *view) agreementTable() (list []table) {
	type result = experiment.Result
	results := slices.DeleteFunc(slices.Clone(v.Results),
		func(r result) bool { return r.Bootstrap == nil })
	if len(results) == 0 {
		return nil
	}
	of := func(title, about string, m func(*experiment.Bootstrap) *experiment.Measure) column[result] {
		return number(title, about+"; 95% interval by the bootstrap over the people who were predicted",
			func(r result) string { return measured(m(r.Bootstrap)) })
	}
	t := newTable("Agreement with the ratings, over everybody who was predicted", results,
		words("approach", func(r result) string { return clean(r.Approach) }),
		words("regressor", func(r result) string { return clean(r.Regressor) }),
		number("ρ", "Spearman's rank correlation, mean over the trials",
			func(r result) string { return decimal(r.SpearmanMean, 3) }),
		number("QWK", "quadratic weighted kappa of predictions rounded to points, mean over the trials",
			func(r result) string {
				if r.Points == nil {
					return undefined
				}
				return decimal(r.Points.Kappa, 3)
			}).unless(results[0].Points == nil),
		of("QWK unrounded", "quadratic weighted kappa without rounding, as RSMTool has it",
			func(b *experiment.Bootstrap) *experiment.Measure { return b.Kappa }),
		of("r", "Pearson correlation",
			func(b *experiment.Bootstrap) *experiment.Measure { return b.Pearson }),
		of("MAE", "mean absolute error", func(b *experiment.Bootstrap) *experiment.Measure { return b.MAE }),
		of("PRMSE", "share of the variance of true ratings that is predicted",
			func(b *experiment.Bootstrap) *experiment.Measure { return b.PRMSE }).
			unless(results[0].Bootstrap.PRMSE == nil))
	t.Folded = true
	return []table{t}
}

// itemTable describes the questions: how many answered, and their scores.
func (v *view) itemTable() *table {
	type item struct {
		datasets.Question
		missing, mean, r float64
	}
	var items []item
	scored := false
	for j, q := range v.Data.Questions {
		missing := 0.0
		scores := []float64(nil)
		ratings := []float64(nil)
		for i, who := range v.Data.Respondents {
			if strings.TrimSpace(who.Responses[j]) == "" {
				missing++
			}
			if j < len(who.Scores) && !math.IsNaN(who.Scores[j]) {
				scores, ratings = append(scores, who.Scores[j]), append(ratings, v.Ratings[i])
			}
		}
		mean, _ := stats.MeanSD(scores)
		scored = scored || len(scores) > 0
		items = append(items, item{q, missing / float64(len(v.Ratings)), mean, stats.Pearson(scores, ratings)})
	}
	n := len(items)
	t := newTable("Questions", items[:min(n, maxQuestions)],
		words("question", func(q item) string { return nameOf(q.ID) }),
		number("key", "number of acceptable answers", func(q item) string { return strconv.Itoa(len(q.Key)) }),
		number("missing", "share of the respondents without an answer",
			func(q item) string { return share(q.missing) }),
		number("mean score", "from 0 to 1, over the respondents with a score",
			func(q item) string { return decimal(q.mean, 3) }).unless(!scored),
		number("r rating", "correlation of the question's score with the rating, which often includes "+
			"that score", func(q item) string { return decimal(q.r, 3) }).unless(!scored),
		column[item]{head: head{Text: "text", Words: true, Long: true},
			cell: plain(func(q item) string { return shortened(clean(q.Text), maxQuestionLength) })})
	t.Folded, t.Note = n >= minFolded, leftOut(n, "question")
	return &t
}

// share formats a share in percent, with a decimal if it is small.
func share(x float64) string {
	if x == 0 || x >= .0995 {
		return fmt.Sprintf("%.0f%%", 100*x)
	}
	return fmt.Sprintf("%.1f%%", 100*x)
}

// Limits that keep a page small enough for any browser.
const (
	maxQuestions      = 300  // rows of a table of questions
	maxDots           = 2000 // of a chart
	maxErrors         = 10   // respondents with the largest errors
	maxAnswers        = 25   // of such a respondent
	maxAnswerLength   = 400  // characters
	maxQuestionLength = 140  // characters
)

// nameOf shortens the ID of a question or a respondent.
func nameOf(id string) string { return text.Cut(clean(id), 60) }

// shortened truncates a text to n characters and says how many are missing.
func shortened(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return fmt.Sprintf("%s… (%d more characters)", strings.TrimRight(string(runes[:n]), " "), len(runes)-n)
}

// minFolded is the number of rows from which tables of questions are folded.
const minFolded = 13

// leftOut notes that only the first rows of a table are shown, "" if all are.
func leftOut(n int, what string) string {
	if n <= maxQuestions {
		return ""
	}
	return fmt.Sprintf("The first %d of %s.", maxQuestions, text.Count(n, what))
}

// provenance lists the data.
func provenance(r *experiment.Report) (lines [][2]string) {
	for _, d := range r.Datasets {
		if d.SHA256 != "" {
			lines = append(lines,
				[2]string{clean(d.Name), fmt.Sprintf("%s × %s, SHA-256 of its native form %s",
					text.Count(d.Respondents, "respondent"), text.Count(d.Questions,
						"question"), clean(d.SHA256))})
		}
	}
	return lines
}
