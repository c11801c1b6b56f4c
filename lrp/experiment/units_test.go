package experiment_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/experiment"
)

// grouped returns an invented data set of people in groups of different sizes.
func grouped(random *rand.Rand, n, groups int) *datasets.Dataset {
	ds := &datasets.Dataset{Name: "grouped", Questions: []datasets.Question{{ID: "a"}}}
	for i := range n {
		g := i
		if i >= groups {
			g = int(float64(groups) * random.Float64() * random.Float64())
		}
		ds.Respondents = append(ds.Respondents, datasets.Respondent{ID: fmt.Sprint(i), Rating: random.Float64(),
			Responses: []string{"x"}, Attributes: map[string]string{"class": fmt.Sprint(g)}})
	}
	return ds
}

// checkParts checks that parts have everyone once, and each group is in one of them.
func checkParts(t *testing.T, ds *datasets.Dataset, groups bool, parts ...[]int) {
	t.Helper()
	seen, at := map[int]bool{}, map[string]int{}
	for p, part := range parts {
		if len(part) == 0 || !slices.IsSorted(part) {
			t.Fatalf("part %d is %v", p, part)
		}
		for _, i := range part {
			class := ds.Respondents[i].Attributes["class"]
			if other, there := at[class]; groups && there && other != p {
				t.Fatalf("class %s is in parts %d and %d", class, other, p)
			}
			if seen[i] {
				t.Fatalf("respondent %d is in two parts", i)
			}
			seen[i], at[class] = true, p
		}
	}
	if len(seen) != len(ds.Respondents) {
		t.Fatalf("the parts have %d of %d respondents", len(seen), len(ds.Respondents))
	}
}

// TestGroupsStayTogether draws splits and folds of random groups.
func TestGroupsStayTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		n := 10 + random.IntN(150)
		ds := grouped(random, n, 2+random.IntN(n/2))
		o := experiment.Options{Groups: "class", Stratify: random.IntN(2) == 0, Seed: random.Uint64(),
			Folds: 2, TrainFraction: .5 + .4*random.Float64()}
		split, err := o.RandomSplit(ds, 3)
		if err != nil {
			t.Fatal(err)
		}
		checkParts(t, ds, true, split.Train, split.Test)
		again, err := o.RandomSplit(ds, 3)
		if err != nil || !slices.Equal(split.Test, again.Test) {
			t.Fatalf("another split of the same seed: %v", err)
		}
		folds, err := o.RandomFolds(ds, 1)
		if err != nil {
			t.Fatal(err)
		}
		checkParts(t, ds, true, folds...)
	}
}

// TestGroupsMeetTheShare compares the size of test parts with the best that any subset of few
// groups could have.
func TestGroupsMeetTheShare(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		ds := grouped(random, 30+random.IntN(40), 2+random.IntN(5))
		sizes := map[string]int{}
		for _, r := range ds.Respondents {
			sizes[r.Attributes["class"]]++
		}
		n, want := len(ds.Respondents), len(ds.Respondents)-datasets.TrainSize(len(ds.Respondents), .8)
		sums := map[int]bool{0: true}
		for _, size := range sizes {
			for sum := range maps(sums) {
				sums[sum+size] = true
			}
		}
		best := n
		for sum := range sums {
			if sum > 0 && sum < n {
				best = min(best, int(math.Abs(float64(sum-want))))
			}
		}
		split, err := experiment.Options{Groups: "class", TrainFraction: .8, Seed: 5}.RandomSplit(ds, 0)
		if err != nil {
			t.Fatal(err)
		}
		if off := int(math.Abs(float64(len(split.Test) - want))); off > best {
			t.Errorf("groups %v: a test part of %d is %d off, the best %d", sizes, len(split.Test), off, best)
		}
	}
}

// maps returns a copy, over which a loop that adds to the map can run.
func maps(m map[int]bool) map[int]bool {
	c := map[int]bool{}
	for k := range m {
		c[k] = true
	}
	return c
}

// TestStrataAreAlike checks that each part has its share of everyone above any rating.
func TestStrataAreAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		ds := grouped(random, 40+random.IntN(100), 5)
		n := len(ds.Respondents)
		o := experiment.Options{Stratify: true, Seed: random.Uint64(), TrainFraction: .8, Folds: 5}
		split, err := o.RandomSplit(ds, 0)
		if err != nil {
			t.Fatal(err)
		}
		folds, err := o.RandomFolds(ds, 0)
		if err != nil {
			t.Fatal(err)
		}
		checkParts(t, ds, false, split.Train, split.Test)
		checkParts(t, ds, false, folds...)
		if len(split.Train) != datasets.TrainSize(n, .8) {
			t.Errorf("%d of %d to train", len(split.Train), n)
		}
		for _, part := range append(folds, split.Test) {
			for level := .1; level < 1; level += .1 {
				above, all := 0, 0
				for i, r := range ds.Respondents {
					if r.Rating < level {
						continue
					}
					if all++; slices.Contains(part, i) {
						above++
					}
				}
				if share := float64(all*len(part)) / float64(n); math.Abs(float64(above)-share) > 2.01 {
					t.Errorf("%d of a part are rated %.1f or more, expected about %.1f", above, level, share)
				}
			}
		}
	}
}

func TestGroupErrors(t *testing.T) {
	ds := samples(t)[1]
	for i := range ds.Respondents {
		ds.Respondents[i].Attributes = map[string]string{"class": "a", "pair": fmt.Sprint(i / 10)}
	}
	for _, c := range []struct {
		o    experiment.Options
		want string
	}{
		{experiment.Options{Groups: "class"}, `found 1 group in "class", expected at least 2`},
		{experiment.Options{Groups: "pair", Folds: 5}, "found 3 groups, expected at least 5, the number of folds"},
		{experiment.Options{Groups: "school"}, `found no attribute "school", expected one of class, pair`},
		{experiment.Options{Subgroups: []string{"sex"}}, `found no attribute "sex"`},
	} {
		c.o.Trials, c.o.Approaches = 1, few(t, "CBG")
		_, err := experiment.CrossValidate(context.Background(), []*datasets.Dataset{ds}, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, expected %s", err, c.want)
		}
	}
}

// TestGivenSplit compares an evaluation on a given split with what each approach predicts on it.
func TestGivenSplit(t *testing.T) {
	ds := samples(t)[1]
	names := []string{"Train", "TRAIN", "test", "dev"}
	for i := range ds.Respondents {
		ds.Respondents[i].Attributes = map[string]string{"part": names[i%len(names)]}
	}
	o := experiment.Options{Split: "part", Approaches: few(t, "CBG", "BWO"), Predictions: true,
		Regressors: quickRegressors(t)}
	r := evaluate(t, []*datasets.Dataset{ds}, o)
	d := &r.Datasets[0]
	if r.Protocol != "given split" || !d.Given || d.Train != 16 || d.Test != 7 || len(d.Warnings) == 0 {
		t.Fatalf("%s, %d to train, %d to test, warnings %q", r.Protocol, d.Train, d.Test, d.Warnings)
	}
	mean, n := 0.0, 0.0
	for i := range ds.Respondents {
		if i%4 < 2 {
			mean, n = mean+ds.Respondents[i].Rating, n+1
		}
	}
	for k, p := range d.Results[0].Predictions {
		i := 2 + 4*k
		e := mean/n - ds.Respondents[i].Rating
		if d.Data.Respondents[p.Respondent].ID != ds.Respondents[i].ID || math.Abs(p.Rating-mean/n) > 1e-12 ||
			math.Abs(d.Results[0].SquaredErrors[k]-e*e) > 1e-12 {
			t.Errorf("prediction %v, squared error %v", p, d.Results[0].SquaredErrors[k])
		}
	}
	c, err := experiment.Compare(r, experiment.CompareOptions{Baseline: "CBG"})
	if err != nil {
		t.Fatal(err)
	}
	tests := d.Tests()
	for i, x := range d.Results[1:] {
		p := c.Datasets[0].Pairs[slices.IndexFunc(c.Datasets[0].Pairs, func(p experiment.Difference) bool {
			return p.A == x.Approach+"/"+x.Regressor
		})]
		if math.Abs(p.P-tests.VsCBG[i+1].P) > 1e-12 || math.Abs(p.Mean-(x.RMSEMean-d.Results[0].RMSEMean)) > 1e-12 ||
			p.Wins+p.Ties+p.Losses != 7 {
			t.Errorf("%s: comparison %+v, test %+v", x.Approach, p, tests.VsCBG[i+1])
		}
	}
	for i := range ds.Respondents {
		ds.Respondents[i].Attributes["part"] = "x"
	}
	if _, err := experiment.Evaluate(context.Background(), []*datasets.Dataset{ds}, o); err == nil ||
		!strings.Contains(err.Error(), `0 respondents to train and 0 to test in "part"`) {
		t.Errorf("without a split: %v", err)
	}
}

// TestWorkersDoNotMatterToGroups compares evaluations on one and on several goroutines.
func TestWorkersDoNotMatterToGroups(t *testing.T) {
	ds := samples(t)[1]
	for i := range ds.Respondents {
		ds.Respondents[i].Attributes = map[string]string{"class": fmt.Sprint(i % 7)}
	}
	o := experiment.Options{Groups: "class", Stratify: true, Trials: 6, Approaches: few(t, "BWO"), Workers: 1,
		Regressors: quickRegressors(t), Predictions: true}
	one := evaluate(t, []*datasets.Dataset{ds}, o).Datasets[0]
	o.Workers = 3
	three := evaluate(t, []*datasets.Dataset{ds}, o).Datasets[0]
	if diff := cmp.Diff(one.Results[0].RMSE, three.Results[0].RMSE); diff != "" || one.Groups != 7 {
		t.Errorf("%d groups; %s", one.Groups, diff)
	}
}
