package report

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/experiment"
)

// printed reports whether a result of the data set has the thesis's figure beside it.
func (v *view) printed() bool {
	return slices.ContainsFunc(v.Results,
		func(r experiment.Result) bool { return r.Thesis != nil })
}

// thesisFigure formats the thesis's figure beside a result, "" if there is none.
func thesisFigure(r row) string {
	if r.Result == nil || r.Thesis == nil {
		return ""
	}
	return decimal(r.Thesis.RMSEMean, 3) + " ± " + decimal(r.Thesis.RMSESD, 3)
}

// thesisKey explains the column of the thesis's figures, if there is one.
func thesisKey(list []view) [][2]string {
	var sources []string
	for _, v := range list {
		for _, r := range v.Results {
			if r.Thesis != nil && !slices.Contains(sources, r.Thesis.Source) {
				sources = append(sources, r.Thesis.Source)
			}
		}
	}
	if len(sources) == 0 {
		return nil
	}
	return [][2]string{{"thesis", "RMSE ± sd over trials as published: " +
		strings.Join(sources, "; ") + "; blank where it has none"}}
}
