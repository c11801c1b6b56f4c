package demo

import (
	"strings"
	"sync"
	"unicode"

	"github.com/luna-rating/luna/internal/synth"
)

// known is what people make of questions and responses: for which question of the exam a text stands, and what a response to it is worth. What
// the exam itself produced has the quality that it was produced with, which depends on question and text only.
type known struct {
	exam      *synth.Exam
	questions map[string]int // the index of a question by its text

	mu      sync.RWMutex
	quality map[said]float64
}

// said is a text given in response to a question of the exam.
type said struct {
	question int
	text     string
}

func newKnown(e *synth.Exam) *known {
	k := &known{exam: e, questions: make(map[string]int), quality: make(map[said]float64)}
	for i, q := range e.Questions {
		k.questions[q.Text] = i
	}
	return k
}

// add notes the quality of a text.
func (k *known) add(question int, text string, quality float64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.quality[said{question, text}] = quality
}

// worth is the quality of a response in [0,1]. A text that the exam did not produce is right where it holds an
// acceptable answer, and wrong otherwise.
func (k *known) worth(question int, text string) float64 {
	k.mu.RLock()
	quality, ok := k.quality[said{question, text}]
	k.mu.RUnlock()
	if ok {
		return quality
	}
	for _, answer := range k.exam.Questions[question].Key {
		if holds(text, answer) {
			return 1
		}
	}
	return 0
}

// holds tells whether all words of a phrase but an article that it begins with stand in a text, in their order and side by side. Case and
// punctuation do not matter.
func holds(text, phrase string) bool {
	words := spaced(phrase)
	for _, article := range []string{" a ", " an ", " the "} {
		if rest, ok := strings.CutPrefix(words, article); ok && rest != "" {
			words = " " + rest
		}
	}
	return strings.Contains(spaced(text), words)
}

// spaced is a text as its words in lower case, with a space before and after each.
func spaced(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}
