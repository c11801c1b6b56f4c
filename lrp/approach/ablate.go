package approach

import "slices"

// Ablate returns the approach without each of its features in turn, named like ALL-BOW, which tell
// what the feature adds to the others; nil if the approach has fewer than two features.
func Ablate(a Approach) (list []Approach) {
	all, _ := a.Method.(Features)
	for i, e := range all {
		if len(all) > 1 {
			rest := slices.Concat(all[:i], all[i+1:])
			list = append(list, Approach{Name: a.Name + "-" + e.Name(), Regressors: a.Regressors,
				Description: a.Name + " without " + e.Name(), Method: rest})
		}
	}
	return list
}
