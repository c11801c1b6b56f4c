package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/jsonfile"
	"github.com/luna-rating/luna/lrp/experiment"
)

// WriteComparisonJSON writes a comparison as its JSON document, indented.
func WriteComparisonJSON(w io.Writer, c *experiment.Comparison) error { return jsonfile.Write(w, c) }

// WriteComparisonTable writes a comparison for a terminal: a table for each data set, and one for all of
// them together where there are several.
func WriteComparisonTable(w io.Writer, c *experiment.Comparison, opts Options) error {
	t := &terminal{opts: opts}
	t.paragraph("", "", comparisonSettings(c))
	t.paragraph("", "", comparisonText(c))
	for _, line := range equalLines(c) {
		t.paragraph(faint, "", line)
	}
	for _, p := range comparisonParts(c) {
		t.buf.WriteByte('\n')
		t.paragraph(bold, "", p.name)
		if p.synthetic {
			t.paragraph(yellow, "", synthetic)
		}
		t.paragraph("", "", p.facts)
		t.buf.WriteByte('\n')
		t.comparison(p)
	}
	t.buf.WriteByte('\n')
	t.list(comparisonKey(c))
	_, err := w.Write(t.buf.Bytes())
	return err
}

// comparison writes a table whose columns are as wide as their widest cell.
func (t *terminal) comparison(p comparisonPart) {
	last := len(p.head) - 1
	widths := make([]int, len(p.head))
	for _, row := range append([][]string{p.head}, p.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], width(cell))
		}
	}
	lay := func(row []string) string {
		out := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-width(cell))
			if i == 0 || i == last { // words to the left
				out += "  " + cell + pad
			} else {
				out += "  " + pad + cell
			}
		}
		return strings.TrimRight(out, " ")
	}
	total := 2 * last
	for _, n := range widths {
		total += n
	}
	t.line(t.style(faint, lay(p.head)))
	t.line(t.style(faint, "  "+strings.Repeat("─", total)))
	for i, row := range p.rows {
		code := ""
		switch d := p.pairs[i]; {
		case !d.Significant():
			code = faint
		case d.Mean < 0:
			code = green
		}
		t.line(t.style(code, lay(row)))
	}
}

// WriteComparisonMarkdown writes a comparison as Markdown with the tables of [WriteComparisonTable].
func WriteComparisonMarkdown(w io.Writer, c *experiment.Comparison) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Comparison of approaches\n\n%s.\n%s\n", prose(comparisonSettings(c)), prose(comparisonText(c)))
	for _, line := range equalLines(c) {
		fmt.Fprintf(&b, "\n%s\n", prose(line))
	}
	for _, p := range comparisonParts(c) {
		fmt.Fprintf(&b, "\n## %s\n\n", prose(p.name))
		if p.synthetic {
			fmt.Fprintf(&b, "**%s.**\n\n", synthetic)
		}
		fmt.Fprintf(&b, "%s.\n\n", prose(p.facts))
		fmt.Fprintf(&b, "| %s |\n| ---%s | --- |\n", strings.Join(p.head, " | "), strings.Repeat(" | ---:", len(p.head)-2))
		for _, row := range p.rows {
			cells := make([]string, len(row))
			for i, cell := range row {
				cells[i] = prose(cell)
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
	}
	b.WriteByte('\n')
	for _, l := range comparisonKey(c) {
		fmt.Fprintf(&b, "- %s: %s\n", prose(l[0]), prose(l[1]))
	}
	_, err := w.Write(b.Bytes())
	return err
}

var comparisonCSVHead = []string{
	"dataset", "sets", "train", "test", "seed", "trials", "protocol", "a", "b", "rmse_a", "rmse_b",
	"difference", "difference_ci95_low", "difference_ci95_high", "t", "df", "p", "p_holm", "wilcoxon_p", "wilcoxon_p_holm",
	"wins", "ties", "losses", "sets_better", "sets_worse",
}

// WriteComparisonCSV writes one row for each pair and data set, and one for each pair over all of several data sets,
// in which dataset is empty. What is not defined is empty, and numbers are written so that reading them gives
// the same numbers again.
func WriteComparisonCSV(w io.Writer, c *experiment.Comparison) error {
	out := csv.NewWriter(w)
	if err := out.Write(comparisonCSVHead); err != nil {
		return err
	}
	row := func(dataset, sets, train, test string, d experiment.Difference, wilcoxonHolm, better, worse string) error {
		return out.Write([]string{
			dataset, sets, train, test, strconv.FormatUint(c.Seed, 10), strconv.Itoa(c.Trials), c.Protocol, d.A, d.B, exact(d.RMSEA), exact(d.RMSEB),
			exact(d.Mean), exact(d.CI95[0]), exact(d.CI95[1]), exact(d.T), exact(d.DF), exact(d.P), exact(d.PHolm), exact(d.Wilcoxon), wilcoxonHolm,
			strconv.Itoa(d.Wins), strconv.Itoa(d.Ties), strconv.Itoa(d.Losses), better, worse,
		})
	}
	for _, d := range c.Datasets {
		for _, p := range d.Pairs {
			if err := row(d.Name, "1", strconv.Itoa(d.Train), strconv.Itoa(d.Test), p, "", "", ""); err != nil {
				return err
			}
		}
	}
	for _, o := range c.Overall {
		err := row("", strconv.Itoa(o.Sets), "", "", o.Difference, exact(o.WilcoxonHolm), strconv.Itoa(o.Better), strconv.Itoa(o.Worse))
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// comparisonPart is one table: that of a data set, or of all together.
type comparisonPart struct {
	name, facts string
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
			facts: fmt.Sprintf("%s × %s (%d to train, %d to test)", counted(d.Respondents, "respondent"), counted(d.Questions, "question"), d.Train, d.Test),
			head:  []string{first, "RMSE", "diff.", "95% interval", "p", "p Holm", "Wilcoxon", "w–t–l", ""},
		}
		if c.Baseline != "" && len(d.Pairs) > 0 {
			p.facts += fmt.Sprintf("; %s has RMSE %s", c.Baseline, decimal(d.Pairs[0].RMSEB, 4))
		}
		for _, pair := range d.Pairs {
			p.add(c, pair, probability(pair.Wilcoxon), fmt.Sprintf("%d–%d–%d", pair.Wins, pair.Ties, pair.Losses), outcome(pair))
		}
		parts = append(parts, p)
	}
	if len(c.Overall) == 0 {
		return parts
	}
	p := comparisonPart{
		name:  "all data sets together",
		facts: fmt.Sprintf("%s, each of the same weight", counted(len(c.Datasets), "data set")),
		head:  []string{first, "RMSE", "diff.", "95% interval", "p", "p Holm", "w–t–l", "b–w", ""},
	}
	tested := defined(c.Overall[0].Difference.Wilcoxon)
	if tested {
		p.head = slices.Insert(p.head, 6, "Wilcoxon", "W Holm")
	}
	if c.Baseline != "" {
		p.facts += fmt.Sprintf("; %s has RMSE %s", c.Baseline, decimal(c.Overall[0].Difference.RMSEB, 4))
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
	return append(parts, p)
}

// add adds a row of what all tables have, and more.
func (p *comparisonPart) add(c *experiment.Comparison, d experiment.Difference, more ...string) {
	name, error := shortLabel(d.A), decimal(d.RMSEA, 4)
	if c.Baseline == "" {
		name, error = shortLabel(d.A)+" vs "+shortLabel(d.B), error+" "+decimal(d.RMSEB, 4)
	}
	interval := undefined
	if defined(d.CI95[0]) && defined(d.CI95[1]) {
		interval = "[" + signed(d.CI95[0]) + ", " + signed(d.CI95[1]) + "]"
	}
	p.rows = append(p.rows, append([]string{name, error, signed(d.Mean), interval, probability(d.P), probability(d.PHolm)}, more...))
	p.pairs = append(p.pairs, d)
}

// shortLabel cuts the parts of a label to what tables show of names.
func shortLabel(label string) string {
	approach, regressor, ok := strings.Cut(label, "/")
	if !ok {
		return shorten(label)
	}
	return shorten(approach) + "/" + shorten(regressor)
}

// signed writes a difference with its sign, so that a column of them lines up.
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

// outcome says of a significant difference which way it goes.
func outcome(d experiment.Difference) string {
	switch {
	case !d.Significant():
		return ""
	case d.Mean < 0:
		return "better"
	}
	return "worse"
}

// comparisonSettings are those of the report that was compared.
func comparisonSettings(c *experiment.Comparison) string {
	r := &experiment.Report{Settings: c.Settings, Protocol: c.Protocol}
	for _, d := range c.Datasets {
		r.Datasets = append(r.Datasets, experiment.DatasetReport{Dataset: experiment.Dataset{Folds: d.Folds}})
	}
	for _, x := range c.Contenders {
		if x.Regressor == "lasso" || slices.ContainsFunc(x.Equal, func(label string) bool { return strings.HasSuffix(label, "/lasso") }) {
			r.Datasets[0].Results = []experiment.Result{{Regressor: "lasso"}}
		}
	}
	return settings(r)
}

// comparisonText says what is held against what.
func comparisonText(c *experiment.Comparison) string {
	of := "A difference below zero is a lower error."
	switch {
	case c.Baseline == "":
		return "Each against each, the first less the second. " + of
	case !c.Best:
		return "Each less " + c.Baseline + ". " + of
	case len(c.Datasets) > 1:
		return "Each less " + c.Baseline + ", which has the lowest mean RMSE, averaged over the data sets. " + of
	}
	return "Each less " + c.Baseline + ", which has the lowest mean RMSE. " + of
}

// equalLines names the contenders that are not compared because another stands for them.
func equalLines(c *experiment.Comparison) []string {
	var lines []string
	for _, x := range c.Contenders {
		if n := len(x.Equal); n > 0 {
			list := strings.Join(x.Equal[:min(n, 5)], ", ")
			if n > 5 {
				list += fmt.Sprintf(" and %d more", n-5)
			}
			lines = append(lines, fmt.Sprintf("%s stands for %s too: the same error in every trial.", x.Label, list))
		}
	}
	return lines
}

// comparisonKey explains the columns, each by its head.
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
		{"p", "corrected resampled t-test of the paired differences (Nadeau & Bengio 2003), two-sided, as is the 95% interval"},
		{"p Holm", "p adjusted for " + family + "; better and worse are below 5% so"},
		{"Wilcoxon", "p of the signed-rank test on the trials, not adjusted; trials overlap, so it finds differences too often"},
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
		lines = append(lines, [2]string{"best", c.Baseline + " was chosen for these very errors, which makes p too low; a baseline named beforehand, or each against each, does not"})
	}
	return lines
}
