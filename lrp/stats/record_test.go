package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
)

// record holds results of scipy and scikit-learn; see testdata/make_fixtures.py.
type record struct {
	Wilcoxon []struct {
		Diffs []float64
		W, P  float64
	}
	Holm      []struct{ P, Holm []float64 }
	Agreement []struct {
		Predicted, Actual        []float64
		K                        int
		Accuracy, Kappa, Pearson float64
	}
	Combined []struct {
		Samples []struct {
			Values      []float64
			Train, Test int
		}
		Mean, DF, T, P, Low, High float64
	}
}

func recorded(t *testing.T) record {
	t.Helper()
	data, err := os.ReadFile("testdata/scipy.json")
	if err != nil {
		t.Fatal(err)
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Wilcoxon) < 40 || len(r.Holm) < 5 || len(r.Agreement) < 15 || len(r.Combined) < 2 {
		t.Fatal("testdata/scipy.json is incomplete")
	}
	return r
}

func TestWilcoxonRecord(t *testing.T) {
	for i, c := range recorded(t).Wilcoxon {
		w, p := Wilcoxon(c.Diffs)
		near(t, fmt.Sprint(i, ": w"), w, c.W)
		if tied(c.Diffs) && len(c.Diffs) <= maxExactTied {
			continue // the record is the approximation; see TestWilcoxonEnumerated
		}
		near(t, fmt.Sprint(i, ": p"), p, c.P)
	}
}

// tied reports whether some differences are 0 or have the same size.
func tied(diffs []float64) bool {
	sizes := map[float64]bool{0: true}
	for _, d := range diffs {
		if sizes[math.Abs(d)] {
			return true
		}
		sizes[math.Abs(d)] = true
	}
	return false
}

func TestHolmRecord(t *testing.T) {
	for i, c := range recorded(t).Holm {
		for j, p := range Holm(c.P) {
			near(t, fmt.Sprint(i, ": ", j), p, c.Holm[j])
		}
	}
}

func TestAgreementRecord(t *testing.T) {
	for i, c := range recorded(t).Agreement {
		near(t, fmt.Sprint(i, ": accuracy"), Accuracy(c.Predicted, c.Actual), c.Accuracy)
		near(t, fmt.Sprint(i, ": kappa"), QuadraticKappa(c.Predicted, c.Actual, c.K), c.Kappa)
		near(t, fmt.Sprint(i, ": r"), Pearson(c.Predicted, c.Actual), c.Pearson)
	}
}

func TestAverageRecord(t *testing.T) {
	for i, c := range recorded(t).Combined {
		var estimates []Estimate
		for _, s := range c.Samples {
			estimates = append(estimates, CorrectedEstimate(s.Values, s.Train, s.Test))
		}
		e := Average(estimates)
		tt, p := e.T()
		lo, hi := e.Interval()
		near(t, fmt.Sprint(i, ": mean"), e.Mean, c.Mean)
		near(t, fmt.Sprint(i, ": df"), e.DF, c.DF)
		near(t, fmt.Sprint(i, ": t"), tt, c.T)
		near(t, fmt.Sprint(i, ": p"), p, c.P)
		near(t, fmt.Sprint(i, ": low"), lo, c.Low)
		near(t, fmt.Sprint(i, ": high"), hi, c.High)
	}
}
