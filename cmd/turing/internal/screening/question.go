// Package screening has the questions by which the Loebner Prize of 2010 chose its finalists: four
// sets of questions about time, things, relations and memory, with keys.
//
// [Sample] has some, [Read] reads an organiser's own. [Questionnaire.Ask] asks a conversation
// partner, and a [Sheet] keeps the answers in a table with points, which are filled in where an
// answer has a text of the key. A person checks them.
//
// A question is one line of questions.jsonl.
package screening

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/luna/responder"
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

// Ask asks all questions in one conversation, in their order. A reply that is empty is an answer
// that is missing; any other error ends it, and the answers so far are returned with it.
func (q *Questionnaire) Ask(ctx context.Context, c responder.Conversation) ([]string, error) {
	var list []string
	for _, question := range q.Questions {
		for i, text := range append(slices.Clone(question.Say), question.Text) {
			reply, err := c.Reply(ctx, text)
			if err != nil && !errors.Is(err, responder.ErrNoReply) {
				return list, fmt.Errorf("question %s: %w", question.ID, err)
			}
			if i == len(question.Say) {
				list = append(list, reply)
			}
		}
	}
	return list, nil
}

// Row is an answer with its points, which a person may have given.
type Row struct {
	Question Question
	Answer   string  // "" if there was none
	Points   float64 // of Of
	Of       float64 // what a right answer is worth
	Why      string  // in one phrase
}

// prefill proposes the points of an answer, for a person to check: all of them if it equals or
// contains one of the acceptable answers as whole words, in any case, and besides none of the
// answers that are wrong; otherwise none.
func prefill(q Question, answer string) Row {
	m := Row{Question: q, Answer: answer, Of: cmp.Or(q.Points, 1)}
	text := words(answer)
	right, at := "", ""
	for _, k := range q.Key {
		if w := words(k); len(w) > len(at) && strings.Contains(text, w) {
			right, at = k, w
		}
	}
	for _, k := range q.Reject {
		w := words(k)
		if right != "" && w != "" && strings.Contains(strings.ReplaceAll(text, at, " , "), w) {
			m.Why = fmt.Sprintf("has %q and %q", right, k)
			return m
		}
	}
	switch {
	case len(q.Key) == 0:
		m.Why = "the question has no key"
	case strings.TrimSpace(answer) == "":
		m.Why = "no answer"
	case right == "":
		m.Why = "has nothing of the key"
	default:
		m.Points, m.Why = m.Of, fmt.Sprintf("has %q", right)
		if text == at {
			m.Why = fmt.Sprintf("is %q", right)
		}
	}
	return m
}

// words returns the words of a text in lower case between single spaces, "" if there are none.
func words(text string) string {
	list := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	if len(list) == 0 {
		return ""
	}
	return " " + strings.Join(list, " ") + " "
}
