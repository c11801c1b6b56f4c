package session

import (
	"fmt"
	"unicode/utf8"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
)

// Question is the question to a judge at the end of a round.
type Question string

// The questions of judges.
const (
	NoQuestion Question = ""
	Points     Question = "points" // how 100 points are split between the terminals, without a tie
	Choice     Question = "choice" // which terminal is the human's
	Single     Question = "single" // whether the only other end is a human
)

// Verdict is the answer of a judge.
type Verdict struct {
	Left, Right int         // points
	Human       keylog.Side // the terminal of the human
	Is          string      // [Human] or [Machine]
	Confidence  int         // from 0 to 100
	Reason      string      // in words
}

// Values of [Verdict].Is.
const (
	Human   = "human"
	Machine = "machine"
)

// MaxReason bounds a reason, in bytes.
const MaxReason = 2000

// AllPoints is the number of points that a judge splits.
const AllPoints = 100

// Check returns an error unless a verdict answers the question.
func (q Question) Check(v Verdict) error {
	switch {
	case q == Points && (v.Left < 0 || v.Right < 0 || v.Left+v.Right != AllPoints):
		return fmt.Errorf("found %d points for the left and %d for the right, expected two numbers "+
			"from 0 to %d that make %[3]d together", v.Left, v.Right, AllPoints)
	case q == Points && v.Left == v.Right:
		return fmt.Errorf("found %d points for each, expected at least %d for one of them: ties are "+
			"forbidden", v.Left, AllPoints/2+1)
	case q == Choice && v.Human != keylog.Left && v.Human != keylog.Right:
		return fmt.Errorf("found %q, expected left or right", v.Human)
	case q == Single && v.Is != Human && v.Is != Machine:
		return fmt.Errorf("found %q, expected %s or %s", v.Is, Human, Machine)
	case v.Confidence < 0 || v.Confidence > 100:
		return fmt.Errorf("found a confidence of %d, expected 0 to 100", v.Confidence)
	case len(v.Reason) > MaxReason || !utf8.ValidString(v.Reason):
		return fmt.Errorf("found a reason of %d bytes, expected a text of at most %d", len(v.Reason), MaxReason)
	case q == NoQuestion:
		return fmt.Errorf("found a verdict, expected none: this person is not asked for one")
	}
	return nil
}
