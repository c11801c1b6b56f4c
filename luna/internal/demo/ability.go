package demo

import "github.com/luna-rating/luna/internal/synth"

// The range of the latent abilities of the people, on the scale of [synth.Person].
const (
	LowestAbility  = -4.5
	HighestAbility = 2.5
)

// Intelligence is the expected value of honest guesses of a rating (definition 4 of chapter 3): 100
// times the expected quality of the answers, over the questions of an exam with equal weight.
func Intelligence(e *synth.Exam, ability float64) float64 {
	sum := 0.0
	for q := range e.Questions {
		sum += e.Expected(q, ability)
	}
	return 100 * sum / float64(len(e.Questions))
}

// Spread says how the abilities of the people are distributed.
type Spread string

// The spreads.
const (
	// EvenAbility spaces latent abilities evenly from [LowestAbility] to [HighestAbility]. Since
	// few questions of the exam are hard for able people or easy for the others, many values of
	// [Intelligence] are near one end of the scale.
	EvenAbility Spread = "ability"
	// EvenRating spaces the expected ratings evenly from 0 to 100.
	EvenRating Spread = "rating"
)

// latent returns the i-th of n latent abilities, in increasing order.
func (s Spread) latent(e *synth.Exam, i, n int) float64 {
	at := (float64(i) + 0.5) / float64(n)
	if s == EvenRating {
		return abilityOf(e, 100*at)
	}
	return LowestAbility + (HighestAbility-LowestAbility)*at
}

// abilityOf inverts [Intelligence], which increases with ability, by bisection.
func abilityOf(e *synth.Exam, intelligence float64) float64 {
	lo, hi := -20.0, 20.0
	for range 60 {
		if mid := (lo + hi) / 2; Intelligence(e, mid) < intelligence {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
