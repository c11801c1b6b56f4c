package screening

import "time"

// Verdict is what an answer is found to be.
type Verdict string

// The verdicts.
const (
	Right  Verdict = "right"
	Partly Verdict = "partly"
	Wrong  Verdict = "wrong"
)

// Scale says what answers are worth, as shares of a question's points. The rules of 2010 name none.
type Scale struct{ Right, Partly, Wrong float64 }

// DefaultScale gives 1 for a right answer, 0.5 for one that is partly right and 0 for a wrong one.
func DefaultScale() Scale { return Scale{Right: 1, Partly: 0.5} }

// Mark is a marked answer.
type Mark struct {
	Verdict Verdict
	Points  float64 // by the scale, of Of
	Of      float64 // what a right answer is worth
	Why     string  // in one phrase
}

// Score marks an answer to a question that was asked at a time.
func Score(q Question, f Facts, answer string, at time.Time, s Scale) Mark { panic("not yet") }

// Mark marks answers to the questionnaire, one mark per question in their order. A question
// without an answer is marked wrong.
func (q *Questionnaire) Mark(answers []Answer, s Scale) []Mark { panic("not yet") }
