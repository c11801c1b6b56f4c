package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/fileerr"
)

// splits are those of an evaluation of one data set.
type splits struct {
	units                   // groups and warnings
	ds    *datasets.Dataset // without respondents who are in no split
	split func(i int) datasets.Split
}

// splitsOf returns the given split, or random ones.
func (o *Options) splitsOf(ds *datasets.Dataset) (*splits, error) {
	if o.Split != "" {
		return givenSplit(ds, o.Split)
	}
	splitter, err := datasets.NewSplitter(len(ds.Respondents), o.TrainFraction, o.Seed)
	if err != nil {
		return nil, err
	}
	s := &splits{ds: ds, split: splitter.Split}
	if u, err := o.unitsOf(ds); err != nil {
		return nil, err
	} else if u != nil {
		s.units = *u
		s.split = func(i int) datasets.Split { return u.split(splitter.Train, splitter.Test, i) }
	}
	return s, nil
}

// givenSplit returns the split that an attribute says.
func givenSplit(ds *datasets.Dataset, attribute string) (*splits, error) {
	values, err := ds.Attribute(attribute)
	if err != nil {
		return nil, err
	}
	c, split, out, others := *ds, datasets.Split{}, 0, []string{}
	c.Respondents, c.Table = nil, nil
	for i, value := range values {
		part := map[string]*[]int{"train": &split.Train, "test": &split.Test}[strings.ToLower(value)]
		if part == nil {
			out++
			if value = fileerr.Quote(value); !slices.Contains(others, value) {
				others = append(others, value)
			}
			continue
		}
		*part = append(*part, len(c.Respondents))
		c.Respondents = append(c.Respondents, ds.Respondents[i])
	}
	s := &splits{ds: &c, split: func(int) datasets.Split { return split }}
	list := strings.Join(others[:min(len(others), 6)], ", ")
	if len(split.Train) == 0 || len(split.Test) == 0 {
		return nil, fmt.Errorf("found %d respondents to train and %d to test in %s, expected some of both: "+
			"train and test rather than %s", len(split.Train), len(split.Test), fileerr.Quote(attribute), list)
	}
	if out > 0 {
		s.warnings = []string{fmt.Sprintf("%s left out: %s says neither train nor test but %s",
			counted(out, "respondent"), fileerr.Quote(attribute), list)}
	}
	return s, nil
}
