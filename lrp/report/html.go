package report

import (
	"bytes"
	_ "embed" // for the page
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/style"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/experiment"
)

//go:embed page.html
var pageText string

//go:embed sort.js
var script string

var pageTemplate = style.NewDocument(pageText, nil)

// page is the data of the page template.
type page struct {
	Title                   string // the main finding
	Settings, SyntheticText string
	Policy                  string
	Script                  template.JS
	Contents                []pageLink
	Key, Described          [][2]string
	Summary                 table
	SummaryText             string
	FigureKey, HistogramKey string
	Datasets                []pageDataset
	Provenance              [][2]string
	Manifest                string
}

type pageDataset struct {
	ID, Name, Facts, Note string
	Synthetic             bool
	Headline, Units       string
	Warnings              []string
	Figure                template.HTML
	Results               table
	Texts                 []string // below the results
	Ratings               template.HTML
	Items                 *table
	Tables                []table // by question and by subgroup
	Predictions           *pagePredictions
	Absent                string // what is missing, and why
}

// WriteHTML writes the report as a self-contained page with inline figures. A script in the page
// sorts tables; everything else works without it. Texts are shown if the report has
// [experiment.DatasetReport].Data, and predictions if it has [experiment.Result].HeldOut; a report
// read from a file has neither. The duration is omitted, so that equal evaluations give equal
// bytes.
func WriteHTML(w io.Writer, r *experiment.Report, opts Options) error {
	list := views(r)
	figures := figuresOf(r, list, opts)
	p := page{Title: pageTitle(list), Settings: clean(settings(r)), SyntheticText: synthetic, Policy: style.Policy(script),
		Script: template.JS(script), Key: pageKey(list), Described: described(r, opts),
		FigureKey: figures.caption(), HistogramKey: pageHistogramKey, Provenance: provenance(r)}
	if len(list) > 1 && !isCurve(r) { // the headline of a single data set has it all
		p.Summary, p.SummaryText = summary(list)
	}
	if opts.Manifest != nil {
		var manifest bytes.Buffer
		if err := files.WriteJSON(&manifest, opts.Manifest); err != nil {
			return err
		}
		p.Manifest = strings.ToValidUTF8(manifest.String(), "\uFFFD")
	}
	for i, v := range list {
		p.Datasets = append(p.Datasets, v.pageDataset(i, figures, opts))
	}
	p.Contents = p.contents()
	return pageTemplate.Write(w, p)
}

func (v *view) pageDataset(i int, figures figures, opts Options) pageDataset {
	d := pageDataset{
		ID: fmt.Sprintf("data-%d", i+1), Name: clean(v.Name), Facts: v.facts(), Note: clean(v.Note),
		Synthetic: v.Synthetic, Absent: v.absent(), Headline: clean(v.headline()),
		Tables: slices.Concat(v.humanTable(), v.questionTables(), v.agreementTable(), v.intervals(),
			v.subgroups()),
		Results: v.table(inPage, opts),
	}
	for _, warning := range v.Warnings {
		d.Warnings = append(d.Warnings, clean(warning))
	}
	d.Figure = inline(figures.block(v, "", ""), "bars",
		"RMSE of each approach on "+v.Name)
	for _, s := range d.Results.Sections {
		if s.Note != "" {
			d.Texts = append(d.Texts, clean(s.Name+" "+s.Note))
		}
	}
	for _, text := range v.texts() {
		d.Texts = append(d.Texts, clean(text))
	}
	if v.curve {
		return d
	}
	d.Units = v.unitsText()
	if d.Ratings = v.ratingsChart(); v.described() {
		d.Items = v.itemTable()
	}
	d.Predictions = v.pagePredictions()
	return d
}

// described reports whether the report has the texts of the rated respondents.
func (v *view) described() bool {
	return v.Data != nil && len(v.Data.Respondents) == len(v.Ratings)
}

// absent explains missing parts of the page.
func (v *view) absent() string {
	switch {
	case len(v.Results) == 0, v.curve:
		return ""
	case v.Data == nil:
		return "This report was made without texts and single predictions, so neither " +
			"is shown."
	case v.panels() == nil:
		return "This protocol does not keep single predictions, so none is shown."
	}
	return ""
}

// pageLink is an entry of the table of contents.
type pageLink struct {
	ID, Text string
	Parts    []pageLink
}

// contents lists the sections of the page.
func (p *page) contents() []pageLink {
	var list []pageLink
	if len(p.Summary.Rows()) > 0 {
		list = append(list, pageLink{ID: "summary", Text: "Summary"})
	}
	for _, d := range p.Datasets {
		link := pageLink{ID: d.ID, Text: d.Name}
		part := func(id, text string) {
			link.Parts = append(link.Parts, pageLink{ID: d.ID + "-" + id, Text: text})
		}
		part("results", "Results")
		if d.Ratings != "" {
			part("data", "Data")
		}
		if d.Predictions != nil {
			part("predictions", "Predictions")
			if len(d.Predictions.Errors) > 0 {
				part("errors", "Largest errors")
			}
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

// pageTitle names the data and the main finding.
func pageTitle(list []*view) string {
	if len(list) > 0 && list[0].curve {
		return curveTitle(list)
	}
	switch len(list) {
	case 0:
		return "Luna Rating Prediction: no data sets"
	case 1:
		return list[0].titleName() + ": " + list[0].finding()
	}
	return "Prediction error by approach on " + listOfNames(list)
}

func (v *view) titleName() string {
	if v.Synthetic {
		return clean(v.Name) + " (synthetic)"
	}
	return clean(v.Name)
}

func listOfNames(list []*view) string {
	if len(list) > 3 {
		return fmt.Sprintf("%d data sets", len(list))
	}
	var names []string
	for i := range list {
		names = append(names, list[i].titleName())
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// finding says in a few words what came out on a data set; [Headline] says
// it in full.
func (v *view) finding() string {
	best := v.bestResult()
	switch {
	case best == nil:
		return "no results"
	case best.Regressor == control:
		return fmt.Sprintf("%s has an error of %s", contender(best), short(best.RMSEMean))
	case v.CBG == nil:
		return fmt.Sprintf("%s has the lowest error, %s", contender(best), short(best.RMSEMean))
	}
	switch v.tests.VsCBG[v.tests.Best].Outcome {
	case experiment.Better:
		return predicts(contender(best), best.RMSEMean, v.CBG.RMSEMean)
	case experiment.Untested:
		return fmt.Sprintf("%s has the lowest error, %s, with too few trials for a test",
			contender(best), short(best.RMSEMean))
	}
	return "no approach predicts ratings significantly better than the constant guess"
}

// predicts describes an approach by its error and the constant guess's.
func predicts(name string, rmse, guess float64) string {
	return fmt.Sprintf("%s predicts ratings with an error of %s, %.0f%% below the constant guess",
		name, short(rmse), 100*(1-rmse/guess))
}

// curveTitle names the data of a learning curve and where the best curve ends.
func curveTitle(list []*view) string {
	const subject = "prediction error by the number of rated respondents"
	if len(list) != 1 {
		return "P" + subject[1:] + " on " + listOfNames(list)
	}
	v := list[0]
	best, name := v.bestResult(), v.titleName()+": "
	if best == nil || best.Regressor == control {
		return name + subject
	}
	rated := text.Count(best.Size, "rated respondent")
	if v.CBG != nil && v.CBG.RMSEMean > best.RMSEMean {
		return name + "after " + rated + " " + predicts(contender(best), best.RMSEMean, v.CBG.RMSEMean)
	}
	return fmt.Sprintf("%safter %s %s has the lowest error, %s", name, rated, contender(best),
		short(best.RMSEMean))
}

// unitsText relates errors to the data set's own units, "" if ratings are from 0 to 1 themselves.
func (v *view) unitsText() string {
	best := v.bestResult()
	if v.Data == nil || v.Data.Scale.Unit() || best == nil {
		return ""
	}
	s := v.Data.Scale
	return fmt.Sprintf("A rating of 0 stands for %.6g and 1 for %.6g in the data's own units, so the "+
		"error %s of %s is %.3g there.", s.Value(0), s.Value(1), short(best.RMSEMean),
		contender(best), best.RMSEMean*s.Span())
}
