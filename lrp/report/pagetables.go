package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/experiment"
)

// pageHistogramKey explains the charts of the data.
const pageHistogramKey = "Ratings: share of the respondents, in bins of 0.05; dashed lines are " +
	"means."

// summary returns a table with one row per data set, and its explanation.
func summary(list []view) (pageTable, string) {
	judged := slices.ContainsFunc(list,
		func(v view) bool { return v.Human != nil && len(v.Human.VsRating) > 0 })
	guessed := slices.ContainsFunc(list, func(v view) bool { return v.CBG != nil })
	t := pageTable{Head: []pageHead{{Text: "data set", Words: true},
		{Text: "best", Title: "approach with the lowest mean RMSE", Words: true}, {Text: "RMSE", Title: "root mean square error of " +
			"the predicted rating, from 0 to 1"}}}
	if guessed {
		t.Head = append(t.Head, pageHead{Text: "vs CBG", Title: "change from the RMSE of CBG"},
			pageHead{Text: "CBG", Title: "RMSE of the constant best guess"},
			pageHead{Text: "p vs CBG"})
	}
	t.Head = append(t.Head, pageHead{Text: "95% interval"})
	if judged {
		t.Head = append(t.Head, pageHead{Text: "a judge", Title: "RMSE of a judge's own rating"})
	}
	t.Head = append(t.Head, pageHead{Text: "size", Title: "respondents × questions"})
	for i := range list {
		v := &list[i]
		best := v.bestResult()
		if best == nil {
			continue
		}
		r := row{Result: best, Change: change(best, v.CBG)}
		cells := []pageCell{{Text: clean(v.Name)}, {Text: contender(best)}, {Text: rmse(r)}}
		if guessed {
			guess := pageCell{Text: undefined}
			if v.CBG != nil {
				guess.Text = rmse(row{Result: v.CBG})
			}
			cells = append(cells, pageCell{orDash(percent(r)), sheet.Exact(r.Change)}, guess,
				pageCell{Text: orDash(pValue(v.tests.VsCBG[v.tests.Best].PHolm))})
		}
		cells = append(cells, pageCell{Text: interval(r)})
		if judged {
			judge := pageCell{Text: undefined}
			if v.Human != nil && len(v.Human.VsRating) > 0 {
				judge.Text = decimal(meanJudge(v.Human.VsRating).RMSEMean, 4)
			}
			cells = append(cells, judge)
		}
		t.Rows = append(t.Rows, append(cells,
			pageCell{Text: fmt.Sprintf("%d × %d", v.Respondents, v.Questions)}))
	}
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

func orDash(s string) string {
	if s == "" {
		return undefined
	}
	return s
}

// pageKey returns the key with the tests of the page.
func pageKey(list []view) [][2]string {
	lines := key(list)
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
		[2]string{"p vs CBG",
			tests + ", two-sided" + adjustment(list)},
		[2]string{"p vs best",
			"the same tests against the approach with the lowest mean RMSE, with Holm's " +
				"adjustment for all pairs of approaches on the data set, because the best was " +
				"chosen by its error; grey means 5% or more: the difference may be due to chance"})
}

// humanTable returns the judges' agreement by question, nil if it is unknown.
func (v *view) humanTable() *pageTable {
	if v.Human == nil || len(v.Human.Questions) == 0 {
		return nil
	}
	t := &pageTable{
		Caption: "Agreement of one judge with the mean of the others", Folded: true,
		Head: []pageHead{{Text: "question", Words: true}, {Text: "accuracy"}, {Text: "QWK"},
			{Text: "r"}},
	}
	for _, q := range v.Human.Questions[:min(len(v.Human.Questions), maxQuestions)] {
		a := experiment.MeanAgreement(q.VsOthers)
		t.Rows = append(t.Rows, []pageCell{{Text: nameOf(q.ID)}, {Text: decimal(a.Accuracy, 3)},
			{Text: decimal(a.Kappa, 3)}, {Text: decimal(a.Pearson, 3)}})
	}
	t.Note = leftOut(len(v.Human.Questions), "question")
	return t
}

// pageWeights shows the weights of a linear model.
type pageWeights struct {
	Name, Text        string
	Features, Largest pageTable
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
		Features: pageTable{Head: []pageHead{
			{Text: "feature", Words: true},
			{Text: "columns", Title: "number of columns that differ between respondents"},
			{Text: "share of weights", Title: "of the sum of all absolute standardised weights"}}},
		Largest: pageTable{Head: []pageHead{
			{Text: "column", Words: true}, {Text: "question", Words: true},
			{Text: "standardised", Title: "standardised weight"}, {Text: "weight"}, {Text: "sd",
				Title: "standard deviation of the column"}}},
	}
	for i := range v.Results {
		if learns(&v.Results[i]) {
			p.Text += " " + clean(v.Results[i].Approach) + " has no such columns."
			break
		}
	}
	for _, f := range w.Features {
		p.Features.Rows = append(p.Features.Rows, []pageCell{{Text: clean(f.Name)},
			{Text: strconv.Itoa(f.Columns)}, {Text: share(f.Share)}})
	}
	for _, c := range w.Largest {
		p.Largest.Rows = append(p.Largest.Rows, []pageCell{
			{Text: nameOf(c.Name)}, {Text: nameOf(c.Question)},
			{Text: signedOr(c.Value * c.SD / v.RatingSD)},
			{Text: strings.Replace(fmt.Sprintf("%+#.3g", c.Value), "-", "−", 1)},
			{Text: fmt.Sprintf("%#.3g", c.SD)},
		})
	}
	p.Largest.Note = fmt.Sprintf("The %s with the largest absolute standardised weight.",
		counted(len(w.Largest), "column"))
	return p
}

// provenance lists the settings and data of the results.
func provenance(r *experiment.Report) [][2]string {
	lines := [][2]string{{"protocol", clean(r.Protocol)}, {"seed", strconv.FormatUint(r.Seed, 10)},
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
