package trade

import (
	"encoding/json"
	"time"
)

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
