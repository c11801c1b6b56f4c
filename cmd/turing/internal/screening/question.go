package screening

import (
	"bytes"
	"cmp"
	_ "embed"
	"slices"
)

// Sets lists the four sets of 2010 in the order of the rules.
func Sets() []string { return []string{"time", "things", "relations", "memory"} }

// Question is one question, with what is said before it and its key.
type Question struct {
	// ID is unique within the questionnaire, such as "memory-3".
	ID string `json:"id"`
	// Set is one of [Sets].
	Set string `json:"set"`
	// Say is said first, a text at a time, such as an assertion that is to be remembered and what
	// comes between it and the question. Replies to it are not marked.
	Say []string `json:"say,omitempty"`
	// Text is the question.
	Text string `json:"text"`
	// Key holds the acceptable answers, each of which is sufficient. Without any, a person has to
	// mark all answers.
	Key []string `json:"key,omitempty"`
	// Reject holds answers that are wrong, such as the other thing that the question offers.
	Reject []string `json:"reject,omitempty"`
	// Points is what a right answer is worth; 0 means 1.
	Points float64 `json:"points,omitempty"`
}

func (q *Question) points() float64 { return cmp.Or(q.Points, 1) }

// Questionnaire is a fixed set of questions.
type Questionnaire struct {
	Name      string // of the set
	Questions []Question
}

//go:embed questions.jsonl
var sample []byte

// SamplePerSet is the number of questions of each set in [Sample].
const SamplePerSet = 5

// Sample returns questions to begin with: the first ones of each of some sets, at most
// [SamplePerSet], or all of them if perSet is 0. No sets stand for all four.
func Sample(perSet int, sets ...string) *Questionnaire {
	q, err := Read(bytes.NewReader(sample), "questions.jsonl")
	if err != nil {
		panic(err) // the file is part of the program
	}
	n := make(map[string]int)
	q.Questions = slices.DeleteFunc(q.Questions, func(x Question) bool {
		n[x.Set]++
		return perSet > 0 && n[x.Set] > perSet || len(sets) > 0 && !slices.Contains(sets, x.Set)
	})
	return q
}
