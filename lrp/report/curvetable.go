package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/jsonfile"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/experiment"
)

// listed joins names.
func listed(names []string) string { return strings.Join(names, ", ") }

// curveHead is the head of the column of approaches. The other columns are headed by sizes.
const curveHead = "rated"

// WriteCurveTable writes a learning curve for a terminal: one table per data set, with one column
// per number of training respondents.
func WriteCurveTable(w io.Writer, r *experiment.CurveReport, opts Options) error {
	t := &terminal{opts: opts}
	list := curveViews(r)
	t.paragraph("", "", curveSettings(r))
	for i := range list {
		t.buf.WriteByte('\n')
		v := &list[i]
		t.about(v.plain())
		if headline := v.Headline(); headline != "" {
			t.paragraph(bold, "", headline)
		}
		if len(v.Results) == 0 {
			t.line("(no results)")
			continue
		}
		t.buf.WriteByte('\n')
		t.curves(v)
		if i == 0 {
			t.legend(plainReport(r))
		}
	}
	if len(list) > 0 {
		t.buf.WriteByte('\n')
		t.list(curveKey(list))
	}
	_, err := w.Write(t.buf.Bytes())
	return err
}

// curves writes a data set's table with columns as wide as their widest cell.
func (t *terminal) curves(v *curveView) {
	name := width(curveHead)
	columns := make([]int, len(v.Sizes))
	for i, size := range v.Sizes {
		columns[i] = max(6, len(strconv.Itoa(size)))
	}
	for _, s := range v.Sections {
		for _, c := range s.Curves {
			name = max(name, width(shorten(c.Approach)))
			for i, size := range v.Sizes {
				if p := c.At(size); p != nil {
					columns[i] = max(columns[i], width(decimal(p.RMSEMean, 4)))
				}
			}
		}
	}
	head := "  " + padded(curveHead, name)
	total := 2 + name
	for i, size := range v.Sizes {
		head += fmt.Sprintf("  %*d ", columns[i], size)
		total += columns[i] + 3
	}
	t.line(t.style(faint, strings.TrimRight(head, " ")))
	for _, s := range v.Sections {
		rule := ""
		if !s.Control() {
			rule = shorten(s.Regressor) + " "
		}
		t.line(t.style(faint, "  "+rule+strings.Repeat("─", max(0, total-3-width(rule)))))
		for _, c := range s.Curves {
			line := "  " + padded(shorten(c.Approach), name)
			for i, size := range v.Sizes {
				text, code, mark := undefined, faint, " "
				if p := c.At(size); p != nil {
					text, code = decimal(p.RMSEMean, 4), ""
				}
				if v.Best(c, size) {
					code, mark = green, "*"
				}
				line += "  " + strings.Repeat(" ", max(0, columns[i]-width(text))) + t.style(code,
					text+mark)
			}
			t.line(line)
		}
		if s.equalText() != "" {
			t.paragraph(faint, "  ", s.equalText())
		}
	}
}

// WriteCurveMarkdown writes a learning curve as Markdown with one table per data set.
func WriteCurveMarkdown(w io.Writer, r *experiment.CurveReport, opts Options) error {
	var b bytes.Buffer
	list := curveViews(r)
	fmt.Fprintf(&b, "# Luna Rating Prediction\n\n%s.\n", prose(curveSettings(r)))
	for i := range list {
		v := &list[i]
		markdownAbout(&b, v.plain())
		if headline := v.Headline(); headline != "" {
			fmt.Fprintf(&b, "**%s**\n\n", prose(headline))
		}
		markdownCurves(&b, v)
	}
	if len(list) > 0 {
		b.WriteByte('\n')
		markdownKey(&b, curveKey(list))
	}
	markdownDescribed(&b, described(plainReport(r), opts))
	_, err := w.Write(b.Bytes())
	return err
}

func markdownCurves(b *bytes.Buffer, v *curveView) {
	if len(v.Results) == 0 {
		b.WriteString("No results.\n")
		return
	}
	head, rule := []string{curveHead, "regressor"}, []string{"---", "---"}
	for _, size := range v.Sizes {
		head, rule = append(head, strconv.Itoa(size)), append(rule, "---:")
	}
	markdownLine(b, head...)
	markdownLine(b, rule...)
	for _, s := range v.Sections {
		regressor := prose(s.Regressor)
		if s.Control() {
			regressor = undefined
		}
		for _, c := range s.Curves {
			cells := []string{prose(c.Approach), regressor}
			for _, size := range v.Sizes {
				text := plusMinus(c.At(size))
				if v.Best(c, size) {
					text = "**" + text + "**"
				}
				cells = append(cells, text)
			}
			markdownLine(b, cells...)
		}
		if len(s.Equal) > 0 {
			cells := []string{prose(listed(s.Equal)), regressor, equal.mark()}
			markdownLine(b, append(cells, make([]string, len(v.Sizes)-1)...)...)
		}
	}
}

// plusMinus formats a point's error with its spread.
func plusMinus(p *experiment.Result) string {
	switch {
	case p == nil:
		return undefined
	case !defined(p.RMSESD):
		return decimal(p.RMSEMean, 4)
	}
	return decimal(p.RMSEMean, 4) + " ± " + decimal(p.RMSESD, 4)
}

var curveCSVHead = []string{
	"dataset", "synthetic", "sha256", "respondents", "questions", "train", "test", "rating_mean",
	"rating_sd",
	"seed", "trials", "train_fraction", "alpha", "learn",
	"approach", "regressor", "size", "rmse_mean", "rmse_sd", "rmse_ci95_low", "rmse_ci95_high",
	"mae_mean", "pearson_mean", "columns_mean",
}

// WriteCurveCSV writes one row for each size, approach, regressor and data set, like [WriteCSV].
func WriteCurveCSV(w io.Writer, r *experiment.CurveReport) error {
	var rows [][]any
	for _, d := range r.Datasets {
		for _, c := range d.Results {
			for i := range c.Points {
				p := &c.Points[i].Result
				rows = append(rows, []any{
					d.Name, d.Synthetic, d.SHA256, d.Respondents, d.Questions, d.Train, d.Test, d.RatingMean,
					d.RatingSD, r.Seed, r.Trials, r.TrainFraction, r.Alpha, d.Learn, c.Approach, c.Regressor,
					c.Points[i].Size, p.RMSEMean, p.RMSESD, p.RMSECI95[0], p.RMSECI95[1], p.MAEMean,
					p.PearsonMean, p.ColumnsMean,
				})
			}
		}
	}
	return sheet.WriteRows(w, curveCSVHead, rows)
}

// WriteCurveJSON writes a learning curve as its JSON document, indented.
func WriteCurveJSON(w io.Writer, r *experiment.CurveReport) error { return jsonfile.Write(w, r) }
