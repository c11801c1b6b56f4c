package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// comparisonPart is one table: that of a data set, or of all data sets together.
type comparisonPart struct {
	name, facts string
	finding     string // a sentence
	synthetic   bool
	head        []string
	rows        [][]string
	pairs       []experiment.Difference // of each row
}

func comparisonParts(c *experiment.Comparison) []comparisonPart {
	first := "approach"
	if c.Baseline != "" {
		first = "vs " + shortLabel(c.Baseline)
	}
	var parts []comparisonPart
	for _, d := range c.Datasets {
		p := comparisonPart{
			name: d.Name, synthetic: d.Synthetic,
			facts: fmt.Sprintf("%s × %s (%d to train, %d to test)", counted(d.Respondents,
				"respondent"), counted(d.Questions, "question"), d.Train, d.Test),
			head: []string{first, "RMSE", "diff.", "95% interval", "p", "p Holm", "Wilcoxon",
				"w–t–l", ""},
		}
		if c.Baseline != "" && len(d.Pairs) > 0 {
			p.facts += fmt.Sprintf("; %s has RMSE %s", c.Baseline, decimal(d.Pairs[0].RMSEB, 4))
		}
		if d.Learn != "" {
			p.facts += "; " + d.Learn.Phrase()
		}
		for _, pair := range d.Pairs {
			p.add(c, pair, probability(pair.Wilcoxon),
				fmt.Sprintf("%d–%d–%d", pair.Wins, pair.Ties, pair.Losses), outcome(pair))
		}
		p.finding = finding(c, p.pairs)
		parts = append(parts, p)
	}
	if len(c.Overall) == 0 {
		return parts
	}
	p := comparisonPart{
		name:  "all data sets together",
		facts: fmt.Sprintf("%s with equal weights", counted(len(c.Datasets), "data set")),
		head:  []string{first, "RMSE", "diff.", "95% interval", "p", "p Holm", "w–t–l", "b–w", ""},
	}
	tested := defined(c.Overall[0].Difference.Wilcoxon)
	if tested {
		p.head = slices.Insert(p.head, 6, "Wilcoxon", "W Holm")
	}
	if c.Baseline != "" {
		p.facts += fmt.Sprintf("; %s has RMSE %s", c.Baseline,
			decimal(c.Overall[0].Difference.RMSEB, 4))
	}
	for _, o := range c.Overall {
		d := o.Difference
		cells := []string{
			fmt.Sprintf("%d–%d–%d", d.Wins, d.Ties, d.Losses),
			fmt.Sprintf("%d–%d", o.Better, o.Worse),
			outcome(d),
		}
		if tested {
			cells = append([]string{probability(d.Wilcoxon), probability(o.WilcoxonHolm)}, cells...)
		}
		p.add(c, d, cells...)
	}
	p.finding = finding(c, p.pairs)
	return append(parts, p)
}

// add adds a row with the columns of all tables, followed by more.
func (p *comparisonPart) add(c *experiment.Comparison, d experiment.Difference, more ...string) {
	name, error := shortLabel(d.A), decimal(d.RMSEA, 4)
	if c.Baseline == "" {
		name, error = shortLabel(d.A)+" vs "+shortLabel(d.B), error+" "+decimal(d.RMSEB, 4)
	}
	interval := undefined
	if defined(d.CI95[0]) && defined(d.CI95[1]) {
		interval = "[" + signed(d.CI95[0]) + ", " + signed(d.CI95[1]) + "]"
	}
	p.rows = append(p.rows, append([]string{name, error, signed(d.Mean), interval, probability(d.P),
		probability(d.PHolm)}, more...))
	p.pairs = append(p.pairs, d)
}

// shortLabel shortens the names in a label.
func shortLabel(label string) string {
	approach, regressor, ok := strings.Cut(label, "/")
	if !ok {
		return shorten(label)
	}
	return shorten(approach) + "/" + shorten(regressor)
}

// signed formats a difference with its sign.
func signed(x float64) string {
	s := decimal(x, 4)
	switch {
	case s == "-0.0000":
		return "0.0000"
	case x > 0 && defined(x) && s != "0.0000":
		return "+" + s
	}
	return s
}

func probability(p float64) string {
	if p < .001 {
		return "<0.001"
	}
	return decimal(p, 3)
}

// outcome names the direction of a significant difference.
func outcome(d experiment.Difference) string {
	switch {
	case !d.Significant():
		return ""
	case d.Mean < 0:
		return "better"
	}
	return "worse"
}
