package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// TestPowerRecord compares with scipy and statsmodels, whose smallest differences are by the
// noncentral t distribution; see testdata/make_power.py.
func TestPowerRecord(t *testing.T) {
	data, err := os.ReadFile("testdata/power.json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Cases []struct {
			Differences                           []float64
			Margin, T, P, Equivalence, Detectable float64
		}
	}
	if err := json.Unmarshal(data, &record); err != nil || len(record.Cases) < 20 {
		t.Fatalf("%d cases, %v", len(record.Cases), err)
	}
	for i, c := range record.Cases {
		mean, sd := MeanSD(c.Differences)
		n := float64(len(c.Differences))
		e := Estimate{mean, sd / math.Sqrt(n), n - 1}
		tt, p := e.T()
		near(t, fmt.Sprint(i, ": t"), tt, c.T)
		near(t, fmt.Sprint(i, ": p"), p, c.P)
		near(t, fmt.Sprint(i, ": equivalence"), e.Equivalence(c.Margin), c.Equivalence)
		if d := e.Detectable(); !(math.Abs(d/c.Detectable-1) < .015) {
			t.Errorf("%d: detectable %v, expected within 1.5%% of %v", i, d, c.Detectable)
		}
	}
}

// TestPowerHolds draws samples with the smallest difference and counts how often it is found, and
// samples at the margin and counts how often they are taken for equivalent.
func TestPowerHolds(t *testing.T) {
	found, equivalent := 0, 0
	const n, samples, sd = 12, 4000, .1
	delta := Estimate{0, sd / math.Sqrt(n), n - 1}.Detectable()
	rng := rand.New(rand.NewPCG(5, 6))
	for range samples {
		values := make([]float64, n)
		for i := range values {
			values[i] = delta + sd*rng.NormFloat64()
		}
		mean, s := MeanSD(values)
		e := Estimate{mean, s / math.Sqrt(n), n - 1}
		if _, p := e.T(); p < .05 {
			found++
		}
		if e.Equivalence(delta) < .05 {
			equivalent++
		}
	}
	if share := float64(found) / samples; math.Abs(share-.8) > .03 {
		t.Errorf("found %v of the smallest differences, expected .8", share)
	}
	if share := float64(equivalent) / samples; share > .06 {
		t.Errorf("%v of the differences at the margin are taken for none, expected .05", share)
	}
	for _, e := range []Estimate{{.1, 0, 3}, {math.NaN(), math.NaN(), 0}} {
		d, p := e.Detectable(), e.Equivalence(.2)
		if e.SE == 0 && (d != 0 || p != 0 || e.Equivalence(.05) != 1) ||
			e.SE != 0 && !(math.IsNaN(d) && math.IsNaN(p)) {
			t.Errorf("%+v: %v, %v", e, d, p)
		}
	}
}
