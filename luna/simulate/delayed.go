package simulate

import "fmt"

// Delayed is honest for a number of games of the whole tournament, and reports by another strategy from then on, as if the distribution of ratings
// had been revealed at that time (figure 3.7).
type Delayed struct {
	Games int
	Then  Strategy
}

// Name implements [Strategy].
func (d Delayed) Name() string { return fmt.Sprintf("%s after %d games", d.Then.Name(), d.Games) }

// Report implements [Strategy].
func (d Delayed) Report(s Situation) float64 {
	if s.Games() < d.Games {
		return s.ActualGuess()
	}
	return d.Then.Report(s)
}
