package demo

import "github.com/luna-rating/luna/internal/synth"

// The range of the latent abilities of the people, on the scale of [synth.Person].
const (
	lowestAbility  = -4.5
	highestAbility = 2.5
)

// intelligence is the expected value of honest guesses of a rating (definition 4 of chapter 3): 100
// times the expected quality of the answers, over the questions of an exam with equal weight.
func intelligence(e *synth.Exam, ability float64) float64 {
	sum := 0.0
	for q := range e.Questions {
		sum += e.Expected(q, ability)
	}
	return 100 * sum / float64(len(e.Questions))
}

// latent returns the i-th of n latent abilities, in increasing order. They are spaced evenly, and
// since few questions of the exam are hard for able people or easy for the others, many values of
// [intelligence] are near one end of the scale.
func latent(i, n int) float64 {
	at := (float64(i) + 0.5) / float64(n)
	return lowestAbility + (highestAbility-lowestAbility)*at
}
