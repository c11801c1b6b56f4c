package simulate

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestPublished compares the published variant with every number of the thesis.
func TestPublished(t *testing.T) {
	suite.Slow(t, "runs whole simulations")
	found := 0
	for _, e := range Experiments() {
		r := run(t, e.Figure, Options{Variant: Published(), Runs: 20, Seed: 3})
		for _, c := range r.comparisons() {
			if found++; !c.within() {
				t.Errorf("figure %s, %s: %.2f, expected the %v of the thesis ± %.2f",
					c.figure, c.what, c.simulated, c.printed, c.tolerance)
			}
			if !(c.tolerance < max(.25*c.printed, .2)) {
				t.Errorf("figure %s, %s: the tolerance %.2f is too large for %v",
					c.figure, c.what, c.tolerance, c.printed)
			}
		}
	}
	if found != 15 {
		t.Errorf("%d numbers compared, expected 15", found)
	}
}

// numberOf simulates a number of a figure by a variant, and its standard error.
func numberOf(t *testing.T, figure, what string, v Variant) (ours, se float64) {
	t.Helper()
	for _, c := range run(t, figure, Options{Variant: v, Runs: 10, Seed: 4}).comparisons() {
		if c.what == what {
			return c.simulated, c.se
		}
	}
	t.Fatalf("figure %s has no %q", figure, what)
	return 0, 0
}

// TestText compares the variant of the text, and the program with single errors corrected, with
// numbers from independent repetitions or from a calculation.
func TestText(t *testing.T) {
	lessNoise := Published()
	lessNoise.NoiseSD = math.Sqrt(5)
	corrected := Published()
	corrected.PercentSlip, corrected.AllGuesses = false, false
	for _, c := range []struct {
		figure, what string
		variant      Variant
		want, read   float64
	}{
		{"3.2", "mean error after 1000 games", lessNoise, .42, .005},
		{"3.2", "mean error after 1000 games", Text(), .405, .01}, // √(2/π) √5 E[1/√n], n about 20
		{"3.3", "mean error, all Minimum", Text(), 50, .5},
		// 25, and a little for ratings of 20 guesses
		{"3.1", "mean error after 1000 games", Text(), 25.6, .3},
		{"3.8", "fall of it for 10 % more honest", corrected, 2.65, .05},
		{"3.8", "fall of it for 10 % more honest", Text(), 2.65, .05},
	} {
		ours, se := numberOf(t, c.figure, c.what, c.variant)
		near(t, "figure "+c.figure+", "+c.what, ours, c.want, c.read+4*se)
	}
}

// TestDelayedQuantile checks that the percentage error causes the large error of delayed Quantile
// Guessing, and what else changes the number.
func TestDelayedQuantile(t *testing.T) {
	suite.Slow(t, "runs whole simulations")
	const what = "mean error, 500 games honest"
	corrected := Published()
	corrected.PercentSlip, corrected.AllGuesses = false, false
	published, _ := numberOf(t, "3.7", what, Published())
	without, se := numberOf(t, "3.7", what, corrected)
	if published < 10*without {
		t.Errorf("with the percentage error the mean error is %.2f, without it %.2f, "+
			"expected at most a tenth", published, without)
	}
	near(t, "without the percentage error", without, 1.9, .1+4*se)
	// An independent repetition got 3.2, by percentiles among opponents met since the delay only.
	const runs = 5
	var forgetful []float64
	for i := range uint64(runs) {
		forgetful = append(forgetful, playByDefinition(corrected, everybody(Delayed(500, Quantile)),
			1000, i, true))
	}
	near(t, "without the percentage error, honest games forgotten", average(forgetful), 3.15, .3)
}

// TestTextDoesNotCollapse checks that by the definition of the text, Quantile Guessing from the
// start does not make ratings collapse (figure 3.5).
func TestTextDoesNotCollapse(t *testing.T) {
	points := run(t, "3.5", Options{Variant: Text(), Runs: 10, Seed: 1}).Points
	first, last := points[0].Mean.Mean, points[len(points)-1].Mean.Mean
	if !(last < first/2 && last < 8) {
		t.Errorf("the mean error goes from %.1f to %.1f, expected it to fall by half, below 8",
			first, last)
	}
}
