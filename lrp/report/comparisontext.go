package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// comparisonSettings describes the settings of the compared report.
func comparisonSettings(c *experiment.Comparison) string {
	r := &experiment.Report{Settings: c.Settings, Protocol: c.Protocol}
	for _, d := range c.Datasets {
		r.Datasets = append(r.Datasets,
			experiment.DatasetReport{Dataset: experiment.Dataset{Folds: d.Folds}})
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
	of := "A difference below zero is a lower error."
	switch {
	case c.Baseline == "":
		return "Each against each, the first less the second. " + of
	case !c.Best:
		return "Each less " + c.Baseline + ". " + of
	case len(c.Datasets) > 1:
		return "Each less " + c.Baseline + ", which has the lowest mean RMSE, averaged over the " +
			"data sets. " + of
	}
	return "Each less " + c.Baseline + ", which has the lowest mean RMSE. " + of
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
				fmt.Sprintf("%s stands for %s too: the same error in every trial.", x.Label, list))
		}
	}
	return lines
}

// comparisonKey explains the columns by their heads.
func comparisonKey(c *experiment.Comparison) [][2]string {
	comparisons := 0
	for _, d := range c.Datasets {
		comparisons += len(d.Pairs)
	}
	family := "all " + counted(comparisons, "comparison")
	if comparisons == 1 {
		family = "1 comparison"
	}
	if n := len(c.Overall); n > 0 {
		family += fmt.Sprintf(" on the data sets, and for the %d over them", n)
	}
	lines := [][2]string{
		{"p", "corrected resampled t-test of the paired differences (Nadeau & Bengio 2003), " +
			"two-sided, as is the 95% interval"},
		{"p Holm", "p adjusted for " + family + "; better and worse are below 5% so"},
		{"Wilcoxon", "p of the signed-rank test on the trials, not adjusted; trials overlap, so " +
			"it finds differences too often"},
		{"w–t–l", "trials won, tied and lost: with a lower, the same and a higher error"},
	}
	if len(c.Overall) > 0 {
		all := "p tests the average over these data sets, which are taken as independent"
		if defined(c.Overall[0].Difference.Wilcoxon) {
			all += "; Wilcoxon takes them as a sample (Demšar 2006), W Holm adjusts it"
		}
		lines = append(lines, [2]string{"together", all + "; w–t–l counts data sets"},
			[2]string{"b–w", "data sets on which the difference is significant: better and worse"})
	}
	if c.Best && len(c.Contenders) > 2 {
		lines = append(lines,
			[2]string{"best",
				c.Baseline + " was chosen for these very errors, which makes p too low; a " +
					"baseline named beforehand, or each against each, does not"})
	}
	return lines
}
