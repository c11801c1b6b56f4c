package report

import (
	"fmt"
	"html/template"
	"io"
	"strconv"

	"github.com/luna-rating/luna/lrp/experiment"
)

// curvePage is the data of the page template.
type curvePage struct {
	pageFrame
	Caption, Head string
	Datasets      []curvePageDataset
}

type curvePageDataset struct {
	ID, Name, Facts, Note string
	Headline              string
	Synthetic             bool
	Warnings              []string
	Figure                template.HTML
	Sizes                 []string
	Wide                  int // columns of the table
	Sections              []curvePageSection
}

type curvePageSection struct {
	Regressor, EqualText string
	Control              bool
	Rows                 []curvePageRow
}

type curvePageRow struct {
	Approach, Describe string
	Cells              []curvePageCell
}

type curvePageCell struct {
	Text, Interval string
	Best           bool
}

// WriteCurveHTML writes a learning curve as a self-contained page, like [WriteHTML].
func WriteCurveHTML(w io.Writer, r *experiment.CurveReport, opts Options) error {
	f := newCurves(r, opts)
	p := curvePage{pageFrame: newFrame(curveTitle(f.views), curveSettings(r)), Caption: f.caption(), Head: curveHead}
	p.Described = described(plainReport(r), opts)
	if len(f.views) > 0 {
		p.Key = curveKey(f.views)
		p.Key[0][1] = "mean RMSE ± sd over the trials, by the number of rated respondents"
	}
	for i := range f.views {
		v := &f.views[i]
		d := curvePageDataset{
			ID: fmt.Sprintf("data-%d",
				i+1), Name: clean(v.Name), Facts: v.facts(), Note: clean(v.Note),
			Headline: clean(v.Headline()), Synthetic: v.Synthetic, Wide: 1 + len(v.Sizes), Sections: curvePageSections(v, opts),
		}
		for _, warning := range v.Warnings {
			d.Warnings = append(d.Warnings, clean(warning))
		}
		for _, size := range v.Sizes {
			d.Sizes = append(d.Sizes, strconv.Itoa(size))
		}
		var err error
		if d.Figure, err = inline(f.panel(v), "bars", "Learning curves on "+v.Name); err != nil {
			return err
		}
		p.Datasets = append(p.Datasets, d)
	}
	if len(p.Datasets) > 1 {
		for _, d := range p.Datasets {
			p.Contents = append(p.Contents, pageLink{ID: d.ID, Text: d.Name})
		}
	}
	return writePage(w, "curve.html", p)
}

func curvePageSections(v *curveView, opts Options) []curvePageSection {
	var list []curvePageSection
	for _, s := range v.Sections {
		out := curvePageSection{Regressor: clean(s.Regressor), EqualText: clean(s.equalText()),
			Control: s.Control()}
		for _, c := range s.Curves {
			r := curvePageRow{Approach: clean(c.Approach),
				Describe: clean(opts.description(c.Approach))}
			for _, size := range v.Sizes {
				cell := curvePageCell{Text: plusMinus(c.At(size)), Best: v.Best(c, size)}
				if p := c.At(size); p != nil && defined(p.RMSECI95[0]) {
					cell.Interval = "95% interval " + interval(row{Result: p})
				}
				r.Cells = append(r.Cells, cell)
			}
			out.Rows = append(out.Rows, r)
		}
		list = append(list, out)
	}
	return list
}
