package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
)

// withoutKey leaves out the approaches that need an answer key if a data set has none, and returns a
// warning that names them. Approaches that the user named stay: their absence is an error.
func (f *runFlags) withoutKey(o *lrp.Options, sets []*datasets.Dataset) string {
	named := !slices.ContainsFunc(f.approaches, namesEvery)
	i := slices.IndexFunc(sets, func(ds *datasets.Dataset) bool { return !ds.HasKey() })
	if named || i < 0 {
		return ""
	}
	var left []string
	o.Approaches = slices.DeleteFunc(slices.Clone(o.Approaches), func(a approach.Approach) bool {
		if a.NeedsKey() {
			left = append(left, a.Name)
		}
		return a.NeedsKey()
	})
	if len(left) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: there is no answer key, so %s are left out; a row or a sheet \"key\" or "+
		"--key FILE gives one", sets[i].Name, strings.Join(left, ", "))
}
