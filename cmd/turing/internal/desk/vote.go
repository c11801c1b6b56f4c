package desk

import (
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// Vote is a ballot or ranks, of a judge or of the organiser in a judge's place, or takes them back.
type Vote struct {
	Stage string `json:"stage"` // "" stands for the last one that began
	Round int    `json:"round"` // of the stage, from 1
	Judge string `json:"judge"` // J1, J2 …
	// Attempt is the attempt of the round; 0 is the present one. A vote ends with its attempt.
	Attempt int `json:"attempt,omitempty"`
	// Human is the terminal named, if judges name one. Left holds the points of the left terminal
	// out of 100, if judges divide points or question an entry alone; -1 stands for none.
	Human keylog.Side `json:"human,omitempty"`
	Left  float64     `json:"left"`
	// Is says whether the only witness is a human, if judges talk to one.
	Is string `json:"is,omitempty"`
	// Confidence is how sure the judge is, from 0 to 100; nil if that is not known.
	Confidence *int   `json:"confidence,omitempty"`
	Why        string `json:"why,omitempty"` // the judge's words for the verdict
	// Reason says why the organiser corrects or voids a ballot, or annuls a round.
	Reason string `json:"reason,omitempty"`
	Own    bool   `json:"own,omitempty"`  // given by the judge, at a page
	Void   bool   `json:"void,omitempty"` // the ballot does not count
	// Annul has the whole round held again. It needs no judge.
	Annul bool `json:"annul,omitempty"`
	// Ranks, if not empty, ranks all that a judge met, the most human first. Each is a terminal,
	// such as 2-left, or a participant, such as C2, who stands for all their terminals.
	Ranks []string `json:"ranks,omitempty"`
}

// Verdict returns a vote as a judge gives it.
func (v Vote) Verdict() session.Verdict {
	x := session.Verdict{Left: int(v.Left), Right: session.AllPoints - int(v.Left), Human: v.Human, Is: v.Is,
		Reason: v.Why}
	if v.Confidence != nil {
		x.Confidence = *v.Confidence
	}
	return x
}
