package trade

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// Kind is the kind of an event.
type Kind string

// The kinds of events, with the fields of [Event] that they use besides Kind and Time.
const (
	Start    Kind = "start"    // the game begins, with its Settings
	Question Kind = "question" // Bettor asks Text
	Answer   Kind = "answer"   // the target answers the current question with Text
	Bet      Kind = "bet"      // Bettor bets on Side
	Done     Kind = "done"     // Bettor is done
	Leave    Kind = "leave"    // Who leaves: a bettor, or [Target]
	End      Kind = "end"      // the game ends for a Reason, and Nature is revealed
)

// Target is the name of the target in the events of a game. No bettor can have it.
const Target = "target"

// Reason is why a game ended.
type Reason string

// The reasons.
const (
	TimeOver    Reason = "time"
	AllDone     Reason = "done"
	TargetLeft  Reason = "target_left"
	BettorsLeft Reason = "bettors_left"
	// Annulled is for a game that cannot go on, such as after a failure of the server: nobody is
	// paid, and all get their points back.
	Annulled Reason = "annulled"
)

// Event is what happens in a game, with the time since its start.
type Event struct {
	Kind     Kind
	Time     time.Duration
	Settings *Settings
	Bettor   string
	Text     string
	Side     Side
	Who      string
	Reason   Reason
	Nature   Side // "" for a game that was annulled
}

// line is an event as a line of a log.
type line struct {
	Kind Kind    `json:"type"`
	Time float64 `json:"t"`
	*Settings
	Bettor string `json:"bettor,omitempty"`
	Text   string `json:"text,omitempty"`
	Side   Side   `json:"side,omitempty"`
	Who    string `json:"who,omitempty"`
	Reason Reason `json:"reason,omitempty"`
	Nature Side   `json:"nature,omitempty"`
}

// MarshalJSON implements [json.Marshaler]: a line of a log, times in seconds.
func (e Event) MarshalJSON() ([]byte, error) {
	return json.Marshal(line{e.Kind, toSeconds(e.Time), e.Settings, e.Bettor, e.Text, e.Side,
		e.Who, e.Reason, e.Nature})
}

// UnmarshalJSON implements [json.Unmarshaler]. Fields that it does not know are skipped.
func (e *Event) UnmarshalJSON(data []byte) error {
	l := line{Settings: &Settings{}}
	if err := json.Unmarshal(data, &l); err != nil {
		return err
	}
	t, err := fromSeconds("t", l.Time)
	if err != nil {
		return err
	}
	*e = Event{l.Kind, t, l.Settings, l.Bettor, l.Text, l.Side, l.Who, l.Reason, l.Nature}
	if e.Kind != Start {
		e.Settings = nil
	}
	return nil
}

// maxTime bounds all times, in seconds.
const maxTime = 24 * 60 * 60

// toSeconds returns a time in seconds, to the microsecond.
func toSeconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e6 }

func fromSeconds(name string, s float64) (time.Duration, error) {
	if !(s >= 0 && s <= maxTime) {
		return 0, fmt.Errorf("%s is %v, a number of seconds from 0 to %d is needed", name, s, maxTime)
	}
	return time.Duration(math.Round(s*1e6)) * time.Microsecond, nil
}
