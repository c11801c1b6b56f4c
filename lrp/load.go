package lrp

import "github.com/luna-rating/luna/datasets"

// Load reads the data sets that specifications such as "powergrading:DIR" name, with the
// default options; see [datasets.Open], which takes others, and [datasets.Formats].
func Load(specs ...string) ([]*datasets.Dataset, error) {
	var sets []*datasets.Dataset
	for _, spec := range specs {
		s, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			return nil, err
		}
		sets = append(sets, s...)
	}
	return sets, nil
}
