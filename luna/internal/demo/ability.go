package demo

import "github.com/luna-rating/luna/internal/synth"

// The ends of the latent abilities of the people, on the scale of [synth.Person].
const (
	LowestAbility  = -4.5
	HighestAbility = 2.5
)

// Intelligence is what honest guesses of somebody's rating come to on average (definition 4 of chapter 3): 100 times the expected quality of her
// answers, over the questions of an exam with equal weight.
func Intelligence(e *synth.Exam, ability float64) float64 {
	sum := 0.0
	for q := range e.Questions {
		sum += e.Expected(q, ability)
	}
	return 100 * sum / float64(len(e.Questions))
}

// Spread is how the abilities of the people lie.
type Spread string

// The spreads.
const (
	// EvenAbility spaces latent abilities evenly from [LowestAbility] to [HighestAbility]. As few questions of the exam are hard for the able and
	// few easy for the others, many an [Intelligence] is near an end of the scale.
	EvenAbility Spread = "ability"
	// EvenRating spaces what ratings should come to evenly over the scale from 0 to 100.
	EvenRating Spread = "rating"
)

// latent is the i-th of n latent abilities, from the lowest to the highest.
func (s Spread) latent(e *synth.Exam, i, n int) float64 {
	at := (float64(i) + 0.5) / float64(n)
	if s == EvenRating {
		return abilityOf(e, 100*at)
	}
	return LowestAbility + (HighestAbility-LowestAbility)*at
}

// abilityOf is the latent ability that comes to an intelligence between 0 and 100, which grows with it.
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
