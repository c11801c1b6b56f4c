package trade

import (
	"encoding/json"
	"slices"
	"time"
)

// What each player may see, and when, is decided in this file alone. Players learn of a game by a
// stream of messages, each of which has a number. A stream only grows: who has seen the first n
// messages needs those from n on.

// Viewer is somebody who sees a game: a bettor, by index, or [TheTarget].
type Viewer int

// TheTarget is the view of the target.
const TheTarget Viewer = -1

// MessageKind is the kind of a message.
type MessageKind string

// The kinds of messages, who gets them, and the fields of [Message] that they use besides Kind and
// Time.
const (
	Asked    MessageKind = "question" // all: Number is current, asked by Bettor: Text
	Queued   MessageKind = "queued"   // who asked: Text waits for its turn
	Signal   MessageKind = "answered" // the other bettors: Number was answered
	Answered MessageKind = "answer"   // Text answers Number: target and who asked, later the others
	Priced   MessageKind = "price"    // all: Price
	Held     MessageKind = "holding"  // who bet: Holding
	IsDone   MessageKind = "done"     // all: Bettor is done
	Left     MessageKind = "left"     // all: Who left
	HasEnded MessageKind = "end"      // all: Reason, Nature, Results, Reward
)

// Message is what a viewer learns at a time since the start.
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

// MarshalJSON implements [json.Marshaler]. Times are in seconds, and only the fields that the kind
// uses are written.
func (m Message) MarshalJSON() ([]byte, error) {
	l := struct {
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
	}{
		Kind: m.Kind, Time: toSeconds(m.Time), Number: m.Number, Bettor: m.Bettor, Text: m.Text,
		Holding: m.Holding, Who: m.Who, Reason: m.Reason, Nature: m.Nature, Results: m.Results,
	}
	switch m.Kind {
	case Priced:
		l.Price = &m.Price
	case HasEnded:
		l.Reward = &m.Reward
	}
	return json.Marshal(l)
}

// Look lets time pass and returns the messages of a viewer after the first ones. Later events must
// not be earlier than this time. The messages must not be changed.
func (g *Game) Look(v Viewer, after int, now time.Duration) []Message {
	g.release(now)
	g.now = max(g.now, now)
	list := g.streams[g.stream(v)]
	return list[min(max(0, after), len(list)):]
}

// NextRelease returns when the next text is released to bettors.
func (g *Game) NextRelease() (at time.Duration, ok bool) {
	if len(g.late) == 0 {
		return 0, false
	}
	return g.late[0].at, true
}

func (g *Game) stream(v Viewer) int {
	if v == TheTarget {
		return len(g.bettors)
	}
	return int(v)
}

func (g *Game) name(bettor int) string { return g.settings.Bettors[bettor] }

func (g *Game) tell(bettor int, m Message) {
	g.streams[bettor] = append(g.streams[bettor], m)
}

func (g *Game) tellAll(m Message) {
	for i := range g.streams {
		g.tell(i, m)
	}
}

// lateText is an answer that waits to be seen by all bettors but the one who asked.
type lateText struct {
	at    time.Duration
	owner int
	Message
}

// publish tells of an answer.
func (g *Game) publish(owner, number int, e Event) {
	text := Message{Kind: Answered, Time: e.Time, Number: number, Text: e.Text}
	g.tell(owner, text)
	g.tell(g.stream(TheTarget), text)
	for i := range g.bettors {
		if i != owner {
			g.tell(i, Message{Kind: Signal, Time: e.Time, Number: number})
		}
	}
	at := e.Time + g.settings.delay()
	text.Time = at
	g.late = append(g.late, lateText{at, owner, text})
}

// release shows the texts whose time has come.
func (g *Game) release(now time.Duration) {
	n := 0
	for ; n < len(g.late) && g.late[n].at <= now; n++ {
		for i := range g.bettors {
			if i != g.late[n].owner {
				g.tell(i, g.late[n].Message)
			}
		}
	}
	g.late = slices.Delete(g.late, 0, n)
}
