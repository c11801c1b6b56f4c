package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page is what the template shows.
type page struct {
	Settings, SyntheticText string
	BarsKey, HistogramKey   string
	Colors                  []themeColor
	Datasets                []pageDataset
	Key, Described          [][2]string
}

type pageDataset struct {
	ID, Name, Facts, Note string
	Synthetic, CBG        bool
	Pooled                bool // a column of the error over all respondents
	Warnings              []string
	Bars, Histogram       template.HTML
	Sections              []pageSection
}

type pageSection struct {
	Regressor string
	Texts     []string // below the rows
	Control   bool
	Rows      []pageRow
}

type pageRow struct {
	Approach, Describe, Class string
	Best, Versus              bool
	Cells                     []string
	Percent, Mark             string
}

// WriteHTML writes the report as one page that needs nothing else: no network, no scripts,
// the figures drawn inside. How long the evaluation took is not on it, so that the same
// evaluation gives the same bytes.
func WriteHTML(w io.Writer, r *lrp.Report, opts Options) error {
	b := newBars(r)
	p := page{
		Settings: clean(settings(r)), SyntheticText: synthetic, Colors: theme,
		BarsKey: b.caption(), HistogramKey: histogramKey, Key: key(b.views), Described: described(r, opts),
	}
	top := histogramTop(r)
	for i := range b.views {
		v := &b.views[i]
		d := pageDataset{
			ID: fmt.Sprintf("data-%d", i+1), Name: clean(v.Name), Facts: v.facts(), Note: clean(v.Note),
			Synthetic: v.Synthetic, CBG: v.CBG != nil, Pooled: v.pooled(), Sections: pageSections(v, opts),
		}
		for _, warning := range v.Warnings {
			d.Warnings = append(d.Warnings, clean(warning))
		}
		var err error
		if d.Bars, err = inline(b.panel(v), "bars", "RMSE of each approach on "+v.Name); err != nil {
			return err
		}
		if d.Histogram, err = inline(histogramPanel(v.DatasetReport, top), "histogram", "Histogram of the ratings of "+v.Name); err != nil {
			return err
		}
		p.Datasets = append(p.Datasets, d)
	}
	var buf bytes.Buffer
	if err := pageTemplate.Execute(&buf, p); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

func pageSections(v *view, opts Options) []pageSection {
	var list []pageSection
	for _, s := range v.Sections {
		out := pageSection{Regressor: clean(s.Regressor), Control: s.Control()}
		if text := s.equalText(); text != "" {
			out.Texts = append(out.Texts, clean(text))
		}
		for i := range v.Results {
			if r := &v.Results[i]; r.Regressor == s.Regressor && learnedText(r) != "" {
				out.Texts = append(out.Texts, clean(learnedText(r)))
			}
		}
		for _, r := range s.Rows {
			class := ""
			if r.Best {
				class = "best"
			}
			if r.Verdict.dim() {
				class += " dim"
			}
			shown := v.pageRow(r)
			shown.Describe, shown.Class = clean(opts.Describe[r.Approach]), class
			out.Rows = append(out.Rows, shown)
		}
		list = append(list, out)
	}
	if text := v.humanText(); text != "" {
		out := pageSection{Regressor: human, Texts: []string{text}}
		for _, r := range v.humanRows() {
			out.Rows = append(out.Rows, v.pageRow(r))
		}
		list = append(list, out)
	}
	return list
}

func (v *view) pageRow(r row) pageRow {
	cells := []string{rmse(r), spread(r), interval(r), mae(r), pearson(r), columns(r)}
	if v.pooled() {
		cells = slices.Insert(cells, 3, pooled(r))
	}
	return pageRow{
		Approach: clean(r.Approach), Best: r.Best, Cells: cells,
		Versus: v.CBG != nil, Percent: percent(r), Mark: r.Verdict.mark(),
	}
}

// caption says how to read the error figure's panels.
func (b *bars) caption() string {
	of := "mean of " + b.over + " ± 1 sd"
	switch {
	case b.over == "":
		of = "over all respondents, with its 95% interval"
	case units(b.views)[byRespondent]:
		of += ", or over all respondents with its 95% interval"
	}
	s := fmt.Sprintf("Root mean square error, %s.", of)
	if len(b.regressors) > 1 {
		var colors []string
		for i, name := range b.regressors {
			colors = append(colors, seriesNames[i%len(seriesNames)]+" "+clean(name))
		}
		s += " " + strings.ToUpper(colors[0][:1]) + strings.Join(colors, ", ")[1:] + "."
	}
	if len(b.regressors) == 1 {
		s = fmt.Sprintf("Root mean square error with %s, %s.", clean(b.regressors[0]), of)
	}
	if b.hasBaseline() {
		s += " The dashed line is CBG"
		if b.pale {
			s += "; pale bars are no better"
		}
		s += "."
	}
	if absent := b.absent(); absent != "" {
		s += " " + absent + "."
	}
	return s
}
