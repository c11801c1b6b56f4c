package experiment

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Contender is an approach with its regressor.
type Contender struct {
	// Label is "COM/ols", or the approach's name alone if it does not need a regressor.
	Label     string  `json:"label"`
	Approach  string  `json:"approach"`
	Regressor string  `json:"regressor"`
	RMSEMean  float64 `json:"rmse_mean"` // averaged over the data sets
	// Equal are the labels of contenders with the same errors in every trial of every data set,
	// which are therefore not compared again.
	Equal []string `json:"equal,omitempty"`
}

// contender is a contender with its errors.
type contender struct {
	Contender
	// errors are, by data set, the RMSE of the trials or, where everyone was predicted once, the
	// squared errors of the respondents.
	errors [][]float64
	rmse   []float64 // by data set
}

func byRMSE(a, b contender) int {
	switch {
	case a.RMSEMean < b.RMSEMean:
		return -1
	case a.RMSEMean > b.RMSEMean:
		return 1
	}
	return 0
}

// label names a contender. A regressor with the approach's own name adds nothing.
func label(name, regressor string) string {
	if approach.NamesAll(name, regressor) {
		return name
	}
	return name + "/" + regressor
}

// contenders returns the contenders of a report, each with its errors on every data set.
func contenders(r *Report) ([]contender, error) {
	if r == nil || len(r.Datasets) == 0 {
		return nil, errors.New("found no data set to compare on")
	}
	first := &r.Datasets[0]
	var list []contender
	for i := range r.Datasets {
		d := &r.Datasets[i]
		if len(d.Results) != len(first.Results) {
			return nil, fmt.Errorf("%s: found %d results, expected %d as for %s",
				d.Name, len(d.Results), len(first.Results), first.Name)
		}
		seen := make(map[string]bool)
		for _, x := range d.Results {
			name := label(x.Approach, x.Regressor)
			if err := checkResult(d, &x, name, seen[name]); err != nil {
				return nil, fmt.Errorf("%s: %w", d.Name, err)
			}
			seen[name] = true
			k := slices.IndexFunc(list, func(c contender) bool { return c.Label == name })
			if k < 0 {
				if i > 0 {
					return nil, fmt.Errorf(
						"%s: found %s, which %s does not have", d.Name, name, first.Name,
					)
				}
				k = len(list)
				list = append(list, newContender(x.Approach, x.Regressor))
			}
			errors := d.errors(&x)
			mean, _ := stats.MeanSD(errors)
			if d.ByRespondent() {
				mean = math.Sqrt(mean)
			}
			list[k].errors, list[k].rmse = append(list[k].errors, errors), append(list[k].rmse, mean)
		}
	}
	switch len(list) {
	case 0:
		return nil, fmt.Errorf("%s: found no results to compare", first.Name)
	case 1:
		return nil, errAlone
	}
	for k := range list {
		list[k].RMSEMean, _ = stats.MeanSD(list[k].rmse)
	}
	return list, nil
}

var errAlone = errors.New("found a single approach, expected at least 2 to compare")

func newContender(approach, regressor string) contender {
	c := Contender{Label: label(approach, regressor), Approach: approach, Regressor: regressor}
	return contender{Contender: c}
}

// errors returns what is compared of a result.
func (d *DatasetReport) errors(r *Result) []float64 {
	if d.ByRespondent() {
		return r.SquaredErrors
	}
	return r.RMSE
}

// checkResult reports why a result cannot be compared with the others of a data set.
func checkResult(d *DatasetReport, r *Result, name string, again bool) error {
	errors, want := d.errors(r), len(d.errors(&d.Results[0]))
	if again {
		return foundTwice(name)
	}
	if len(errors) == 0 || len(errors) != want {
		return fmt.Errorf("found the errors of %d trials for %s, "+
			"expected those of every trial, as many for each approach", len(errors), name)
	}
	invalid := func(e float64) bool { return !nullable.Defined(e) || e < 0 }
	if k := slices.IndexFunc(errors, invalid); k >= 0 {
		return fmt.Errorf("found error %v for %s in trial %d, expected a number of at least 0",
			errors[k], name, k)
	}
	return nil
}

// plannedContenders are the contenders of an experiment before it is run, without errors.
func plannedContenders(o *Options) []contender {
	var list []contender
	for _, a := range o.Approaches {
		for _, regressor := range a.Method.Regressors(o.setting(a)) {
			list = append(list, newContender(a.Name, regressor))
		}
	}
	return list
}

// findBaseline returns the index of the baseline, and whether it was found by its error.
func findBaseline(all []contender, name string) (index int, best bool, err error) {
	name = strings.TrimSpace(name)
	if name == "" || strings.EqualFold(name, "best") {
		for i := range all {
			if all[i].RMSEMean < all[index].RMSEMean {
				index = i
			}
		}
		return index, true, nil
	}
	var labels, ofApproach []string
	for i, c := range all {
		if strings.EqualFold(c.Label, name) {
			return i, false, nil
		}
		if strings.EqualFold(c.Approach, name) {
			index = i
			ofApproach = append(ofApproach, c.Label)
		}
		labels = append(labels, c.Label)
	}
	if len(ofApproach) == 1 {
		return index, false, nil
	}
	if len(ofApproach) > 1 {
		labels = ofApproach
	}
	known := append([]string{"best"}, labels...)
	return 0, false, &approach.UnknownError{Kind: "baseline", Name: name, Known: known}
}

// distinct leaves out contenders with the errors of an earlier one, which lists them.
func distinct(all []contender) []contender {
	var list []contender
	for _, c := range all {
		k := slices.IndexFunc(list, func(x contender) bool { return c.equals(x) })
		if k >= 0 {
			list[k].Equal = append(list[k].Equal, c.Label)
			continue
		}
		list = append(list, c)
	}
	return list
}

func (c contender) equals(x contender) bool {
	for i, errors := range c.errors {
		if !equalErrors(errors, x.errors[i]) {
			return false
		}
	}
	return true
}

// primaryLabel returns the label of the first contender of an approach; "" if there is none.
func primaryLabel(all []contender, name string) string {
	for _, c := range all {
		if isPrimary(name, c.Approach, c.Regressor) {
			return c.Label
		}
	}
	return ""
}
