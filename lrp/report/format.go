package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

const undefined = "–"

// decimal formats x with n decimals. Large numbers have three significant digits, and undefined
// ones are a dash.
func decimal(x float64, n int) string {
	switch {
	case !defined(x):
		return undefined
	case math.Abs(x) >= 1000:
		return fmt.Sprintf("%.3g", x)
	}
	return fmt.Sprintf("%.*f", n, x)
}

// plusMinus formats an error with its spread.
func plusMinus(r *experiment.Result, decimals int) string {
	if !defined(r.RMSESD) {
		return decimal(r.RMSEMean, decimals)
	}
	return decimal(r.RMSEMean, decimals) + " ± " + decimal(r.RMSESD, decimals)
}

func interval(r *experiment.Result) string {
	lo, hi := r.RMSECI95[0], r.RMSECI95[1]
	if !defined(lo) || !defined(hi) {
		return undefined
	}
	return "[" + decimal(lo, 4) + ", " + decimal(hi, 4) + "]"
}

// columns formats the number of columns of the design, which controls and learners do not have.
func columns(r *experiment.Result) string {
	none := r.Regressor == control || r.Regressor == approach.ExternalRegressor || learns(r)
	if none && !(r.ColumnsMean > 0) || !defined(r.ColumnsMean) {
		return undefined
	}
	return fmt.Sprintf("%.0f", r.ColumnsMean)
}

// percent formats a change relative to CBG in whole percent.
func percent(change float64) string {
	switch {
	case !defined(change):
		return ""
	case change >= 10:
		return fmt.Sprintf("×%.3g", change+1)
	}
	text := fmt.Sprintf("%+.0f%%", 100*change)
	if text == "-0%" || text == "+0%" {
		return "±0%"
	}
	return text
}

// pValue formats a p value, "" if there is no test.
func pValue(p float64) string {
	if !defined(p) {
		return ""
	}
	return probability(p)
}

// settings describes the report's settings in one line.
func settings(r *experiment.Report) string {
	parts := slices.Concat(repeated(r), autoSettings(r.Settings), penalty(r))
	if r.Protocol != "" && r.Protocol != "described" { // random splits, as has been said
		parts = append(parts, "protocol "+r.Protocol)
	}
	return strings.Join(parts, ", ")
}

// penalty describes the Lasso's penalty, if it is among the regressors.
func penalty(r *experiment.Report) []string {
	if slices.ContainsFunc(r.Datasets, func(d experiment.DatasetReport) bool {
		return slices.ContainsFunc(d.Results,
			func(res experiment.Result) bool { return res.Regressor == "lasso" })
	}) {
		if r.Alpha == 0 {
			return []string{"Lasso penalty by cross-validation"}
		}
		return []string{fmt.Sprintf("Lasso penalty %g", r.Alpha)}
	}
	return nil
}

// facts describes a data set's size and ratings in one line.
func (v *view) facts() string {
	s := fmt.Sprintf("%s × %s %s", text.Count(v.Respondents, "respondent"),
		text.Count(v.Questions, "question"), v.parts())
	if defined(v.RatingMean) {
		s += "; rating " + decimal(v.RatingMean, 3)
		if defined(v.RatingSD) {
			s += " ± " + decimal(v.RatingSD, 3)
		}
	}
	if v.Language != "" {
		s += "; texts in " + v.Language + ", without WordNet, word counts and word vectors of English"
	}
	if v.Learn != "" {
		s += "; " + v.Learn.Phrase()
	}
	return s
}

// synthetic is the label of synthetic data sets.
const synthetic = "SYNTHETIC: made-up answers, not collected from people"

// equalText names the approaches of a section with CBG's error throughout.
func (s section) equalText() string {
	n := len(s.Equal)
	if n == 0 {
		return ""
	}
	names := strings.Join(s.Equal, ", ")
	if len(s.Rows) == 0 && n > 1 {
		names = fmt.Sprintf("all %d approaches", n)
	}
	return fmt.Sprintf("= CBG %s: %s", s.Unit, names)
}

// equalReason says why the approaches of [section.equalText] have that error, "" if it is unknown.
func (s section) equalReason() string {
	if len(s.Equal) == 0 || s.Alpha == 0 {
		return ""
	}
	return fmt.Sprintf(" (a penalty of %g leaves no feature in the model)", s.Alpha)
}

// adjustment ends a sentence with how the tests against CBG are adjusted.
func adjustment(list []*view) string {
	for _, v := range list {
		if i := v.tests.Primary; i >= 0 {
			return "; " + contender(&v.Results[i]) + " is tested first, and if it is significant, the " +
				"others on the data set with Holm's adjustment for them"
		}
	}
	return " after Holm's adjustment for all comparisons with CBG on the data set"
}

// meaning explains a mark or a column, if it is shown.
type meaning struct {
	shown      bool
	mark, text string
}

func shownOf(list ...meaning) (lines [][2]string) {
	for _, m := range list {
		if m.shown {
			lines = append(lines, [2]string{m.mark, m.text})
		}
	}
	return lines
}

// key explains the marks and columns that occur, as pairs of a mark and its meaning.
func key(list []*view) [][2]string {
	if len(list) > 0 && list[0].curve {
		return curveKey(list)
	}
	var best, lone, interval, tested, learners, judges, judged, grouped bool
	occurs := map[string]bool{}
	equally := ""
	sources := []string(nil)
	for _, v := range list {
		judged = judged || len(v.humanRows()) > 0
		judges = judges || v.humanText() != ""
		grouped = grouped || len(v.Subgroups) > 0
		for _, r := range v.Results {
			learners = learners || r.Grades != nil
			if r.Thesis != nil && !slices.Contains(sources, r.Thesis.Source) {
				sources = append(sources, r.Thesis.Source)
			}
		}
		for _, s := range v.Sections {
			if len(s.Equal) > 0 {
				occurs[equal], equally = true, s.Unit
			}
			for _, r := range s.Rows {
				best = best || r.Best
				lone = lone || r.Best && len(s.Rows)+len(s.Equal) == 1
				interval = interval || defined(r.RMSECI95[0])
				tested = tested || r.Outcome == experiment.Better || r.mark() == unclear
				if occurs[r.mark()] = true; r.mark() == equal {
					equally = s.Unit + ", or within 0.0001 of it on average"
				}
			}
		}
	}
	lowest := "lowest mean RMSE of this regressor on this data set"
	if lone {
		lowest += "; where it has one approach alone, of all regressors"
	}
	set := units(list)
	unit := byTrial
	if set[byFold] {
		unit = byFold
	}
	agreed := map[[2]bool]string{{true, true}: "a learner's on the test parts, a judge's on all respondents",
		{true, false}: "on the test parts", {false, true}: "on all respondents"}[[2]bool{learners, judges}]
	return shownOf(
		meaning{best, "*", lowest},
		meaning{tested, "no mark", "mean RMSE significantly below that of CBG, the constant best guess: " +
			joined(set) + ", two-sided, 5%" + adjustment(list)},
		meaning{occurs[unclear], unclear, "mean RMSE below CBG's, but not significantly by that test"},
		meaning{occurs[untested], untested, "mean RMSE below CBG's, with too few trials for a test"},
		meaning{occurs[noBetter], noBetter, "mean RMSE not below CBG's"},
		meaning{occurs[equal], equal, "the same error as CBG " + equally +
			", as where no feature is left in the model"},
		meaning{set[byFold], "pooled", "RMSE over all respondents, each predicted once a repetition"},
		meaning{interval && !set[byRespondent], "95%", "interval of the mean RMSE, by the corrected " +
			"resampled t statistic; ± is the sd over " + string(unit) + "s"},
		meaning{interval && set[byRespondent], "95%", "with everyone predicted once: interval of the RMSE " +
			"over the respondents, by the jackknife"},
		meaning{sources != nil, "thesis", "RMSE ± sd over trials as published: " +
			strings.Join(sources, "; ") + "; blank where it has none"},
		meaning{judged, human, "a judge's own rating as a prediction of the rating, which is in part that " +
			"judge's own, on the same test parts"},
		meaning{judged, otherJudges, "the same against the rating by the other judges, mean over the judges"},
		meaning{agreed != "", "QWK", "quadratic weighted kappa; like accuracy (which side of ½) and r the " +
			"mean over questions, " + agreed},
		meaning{grouped, "bias", "mean prediction less mean rating"},
		meaning{grouped, "DSM", "difference of standardised means, as RSMTool has it: standardised " +
			"predictions less standardised ratings; 0 if a subgroup is predicted as all are"},
		meaning{grouped, "[…]", "95% interval by the jackknife over the people of a subgroup, whom the test " +
			"parts have; of coverage, the share of ratings within the prediction intervals, by Wilson's formula"},
		meaning{grouped, "few", "fewer than 10 people, too few to say much"})
}

// curveKey explains the marks of learning curves that occur.
func curveKey(list []*view) [][2]string {
	var best, equals, missing bool
	for _, v := range list {
		best = best || len(v.lowest) > 0
		for _, s := range v.Sections {
			equals = equals || len(s.Equal) > 0
			for _, r := range s.Rows {
				missing = missing || len(r.points) < len(v.whole.Sizes)
			}
		}
	}
	return shownOf(
		meaning{true, "numbers", "mean RMSE over the trials, by the number of respondents who were rated; " +
			"their sd and 95% interval are in CSV and JSON"},
		meaning{best, "*", "lowest mean RMSE of this column"},
		meaning{equals, equal, "the same error as CBG in every trial, as where no feature is left in the model"},
		meaning{missing, undefined, "has to be fitted, which takes at least one respondent"})
}

// described lists the approaches that have a description.
func described(r *experiment.Report, opts Options) (lines [][2]string) {
	for _, name := range approaches(r) {
		if d := opts.description(name); d != "" {
			lines = append(lines, [2]string{name, d})
		}
	}
	return lines
}

func width(s string) int { return text.Width(s) }

// padded pads s with spaces to n columns.
func padded(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

// clean replaces control characters, which could move the cursor or break a line.
func clean(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c >= 0x7f && c < 0xa0 {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
