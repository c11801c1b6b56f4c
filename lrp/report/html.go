package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/jsonfile"
	"github.com/luna-rating/luna/lrp/experiment"
)

//go:embed frame.html page.html curve.html
var pageFiles embed.FS

//go:embed sort.js
var script string

var pageTemplate = template.Must(template.ParseFS(pageFiles, "*.html"))

// policy lets a page load nothing, and run nothing but its one script, whatever the texts of the data hold.
var policy = makePolicy()

func makePolicy() string {
	digest := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
}

// pageFrame is what all pages have.
type pageFrame struct {
	Settings, SyntheticText string
	Policy                  string
	Script                  template.JS
	Colors                  []themeColor
	Contents                []pageLink
	Key, Described          [][2]string
}

// pageLink is an entry of the table of contents.
type pageLink struct {
	ID, Text string
	Parts    []pageLink
}

func newFrame(settings string) pageFrame {
	return pageFrame{Settings: clean(settings), SyntheticText: synthetic, Policy: policy, Script: template.JS(script), Colors: theme}
}

// page is what the template shows.
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
	Pooled                bool // a column of the error over all respondents
	Warnings              []string
	Data                  *pageData
	Bars                  template.HTML
	Rows                  []pageRow
	Texts                 []string // below the rows
	Human                 *pageTable
	Predictions           *pagePredictions
	Weights               *pageWeights
	Absent                string // what is not shown, and why
}

type pageRow struct {
	Approach, Regressor, Describe, Class string
	Best, Versus                         bool
	Cells                                []string
	Change, Percent, Mark                string
	PCBG, PBest                          string
	OpenCBG, OpenBest                    bool // the difference may be chance
}

// WriteHTML writes the report as one page that needs nothing else: no network, and the figures drawn inside. Tables can be
// sorted by a script in the page; all else works without. Texts are shown where the report has them
// ([experiment.DatasetReport].Data), predictions where it has those ([experiment.Result].HeldOut), which a report read from a file
// has not. How long the evaluation took is not on it, so that the same evaluation gives the same bytes.
func WriteHTML(w io.Writer, r *experiment.Report, opts Options) error {
	list := views(r)
	tests := adjust(list)
	for i := range list {
		list[i].adjustVerdicts(tests[i])
	}
	b := barsOf(r, list)
	p := page{
		pageFrame: newFrame(settings(r)), BarsKey: b.caption(), HistogramKey: pageHistogramKey, Provenance: provenance(r),
	}
	p.Key, p.Described = pageKey(list), described(r, opts)
	p.Summary, p.SummaryText = summary(list, tests)
	if opts.Manifest != nil {
		var manifest bytes.Buffer
		if err := jsonfile.Write(&manifest, opts.Manifest); err != nil {
			return err
		}
		p.Manifest = strings.ToValidUTF8(manifest.String(), "\uFFFD")
	}
	room := newBudget()
	for i := range list {
		d, err := list[i].pageDataset(i, b, tests[i], room, opts)
		if err != nil {
			return err
		}
		p.Datasets = append(p.Datasets, *d)
	}
	p.Contents = p.contents()
	return writePage(w, "page.html", p)
}

// writePage writes nothing where the template fails.
func writePage(w io.Writer, name string, data any) error {
	var buf bytes.Buffer
	if err := pageTemplate.ExecuteTemplate(&buf, name, data); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

func (v *view) pageDataset(i int, b *bars, tests adjusted, room *budget, opts Options) (*pageDataset, error) {
	d := &pageDataset{
		ID: fmt.Sprintf("data-%d", i+1), Name: clean(v.Name), Facts: v.facts(), Note: clean(v.Note),
		Synthetic: v.Synthetic, CBG: v.CBG != nil, Pooled: v.pooled(), Human: v.humanTable(), Weights: v.pageWeights(), Absent: v.absent(),
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
	d.Rows, d.Texts = v.pageRows(tests, opts)
	return d, nil
}

// described reports whether the texts of the data set are known, and are those of the ratings.
func (v *view) described() bool {
	return v.Data != nil && len(v.Data.Respondents) == len(v.Ratings)
}

// absent says which parts of the page are missing, and why.
func (v *view) absent() string {
	switch {
	case len(v.Results) == 0:
		return ""
	case v.Data == nil:
		return "This report came without texts and single predictions, so that these are not described."
	case v.panels() == nil:
		return "This protocol does not keep single predictions, so that there are no residuals."
	}
	return ""
}

// contents lists what the page has.
func (p *page) contents() []pageLink {
	var list []pageLink
	if len(p.Summary.Rows) > 0 {
		list = append(list, pageLink{ID: "summary", Text: "Summary"})
	}
	for _, d := range p.Datasets {
		link := pageLink{ID: d.ID, Text: d.Name}
		part := func(id, text string) { link.Parts = append(link.Parts, pageLink{ID: d.ID + "-" + id, Text: text}) }
		part("data", "Data")
		part("results", "Results")
		if d.Predictions != nil {
			part("predictions", "Predictions")
			part("residuals", "Residuals")
			if len(d.Predictions.Errors) > 0 {
				part("errors", "Largest errors")
			}
		}
		if d.Weights != nil {
			part("weights", "Weights")
		}
		list = append(list, link)
	}
	if len(p.Key) > 0 {
		list = append(list, pageLink{ID: "key", Text: "Reading the tables"})
	}
	list = append(list, pageLink{ID: "settings", Text: "Settings and data"})
	if len(p.Described) > 0 {
		list = append(list, pageLink{ID: "approaches", Text: "Approaches"})
	}
	return list
}

// pageRows are the rows of the results in their order, the judges last, and the sentences below them.
func (v *view) pageRows(tests adjusted, opts Options) (rows []pageRow, texts []string) {
	best := v.bestResult()
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			shown, k := v.pageRow(r), v.index(r.Result)
			if r.Best {
				shown.Class = "best"
			}
			if r.Verdict.dim() {
				shown.Class += " dim"
			}
			shown.Describe = clean(opts.description(r.Approach))
			shown.PCBG, shown.OpenCBG = pValue(tests.cbg[k]), !(tests.cbg[k] < experiment.Significance)
			shown.PBest, shown.OpenBest = pValue(tests.best[k]), !(tests.best[k] < experiment.Significance)
			if r.Result == best {
				shown.PBest = "best"
			}
			rows = append(rows, shown)
		}
		if text := s.equalText(); text != "" {
			texts = append(texts, clean(s.Regressor+" "+text))
		}
	}
	for _, r := range v.humanRows() {
		rows = append(rows, v.pageRow(r))
	}
	for _, text := range v.texts() {
		texts = append(texts, clean(text))
	}
	return rows, texts
}

// pValue is "" where there is no test.
func pValue(p float64) string {
	if !defined(p) {
		return ""
	}
	return probability(p)
}

func (v *view) pageRow(r row) pageRow {
	cells := []string{rmse(r), spread(r), interval(r), mae(r), pearson(r), columns(r)}
	if v.pooled() {
		cells = slices.Insert(cells, 3, pooled(r))
	}
	shown := pageRow{
		Approach: clean(r.Approach), Regressor: clean(r.Regressor), Best: r.Best, Cells: cells,
		Versus: v.CBG != nil, Percent: percent(r), Mark: r.Verdict.mark(),
	}
	if r.Regressor == control {
		shown.Regressor = "control"
	}
	if defined(r.Change) {
		shown.Change = strconv.FormatFloat(r.Change, 'g', 6, 64)
	}
	return shown
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
			s += "; pale bars are not significantly better"
		}
		s += "."
	}
	if absent := b.absent(); absent != "" {
		s += " " + absent + "."
	}
	return s
}
