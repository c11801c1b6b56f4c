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
	ds       *datasets.Dataset // without respondents who are in no split
	split    func(i int) datasets.Split
	given    bool
	groups   int
	warnings []string
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
	u, err := o.unitsOf(ds)
	if u != nil {
		s.groups, s.warnings = u.groups, u.warnings
		s.split = func(i int) datasets.Split { return u.split(splitter.Train, i) }
	}
	return s, err
}

// givenSplit returns the split that an attribute says.
func givenSplit(ds *datasets.Dataset, attribute string) (*splits, error) {
	parts, err := ds.Attribute(attribute)
	if err != nil {
		return nil, err
	}
	c, split, others, out := *ds, datasets.Split{}, []string{}, 0
	c.Respondents, c.Table = nil, nil
	for i, part := range parts {
		n := len(c.Respondents)
		switch strings.ToLower(part) {
		case "train":
			split.Train = append(split.Train, n)
		case "test":
			split.Test = append(split.Test, n)
		default:
			others, out = append(others, fileerr.Quote(part)), out+1
			continue
		}
		c.Respondents = append(c.Respondents, ds.Respondents[i])
	}
	slices.Sort(others)
	list := listed(slices.Compact(others))
	if len(split.Train) == 0 || len(split.Test) == 0 {
		return nil, fmt.Errorf("found %d to train and %d to test by %s, which has %s, "+
			"expected some of both: entries train and test", len(split.Train), len(split.Test),
			fileerr.Quote(attribute), list)
	}
	s := &splits{ds: &c, given: true, split: func(int) datasets.Split { return split }}
	if out > 0 {
		s.warnings = []string{fmt.Sprintf("%s left out: %s says %s, neither train nor test",
			counted(out, "respondent"), fileerr.Quote(attribute), list)}
	}
	return s, nil
}

// listed lists the first few names.
func listed(names []string) string {
	const most = 6
	if n := len(names); n > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n-most)
	}
	return strings.Join(names, ", ")
}
