package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// TestReliabilityRecord compares with other programs; see testdata/make_reliability.py.
func TestReliabilityRecord(t *testing.T) {
	var r struct {
		Pairs []struct {
			Predicted, Actual []float64
			Kappa, Spearman   float64
		}
		Judges []struct {
			Units        [][]*float64
			Single, Mean *float64
			Alpha        float64
		}
	}
	data, err := os.ReadFile("testdata/reliability.json")
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil || len(r.Pairs) < 16 || len(r.Judges) < 7 {
		t.Fatal("testdata/reliability.json is incomplete: ", err)
	}
	for i, c := range r.Pairs {
		near(t, fmt.Sprint(i, ": kappa"), UnroundedKappa(c.Predicted, c.Actual), c.Kappa)
		near(t, fmt.Sprint(i, ": Spearman"), Spearman(c.Predicted, c.Actual), c.Spearman)
	}
	for i, c := range r.Judges {
		var units [][]float64
		for _, u := range c.Units {
			var values []float64
			for _, x := range u {
				if values = append(values, math.NaN()); x != nil {
					values[len(values)-1] = *x
				}
			}
			units = append(units, values)
		}
		near(t, fmt.Sprint(i, ": alpha"), Krippendorff(units), c.Alpha)
		if c.Single == nil {
			continue // pingouin has none with missing values
		}
		for range 2 { // then with units that do not count
			single, mean := ICC(units)
			near(t, fmt.Sprint(i, ": ICC(2,1)"), single, *c.Single)
			near(t, fmt.Sprint(i, ": ICC(2,k)"), mean, *c.Mean)
			units = append(units, append([]float64{math.NaN()}, units[0][1:]...), nil, []float64{3})
		}
	}
}

// TestShroutFleiss has the figures that Shrout and Fleiss (1979) print in table 4 for theirs of
// table 2.
func TestShroutFleiss(t *testing.T) {
	single, mean := ICC([][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6},
		{10, 5, 6, 9}, {6, 2, 4, 7}})
	if got := fmt.Sprintf("%.2f %.2f", single, mean); got != "0.29 0.62" {
		t.Errorf("ICC(2,1) and ICC(2,4) are %s, want 0.29 and 0.62", got)
	}
}

func TestReliabilityEdges(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name                       string
		units                      [][]float64
		single, mean, alpha, kappa float64 // the kappa of the first two judges
	}{
		{"none", nil, nan, nan, nan, nan},
		{"empty", [][]float64{{}, {}}, nan, nan, nan, nan},
		{"one judge", [][]float64{{1, nan}, {0, nan}}, nan, nan, nan, nan},
		{"one unit", [][]float64{{1, 0}}, nan, nan, 0, 0},
		{"all equal", [][]float64{{.1, .1}, {.1, .1}, {.1, .1}}, nan, nan, nan, nan},
		{"agreed", [][]float64{{0, 0}, {.5, .5}, {1, 1}}, 1, 1, 1, 1},
		{"one left out", [][]float64{{0, 0}, {1, 1}, {.5, nan}}, 1, 1, 1, 1},
		{"opposite", [][]float64{{0, 1}, {1, 0}}, nan, nan, -.5, -1},
		{"by judge alone", [][]float64{{0, 1}, {0, 1}}, 0, 0, -.5, 0},
	} {
		single, mean := ICC(c.units)
		near(t, c.name+": ICC(2,1)", single, c.single)
		near(t, c.name+": ICC(2,k)", mean, c.mean)
		near(t, c.name+": alpha", Krippendorff(c.units), c.alpha)
		var a, b []float64
		for _, u := range c.units {
			if len(u) == 2 {
				a, b = append(a, u[0]), append(b, u[1])
			}
		}
		near(t, c.name+": kappa", UnroundedKappa(a, b), c.kappa)
	}
}

// On levels as they are, nothing is rounded, and α is 1 - (n-1)/n·(1-κ) of the values of two judges
// with the same mean. Neither changes if the scale does.
func TestReliabilityProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 12).Draw(t, "k")
		draw := func(label string) []float64 {
			list := make([]float64, 9)
			for i := range list {
				list[i] = float64(rapid.IntRange(0, k-1).Draw(t, label)) / float64(k-1)
			}
			return list
		}
		a, b := draw("a"), draw("b")
		kappa, want := UnroundedKappa(a, b), QuadraticKappa(a, b, k)
		if math.IsNaN(kappa) != math.IsNaN(want) || math.Abs(kappa-want) > 1e-9 {
			t.Fatalf("%v of %v and %v, rounded %v", kappa, a, b, want)
		}
		var units, scaled [][]float64
		for i := range a { // both orders, so that the means are the same
			for _, u := range [][]float64{{a[i], b[i]}, {b[i], a[i]}} {
				units = append(units, u)
				scaled = append(scaled, []float64{3 - 7*u[0], 3 - 7*u[1]})
			}
		}
		n, alpha := float64(2*len(units)), Krippendorff(units)
		both := UnroundedKappa(append(a, b...), append(b, a[:9]...))
		for _, x := range []float64{1 - (n-1)/n*(1-both), Krippendorff(scaled)} {
			if math.IsNaN(alpha) != math.IsNaN(x) || math.Abs(alpha-x) > 1e-9 {
				t.Fatalf("α %v, want %v", alpha, x)
			}
		}
		single, mean := ICC(units)
		if steps := 2 * single / (1 + single); math.Abs(steps-mean) > 1e-6 && math.Abs(1+single) > 1e-6 {
			t.Fatalf("ICC(2,2) %v, by Spearman and Brown %v", mean, steps)
		}
	})
}
