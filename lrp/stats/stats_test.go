package stats

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	tolerance := 1e-9 * math.Max(1, math.Abs(want))
	if math.IsNaN(want) != math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s = %v, expected %v", what, got, want)
	}
}

var five = []float64{.10, .12, .09, .15, .11}

func TestMeanSD(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name     string
		values   []float64
		mean, sd float64
	}{
		{"by hand", []float64{2, 4, 4, 4, 5, 5, 7, 9}, 5, math.Sqrt(32. / 7)},
		{"numpy", five, 0.11399999999999999, 0.023021728866442673},
		{"constant", []float64{.1, .1, .1}, .1, 0},
		{"one", []float64{.3}, .3, nan},
		{"none", nil, nan, nan},
		{"undefined", []float64{1, nan}, nan, nan},
	} {
		mean, sd := MeanSD(c.values)
		near(t, c.name+": mean", mean, c.mean)
		near(t, c.name+": sd", sd, c.sd)
	}
}

// waves returns a hundred differences with a mean slightly below 0.
func waves() []float64 {
	d := make([]float64, 100)
	for i := range d {
		d[i] = math.Sin(float64(i))*.01 - .004
	}
	return d
}

// The expected values are from scipy.stats.t (ppf and sf) and numpy's std(ddof=1).
func TestCorrectedEstimateInterval(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name        string
		values      []float64
		train, test int
		lo, hi      float64
	}{
		{"five trials", five, 80, 20, 0.07112212213519459, 0.1568778778648054},
		{"hundred trials", waves(), 558, 140, -0.011165456849180876, 0.0032412957746707424},
		{"constant", []float64{.2, .2}, 4, 1, .2, .2},
		{"one trial", []float64{.2}, 4, 1, nan, nan},
		{"no trials", nil, 4, 1, nan, nan},
		{"nothing to train", five, 0, 1, nan, nan},
		{"nothing to test", five, 4, 0, nan, nan},
		{"undefined", []float64{.1, nan, .2}, 4, 1, nan, nan},
	} {
		lo, hi := CorrectedEstimate(c.values, c.train, c.test).Interval()
		near(t, c.name+": lo", lo, c.lo)
		near(t, c.name+": hi", hi, c.hi)
	}
}

func TestCorrectedEstimateT(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name        string
		diffs       []float64
		train, test int
		t, p        float64
	}{
		{"six trials", []float64{-.02, -.05, .01, -.03, -.04, -.02}, 19, 5, -1.838908695997825, 0.12532336496451435},
		{"hundred trials", waves(), 558, 140, -1.0913809059577426, 0.2777543209662397},
		{"all zero", []float64{0, 0, 0}, 4, 1, 0, 1},
		{"one trial", []float64{-.1}, 4, 1, nan, nan},
		{"no trials", nil, 4, 1, nan, nan},
		{"nothing to train", five, 0, 1, nan, nan},
		{"undefined", []float64{.1, nan}, 4, 1, nan, nan},
	} {
		got, p := CorrectedEstimate(c.diffs, c.train, c.test).T()
		near(t, c.name+": t", got, c.t)
		near(t, c.name+": p", p, c.p)
	}
	got, p := CorrectedEstimate([]float64{-.5, -.5}, 4, 1).T()
	if !math.IsInf(got, -1) || p != 0 {
		t.Errorf("constant difference: t, p = %v, %v, expected -Inf, 0", got, p)
	}
}

// The interval excludes 0 if and only if the test rejects at 5%.
func TestIntervalAgreesWithTest(t *testing.T) {
	base := waves()
	for shift := -.02; shift <= .02; shift += .0005 {
		d := make([]float64, len(base))
		for i, v := range base {
			d[i] = v + shift
		}
		e := CorrectedEstimate(d, 80, 20)
		lo, hi := e.Interval()
		_, p := e.T()
		if outside := lo > 0 || hi < 0; outside != (p < .05) {
			t.Errorf("shift %v: interval [%v, %v] but p = %v", shift, lo, hi, p)
		}
	}
}
