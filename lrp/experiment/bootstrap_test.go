package experiment

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/stats"
)

// bootstrapped returns the bootstrap of predictions of 60 respondents by three trials, their data
// set with two judges, and the outcomes.
func bootstrapped(t testing.TB, o Options, n int) (*DatasetReport, []outcome) {
	rng := numbers.Stream(3, "test", 0)
	ds := &datasets.Dataset{Questions: []datasets.Question{{ID: "a"}}}
	trials := make([]outcome, 3)
	for i := range n {
		a, b := float64(rng.IntN(5))/4, float64(rng.IntN(5))/4
		b = (b + 2*a) / 3
		ds.Respondents = append(ds.Respondents, datasets.Respondent{Rating: (a + b) / 2,
			Responses: []string{"x"}, Judgements: [][]float64{{a, b}},
			Attributes: map[string]string{"class": string(rune('a' + i%15))}})
		for k := range trials {
			trials[k].Test = append(trials[k].Test, i)
			trials[k].Ratings = append(trials[k].Ratings, min(max(a+.2*rng.NormFloat64(), 0), 1))
		}
	}
	r := newDatasetReport(ds, n, n)
	r.Results = []Result{{Means: Means{PearsonMean: 1}, HeldOut: newHeldOut(trials, r.Ratings)}}
	if err := r.bootstrap(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return r, trials
}

// slow returns the measures of the respondents of a list, in which some are there repeatedly.
func slow(r *DatasetReport, trials []outcome, people []int) measures {
	var predicted, rated, errors []float64
	own, _ := judgeRatings(r.Data, 2, r.Ratings)
	again := make([]outcome, len(trials))
	d := DatasetReport{Dataset: Dataset{Ratings: numbers.At(r.Ratings, people)}}
	for k, x := range trials {
		for i, who := range people {
			p, y := x.Ratings[who], r.Ratings[who]
			predicted, rated, errors = append(predicted, p), append(rated, y), append(errors, math.Abs(p-y))
			again[k].Test, again[k].Ratings = append(again[k].Test, i), append(again[k].Ratings, p)
		}
	}
	d.Results = []Result{{HeldOut: newHeldOut(again, d.Ratings)}}
	d.measureTrueScores([][]float64{numbers.At(own[0], people), numbers.At(own[1], people)})
	mae, _ := stats.MeanSD(errors)
	return measures{stats.UnroundedKappa(predicted, rated), stats.Pearson(predicted, rated), mae,
		*d.Results[0].PRMSE}
}

// TestBootstrap draws lists of respondents, or of classes, and computes all measures from scratch.
func TestBootstrap(t *testing.T) {
	for _, groups := range []string{"", "class"} {
		o := Options{Seed: 7, Groups: groups, Workers: 2}
		r, trials := bootstrapped(t, o, 60)
		units, err := r.resampled(o)
		if want := map[string]int{"": 60, "class": 15}[groups]; err != nil || len(units) != want {
			t.Fatalf("%d units (%v), want %d", len(units), err, want)
		}
		var values [4][]float64
		for i := range resamples {
			random := numbers.Stream(7, "bootstrap", i)
			var people []int
			for range units {
				people = append(people, units[random.IntN(len(units))]...)
			}
			for k, x := range slow(r, trials, people) {
				values[k] = append(values[k], x)
			}
		}
		everybody := slow(r, trials, slices.Concat(units...))
		b := r.Results[0].Bootstrap
		for k, got := range []*Measure{b.Kappa, b.Pearson, b.MAE, b.PRMSE} {
			slices.Sort(values[k]) // numpy's percentile of 1000 values: 24.975 and 974.025 after the first
			low := values[k][24] + .975*(values[k][25]-values[k][24])
			high := values[k][974] + .025*(values[k][975]-values[k][974])
			for i, x := range []float64{got.Value - everybody[k], got.CI95[0] - low, got.CI95[1] - high} {
				if !(math.Abs(x) < 1e-9) {
					t.Errorf("groups %q, measure %d: number %d of %v is off by %v", groups, k, i, got, x)
				}
			}
		}
	}
}

// The interval of a mean is that of the normal distribution, and one worker says what four say.
func TestBootstrapOfMean(t *testing.T) {
	r, _ := bootstrapped(t, Options{Workers: 4}, 400)
	_, sd := stats.MeanSD(r.Results[0].HeldOut.AbsoluteError)
	b := r.Results[0].Bootstrap
	for i, sign := range []float64{-1, 1} {
		if want := b.MAE.Value + sign*1.96*sd/20; math.Abs(b.MAE.CI95[i]-want) > .15*1.96*sd/20 {
			t.Errorf("%v of %v, by the normal distribution %v", b.MAE.CI95, b.MAE.Value, want)
		}
	}
	if one, _ := bootstrapped(t, Options{Workers: 1}, 400); !reflect.DeepEqual(one.Results, r.Results) {
		t.Errorf("one worker says %+v, four %+v", one.Results[0].Bootstrap, b)
	}
}

func BenchmarkBootstrap(b *testing.B) {
	o := Options{Workers: 2}
	r, _ := bootstrapped(b, o, 700)
	r.Results = slices.Repeat(r.Results, 40)
	for b.Loop() {
		if err := r.bootstrap(b.Context(), o); err != nil {
			b.Fatal(err)
		}
	}
}
