package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// contender is a contender with its errors.
type contender struct {
	Contender
	rmse [][]float64 // by data set and trial
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
func label(approach, regressor string) string {
	if regressor == "none" || regressor == "" || strings.EqualFold(approach, regressor) {
		return approach
	}
	return approach + "/" + regressor
}

// contenders returns what is to be compared, each with its errors on every data set.
func contenders(r *Report) ([]contender, error) {
	if len(r.Datasets) == 0 {
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
		if d.LeaveOneOut() {
			return nil, fmt.Errorf("%s: found everyone predicted from all others, "+
				"expected trials or larger folds to compare", d.Name)
		}
		seen := make(map[string]bool)
		for _, x := range d.Results {
			name := label(x.Approach, x.Regressor)
			if err := checkResult(&x, name, seen[name], len(d.Results[0].RMSE)); err != nil {
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
			list[k].rmse = append(list[k].rmse, x.RMSE)
		}
	}
	switch len(list) {
	case 0:
		return nil, fmt.Errorf("%s: found no results to compare", first.Name)
	case 1:
		return nil, errAlone
	}
	for k := range list {
		var means []float64
		for _, e := range list[k].rmse {
			m, _ := stats.MeanSD(e)
			means = append(means, m)
		}
		list[k].RMSEMean, _ = stats.MeanSD(means)
	}
	return list, nil
}

var errAlone = errors.New("found a single approach, expected at least 2 to compare")

func newContender(approach, regressor string) contender {
	c := Contender{Label: label(approach, regressor), Approach: approach, Regressor: regressor}
	return contender{Contender: c}
}

// checkResult reports why a result cannot be compared with others of the same number of trials.
func checkResult(r *Result, name string, again bool, trials int) error {
	if again {
		return fmt.Errorf("found %s twice, expected each approach once with a regressor", name)
	}
	if len(r.RMSE) == 0 || len(r.RMSE) != trials {
		return fmt.Errorf("found the errors of %d trials for %s, "+
			"expected those of every trial, as many for each approach", len(r.RMSE), name)
	}
	invalid := func(e float64) bool { return !nullable.Defined(e) || e < 0 }
	if k := slices.IndexFunc(r.RMSE, invalid); k >= 0 {
		return fmt.Errorf("found error %v for %s in trial %d, expected a number of at least 0",
			r.RMSE[k], name, k)
	}
	return nil
}

// plannedContenders are the contenders of an experiment before it is run, without errors.
func plannedContenders(o *Options) []contender {
	var list []contender
	for _, a := range o.Approaches {
		switch {
		case a.NeedsRegressor():
			for _, r := range o.Regressors {
				list = append(list, newContender(a.Name, r.Name()))
			}
		case a.Learner != nil:
			list = append(list, newContender(a.Name, a.Learner.Name()))
		default:
			list = append(list, newContender(a.Name, ""))
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
	for i, errors := range c.rmse {
		if !equalErrors(errors, x.rmse[i]) {
			return false
		}
	}
	return true
}
