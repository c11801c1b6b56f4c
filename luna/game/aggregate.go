package game

// Aggregate makes a Smarts Rating of guesses. [Mean] is the one of the rules; package aggregate has others.
type Aggregate interface {
	// Name is how settings and reports call it.
	Name() string
	// Rating returns the rating, from 0 to 100, of a player of whom human opponents made these guesses, the oldest
	// first. There is at least one, each from 0 to 100. The same guesses must give the same rating. The
	// slice must be neither changed nor kept.
	Rating(guesses []float64) float64
}

// Mean is the mean of all guesses, as 2.5 has it: “The mean was chosen for simplicity, though more sophisticated statistics
// that are adaptive, such as Elo Ratings, could also be used in the future.”
type Mean struct{}

// Name is "mean".
func (Mean) Name() string { return "mean" }

// Rating sums in the order of the guesses, so that the result is the same to the bit wherever it is computed.
func (Mean) Rating(guesses []float64) float64 {
	sum := 0.0
	for _, g := range guesses {
		sum += g
	}
	return sum / float64(len(guesses))
}
