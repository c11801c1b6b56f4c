// Package synth generates respondents: SYNTHETIC answers to a fixed set of questions, graded
// by simulated judges. None of its texts or grades were collected from people.
//
// A [Person] has a latent ability. Each question has a difficulty and a
// discrimination; together with the ability they decide, as in item response
// theory, whether an answer is right, half right or wrong. The wording is then
// drawn from phrase tables (see the exams folder and [Parse]) and written in
// the person's [Style]: verbosity, case, punctuation, fillers, misspellings.
// More respondents give more distinct texts, but the quality of an answer depends only on the
// question and the meaning of the text, so that equal texts have equal quality.
//
// Everything is deterministic. Respondent i of [Generate] depends on the exam,
// the seed and i only, so a larger population extends a smaller one.
//
// [Civics] and [Networks] are exams, and [Parse] reads others; [Generate] lets people sit an exam,
// and [Grades] lets judges grade an answer. The formats synthetic-civics and synthetic-networks of
// package datasets are built on these.
//
// Command gen writes the samples in datasets/samples; go generate in datasets runs it.
package synth

import (
	_ "embed"
	"math/rand/v2"
	"sync"
)

// Exam is a fixed set of questions with the phrase tables that answers are generated from. Get
// one from [Parse], [Civics] or [Networks].
type Exam struct {
	Name      string // one word, for messages
	Questions []Question

	// Blank and Unsure are the shares of entirely wrong answers that are left
	// blank or replaced by an admission such as "not sure".
	Blank, Unsure float64
	// Formality is the share of people who write full sentences: capital first
	// letter and final period.
	Formality float64
	// Markup is the share of people whose answers carry line-break tags.
	Markup float64

	unsure  []phrase
	remarks []phrase
	tails   []tokens
}

// Question is one question of an [Exam].
type Question struct {
	ID   string // unique within the exam
	Text string // as it is asked
	// Key holds the acceptable answers of the published answer key.
	Key []string
	// Difficulty is the ability at which half of the answers are right.
	Difficulty float64
	// Discrimination is how steeply the probability of a right answer rises with ability.
	Discrimination float64
	// Band is how far below right, in logits, an answer is still half right.
	Band float64

	points  []point
	fillers []tokens
	typos   typoTable
}

// point is one statement of a complete answer. Most questions have one.
type point struct {
	weight float64 // share of the question's quality; sums to 1
	offset float64 // added to the question's difficulty
	levels []level // by descending quality: right, half right..., wrong
}

// level is a set of phrases of equal quality.
type level struct {
	quality float64
	phrases []phrase
}

//go:embed exams/civics.txt
var civicsText string

//go:embed exams/networks.txt
var networksText string

//go:embed exams/earth.txt
var earthText string

var civics = sync.OnceValue(func() *Exam { return mustParse(civicsText) })

var networks = sync.OnceValue(func() *Exam { return mustParse(networksText) })

var earth = sync.OnceValue(func() *Exam { return mustParse(earthText) })

// Civics returns ten general-knowledge questions with short answers. The exam
// is shared and must not be modified.
func Civics() *Exam { return civics() }

// Networks returns twelve questions on computer networks in two assignments,
// with answers of one or more sentences. The exam is shared and must not be
// modified.
func Networks() *Exam { return networks() }

// Earth returns twelve questions on earth science, harder than the others: half of the answers are
// wrong, and these are as long as right ones. Priors are learned from it and the others. The exam
// is shared and must not be modified.
func Earth() *Exam { return earth() }

func mustParse(text string) *Exam {
	e, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return e
}

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
