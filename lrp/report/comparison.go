package report

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

// pair is one row of a comparison: on a data set, or over all of them.
type pair struct {
	experiment.OverallDifference
	d *experiment.DatasetComparison // nil over all
}

// comparisonColumns lists the columns of a comparison on a data set, or over all of them.
func comparisonColumns(c *experiment.Comparison, overall bool) []column[pair] {
	first := "approach"
	if c.Baseline != "" {
		first = "vs " + shortLabel(c.Baseline)
	}
	sampled := overall && defined(c.Overall[0].Wilcoxon)
	wins := number("w–t–l", "", func(p pair) string {
		return fmt.Sprintf("%d–%d–%d", p.Wins, p.Ties, p.Losses)
	})
	return []column[pair]{
		words(first, func(p pair) string {
			if c.Baseline == "" {
				return shortLabel(p.A) + " vs " + shortLabel(p.B)
			}
			return shortLabel(p.A)
		}),
		number("RMSE", "", func(p pair) string {
			if c.Baseline == "" {
				return decimal(p.RMSEA, 4) + " " + decimal(p.RMSEB, 4)
			}
			return decimal(p.RMSEA, 4)
		}),
		number("diff.", "", func(p pair) string { return signed(p.Mean) }),
		number("95% interval", "", func(p pair) string {
			if !defined(p.CI95[0]) || !defined(p.CI95[1]) {
				return undefined
			}
			return "[" + signed(p.CI95[0]) + ", " + signed(p.CI95[1]) + "]"
		}),
		number("p", "", func(p pair) string { return probability(p.P) }),
		number("p Holm", "", func(p pair) string { return probability(p.PHolm) }),
		number("Wilcoxon", "", func(p pair) string { return probability(p.Wilcoxon) }).
			unless(!sampled),
		number("W Holm", "", func(p pair) string { return probability(p.WilcoxonHolm) }).unless(!sampled),
		wins,
		number("b–w", "", func(p pair) string { return fmt.Sprintf("%d–%d", p.Better, p.Worse) }).
			unless(!overall),
		words("", outcome),
	}
}

// outcome names the direction of a significant difference.
func outcome(p pair) string {
	switch {
	case !p.Significant():
		return ""
	case p.Mean < 0:
		return "better"
	}
	return "worse"
}

// comparisonPart is one table with its sentences: that of a data set, or of all data sets together.
type comparisonPart struct {
	table
	facts, finding string
	synthetic      bool
}

func comparisonParts(c *experiment.Comparison) (parts []comparisonPart) {
	add := func(name, facts, learn string, synthetic bool, pairs []pair, overall bool) {
		if c.Baseline != "" && len(pairs) > 0 {
			facts += fmt.Sprintf("; %s has RMSE %s", c.Baseline, decimal(pairs[0].RMSEB, 4))
		}
		t := newTable(name, pairs, comparisonColumns(c, overall)...)
		for i, p := range pairs {
			t.Sections[0].Rows[i].Class = map[string]string{"": "dim", "better": "good"}[outcome(p)]
		}
		parts = append(parts, comparisonPart{t, facts + learn, finding(c, pairs), synthetic})
	}
	on, over := pairsOf(c)
	for i, d := range c.Datasets {
		learn := ""
		if d.Learn != "" {
			learn = "; " + d.Learn.Phrase()
		}
		add(d.Name, fmt.Sprintf("%s × %s (%d to train, %d to test)", text.Count(d.Respondents, "respondent"),
			text.Count(d.Questions, "question"), d.Train, d.Test), learn, d.Synthetic, on[i], false)
	}
	if len(over) > 0 {
		add("all data sets together", text.Count(len(c.Datasets), "data set")+" with equal weights", "", false,
			over, true)
	}
	return parts
}

// pairsOf returns the pairs on each data set, and over all.
func pairsOf(c *experiment.Comparison) (on [][]pair, over []pair) {
	for i := range c.Datasets {
		d, pairs := &c.Datasets[i], []pair(nil)
		for _, p := range d.Pairs {
			pairs = append(pairs, pair{experiment.OverallDifference{Difference: p, Wilcoxon: math.NaN(), Sets: 1}, d})
		}
		on = append(on, pairs)
	}
	for _, o := range c.Overall {
		over = append(over, pair{o, nil})
	}
	return on, over
}

// WriteComparisonJSON writes a comparison as its JSON document, indented.
func WriteComparisonJSON(w io.Writer, c *experiment.Comparison) error { return files.WriteJSON(w, c) }

// WriteComparisonTable writes a comparison for a terminal: one table per data set and, if there are
// several, one for all of them together.
func WriteComparisonTable(w io.Writer, c *experiment.Comparison, opts Options) error {
	t := &terminal{opts: opts}
	t.paragraph("", "", comparisonSettings(c))
	t.paragraph("", "", comparisonText(c))
	for _, line := range equalLines(c) {
		t.paragraph(faint, "", line)
	}
	for _, p := range comparisonParts(c) {
		t.buf.WriteByte('\n')
		t.paragraph(bold, "", p.Name)
		if p.synthetic {
			t.paragraph(yellow, "", synthetic)
		}
		t.paragraph("", "", p.facts)
		t.paragraph(bold, "", p.finding+".")
		t.buf.WriteByte('\n')
		t.table(foldPairs(p.table, c.Baseline != ""))
	}
	t.buf.WriteByte('\n')
	t.list(comparisonKey(c))
	_, err := w.Write(t.buf.Bytes())
	return err
}

// WriteComparisonMarkdown writes a comparison as Markdown, like [WriteComparisonTable].
func WriteComparisonMarkdown(w io.Writer, c *experiment.Comparison) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Comparison of approaches\n\n%s.\n%s\n", prose(comparisonSettings(c)),
		prose(comparisonText(c)))
	for _, line := range equalLines(c) {
		fmt.Fprintf(&b, "\n%s\n", prose(line))
	}
	for _, p := range comparisonParts(c) {
		fmt.Fprintf(&b, "\n## %s\n\n", prose(p.Name))
		if p.synthetic {
			fmt.Fprintf(&b, "**%s.**\n\n", synthetic)
		}
		fmt.Fprintf(&b, "%s.\n\n**%s.**\n\n", prose(p.facts), prose(p.finding))
		p.markdown(&b)
	}
	b.WriteByte('\n')
	markdownKey(&b, comparisonKey(c))
	_, err := w.Write(b.Bytes())
	return err
}

// comparisonCSV lists the columns of a comparison in CSV.
const comparisonCSV = "dataset sets train test seed trials protocol learn a b rmse_a rmse_b difference " +
	"difference_ci95_low difference_ci95_high t df p p_holm wilcoxon_p wilcoxon_p_holm wins ties losses " +
	"sets_better sets_worse"

// WriteComparisonCSV writes one row for each pair and data set and, for several data sets, one for
// each pair over all of them, in which dataset is empty. Undefined values are empty, and numbers
// have as many digits as are needed to read them back unchanged.
func WriteComparisonCSV(w io.Writer, c *experiment.Comparison) error {
	on, over := pairsOf(c)
	var rows [][]any
	for _, p := range append(slices.Concat(on...), over...) {
		var name, train, test, learn, holm, better, worse any = "", "", "", "", p.WilcoxonHolm, p.Better, p.Worse
		if d := p.d; d != nil {
			name = d.Name
			train = d.Train
			test = d.Test
			learn = d.Learn
			holm = ""
			better = ""
			worse = ""
		}
		rows = append(rows, []any{
			name, p.Sets, train, test, c.Seed, c.Trials, c.Protocol, learn, p.A, p.B, p.RMSEA, p.RMSEB,
			p.Mean, p.CI95[0], p.CI95[1], p.T, p.DF, p.P, p.PHolm, p.Wilcoxon, holm, p.Wins, p.Ties,
			p.Losses, better, worse,
		})
	}
	return sheet.WriteRows(w, strings.Fields(comparisonCSV), rows)
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
