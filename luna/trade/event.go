package trade

import "time"

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
