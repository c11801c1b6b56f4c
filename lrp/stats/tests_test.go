package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestWilcoxonEdges(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		diffs []float64
		w, p  float64
	}{
		{"none", nil, nan, nan},
		{"undefined", []float64{1, nan, 2}, nan, nan},
		{"all zero", []float64{0, 0, 0}, 0, 1},
		{"one", []float64{-3}, 0, 1},
		{"zeros are discarded", []float64{0, 1, 2, 0, 3}, 0, .25},
		{"equal", []float64{1, 1, 1, 1, 1}, 0, .0625},
		{"infinite", []float64{math.Inf(1), 1, 2}, 0, .25},
		{"balanced", []float64{1, -1}, 1.5, 1},
	} {
		w, p := Wilcoxon(c.diffs)
		near(t, c.name+": w", w, c.w)
		near(t, c.name+": p", p, c.p)
	}
}

// The exact p agrees with the enumeration of all choices of signs.
func TestWilcoxonEnumerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		largest := rapid.SampledFrom([]int{3, 1000}).Draw(t, "largest") // 3 for ties
		size := rapid.SliceOfN(rapid.IntRange(1, largest), 1, 9).Draw(t, "sizes")
		diffs := make([]float64, len(size))
		for i, s := range size {
			diffs[i] = float64(s)
			if rapid.Bool().Draw(t, "negative") {
				diffs[i] = -diffs[i]
			}
		}
		w, p := Wilcoxon(diffs)
		asFar := 0
		for signs := range 1 << len(size) {
			other := slices.Clone(diffs)
			for i := range other {
				if signs>>i&1 == 1 {
					other[i] = -other[i]
				}
			}
			if v, _ := Wilcoxon(other); v <= w {
				asFar++
			}
		}
		want := min(1, float64(asFar)/float64(int(1)<<len(size)))
		if math.Abs(p-want) > 1e-12 {
			t.Fatalf("p of %v is %v, by enumeration %v", diffs, p, want)
		}
	})
}

func TestWilcoxonProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		diffs := rapid.SliceOfN(rapid.Float64Range(-2, 2), 1, 120).Draw(t, "diffs")
		given := slices.Clone(diffs)
		w, p := Wilcoxon(diffs)
		if !slices.Equal(diffs, given) {
			t.Fatal("the differences were changed")
		}
		if !(p >= 0 && p <= 1) || !(w >= 0) {
			t.Fatalf("w %v, p %v", w, p)
		}
		for i := range diffs {
			diffs[i] *= -4
		}
		if w2, p2 := Wilcoxon(diffs); w2 != w || p2 != p {
			t.Fatalf("w, p = %v, %v, of the differences times -4 %v, %v", w, p, w2, p2)
		}
	})
}

func TestHolmProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 30).Draw(t, "p")
		given := slices.Clone(p)
		adjusted := Holm(p)
		if !slices.Equal(p, given) {
			t.Fatal("the p values were changed")
		}
		for i := range p {
			bonferroni := min(1, p[i]*float64(len(p)))
			if adjusted[i] < p[i] || adjusted[i] > bonferroni {
				t.Fatalf("%v became %v, Bonferroni has %v", p[i], adjusted[i], bonferroni)
			}
			for j := range p {
				if p[i] < p[j] && adjusted[i] > adjusted[j] {
					t.Fatalf("%v < %v became %v > %v", p[i], p[j], adjusted[i], adjusted[j])
				}
			}
		}
		// A NaN changes nothing else.
		at := rapid.IntRange(0, len(p)).Draw(t, "at")
		more := Holm(slices.Insert(slices.Clone(p), at, math.NaN()))
		if !math.IsNaN(more[at]) || !slices.Equal(slices.Delete(more, at, at+1), adjusted) {
			t.Fatalf("with NaN at %d: %v, without %v", at, more, adjusted)
		}
	})
}

func TestAverageEdges(t *testing.T) {
	nan := math.NaN()
	one := Estimate{Mean: .2, SE: .1, DF: 7}
	for _, c := range []struct {
		name         string
		estimates    []Estimate
		mean, se, df float64
	}{
		{"none", nil, nan, nan, nan},
		{"one", []Estimate{one}, .2, .1, 7},
		{"two alike", []Estimate{one, one}, .2, .1 / math.Sqrt2, 14},
		{"without error", []Estimate{{1, 0, 4}, {2, 0, 3}}, 1.5, 0, 7},
		{"one without error", []Estimate{one, {0, 0, 3}}, .1, .05, 7},
		{"undefined", []Estimate{one, {0, nan, 0}}, .1, nan, nan},
	} {
		e := Average(c.estimates)
		near(t, c.name+": mean", e.Mean, c.mean)
		near(t, c.name+": se", e.SE, c.se)
		near(t, c.name+": df", e.DF, c.df)
	}
}

func TestAgreementEdges(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name              string
		predicted, actual []float64
		k                 int
		accuracy, kappa   float64
		pearson           float64
	}{
		{"none", nil, nil, 2, nan, nan, nan},
		{"none left", []float64{nan, 1}, []float64{0, nan}, 2, nan, nan, nan},
		{"skipped", []float64{0, nan, 1, 1}, []float64{0, 1, 1, nan}, 2, 1, 1, 1},
		{"one pair", []float64{1}, []float64{1}, 2, 1, nan, nan},
		{"all the same", []float64{1, 1}, []float64{1, 1}, 2, 1, nan, nan},
		{"constant prediction", []float64{1, 1}, []float64{1, 0}, 2, .5, 0, nan},
		{"opposite", []float64{0, 1}, []float64{1, 0}, 2, 0, -1, -1},
		{"a tie passes", []float64{.5, .49}, []float64{1, 0}, 2, 1, 1, 1},
		{"beyond the scale", []float64{-3, 7}, []float64{0, 1}, 5, 1, 1, 1},
		{"one level", []float64{0, 1}, []float64{0, 1}, 1, 1, nan, 1},
	} {
		near(t, c.name+": accuracy", Accuracy(c.predicted, c.actual), c.accuracy)
		near(t, c.name+": kappa", QuadraticKappa(c.predicted, c.actual, c.k), c.kappa)
		near(t, c.name+": r", Pearson(c.predicted, c.actual), c.pearson)
	}
	defer func() {
		if recover() == nil {
			t.Error("slices of different lengths are accepted")
		}
	}()
	Accuracy([]float64{1}, nil)
}

func TestAgreementProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 12).Draw(t, "k")
		n := rapid.IntRange(1, 40).Draw(t, "n")
		thousandth := func(i int) float64 { return float64(i) / 1000 }
		grade := rapid.Map(rapid.IntRange(0, 1000), thousandth)
		grades := rapid.SliceOfN(grade, n, n)
		a, b := grades.Draw(t, "a"), grades.Draw(t, "b")
		for name, f := range map[string]func(a, b []float64) float64{
			"accuracy": Accuracy, "r": Pearson,
			"kappa": func(a, b []float64) float64 { return QuadraticKappa(a, b, k) },
		} {
			x, y := f(a, b), f(b, a)
			if math.IsNaN(x) != math.IsNaN(y) || math.Abs(x-y) > 1e-12 {
				t.Fatalf("%s is %v one way and %v the other", name, x, y)
			}
			if x < -1-1e-12 || x > 1+1e-12 {
				t.Fatalf("%s is %v", name, x)
			}
			if self := f(a, a); !math.IsNaN(self) && math.Abs(self-1) > 1e-12 {
				t.Fatalf("%s with itself is %v", name, self)
			}
		}
	})
}

func TestGatekeeper(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		p       []float64
		primary int
		want    []float64
	}{
		{[]float64{.01, .02, .03}, 0, []float64{.01, .04, .04}},
		{[]float64{.01, .02, .03}, 2, []float64{.03, .03, .03}},
		{[]float64{.2, .001, nan}, 0, []float64{.2, .2, nan}},
		{[]float64{nan, .02, .03}, 0, []float64{nan, .04, .04}}, // as Holm
		{[]float64{.04}, 0, []float64{.04}},
		{[]float64{.01, .02, .03}, -1, []float64{.03, .04, .04}}, // no primary test: as Holm
	} {
		got := Gatekeeper(c.p, c.primary)
		for i, want := range c.want {
			if math.Abs(got[i]-want) > 1e-15 || math.IsNaN(got[i]) != math.IsNaN(want) {
				t.Errorf("%v, primary %d: %v, want %v", c.p, c.primary, got, c.want)
				break
			}
		}
	}
}
