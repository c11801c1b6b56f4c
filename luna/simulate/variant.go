package simulate

import (
	"fmt"
	"math"
)

// Variant says what the text and its program do differently, and how often either runs an experiment.
type Variant struct {
	Name string // in figures and names of files
	Runs int    // over how many runs an experiment is averaged, unless [Options] say otherwise

	// NoiseSD is the standard deviation of Actual Guesses about the baseline, in points. The text has σ² = 5; the program hands that 5 to a function
	// that expects a standard deviation.
	NoiseSD float64
	// DropFirst lets the second guess that a player receives replace the first one instead of being averaged with it.
	DropFirst bool
	// PercentSlip hands the quantile p, in [0,1], to a function that expects a percentage, so that Quantile reports about the lowest rating.
	PercentSlip bool
	// AllGuesses has a player's percentiles be among her Actual Guesses of all players, met or not, herself too. Without it they are among those of her
	// past opponents, once for every game, and she reports her Actual Guess in her first game.
	AllGuesses bool
	// Interpolate takes quantiles of ratings by linear interpolation between neighbours (Hyndman and Fan's definition 7). Without it they are
	// the lowest rating with at least that share of ratings at or below it (definition 1).
	Interpolate bool
}

// Published is the program by which the figures of the thesis were made.
func Published() Variant {
	return Variant{Name: "published", Runs: 50, NoiseSD: 5, DropFirst: true, PercentSlip: true, AllGuesses: true, Interpolate: true}
}

// Text is what the text of the thesis defines.
func Text() Variant { return Variant{Name: "text", Runs: 100, NoiseSD: math.Sqrt(5)} }

// Variants lists the variants that have a name.
func Variants() []Variant { return []Variant{Published(), Text()} }

// FindVariant returns the variant of a name.
func FindVariant(name string) (Variant, error) {
	for _, v := range Variants() {
		if v.Name == name {
			return v, nil
		}
	}
	return Variant{}, fmt.Errorf("variant is %q; known: %s, %s", name, Published().Name, Text().Name)
}

func (v Variant) check() error {
	if !(v.NoiseSD >= 0) || math.IsInf(v.NoiseSD, 0) {
		return fmt.Errorf("standard deviation of guesses is %v, a number of at least 0 is needed", v.NoiseSD)
	}
	return nil
}
