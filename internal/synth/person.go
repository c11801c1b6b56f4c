package synth

import "math/rand/v2"

// Person is a simulated person who answers questions.
type Person struct {
	// Ability is on the scale of the difficulties; 0 is average, 1 one
	// standard deviation better.
	Ability float64
	Style   Style // of all answers
}

// Style is how a person writes all answers.
type Style struct {
	Case Case // of letters
	// Verbosity in [0,1] favours long wordings and optional words.
	Verbosity float64
	// Filler is the probability of a filler at the beginning or end.
	Filler float64
	// Period is the probability of a final period.
	Period float64
	// Typo is the probability that a word is misspelled.
	Typo float64
	// Apostrophes is true if contractions keep their apostrophe.
	Apostrophes bool
	// Markup is true if answers have line-break tags.
	Markup bool
}

// Case is a habit of capitalization.
type Case int

// The habits of capitalization.
const (
	AsWritten Case = iota // only names, as in the phrase tables
	Lower
	Sentence // a capital at the start of a sentence
	Upper
)

// NewPerson draws a person whose ability has the standard normal distribution.
func (e *Exam) NewPerson(rng *rand.Rand) Person {
	return e.PersonOf(rng, rng.NormFloat64())
}

// PersonOf draws a person with the given ability.
func (e *Exam) PersonOf(rng *rand.Rand, ability float64) Person {
	s := Style{
		Verbosity:   0.6*rng.Float64() + 0.4*rng.Float64(),
		Filler:      0.12 * rng.Float64() * rng.Float64(),
		Typo:        min(0.25, 0.022*rng.ExpFloat64()*(1.3-0.3*min(2, max(-2, ability)))),
		Apostrophes: rng.Float64() < 0.7,
		Markup:      rng.Float64() < e.Markup,
	}
	switch u := rng.Float64(); {
	case rng.Float64() < e.Formality:
		s.Case, s.Period = Sentence, 0.9
	case u < 0.75:
		s.Case, s.Period = Lower, 0.15*rng.Float64()
	case u < 0.85:
		s.Case, s.Period = Sentence, 0.4*rng.Float64()
	case u < 0.98:
		s.Case = AsWritten
	default:
		s.Case = Upper
	}
	return Person{Ability: ability, Style: s}
}
