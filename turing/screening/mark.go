package screening

import (
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/turing/screening/internal/phrase"
)

// Verdict is what an answer is found to be.
type Verdict string

// The verdicts.
const (
	Right  Verdict = "right"
	Partly Verdict = "partly"
	Wrong  Verdict = "wrong"
)

// Scale says what answers are worth, as shares of a question's points. The rules of 2010 name none.
type Scale struct {
	Right, Partly, Wrong float64 // of answers so marked, from 0 to 1
}

// DefaultScale gives 1 for a right answer, 0.5 for one that is partly right and 0 for a wrong one.
func DefaultScale() Scale { return Scale{Right: 1, Partly: 0.5} }

func (s Scale) of(v Verdict) float64 {
	switch v {
	case Right:
		return s.Right
	case Partly:
		return s.Partly
	}
	return s.Wrong
}

// Mark is a marked answer.
type Mark struct {
	Verdict Verdict // by the key, or the override
	Points  float64 // by the scale, of Of
	Of      float64 // what a right answer is worth
	Why     string  // in one phrase
}

// Score marks an answer to a question that was asked at a time.
//
// The answer must have all words of one acceptable answer in a sentence, in any form and order,
// without denying them. Numbers and times count in figures and words. An answer is partly right if
// it only asks whether the key is right, gives two times or numbers of which one is right, repeats
// all that was said instead of what was asked for, or is near the right time. It is wrong if it
// names both the key and something that the question rejects without preferring the key, or lists
// words that have nothing to do with the key. Words of the question that it repeats do not count.
func Score(q Question, f Facts, answer string, asked time.Time, s Scale) Mark {
	m := Mark{Of: q.points() * s.Right}
	m.Verdict, m.Why = q.judge(f, answer, asked)
	m.Points = q.points() * s.of(m.Verdict)
	return m
}

func (q *Question) points() float64 {
	if q.Points == 0 {
		return 1
	}
	return q.Points
}

func (q *Question) judge(f Facts, answer string, asked time.Time) (Verdict, string) {
	e, err := q.expects(f, asked)
	if err != nil {
		return Wrong, "the question has no key: " + err.Error()
	}
	t := phrase.Parse(answer)
	if strings.TrimSpace(answer) == "" {
		return Wrong, "no answer"
	}
	rest, parrot := t.Without(phrase.Parse(q.Text))
	if parrot && len(rest.Tokens) == 0 {
		return Wrong, "repeats the question"
	}
	if len(rest.Tokens) == 0 {
		if t.Ignorant {
			return Wrong, "says that it does not know"
		}
		return Wrong, "has no words"
	}
	v, why := e.mark(rest)
	if v == Wrong && t.Ignorant {
		why = "says that it does not know"
	}
	if q.About != "" && v == Right {
		if _, all := t.Without(phrase.Parse(q.About)); all {
			return Partly, "repeats all that was said"
		}
	}
	return v, why
}

// Mark marks answers to the questionnaire, one mark per question in their order. A question
// without an answer is marked wrong.
func (q *Questionnaire) Mark(answers []Answer, s Scale) []Mark {
	given := map[string]Answer{}
	for _, a := range answers {
		given[a.Question] = a
	}
	var list []Mark
	for _, question := range q.Questions {
		a := given[question.ID]
		list = append(list, Score(question, q.Facts, a.Text, a.At, s))
	}
	return list
}

// KeyAt returns the acceptable answers to a question that is asked at a time.
func (q *Questionnaire) KeyAt(question Question, asked time.Time) ([]string, error) {
	e, err := question.expects(q.Facts, asked)
	if err != nil {
		return nil, fmt.Errorf("question %s: %w", question.ID, err)
	}
	return e.key(), nil
}
