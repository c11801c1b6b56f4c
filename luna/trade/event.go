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

// MessageKind is the kind of a message.
type MessageKind string

// The kinds of messages, with the fields of [Message] that they use besides Kind and Time. The
// variable audiences says who gets them.
const (
	Asked    MessageKind = "question" // question Number, Text by Bettor, is current
	Queued   MessageKind = "queued"   // the viewer's question Text waits for its turn
	Signal   MessageKind = "answered" // question Number was answered; the text follows later
	Answered MessageKind = "answer"   // Text is the answer to question Number
	Priced   MessageKind = "price"    // the price is Price
	Held     MessageKind = "holding"  // the viewer has Holding
	IsDone   MessageKind = "done"     // Bettor is done
	Left     MessageKind = "left"     // Who left
	HasEnded MessageKind = "end"      // the game has ended: Reason, Nature, Results, Reward
)

// Message is what a viewer learns at a Time since the start: its Kind, and depending on the kind
// Number, Bettor, Text, Price, Holding, Who, Reason, Nature, Results and Reward.
type Message struct {
	Kind    MessageKind
	Time    time.Duration
	Number  int // of the question, from 1
	Bettor  string
	Text    string
	Price   float64
	Holding *Holding
	Who     string
	Reason  Reason
	Nature  Side
	Results []Result
	Reward  float64
}

// messageLine is the JSON form of a message. Times are in seconds, and only the fields that the
// kind uses are written.
type messageLine struct {
	Kind    MessageKind `json:"type"`
	Time    float64     `json:"t"`
	Number  int         `json:"number,omitempty"`
	Bettor  string      `json:"bettor,omitempty"`
	Text    string      `json:"text,omitempty"`
	Price   *float64    `json:"price,omitempty"`
	Holding *Holding    `json:"holding,omitempty"`
	Who     string      `json:"who,omitempty"`
	Reason  Reason      `json:"reason,omitempty"`
	Nature  Side        `json:"nature,omitempty"`
	Results []Result    `json:"results,omitempty"`
	Reward  *float64    `json:"reward,omitempty"`
}

// MarshalJSON implements [encoding/json.Marshaler].
func (m Message) MarshalJSON() ([]byte, error) {
	l := messageLine{
		Kind: m.Kind, Time: toSeconds(m.Time), Number: m.Number, Bettor: m.Bettor, Text: m.Text,
		Holding: m.Holding, Who: m.Who, Reason: m.Reason, Nature: m.Nature, Results: m.Results,
	}
	switch m.Kind {
	case Priced:
		l.Price = &m.Price
	case HasEnded:
		l.Reward = &m.Reward
	}
	return marshal(l)
}

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (m *Message) UnmarshalJSON(data []byte) error {
	*m = Message{}
	l := messageLine{Price: &m.Price, Reward: &m.Reward}
	err := json.Unmarshal(data, &l)
	if err == nil {
		m.Time, err = fromSeconds("t", l.Time)
	}
	m.Kind, m.Number, m.Bettor, m.Text, m.Who = l.Kind, l.Number, l.Bettor, l.Text, l.Who
	m.Holding, m.Reason, m.Nature, m.Results = l.Holding, l.Reason, l.Nature, l.Results
	return err
}
