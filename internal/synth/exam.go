package synth

import (
	_ "embed"
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
