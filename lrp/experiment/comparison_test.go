package experiment_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// errorsOf returns a report with the given errors of each approach, one map per data set.
func errorsOf(sets ...map[string][]float64) *experiment.Report {
	r := &experiment.Report{
		Settings: experiment.Settings{
			Format:        "lrp-report",
			Version:       1,
			Trials:        4,
			TrainFraction: .8,
		},
	}
	for i, errors := range sets {
		d := experiment.DatasetReport{
			Dataset: experiment.Dataset{Name: string(rune('a' + i)), Train: 40 + i, Test: 10 + i},
		}
		for _, name := range []string{"CBG", "BOW/ols", "BOW/lasso", "AUTO/auto", "COM/ols"} {
			if e, ok := errors[name]; ok {
				approach, regressor, _ := strings.Cut(name, "/")
				if regressor == "" {
					regressor = "none"
				}
				d.Results = append(
					d.Results, experiment.Result{Approach: approach, Regressor: regressor, RMSE: e},
				)
			}
		}
		r.Datasets = append(r.Datasets, d)
	}
	return r
}

func compare(
	t *testing.T, r *experiment.Report, o experiment.CompareOptions,
) *experiment.Comparison {
	t.Helper()
	c, err := experiment.Compare(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// spread draws errors around a mean for each of n data sets.
func spread(n int, means map[string]float64) *experiment.Report {
	rng := rand.New(rand.NewPCG(3, 4))
	var sets []map[string][]float64
	for range n {
		set := map[string][]float64{}
		for _, name := range []string{"CBG", "BOW/ols", "AUTO/auto"} {
			for range 12 {
				set[name] = append(set[name], means[name]+.03*rng.Float64())
			}
		}
		sets = append(sets, set)
	}
	return errorsOf(sets...)
}

var three = map[string]float64{"CBG": .2, "BOW/ols": .19, "AUTO/auto": .21}

// TestCompare compares every number with the statistic computed separately.
func TestCompare(t *testing.T) {
	r := spread(5, three)
	c := compare(t, r, experiment.CompareOptions{Baseline: "cbg"})
	if c.Baseline != "CBG" || c.Best || len(c.Datasets) != 5 || len(c.Overall) != 2 {
		t.Fatalf("%+v", c)
	}
	holm := make([][]float64, len(c.Datasets)) // a family for each data set
	for i, d := range c.Datasets {
		var p []float64
		base := r.Datasets[i].Results[0].RMSE
		for k, pair := range d.Pairs {
			// The lower mean comes first.
			from := r.Datasets[i].Results[1+k]
			if want := []string{"BOW/ols", "AUTO"}[k]; pair.A != want || pair.B != "CBG" {
				t.Fatalf("pair %d is %s and %s, want %s and CBG", k, pair.A, pair.B, want)
			}
			diffs := make([]float64, len(base))
			wins := 0
			for j := range diffs {
				if diffs[j] = from.RMSE[j] - base[j]; diffs[j] < 0 {
					wins++
				}
			}
			mean, _ := stats.MeanSD(diffs)
			wantT, wantP := stats.CorrectedEstimate(diffs, 40+i, 10+i).T()
			lo, hi := stats.CorrectedEstimate(diffs, 40+i, 10+i).Interval()
			if pair.Mean != mean || pair.T != wantT || pair.P != wantP || pair.DF != 11 ||
				pair.CI95 != [2]float64{lo, hi} {
				t.Errorf("set %d, pair %d: %+v", i, k, pair)
			}
			if pair.Wins != wins || pair.Ties != 0 || pair.Losses != 12-wins {
				t.Errorf(
					"set %d, pair %d: %d wins, %d ties, %d losses, want %d wins", i, k, pair.Wins,
					pair.Ties, pair.Losses, wins,
				)
			}
			p = append(p, wantP)
		}
		holm[i] = stats.Holm(p)
		if d.Comparisons != 2 {
			t.Errorf("set %d: %d comparisons, want 2", i, d.Comparisons)
		}
	}
	for k, o := range c.Overall {
		var estimates []stats.Estimate
		var means []float64
		better, worse, won := 0, 0, 0
		for i, d := range c.Datasets {
			pair := d.Pairs[k]
			if pair.PHolm != holm[i][k] {
				t.Errorf("set %d, pair %d: adjusted %v, want %v", i, k, pair.PHolm, holm[i][k])
			}
			estimates = append(
				estimates, stats.Estimate{Mean: pair.Mean, SE: pair.Mean / pair.T, DF: 11},
			)
			means = append(means, pair.Mean)
			if pair.Mean < 0 {
				won++
			}
			if pair.PHolm < .05 && pair.Mean < 0 {
				better++
			} else if pair.PHolm < .05 {
				worse++
			}
		}
		d, e := o.Difference, stats.Average(estimates)
		_, wantP := e.T()
		_, wilcoxon := stats.Wilcoxon(means)
		for what, pair := range map[string][2]float64{
			"mean": {d.Mean, e.Mean}, "df": {d.DF, e.DF}, "p": {d.P, wantP},
			"signed-rank p": {o.Wilcoxon, wilcoxon}, "error": {d.RMSEA - d.RMSEB, e.Mean},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("over all, pair %d: %s %v, want %v", k, what, pair[0], pair[1])
			}
		}
		if o.Better != better || o.Worse != worse || d.Wins != won || d.Losses != 5-won ||
			o.Sets != 5 {
			t.Errorf(
				"over all, pair %d: %+v, want %d better, %d worse, %d won", k, o, better, worse,
				won,
			)
		}
	}
	if four := compare(t, spread(4, three), experiment.CompareOptions{}).Overall[0]; !math.IsNaN(
		four.Wilcoxon,
	) ||
		!math.IsNaN(four.WilcoxonHolm) {
		t.Errorf("four sets are tested as a sample: %+v", four)
	}
	if one := compare(t, spread(1, three), experiment.CompareOptions{}); one.Overall != nil {
		t.Errorf("over one data set: %+v", one.Overall)
	}
}

func TestCompareBaselines(t *testing.T) {
	r := spread(2, three)
	for _, c := range []struct {
		baseline, want string
		best           bool
	}{
		{"", "BOW/ols", true}, {"best", "BOW/ols", true}, {" BEST ", "BOW/ols", true},
		{"bow", "BOW/ols", false}, {"Bow/OLS", "BOW/ols", false}, {"auto", "AUTO", false}, {"CBG", "CBG", false},
	} {
		got := compare(t, r, experiment.CompareOptions{Baseline: c.baseline})
		if got.Baseline != c.want || got.Best != c.best {
			t.Errorf(
				"baseline %q: %s, best %t, want %s, %t", c.baseline, got.Baseline, got.Best, c.want,
				c.best,
			)
		}
		for _, p := range got.Datasets[1].Pairs {
			if p.B != c.want || p.A == c.want {
				t.Errorf("baseline %q: %s is compared with %s", c.baseline, p.A, p.B)
			}
		}
	}
}

// TestCompareAllPairs checks that all pairs are compared once, with the numbers for either
// baseline.
func TestCompareAllPairs(t *testing.T) {
	r := spread(2, three)
	all := compare(t, r, experiment.CompareOptions{AllPairs: true, Baseline: "nobody"})
	if all.Baseline != "" || len(all.Datasets[0].Pairs) != 3 || len(all.Overall) != 3 {
		t.Fatalf("%+v", all)
	}
	for _, base := range []string{"CBG", "BOW/ols", "AUTO"} {
		c := compare(t, r, experiment.CompareOptions{Baseline: base})
		for i, d := range c.Datasets {
			for _, p := range d.Pairs {
				found := false
				for _, q := range all.Datasets[i].Pairs {
					same := p.A == q.A && p.B == q.B && p.Mean == q.Mean && p.Wins == q.Wins
					turned := p.A == q.B && p.B == q.A && p.Mean == -q.Mean && p.Wins == q.Losses
					found = found ||
						(same || turned) && math.Abs(p.P-q.P) < 1e-12 &&
							q.PHolm >= p.PHolm-1e-12
				}
				if !found {
					t.Errorf("%s against %s is not among all pairs: %+v", p.A, p.B, p)
				}
			}
		}
	}
	// A baseline that was found by its error is adjusted for all pairs.
	for i, d := range compare(t, r, experiment.CompareOptions{}).Datasets {
		if d.Comparisons != 3 {
			t.Errorf("set %d: %d comparisons with the best, want 3", i, d.Comparisons)
		}
		for _, p := range d.Pairs {
			if !slices.ContainsFunc(all.Datasets[i].Pairs, func(q experiment.Difference) bool {
				return q.PHolm == p.PHolm && math.Abs(q.Mean) == math.Abs(p.Mean)
			}) {
				t.Errorf("set %d: %+v is not adjusted as among all pairs", i, p)
			}
		}
	}
	for _, o := range all.Overall {
		if o.Difference.Mean > 0 {
			t.Errorf("%s, with the higher error, comes before %s", o.Difference.A, o.Difference.B)
		}
	}
}

func TestCompareEqual(t *testing.T) {
	low, high := []float64{.1, .2, .3, .2}, []float64{.2, .2 + 1e-12, .5, .3}
	r := errorsOf(
		map[string][]float64{"CBG": high, "BOW/ols": low, "BOW/lasso": high, "AUTO/auto": low},
	)
	c := compare(t, r, experiment.CompareOptions{})
	if len(c.Contenders) != 2 || !slices.Equal(c.Contenders[0].Equal, []string{"AUTO"}) ||
		!slices.Equal(c.Contenders[1].Equal, []string{"BOW/lasso"}) {
		t.Errorf("contenders %+v", c.Contenders)
	}
	if p := c.Datasets[0].Pairs; len(p) != 1 || p[0].A != "CBG" || p[0].Ties != 1 ||
		p[0].Losses != 3 {
		t.Errorf("pairs %+v", p)
	}
	// The given baseline represents the contenders equal to it.
	if c := compare(t, r, experiment.CompareOptions{Baseline: "BOW/lasso"}); c.Baseline != "BOW/lasso" ||
		!slices.Equal(c.Contenders[1].Equal, []string{"CBG"}) {
		t.Errorf("contenders %+v", c.Contenders)
	}
	// Contenders that are equal on only one data set are still compared.
	r = errorsOf(
		map[string][]float64{"CBG": high, "BOW/ols": high},
		map[string][]float64{"CBG": high, "BOW/ols": low},
	)
	if p := compare(t, r, experiment.CompareOptions{Baseline: "CBG"}).Datasets[0].Pairs[0]; p.P != 1 ||
		p.T != 0 ||
		p.Ties != 4 {
		t.Errorf("%+v", p)
	}
}

func TestCompareRefuses(t *testing.T) {
	e := []float64{.1, .2}
	twice := errorsOf(map[string][]float64{"CBG": e, "BOW/ols": {.3, .1}})
	twice.Datasets[0].Results = append(twice.Datasets[0].Results, twice.Datasets[0].Results[0])
	for _, c := range []struct {
		r        *experiment.Report
		baseline string
		want     string
	}{
		{&experiment.Report{}, "", "found no data set"},
		{errorsOf(map[string][]float64{}), "", "a: found no results"},
		{errorsOf(map[string][]float64{"CBG": e}),
			"", "found a single approach, expected at least 2"},
		{errorsOf(map[string][]float64{"CBG": e, "BOW/ols": e}),
			"", "found nothing to compare with CBG: BOW/ols had the same error in every trial"},
		{errorsOf(map[string][]float64{"CBG": e, "BOW/ols": {.1}}),
			"", "a: found the errors of 1 trials for BOW/ols"},
		{errorsOf(map[string][]float64{"CBG": {}, "BOW/ols": {}}),
			"", "a: found the errors of 0 trials for CBG"},
		{errorsOf(map[string][]float64{"CBG": e, "BOW/ols": {.1, math.NaN()}}),
			"", "a: found error NaN for BOW/ols in trial 1"},
		{errorsOf(map[string][]float64{"CBG": e, "BOW/ols": {-1, 0}}),
			"", "a: found error -1 for BOW/ols in trial 0"},
		{errorsOf(map[string][]float64{"CBG": e, "BOW/ols": e}, map[string][]float64{"CBG": e}),
			"", "b: found 1 results, expected 2 as for a"},
		{errorsOf(map[string][]float64{"CBG": e, "BOW/ols": e}, map[string][]float64{"CBG": e, "COM/ols": e}),
			"", "b: found COM/ols, which a does not have"},
		{twice, "", "a: found CBG twice"},
		{errorsOf(map[string][]float64{"CBG": e, "BOW/ols": {.3, .1}}),
			"SNL", `unknown baseline "SNL"; known: best, CBG, BOW/ols`},
		{errorsOf(map[string][]float64{"CBG": e, "BOW/ols": {.3, .1}, "BOW/lasso": e}),
			"bow", `unknown baseline "bow"; known: best, BOW/ols, BOW/lasso`},
	} {
		_, err := experiment.Compare(c.r, experiment.CompareOptions{Baseline: c.baseline})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("found error %v, expected one with %q", err, c.want)
		}
		var unknown *approach.UnknownError
		if errors.As(err, &unknown) != (c.baseline != "") {
			t.Errorf("%v: an UnknownError: %t", err, !errors.As(err, &unknown))
		}
	}
}

func TestCompareCheck(t *testing.T) {
	approaches, err := approach.Select(approach.All(), "CBG", "BOW")
	if err != nil {
		t.Fatal(err)
	}
	both := []regress.Regressor{regress.OLS{}, regress.NewLasso()}
	for _, c := range []struct {
		o          experiment.CompareOptions
		regressors []regress.Regressor
		ok         bool
	}{
		{experiment.CompareOptions{}, both, true},
		{experiment.CompareOptions{Baseline: "BOW"}, both[:1], true},
		{experiment.CompareOptions{Baseline: "BOW"}, both, false},
		{experiment.CompareOptions{Baseline: "bow/LASSO"}, both, true},
		{experiment.CompareOptions{Baseline: "BOW/lasso"}, both[:1], false},
		{experiment.CompareOptions{Baseline: "BOW", AllPairs: true}, both, true},
	} {
		o := experiment.Options{Approaches: approaches, Regressors: c.regressors}
		if err := c.o.Check(o); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	single := experiment.Options{Approaches: approaches[:1], Regressors: both}
	if err := (experiment.CompareOptions{}).Check(single); err == nil {
		t.Error("a single approach was accepted for comparison")
	}
}

// FuzzCompare reads arbitrary reports: none may cause a panic or p values outside [0,1].
func FuzzCompare(f *testing.F) {
	for _, r := range []*experiment.Report{
		spread(6, three), errorsOf(map[string][]float64{"CBG": {.1}, "BOW/ols": {1e308}}),
		errorsOf(map[string][]float64{"CBG": {0, 0}, "BOW/ols": {1e-300, 1e300}}),
	} {
		data, err := json.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, true)
		f.Add(data, false)
	}
	f.Fuzz(func(t *testing.T, data []byte, allPairs bool) {
		var r experiment.Report
		if json.Unmarshal(data, &r) != nil {
			return
		}
		c, err := experiment.Compare(&r, experiment.CompareOptions{AllPairs: allPairs})
		if err != nil {
			return
		}
		if _, err := json.Marshal(c); err != nil {
			t.Fatal(err)
		}
		for _, d := range c.Datasets {
			for _, p := range d.Pairs {
				for _, x := range []float64{p.P, p.PHolm} {
					if x < 0 || x > 1 {
						t.Fatalf("%+v", p)
					}
				}
			}
		}
	})
}
