package experiment

import (
	"encoding/json"
	"fmt"
	"math"
)

// Headline sums up the curves in one sentence that can be quoted: which approach has the lowest
// error once everybody in the training part is rated, and what it has with few or none. It is ""
// without results.
func (d *CurveDataset) Headline() string {
	if len(d.Sizes) == 0 {
		return ""
	}
	all := d.Sizes[len(d.Sizes)-1]
	end := &DatasetReport{Dataset: d.Dataset}
	var curves []*CurveResult
	for i := range d.Results {
		if r := d.Results[i].At(all); r != nil {
			end.Results = append(end.Results, *r)
			curves = append(curves, &d.Results[i])
		}
	}
	tests := end.Tests()
	if tests.Best < 0 {
		return ""
	}
	h := headline{DatasetReport: end, tests: tests}
	best := &end.Results[tests.Best]
	text := fmt.Sprintf("%s%s has the lowest error with %d respondents rated: RMSE %s", h.subject(),
		h.label(best), all, best.errorText())
	if tests.CBG >= 0 && tests.CBG != tests.Best {
		guess := &end.Results[tests.CBG]
		text += fmt.Sprintf(", against %s of the constant guess", short(guess.RMSEMean))
	}
	return text + d.earlier(curves[tests.Best], all) + inBrackets(h.effort()) + "."
}

// earlier describes a curve at its first size and at the first one above 0, if they are not the
// last.
func (d *CurveDataset) earlier(r *CurveResult, all int) string {
	text, link := "", "; it has"
	for _, size := range d.Sizes {
		p := r.At(size)
		if size >= all || p == nil || math.IsNaN(p.RMSEMean) {
			continue
		}
		rated := fmt.Sprintf("%d rated", size)
		if size == 0 {
			rated = "nobody rated"
		}
		text += fmt.Sprintf("%s %s with %s", link, short(p.RMSEMean), rated)
		if size > 0 {
			break
		}
		link = " and"
	}
	return text
}

// MarshalJSON implements [json.Marshaler]. The document also has the Headline.
func (d CurveDataset) MarshalJSON() ([]byte, error) {
	type plain CurveDataset
	return json.Marshal(struct {
		plain
		Headline string `json:"headline,omitempty"`
	}{plain(d), d.Headline()})
}
