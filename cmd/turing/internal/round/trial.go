package round

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/responder"
)

// Trial says how an entry did in the test before the contest.
type Trial struct {
	Entry   string `json:"entry"`
	ByHand  bool   `json:"by_hand,omitempty"` // it is started by hand, and was not tested
	Started bool   `json:"started"`           // whether its program ran
	Answers bool   `json:"answers"`           // whether it answered each line
	// First is how many seconds it took to the first key, and Pace how many keys it pressed in a
	// second, 0 if all came at once. The seconds are those of the contest; a program that presses
	// keys itself knows nothing of them, and its seconds are real.
	First  float64  `json:"first"`
	Pace   float64  `json:"pace"`
	Faults []string `json:"faults,omitempty"` // what else went wrong
	Notes  []string `json:"notes,omitempty"`  // what should be known, and is no failure
}

// OK reports whether an entry can take part.
func (t Trial) OK() bool { return t.ByHand || t.Started && t.Answers && len(t.Faults) == 0 }

// Line returns a sentence for the organiser.
func (t Trial) Line() string {
	switch {
	case t.ByHand:
		return t.Entry + " is started by hand and was not tested"
	case t.OK():
		pace := fmt.Sprintf("%.1f keys a second", t.Pace)
		if t.Pace == 0 {
			pace = "all keys at once"
		}
		return strings.Join(append([]string{fmt.Sprintf("%s answers: the first key came after %.1f seconds, %s",
			t.Entry, t.First, pace)}, t.Notes...), "; ")
	}
	return fmt.Sprintf("%s failed the test: %s", t.Entry, strings.Join(t.Faults, "; "))
}

// trialLines are what a judge says in the test.
var trialLines = []string{"Hello! How are you today?", "What did you have for breakfast?"}

// Try tests an entry. It has so long for each answer, in real time.
func (s *Site) Try(ctx context.Context, t *Talker, patience time.Duration) (Trial, error) {
	x := Trial{Entry: t.Name}
	if t.By == ByHand {
		x.ByHand = true
		return x, nil
	}
	found, err := s.Alone(ctx, t, patience, func(ctx context.Context, c responder.Conversation) error {
		for _, line := range trialLines {
			reply, err := c.Reply(ctx, line)
			if x.Answers = reply != ""; !x.Answers {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return x, err
	}
	h := t.health
	x.Started = h.keys > 0 || len(found) == 0
	speed := s.Speed
	if _, ok := Program(t.By); ok { // which knows nothing of the contest's time
		speed = 1
	}
	if h.first > 0 {
		x.First = h.first.Seconds() * speed
	}
	if h.busy > 0 {
		x.Pace = float64(h.pairs) / (h.busy.Seconds() * speed)
	}
	for _, fault := range found {
		if lost := t.faults.lost; lost != nil && !lost.Most() && fault.What == lost.Error() { // no failure
			x.Notes = append(x.Notes, fault.What)
			continue
		}
		x.Faults = append(x.Faults, fault.What)
	}
	if !x.Answers && len(x.Faults) == 0 {
		x.Faults = append(x.Faults, "did not end a line in time")
	}
	return x, nil
}
