package main

import (
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

// regressors lists the regressors of all packages, sorted by name.
func regressors() []regress.Entry {
	list := slices.Concat(regress.Catalog(), golearn.Catalog())
	slices.SortFunc(list, func(a, b regress.Entry) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func regressorNames() []string {
	var names []string
	for _, e := range regressors() {
		names = append(names, e.Name)
	}
	return names
}

// regressorByName returns the regressor of that name.
func regressorByName(name string, o regress.Options) (regress.Regressor, error) {
	for _, e := range regressors() {
		if e.Name == name {
			return e.New(o)
		}
	}
	return nil, &lrp.UnknownError{Kind: "regressor", Name: name, Known: regressorNames()}
}

// selectRegressors returns the named regressors in the order given, without duplicates.
func selectRegressors(names []string, alpha float64) ([]regress.Regressor, error) {
	var list []regress.Regressor
	seen := make(map[string]bool)
	for _, n := range names {
		n = strings.ToLower(strings.TrimSpace(n))
		if seen[n] {
			continue
		}
		seen[n] = true
		r, err := regressorByName(n, regress.Options{Alpha: alpha})
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		return nil, settingf("regressor", "names none; known: %s",
			strings.Join(regressorNames(), ", "))
	}
	return list, nil
}
