package session

import (
	"fmt"

	"github.com/luna-rating/luna/internal/turing/keylog"
)

// Question is the question to a judge at the end of a round.
type Question string

// The questions of judges.
const (
	NoQuestion Question = ""
	Points     Question = "points" // how 100 points are split between the terminals, without a tie
	Choice     Question = "choice" // which terminal is the human's
)

// Verdict is the answer of a judge.
type Verdict struct {
	Left, Right int         // points
	Human       keylog.Side // the terminal of the human
}

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
	case q == NoQuestion:
		return fmt.Errorf("found a verdict, expected none: this person is not asked for one")
	}
	return nil
}
