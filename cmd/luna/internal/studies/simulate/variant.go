package simulate

import "math"

// Variant holds the settings in which the text of the thesis and its program differ, and how many
// runs each of them averages.
type Variant struct {
	Name string // in figures and file names
	Runs int    // number of runs to average, unless [Options] sets another

	// NoiseSD is the standard deviation of Actual Guesses around the baseline, in points. The text
	// says σ² = 5; the program passes 5 to a function that expects a standard deviation.
	NoiseSD float64
	// DropFirst makes the second guess that a player receives replace the first one instead of
	// being averaged with it.
	DropFirst bool
	// PercentSlip passes the quantile p, in [0,1], to a function that expects a percentage, so
	// that Quantile reports about the lowest rating.
	PercentSlip bool
	// AllGuesses takes percentiles among the player's Actual Guesses of all players, met or not,
	// including the player. Otherwise they are taken among those of past opponents, once per game,
	// and the player reports the Actual Guess in the first game.
	AllGuesses bool
	// Interpolate takes quantiles of ratings by linear interpolation (Hyndman and Fan's
	// definition 7). Otherwise the quantile is the lowest rating with at least that share of
	// ratings at or below it (definition 1).
	Interpolate bool
}

// Published returns the variant of the program that made the figures of the thesis.
func Published() Variant {
	return Variant{
		Name: "published", Runs: 50, NoiseSD: 5,
		DropFirst: true, PercentSlip: true, AllGuesses: true, Interpolate: true,
	}
}

// Text returns the variant that the text of the thesis defines.
func Text() Variant { return Variant{Name: "text", Runs: 100, NoiseSD: math.Sqrt(5)} }
