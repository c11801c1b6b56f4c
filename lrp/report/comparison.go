package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/jsonfile"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/experiment"
)

// WriteComparisonJSON writes a comparison as its JSON document, indented.
func WriteComparisonJSON(w io.Writer,
	c *experiment.Comparison) error {
	return jsonfile.Write(w, c)
}

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
		t.paragraph(bold, "", p.name)
		if p.synthetic {
			t.paragraph(yellow, "", synthetic)
		}
		t.paragraph("", "", p.facts)
		t.paragraph(bold, "", p.finding+".")
		t.buf.WriteByte('\n')
		t.comparison(p)
	}
	t.buf.WriteByte('\n')
	t.list(comparisonKey(c))
	_, err := w.Write(t.buf.Bytes())
	return err
}

// comparison writes a table with columns as wide as their widest cell.
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
			if i == 0 || i == last { // left-aligned words
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
		switch {
		case p.pairs == nil:
		case !p.pairs[i].Significant():
			code = faint
		case p.pairs[i].Mean < 0:
			code = green
		}
		t.line(t.style(code, lay(row)))
	}
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
		fmt.Fprintf(&b, "\n## %s\n\n", prose(p.name))
		if p.synthetic {
			fmt.Fprintf(&b, "**%s.**\n\n", synthetic)
		}
		fmt.Fprintf(&b, "%s.\n\n**%s.**\n\n", prose(p.facts), prose(p.finding))
		p.markdown(&b)
	}
	b.WriteByte('\n')
	for _, l := range comparisonKey(c) {
		fmt.Fprintf(&b, "- %s: %s\n", prose(l[0]), prose(l[1]))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (p *comparisonPart) markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "| %s |\n| ---%s | --- |\n", strings.Join(p.head, " | "),
		strings.Repeat(" | ---:", len(p.head)-2))
	for _, row := range p.rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = prose(cell)
		}
		markdownLine(b, cells...)
	}
}

var comparisonCSVHead = []string{
	"dataset", "sets", "train", "test", "seed", "trials", "protocol", "learn", "a", "b", "rmse_a", "rmse_b",
	"difference", "difference_ci95_low", "difference_ci95_high", "t", "df", "p", "p_holm",
	"wilcoxon_p", "wilcoxon_p_holm",
	"wins", "ties", "losses", "sets_better", "sets_worse",
}

// WriteComparisonCSV writes one row for each pair and data set and, for several data sets, one for
// each pair over all of them, in which dataset is empty. Undefined values are empty, and numbers
// have as many digits as are needed to read them back unchanged.
func WriteComparisonCSV(w io.Writer, c *experiment.Comparison) error {
	var rows [][]any
	row := func(
		dataset string, sets, train, test, learn any, d experiment.Difference,
		wilcoxonHolm, better, worse any,
	) {
		rows = append(rows, []any{
			dataset, sets, train, test, c.Seed, c.Trials, c.Protocol, learn, d.A, d.B, d.RMSEA, d.RMSEB,
			d.Mean, d.CI95[0], d.CI95[1], d.T, d.DF, d.P, d.PHolm, d.Wilcoxon, wilcoxonHolm, d.Wins,
			d.Ties, d.Losses, better, worse,
		})
	}
	for _, d := range c.Datasets {
		for _, p := range d.Pairs {
			row(d.Name, 1, d.Train, d.Test, d.Learn, p, "", "", "")
		}
	}
	for _, o := range c.Overall {
		row("", o.Sets, "", "", "", o.Difference, o.WilcoxonHolm, o.Better, o.Worse)
	}
	return sheet.WriteRows(w, comparisonCSVHead, rows)
}
