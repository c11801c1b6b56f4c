package experiment

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// splits are the splits of an evaluation of one data set.
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
	c := *ds
	split := datasets.Split{}
	out := 0
	others := []string{}
	c.Respondents, c.Table = nil, nil
	for i, value := range values {
		part := map[string]*[]int{"train": &split.Train, "test": &split.Test}[strings.ToLower(value)]
		if part == nil {
			out++
			if value = text.Quote(value); !slices.Contains(others, value) {
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
			"train and test rather than %s", len(split.Train), len(split.Test), text.Quote(attribute), list)
	}
	if out > 0 {
		s.warnings = []string{fmt.Sprintf("%s left out: %s says neither train nor test but %s",
			text.Count(out, "respondent"), text.Quote(attribute), list)}
	}
	return s, nil
}

// units are what is put into a training or test part as a whole: groups, or single respondents.
type units struct {
	seed     uint64
	groups   int       // 0 without groups
	members  [][]int   // the respondents of each unit
	ratings  []float64 // the mean of each unit, to stratify by; nil if that is not asked for
	warnings []string
}

// unitsOf returns the units of a data set, nil if the options ask for neither groups nor strata. A
// respondent without an entry in the column of groups is a group alone.
func (o *Options) unitsOf(ds *datasets.Dataset) (*units, error) {
	if o.Groups == "" && !o.Stratify {
		return nil, nil
	}
	u := &units{seed: o.Seed}
	values := make([]string, len(ds.Respondents))
	err := error(nil)
	if o.Groups != "" {
		if values, err = ds.Attribute(o.Groups); err != nil {
			return nil, err
		}
	}
	at, alone := map[string]int{}, 0
	for i, value := range values {
		k, known := at[value]
		if value == "" || !known {
			k, u.members = len(u.members), append(u.members, nil)
		}
		if at[value] = k; value == "" {
			alone++
		}
		u.members[k] = append(u.members[k], i)
	}
	if o.Groups != "" {
		if u.groups = len(u.members); u.groups < 2 {
			return nil, fmt.Errorf("found 1 group in %s, expected at least 2", text.Quote(o.Groups))
		}
		if alone > 0 {
			u.warnings = []string{fmt.Sprintf("%s without an entry in %s: a group each",
				text.Count(alone, "respondent"), text.Quote(o.Groups))}
		}
	}
	for k := 0; o.Stratify && k < len(u.members); k++ {
		mean := 0.0
		for _, i := range u.members[k] {
			mean += ds.Respondents[i].Rating / float64(len(u.members[k]))
		}
		u.ratings = append(u.ratings, mean)
	}
	return u, nil
}

// split returns split number i, whose parts have about these sizes.
func (u *units) split(train, test, i int) datasets.Split {
	return u.parts(numbers.Stream(u.seed, "split of units", i), []int{train, test}).Split(1)
}

// folds partitions the respondents into test parts of about the sizes of another partition, which
// has at most as many parts as there are units.
func (u *units) folds(like datasets.Partition, repetition int) datasets.Partition {
	sizes := numbers.Map(like, func(part []int) int { return len(part) })
	return u.parts(numbers.Stream(u.seed, "folds of units", repetition), sizes)
}

// minGroups is the smallest number of groups of which test parts are drawn at random.
const minGroups = 8

// divide returns the folds and trials of a data set: those asked for or, with too few groups, one
// trial in which each group is a fold. The groups are enough if there are at least eight, and at
// least as many different test parts, each of this share of the groups, as are asked for. With
// fewer, random parts would repeat each other, and their number would count the same evidence
// several times.
func (o *Options) divide(ds *datasets.Dataset, share float64, folds, trials int) (int, int) {
	if o.Groups == "" {
		return folds, trials
	}
	u, err := o.unitsOf(ds)
	if err != nil {
		return folds, trials // the evaluation returns the error
	}
	tested := max(1, int(math.Round(share*float64(u.groups))))
	if u.groups >= minGroups && combin.LogGeneralizedBinomial(float64(u.groups), float64(tested)) >=
		math.Log(float64(max(1, folds)*trials))-1e-9 {
		return folds, trials
	}
	return u.groups, 1
}

// parts puts all units into parts, of which none is empty. Each unit in turn goes to the part that
// lacks most of its size. The turns are random or, if the units are stratified, from the lowest to
// the highest rating, at random within blocks in which the smallest part gets one unit. The sizes
// of units do not change the turns: among several draws, the one with the best sizes would often be
// the same, and leave some units out of every test part.
func (u *units) parts(random *rand.Rand, sizes []int) datasets.Partition {
	total := 0
	for _, size := range sizes {
		total += size
	}
	block := max(1, total/slices.Min(sizes))
	order := random.Perm(len(u.members))
	if u.ratings != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(u.ratings[a], u.ratings[b]) })
		for turn := range slices.Chunk(order, block) {
			random.Shuffle(len(turn), func(a, b int) { turn[a], turn[b] = turn[b], turn[a] })
		}
	}
	parts := make(datasets.Partition, len(sizes))
	lacks := func(f int) float64 { return 1 - float64(len(parts[f]))/float64(sizes[f]) }
	for _, k := range order {
		to := 0
		for f := range parts {
			if lacks(f) > lacks(to) {
				to = f
			}
		}
		parts[to] = append(parts[to], u.members[k]...)
	}
	for f := range parts {
		slices.Sort(parts[f])
	}
	return parts
}

// meanSize returns the mean size of test parts, rounded up.
func meanSize(parts [][]int) int {
	sum := 0
	for _, part := range parts {
		sum += len(part)
	}
	return (sum + len(parts) - 1) / len(parts)
}
