package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
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
			return decimal(meanJudge(v.Human.VsRating).RMSEMean, 4)
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
	return append(lines,
		[2]string{"r", "mean Pearson correlation of predictions and ratings; columns is the mean number of " +
			"columns of the design matrix"},
		[2]string{"p vs CBG",
			tests + ", two-sided" + adjustment(list)},
		[2]string{"p vs best",
			"the same tests against the approach with the lowest mean RMSE, with Holm's " +
				"adjustment for all pairs of approaches on the data set, because the best was " +
				"chosen by its error; grey means 5% or more: the difference may be due to chance"})
}

// humanTable returns the judges' agreement by question, nil if it is unknown.
func (v *view) humanTable() *table {
	if v.Human == nil || len(v.Human.Questions) == 0 || v.curve {
		return nil
	}
	of := func(title string, measure func(experiment.Agreement) float64) column[experiment.QuestionAgreement] {
		return number(title, "", func(q experiment.QuestionAgreement) string {
			return decimal(measure(experiment.MeanAgreement(q.VsOthers)), 3)
		})
	}
	n := len(v.Human.Questions)
	t := newTable("Agreement of one judge with the mean of the others",
		v.Human.Questions[:min(n, maxQuestions)],
		words("question", func(q experiment.QuestionAgreement) string { return nameOf(q.ID) }),
		of("accuracy", func(a experiment.Agreement) float64 { return a.Accuracy }),
		of("QWK", func(a experiment.Agreement) float64 { return a.Kappa }),
		of("r", func(a experiment.Agreement) float64 { return a.Pearson }))
	t.Folded, t.Note = true, leftOut(n, "question")
	return &t
}

// minFolded is the number of rows from which tables of questions are folded.
const minFolded = 13

// leftOut notes that only the first rows of a table are shown, "" if all are.
func leftOut(n int, what string) string {
	if n <= maxQuestions {
		return ""
	}
	return fmt.Sprintf("The first %d of %s.", maxQuestions, counted(n, what))
}

// pageWeights shows the weights of a linear model.
type pageWeights struct {
	Name, Text        string
	Features, Largest table
}

func (v *view) pageWeights() *pageWeights {
	w := v.LinearFit
	if w == nil {
		return nil
	}
	name := contender(&experiment.Result{Approach: w.Approach, Regressor: w.Regressor})
	p := &pageWeights{
		Name: name,
		Text: fmt.Sprintf("This describes %s, the linear approach with the lowest mean RMSE, "+
			"fitted once to all %s. Nobody is held out: the weights show what the model "+
			"uses, not how well it predicts. A standardised weight is the change of the "+
			"predicted rating, in standard deviations, for one standard deviation of the "+
			"column; correlated columns share their weight.",
			name, counted(v.Respondents, "respondent")),
		Features: newTable("", w.Features,
			words("feature", func(f experiment.FeatureShare) string { return clean(f.Name) }),
			number("columns", "number of columns that differ between respondents",
				func(f experiment.FeatureShare) string { return strconv.Itoa(f.Columns) }),
			number("share of weights", "of the sum of all absolute standardised weights",
				func(f experiment.FeatureShare) string { return share(f.Share) })),
		Largest: newTable("", w.Largest,
			words("column", func(c approach.Weight) string { return nameOf(c.Name) }),
			words("question", func(c approach.Weight) string { return nameOf(c.Question) }),
			number("standardised", "standardised weight",
				func(c approach.Weight) string { return signedOr(c.Value * c.SD / v.RatingSD) }),
			number("weight", "", func(c approach.Weight) string {
				return strings.Replace(fmt.Sprintf("%+#.3g", c.Value), "-", "−", 1)
			}),
			number("sd", "standard deviation of the column",
				func(c approach.Weight) string { return fmt.Sprintf("%#.3g", c.SD) })),
	}
	if i := slices.IndexFunc(v.Results, func(r experiment.Result) bool { return learns(&r) }); i >= 0 {
		p.Text += " " + clean(v.Results[i].Approach) + " has no such columns."
	}
	p.Largest.Note = fmt.Sprintf("The %s with the largest absolute standardised weight.",
		counted(len(w.Largest), "column"))
	return p
}

// provenance lists the settings and data of the results.
func provenance(r *experiment.Report) [][2]string {
	lines := [][2]string{{"protocol", clean(cmp.Or(r.Protocol, "learning curve"))}, {"seed", strconv.FormatUint(r.Seed, 10)},
		{"trials", strconv.Itoa(r.Trials)}}
	if r.TrainFraction > 0 {
		lines = append(lines,
			[2]string{"train", fmt.Sprintf("%.4g%% of the respondents", 100*r.TrainFraction)})
	}
	for _, phrase := range autoSettings(r.Settings) {
		lines = append(lines, [2]string{"AUTO", phrase})
	}
	if n := foldsOf(r); n > 0 {
		lines = append(lines, [2]string{"folds", strconv.Itoa(n)})
	}
	if names := approaches(r); len(names) > 0 {
		lines = append(lines, [2]string{"approaches", clean(strings.Join(names, ", "))})
	}
	for _, d := range r.Datasets {
		if d.SHA256 != "" {
			lines = append(lines,
				[2]string{clean(d.Name), fmt.Sprintf("%s × %s, SHA-256 of its native form %s",
					counted(d.Respondents, "respondent"), counted(d.Questions,
						"question"), clean(d.SHA256))})
		}
	}
	return lines
}
