package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/jsonfile"
	"github.com/luna-rating/luna/internal/pagestyle"
	"github.com/luna-rating/luna/lrp/experiment"
)

//go:embed frame.html page.html curve.html
var pageFiles embed.FS

//go:embed sort.js
var script string

var pageTemplate = template.Must(template.ParseFS(pageFiles, "*.html"))

// policy prevents a page from loading anything and from running any script but its own, whatever
// the texts of the data contain.
var policy = makePolicy()

func makePolicy() string {
	digest := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; script-src " +
		"'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
}

// pageFrame is the data that all pages have.
type pageFrame struct {
	Title                   string // the main finding
	Settings, SyntheticText string
	Policy                  string
	Script                  template.JS
	Style                   template.CSS
	Contents                []pageLink
	Key, Described          [][2]string
}

func newFrame(title, settings string) pageFrame {
	return pageFrame{Title: title, Settings: clean(settings), SyntheticText: synthetic, Policy: policy,
		Script: template.JS(script), Style: pagestyle.CSS}
}

// page is the data of the page template.
type page struct {
	pageFrame
	Summary               pageTable
	SummaryText           string
	BarsKey, HistogramKey string
	Datasets              []pageDataset
	Provenance            [][2]string
	Manifest              string
}

type pageDataset struct {
	ID, Name, Facts, Note string
	Synthetic, CBG        bool
	Headline, Units       string
	Pooled                bool // has a column of the error over all respondents
	Printed               bool // has a column of the thesis's figures
	Warnings              []string
	Data                  *pageData
	Bars                  template.HTML
	Rows                  []pageRow
	Texts                 []string // below the rows
	Human                 *pageTable
	Subgroups             []pageTable
	Predictions           *pagePredictions
	Weights               *pageWeights
	Absent                string // what is missing, and why
}

// WriteHTML writes the report as a self-contained page with inline figures. A script in the page
// sorts tables; everything else works without it. Texts are shown if the report has
// [experiment.DatasetReport].Data, and predictions if it has [experiment.Result].HeldOut; a report
// read from a file has neither. The duration is omitted, so that equal evaluations give equal
// bytes.
func WriteHTML(w io.Writer, r *experiment.Report, opts Options) error {
	list := views(r)
	b := barsOf(r, list, opts)
	p := page{
		pageFrame: newFrame(pageTitle(list), settings(r)), BarsKey: b.caption(), HistogramKey: pageHistogramKey,
		Provenance: provenance(r),
	}
	p.Key, p.Described = pageKey(list), described(r, opts)
	if len(list) > 1 { // the headline of a single data set has it all
		p.Summary, p.SummaryText = summary(list)
	}
	if opts.Manifest != nil {
		var manifest bytes.Buffer
		if err := jsonfile.Write(&manifest, opts.Manifest); err != nil {
			return err
		}
		p.Manifest = strings.ToValidUTF8(manifest.String(), "\uFFFD")
	}
	room := newBudget()
	for i := range list {
		d, err := list[i].pageDataset(i, b, room, opts)
		if err != nil {
			return err
		}
		p.Datasets = append(p.Datasets, *d)
	}
	p.Contents = p.contents()
	return writePage(w, "page.html", p)
}

// writePage writes nothing if the template fails.
func writePage(w io.Writer, name string, data any) error {
	var buf bytes.Buffer
	if err := pageTemplate.ExecuteTemplate(&buf, name, data); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

func (v *view) pageDataset(
	i int, b *bars, room *budget, opts Options,
) (*pageDataset, error) {
	d := &pageDataset{
		ID: fmt.Sprintf("data-%d", i+1), Name: clean(v.Name), Facts: v.facts(), Note: clean(v.Note),
		Synthetic: v.Synthetic, CBG: v.CBG != nil, Pooled: v.pooled(), Printed: v.printed(),
		Human:   v.humanTable(),
		Weights: v.pageWeights(), Absent: v.absent(), Headline: clean(v.Headline()),
		Units: v.unitsText(),
	}
	for _, warning := range v.Warnings {
		d.Warnings = append(d.Warnings, clean(warning))
	}
	var err error
	if d.Bars, err = inline(b.panel(v), "bars", "RMSE of each approach on "+v.Name); err != nil {
		return nil, err
	}
	var p *profile
	if v.described() {
		p = newProfile(v.Data, v.Ratings)
	}
	d.Data = v.pageData(p)
	d.Predictions = v.pagePredictions(p, room)
	d.Rows, d.Texts = v.pageRows(opts)
	for _, t := range v.subgroups() {
		d.Subgroups = append(d.Subgroups, newPageTable(t))
	}
	return d, nil
}

// described reports whether the report has the texts of the rated respondents.
func (v *view) described() bool {
	return v.Data != nil && len(v.Data.Respondents) == len(v.Ratings)
}

// absent explains missing parts of the page.
func (v *view) absent() string {
	switch {
	case len(v.Results) == 0:
		return ""
	case v.Data == nil:
		return "This report was made without texts and single predictions, so neither " +
			"is shown."
	case v.panels() == nil:
		return "This protocol does not keep single predictions, so there are no residuals."
	}
	return ""
}
