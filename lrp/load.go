package lrp

import (
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/datasets/synth"
)

// Formats returns the formats of data sets that [Load] and the commands read: those of
// [datasets.Formats] and the synthetic ones.
func Formats() []datasets.Format { return slices.Concat(datasets.Formats(), synth.Formats()) }

// Load reads the data sets that specifications such as "powergrading:DIR" name, of the
// kinds that [Formats] lists, with the default options; see [datasets.Open], which takes
// others.
func Load(specs ...string) ([]*datasets.Dataset, error) {
	var sets []*datasets.Dataset
	for _, spec := range specs {
		s, err := datasets.Open(spec, datasets.Options{}, Formats()...)
		if err != nil {
			return nil, err
		}
		sets = append(sets, s...)
	}
	return sets, nil
}
