package synth

import (
	"fmt"
	"math/rand/v2"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// Population is a number of respondents to one exam.
type Population struct {
	Exam        *Exam
	Respondents []Respondent
}

// Respondent is a simulated person with answers to all questions of an exam.
type Respondent struct {
	ID      string // unique within the population
	Person  Person
	Answers []Answer
}

// Answer is a text, empty if the respondent left a blank, and its quality in [0,1].
type Answer struct {
	Text    string
	Quality float64
}

// Generate generates n respondents. The i-th depends on the exam, the seed and i only.
func Generate(e *Exam, n int, seed uint64) *Population {
	p := &Population{Exam: e, Respondents: make([]Respondent, n)}
	parallel.Each(n, func(i int) { p.Respondents[i] = e.Respondent(seed, i) })
	return p
}

// Respondent generates the i-th respondent of the populations with the given seed.
func (e *Exam) Respondent(seed uint64, i int) Respondent {
	rng := numbers.Stream(seed, "synth/"+e.Name, i)
	r := Respondent{ID: newID(rng), Person: e.NewPerson(rng),
		Answers: make([]Answer, len(e.Questions))}
	for q := range e.Questions {
		text, quality := e.AnswerBy(rng, q, r.Person)
		r.Answers[q] = Answer{text, quality}
	}
	return r
}

// newID draws an identifier in the form of a random UUID.
func newID(rng *rand.Rand) string {
	a, b := rng.Uint64(), rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x",
		a>>32, a>>16&0xffff, a&0xfff, 0x8000|b>>48&0x3fff, b&0xffffffffffff)
}
