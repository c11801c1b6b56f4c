package game

import "math"

// Outcome is how a finished game ended for one of its players.
type Outcome int

// The outcomes.
const (
	Lost Outcome = iota
	Won
	Tied
)

// decide returns the outcomes for two players with these ratings, nil if they have none, who made
// these guesses of each other.
func decide(ratings [2]*float64, guesses [2]float64) [2]Outcome {
	switch {
	case ratings[0] == nil && ratings[1] == nil:
		return [2]Outcome{Tied, Tied}
	case ratings[0] == nil:
		return [2]Outcome{Tied, Won}
	case ratings[1] == nil:
		return [2]Outcome{Won, Tied}
	}
	mine, theirs := math.Abs(guesses[0]-*ratings[1]), math.Abs(guesses[1]-*ratings[0])
	switch {
	case math.Abs(mine-theirs) < tieTolerance:
		return [2]Outcome{Tied, Tied}
	case mine < theirs:
		return [2]Outcome{Won, Lost}
	}
	return [2]Outcome{Lost, Won}
}
