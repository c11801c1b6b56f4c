package report

import (
	"slices"
	"strconv"

	"github.com/luna-rating/luna/lrp/experiment"
)

type pageRow struct {
	Approach, Name, Regressor, Describe, Class string
	RMSE                                       string
	Best, Versus                               bool
	Cells                                      []string
	Change, Percent, Mark                      string
	PCBG, PBest                                string
	OpenCBG, OpenBest                          bool // not significant
}

// pageRows returns the rows of the results, with the judges last, and the sentences below them.
func (v *view) pageRows(opts Options) (rows []pageRow, texts []string) {
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
			shown.Name = opts.shortName(r.Approach)
			cbg, lead := v.tests.VsCBG[k], v.tests.VsBest[k]
			shown.PCBG, shown.PBest = pValue(cbg.PHolm), pValue(lead.PHolm)
			shown.OpenCBG = !(cbg.PHolm < experiment.Significance)
			shown.OpenBest = !(lead.PHolm < experiment.Significance)
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

// pValue formats a p value, "" if there is no test.
func pValue(p float64) string {
	if !defined(p) {
		return ""
	}
	return probability(p)
}

func (v *view) pageRow(r row) pageRow {
	cells := []string{spread(r), interval(r), mae(r), pearson(r), columns(r)}
	if v.pooled() {
		cells = slices.Insert(cells, 2, pooled(r))
	}
	if v.printed() {
		cells = slices.Insert(cells, 1, thesisFigure(r))
	}
	shown := pageRow{
		Approach: clean(r.Approach), Regressor: clean(r.Regressor), Best: r.Best, Cells: cells,
		RMSE:   rmse(r),
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
