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
	"github.com/luna-rating/luna/regress"
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

// TestGroupsAreDrawnAlike counts how often each of some unequal groups is in a test part.
func TestGroupsAreDrawnAlike(t *testing.T) {
	const trials = 2000
	ds := grouped(rand.New(rand.NewPCG(3, 4)), 200, 10)
	o := experiment.Options{Groups: "class", TrainFraction: .8, Seed: 5}
	tested, sizes := map[string]int{}, 0
	for i := range trials {
		split, err := o.RandomSplit(ds, i)
		if err != nil {
			t.Fatal(err)
		}
		classes := map[string]bool{}
		for _, i := range split.Test {
			classes[ds.Respondents[i].Attributes["class"]] = true
		}
		for class := range classes {
			tested[class]++
		}
		sizes += len(split.Test)
	}
	least, most := trials, 0
	for _, n := range tested {
		least, most = min(least, n), max(most, n)
	}
	if len(tested) != 10 || least < trials/10 || most > 2*least {
		t.Errorf("groups are in %v of %d test parts", tested, trials)
	}
	if mean := float64(sizes) / trials; mean < 30 || mean > 60 {
		t.Errorf("test parts have %.1f of 200 respondents on average", mean)
	}
}

// TestFewGroups checks that few groups are each left out once, whatever the protocol, and that each
// fold is one of them.
func TestFewGroups(t *testing.T) {
	ds := grouped(rand.New(rand.NewPCG(9, 1)), 60, 6)
	o := experiment.Options{Groups: "class", Approaches: few(t, "CBG"), Predictions: true}
	run := map[string]func(context.Context, []*datasets.Dataset, experiment.Options) (*experiment.Report, error){
		"splits": experiment.Evaluate, "folds": experiment.CrossValidate, "leave one out": experiment.LeaveOneOut}
	for name, evaluate := range run {
		fits := 0
		o.Progress = func(done, total int) { fits = total }
		r, err := evaluate(t.Context(), []*datasets.Dataset{ds}, o)
		if err != nil {
			t.Fatal(err)
		}
		d := &r.Datasets[0]
		x := d.Results[0]
		if d.Folds != 6 || d.Groups != 6 || d.Test != 10 || d.Train != 50 || len(x.RMSE) != 6 || fits != 6 ||
			!(x.RMSESD > 0) || len(x.SquaredErrors) != 60 {
			t.Errorf("%s: %d folds of %d groups, %d to train, %d to test, %d fits, RMSE %v ± %v", name, d.Folds,
				d.Groups, d.Train, d.Test, fits, x.RMSE, x.RMSESD)
		}
		parts := make([][]int, 6)
		for _, p := range x.Predictions {
			parts[p.Trial] = append(parts[p.Trial], p.Respondent)
		}
		checkParts(t, ds, true, parts...)
		if warned := len(d.Warnings) == 1; warned != (name != "leave one out") {
			t.Errorf("%s: warnings %q", name, d.Warnings)
		}
	}
}

// TestFalseFindings shuffles the ratings of people in a few unequal classes and counts how often an
// approach is then significantly better than the constant guess.
func TestFalseFindings(t *testing.T) {
	const sets, level = 60, .05
	found := 0
	for set := range sets {
		random := rand.New(rand.NewPCG(uint64(set), 11))
		ds := grouped(random, 40, 4)
		for i := range ds.Respondents {
			ds.Respondents[i].Responses[0] = fmt.Sprintf("w%d w%d", random.IntN(4), random.IntN(4))
		}
		r := evaluate(t, []*datasets.Dataset{ds}, experiment.Options{Groups: "class", Trials: 20, Seed: 1,
			Approaches: few(t, "CBG", "BOW", "NNO"), Regressors: []regress.Regressor{regress.Ridge{}}})
		for _, test := range r.Datasets[0].Tests().VsCBG {
			if test.Outcome == experiment.Better {
				found++
				break
			}
		}
	}
	if limit := level*sets + 3*math.Sqrt(level*(1-level)*sets); float64(found) > limit {
		t.Errorf("something is better in %d of %d sets of shuffled ratings, expected at most %.0f", found, sets,
			limit)
	}
}

// Two groups that are left out once have one degree of freedom, and trials with the same test part
// have no spread.
func TestTooFewToTest(t *testing.T) {
	two := grouped(rand.New(rand.NewPCG(1, 1)), 20, 2)
	pair := grouped(rand.New(rand.NewPCG(1, 1)), 2, 2)
	for i := range two.Respondents {
		two.Respondents[i].Responses[0] = fmt.Sprintf("w%d w%d", i%4, i%3)
	}
	approaches := few(t, "CBG", "BOW")
	for name, c := range map[string]struct {
		ds      *datasets.Dataset
		o       experiment.Options
		errors  int
		spread  bool
		outcome experiment.Outcome
	}{
		"two groups": {two, experiment.Options{Groups: "class", Trials: 20}, 2, true, experiment.Untested},
		"one split":  {pair, experiment.Options{Trials: 2, Seed: oneSplit(t, 2)}, 1, false, experiment.Equal},
	} {
		c.o.Approaches, c.o.Regressors = approaches, quickRegressors(t)
		r := evaluate(t, []*datasets.Dataset{c.ds}, c.o)
		x := result(t, r, "BOW", "ols")
		test := r.Datasets[0].Tests().VsCBG[1]
		if len(x.RMSE) != c.errors || math.IsNaN(x.RMSESD) == c.spread || !math.IsNaN(x.RMSECI95[1]) ||
			test.Outcome != c.outcome || !math.IsNaN(test.P) {
			t.Errorf("%s: %+v, test %+v", name, x, test)
		}
		compared, err := experiment.Compare(r, experiment.CompareOptions{Baseline: "CBG"})
		if err == nil && !math.IsNaN(compared.Datasets[0].Pairs[0].P) {
			t.Errorf("%s: %+v", name, compared.Datasets[0].Pairs)
		}
	}
}

// oneSplit returns a seed whose first two splits of n respondents are the same.
func oneSplit(t *testing.T, n int) uint64 {
	for seed := range uint64(100) {
		s, err := datasets.NewSplitter(n, .8, seed)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Equal(s.Split(0).Test, s.Split(1).Test) {
			return seed
		}
	}
	t.Fatal("found no such seed")
	return 0
}

// TestDataOfOnesOwn evaluates data sets that are not valid.
func TestDataOfOnesOwn(t *testing.T) {
	for want, change := range map[string]func(*datasets.Dataset){
		"rating 66.7 for respondent \"3\"": func(ds *datasets.Dataset) { ds.Respondents[3].Rating = 66.7 },
		"0 responses for respondent \"3\"": func(ds *datasets.Dataset) { ds.Respondents[3].Responses = nil },
		"found nil":                        nil,
	} {
		ds := grouped(rand.New(rand.NewPCG(1, 1)), 20, 4)
		if change != nil {
			change(ds)
		} else {
			ds = nil
		}
		o := experiment.Options{Trials: 2, Approaches: few(t, "CBG", "BOW")}
		for name, run := range map[string]func(context.Context, []*datasets.Dataset, experiment.Options) (
			*experiment.Report, error){"evaluate": experiment.Evaluate, "curve": experiment.Curve,
			"folds": experiment.CrossValidate, "leave one out": experiment.LeaveOneOut} {
			if _, err := run(t.Context(), []*datasets.Dataset{ds}, o); err == nil ||
				!strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, expected %s", name, err, want)
			}
		}
		if _, err := experiment.MeasureTrust(t.Context(), ds, few(t, "BOW")[0], o); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("trust: error %v, expected %s", err, want)
		}
	}
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
	for _, refused := range []experiment.Options{{Trials: 2}, {TrainFraction: .5}, {Groups: "part"},
		{Stratify: true}} {
		refused.Split = "part"
		if _, err := experiment.Evaluate(t.Context(), []*datasets.Dataset{ds}, refused); err == nil {
			t.Errorf("found no error for %+v", refused)
		}
	}
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
