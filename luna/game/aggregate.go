package game

// Aggregate makes a Smarts Rating from guesses. The rules use [Mean]; package aggregate has others.
type Aggregate interface {
	// Name identifies the aggregate in settings and reports.
	Name() string
	// Rating returns the rating, from 0 to 100, of a player about whom human opponents made these
	// guesses, oldest first. There is at least one, each from 0 to 100. The same guesses must give
	// the same rating. The slice must be neither modified nor kept.
	Rating(guesses []float64) float64
}

// Mean is the mean of all guesses (2.5): “The mean was chosen for simplicity, though more
// sophisticated statistics that are adaptive, such as Elo Ratings, could also be used in the
// future.”
type Mean struct{}

// Name returns "mean".
func (Mean) Name() string { return "mean" }

// Rating adds the guesses in order, so that the result is the same to the bit everywhere.
func (Mean) Rating(guesses []float64) float64 {
	sum := 0.0
	for _, g := range guesses {
		sum += g
	}
	return sum / float64(len(guesses))
}
