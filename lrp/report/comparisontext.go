package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

// comparisonSettings describes the settings of the compared report.
func comparisonSettings(c *experiment.Comparison) string {
	r := &experiment.Report{Settings: c.Settings, Protocol: c.Protocol}
	for _, d := range c.Datasets {
		r.Datasets = append(r.Datasets, experiment.DatasetReport{Dataset: d.Dataset})
	}
	for _, x := range c.Contenders {
		if x.Regressor == "lasso" || slices.ContainsFunc(x.Equal,
			func(label string) bool { return strings.HasSuffix(label, "/lasso") }) {
			r.Datasets[0].Results = []experiment.Result{{Regressor: "lasso"}}
		}
	}
	return settings(r)
}

// comparisonText says what is compared.
func comparisonText(c *experiment.Comparison) string {
	if c.Baseline == "" {
		return "Each pair of approaches is compared: a difference below 0 means that the first has " +
			"the lower error."
	}
	return fmt.Sprintf("Each approach is compared with %s%s: a difference below 0 means a lower "+
		"error than %[1]s has.", c.Baseline, why(c))
}

// why says how the baseline was chosen.
func why(c *experiment.Comparison) string {
	switch {
	case !c.Best && c.Baseline == baseline:
		return ", the constant best guess"
	case !c.Best:
		return ""
	case len(c.Datasets) > 1:
		return ", which has the lowest mean RMSE over the data sets"
	}
	return ", which has the lowest mean RMSE"
}

// finding sums up the outcomes of some pairs in a sentence.
func finding(c *experiment.Comparison, pairs []pair) string {
	better, worse := 0, 0
	for _, p := range pairs {
		switch {
		case !p.Significant():
		case p.Mean < 0:
			better++
		default:
			worse++
		}
	}
	n := len(pairs)
	switch {
	case c.Baseline == "":
		return fmt.Sprintf("%d of %s differ significantly", better+worse, text.Count(n, "pair"))
	case better+worse == 0:
		return fmt.Sprintf("None of %s differs significantly from %s",
			approachesText(n), c.Baseline)
	case worse == 0:
		return fmt.Sprintf("%d of %s predict significantly better than %s",
			better, approachesText(n), c.Baseline)
	case better == 0:
		return fmt.Sprintf("%d of %s predict significantly worse than %s",
			worse, approachesText(n), c.Baseline)
	}
	return fmt.Sprintf("Of %s, %d predict significantly better than %s and %d significantly worse",
		approachesText(n), better, c.Baseline, worse)
}

// equalLines names contenders that another one with the same errors represents.
func equalLines(c *experiment.Comparison) []string {
	var lines []string
	for _, x := range c.Contenders {
		if n := len(x.Equal); n > 0 {
			list := strings.Join(x.Equal[:min(n, 5)], ", ")
			if n > 5 {
				list += fmt.Sprintf(" and %d more", n-5)
			}
			lines = append(lines,
				fmt.Sprintf("%s also stands for %s, with the same error in every trial.", x.Label,
					list))
		}
	}
	return lines
}

// comparisonKey explains the columns by their heads.
func comparisonKey(c *experiment.Comparison) [][2]string {
	family := "all comparisons with " + c.Baseline
	switch {
	case c.Baseline == "":
		family = "all pairs"
	case c.Best:
		family = "all pairs, as " + c.Baseline + " was chosen by its error,"
	}
	if c.Primary != "" {
		family += " but that of " + c.Primary + ", which is tested first and opens the gate to them,"
	}
	family += " on the data set"
	if len(c.Overall) > 0 {
		family += ", or over all data sets in the last table"
	}
	lines := [][2]string{
		{"p", "corrected resampled t-test of the paired differences (Nadeau & Bengio 2003), " +
			"two-sided, as is the 95% interval"},
		{"w–t–l", "trials with a lower, the same and a higher error"},
	}
	if unitOf(&c.Datasets[0].Dataset) == byRespondent {
		lines = [][2]string{
			{"p", "paired t-test on the squared errors of the respondents, two-sided, as is the 95% " +
				"interval"},
			{"w–t–l", "respondents with a lower, the same and a higher error"},
		}
	}
	lines = slices.Insert(lines, 1, [2]string{"p Holm", "p with Holm's adjustment for " + family +
		"; below 5% the difference is significant, and marked better or worse"})
	if len(c.Overall) > 0 {
		all := "p tests the average over these data sets, which are taken as independent"
		if defined(c.Overall[0].Wilcoxon) {
			all += "; Wilcoxon takes them as a sample (Demšar 2006), W Holm adjusts it"
		}
		lines = append(lines, [2]string{"together", all + "; w–t–l counts data sets"},
			[2]string{"b–w", "data sets on which the difference is significant: better and worse"})
	}
	return lines
}

// approachesText counts approaches.
func approachesText(n int) string {
	if n == 1 {
		return "1 approach"
	}
	return fmt.Sprintf("%d approaches", n)
}
