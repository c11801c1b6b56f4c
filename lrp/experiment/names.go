package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
)

// Check returns the error of an experiment with these options that is known beforehand: the same
// approach twice with regressors of one name, a primary one that is not among them, or none to
// compare it with.
func (o Options) Check() error {
	o = o.withDefaults()
	_, err := o.checkNames()
	return err
}

// checkNames is [Options.Check] for options with their defaults. It also writes the name of the
// primary approach as results have it, and returns a warning if several results have it.
func (o *Options) checkNames() (warnings []string, _ error) {
	var labels, known, primary []string
	for _, c := range plannedContenders(o) {
		if slices.Contains(labels, c.Label) {
			return nil, foundTwice(c.Label)
		}
		labels = append(labels, c.Label)
		switch {
		case c.Regressor == approach.NoRegressor:
			continue
		case strings.EqualFold(c.Label, o.Primary):
			primary = []string{c.Label}
			o.Primary = c.Label
		case strings.EqualFold(c.Approach, o.Primary):
			primary = append(primary, c.Label)
			o.Primary = c.Approach
		}
		known = append(known, c.Label)
	}
	part := o.Part != nil && o.Part.Load == nil // which may have some of the approaches only
	switch {
	case o.Primary == "" || part:
	case len(primary) == 0:
		return nil, &approach.UnknownError{Kind: "primary approach", Name: o.Primary, Known: known}
	case !slices.Contains(labels, "CBG"):
		return nil, errors.New("found primary approach " + o.Primary +
			" without CBG, which it is compared with")
	case len(primary) > 1:
		warnings = append(warnings, fmt.Sprintf("primary %s is %s, not %s: others need their regressor in "+
			"the name", o.Primary, primary[0], strings.Join(primary[1:], ", ")))
	}
	return warnings, nil
}

func foundTwice(label string) error {
	return fmt.Errorf("found %s twice, expected each approach once with a regressor", label)
}

// isPrimary reports whether a primary approach, given by its name or by its label, is that of a
// result.
func isPrimary(primary, name, regressor string) bool {
	return primary != "" && regressor != approach.NoRegressor &&
		(primary == name || primary == label(name, regressor))
}

// distinctNames adds to the names of regressors that have the same one their penalties, and leaves
// out nil.
func distinctNames(list []regress.Regressor) []regress.Regressor {
	list = slices.DeleteFunc(slices.Clone(list), func(r regress.Regressor) bool { return r == nil })
	count := map[string]int{}
	for _, r := range list {
		count[r.Name()]++
	}
	for i, r := range list {
		if named, err := regress.WithPenalty(r, 0); err == nil && count[r.Name()] > 1 {
			list[i] = named
		}
	}
	return list
}
