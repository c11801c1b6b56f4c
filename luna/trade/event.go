package trade

import (
	"encoding/json"
	"fmt"
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
	// Annulled is for a game that cannot continue, such as after a failure of the server: nobody is
	// paid, and everybody gets their points back.
	Annulled Reason = "annulled"
)

// Event is something that happens in a game: its Kind, the Time since the start, and depending on
// the kind Settings, Bettor, Text, Side, Who, Reason and Nature. Its JSON form is a line of a log.
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

// Side is the nature of a target, the kind of a security, or what a bet is on.
type Side string

// The sides. Logs may call a computer a bot.
const (
	Human    Side = "human"
	Computer Side = "computer"
)

// other returns the opposite side.
func (s Side) other() Side {
	if s == Human {
		return Computer
	}
	return Human
}

func (s Side) valid() bool { return s == Human || s == Computer }

// UnmarshalJSON implements [json.Unmarshaler]. Null changes nothing.
func (s *Side) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var name string
	if err := json.Unmarshal(data, &name); err != nil {
		return fmt.Errorf("found %s, expected %q or %q", data, Human, Computer)
	}
	switch name {
	case "human":
		*s = Human
	case "computer", "bot":
		*s = Computer
	case "": // the kind of no securities
		*s = ""
	default:
		return fmt.Errorf("found %q, expected %q or %q", name, Human, Computer)
	}
	return nil
}
