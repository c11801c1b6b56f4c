// Package keylog reads and writes the logs of the Loebner Prize, most of which have keystrokes, and
// turns them into readable conversations. Each key that the judge or an entity pressed is a line of
// a log:
//
//	[JUDGE] RECEIVED SEQUENCE local|remote left|right KEY
//
// RECEIVED is when the judge's program received the key: 0, ten digits of seconds since 1970 (UTC),
// 0, six digits of microseconds. SEQUENCE is the sequence number of the protocol, see package lpp.
// Local keys were typed by the judge, at the terminal that the line names, and remote ones by an
// entity. KEY is the character, or one of space, CR, tab and BackSpace. Before the keys of a round,
// a heading says what is behind the terminals:
//
//	*Starting round 1 program P1 human H1 judge J1 left is P1 right is Human    (2009)
//	**Starting subround 1 program P1 human H1 judge J1 other is P1              (2009)
//	starting round 1  left=program  right = human                               (2010)
//	starting session 2  left= Program  right = Human                            (others)
//
// The logs of 2012 have no sequence numbers and name the party instead of local and remote:
//
//	Transcripts of judge 4 program P1 round 2
//	Left =human
//	J4 013370861950214673 judge left H
//	J4 013370862160512400 P1 right W
//
// In 2003, and by the rules of 2004, logs have a line for each utterance:
//
//	P1 conversing with Judge 02
//	2003-10-18-15-10-28 PROGRAM: Hello, is somebody there?
//	2003-10-18-15-10-51 JUDGE: Yes.
//
// Other lines that begin with an asterisk are notes. Lines end in CRLF, LF or CR, which blanks may
// precede.
//
// Another form of heading is one expression in heading.go.
package keylog

import (
	"slices"
	"time"

	"github.com/luna-rating/luna/turing/lpp"
)

// Side is one of the two terminals of a judge.
type Side string

// The terminals of a judge.
const (
	Left  Side = "left"
	Right Side = "right"
)

// Values of Left and Right in [Round].
const (
	Program = "program"
	Human   = "human"
)

// Stroke is a key as recorded on a line of a log.
type Stroke struct {
	Judge    string // such as "J1"; empty where the log does not say
	Received int64  // microseconds since 1970, UTC
	Sequence string // as in the log
	Local    bool   // typed by the judge; otherwise by the entity
	Side     Side   // the terminal that it was typed at or appeared on
	Key      lpp.Key
	// Name is the name of a key that the protocol does not have, such as "é" or "Delete"; Key is 0
	// then. Otherwise it is empty.
	Name string
	Part int // of the round: in 2009 a judge talked to one terminal after the other in sub-rounds
	Line int
}

// Round is one judge's part of a log between two headings.
type Round struct {
	Number int    `json:"round"` // 0 where the log does not say
	Judge  string `json:"judge"` // such as "J1"; empty where the log does not say
	// Left and Right say what is behind the terminals: [Program], [Human], or empty if the log does
	// not say.
	Left    string   `json:"left"`
	Right   string   `json:"right"`
	Program string   `json:"program,omitempty"` // the program's name
	Human   string   `json:"human,omitempty"`
	Line    int      `json:"line"`            // of the heading or, if there is none, of the first key
	Notes   []string `json:"notes,omitempty"` // in the log, between its keys
	Strokes []Stroke `json:"-"`
	// Said are the utterances of a log in the form of 2003, of one terminal, called the left one.
	Said []Utterance `json:"-"`
}

// Nature returns what is behind a terminal: [Program], [Human] or the empty string.
func (r Round) Nature(side Side) string {
	if side == Left {
		return r.Left
	}
	return r.Right
}

// Log is a log of keystrokes, or one in the form of 2003.
type Log struct {
	Head   []string // the lines before the first round other than notes
	Rounds []Round  // in the order of the log
	Lines  Lines
	// Doubts describe odd headings, and odd lines that were taken as keys all the same. Only the
	// first thousand are kept.
	Doubts []error
}

// Lines counts the lines of a log by kind. Each line is of one kind.
type Lines struct {
	All      int `json:"all"`      // the sum of the others
	Head     int `json:"head"`     // before the first round
	Headings int `json:"headings"` // of rounds and sub-rounds
	Notes    int `json:"notes"`    // other lines that begin with an asterisk
	Keys     int `json:"keys"`     // taken as keys
	// Utterances are lines of utterances, in the form of 2003.
	Utterances int `json:"utterances,omitempty"`
	Blank      int `json:"blank"`  // without text
	Faults     int `json:"faults"` // all other lines
}

// Conversation is a round in readable form.
type Conversation struct {
	Round
	Keys int `json:"keys"` // of all parties
	// Begun is when the first key was received, in UTC; empty if there is none.
	Begun   string  `json:"begun,omitempty"`
	Seconds float64 `json:"seconds"` // from the first key to the last one
	Turns   []Turn  `json:"turns"`   // in order of their beginnings
}

// Conversations returns the rounds of the log in readable form.
func (l *Log) Conversations() []Conversation {
	list := []Conversation{}
	for _, r := range l.Rounds {
		list = append(list, r.conversation())
	}
	return list
}

func (r Round) conversation() Conversation {
	var times []int64
	for _, s := range r.Strokes {
		times = append(times, s.Received)
	}
	for _, u := range r.Said {
		times = append(times, u.Received)
	}
	c := Conversation{Round: r, Keys: len(r.Strokes), Turns: []Turn{}}
	if len(times) > 0 {
		start := slices.Min(times)
		c.Begun = time.UnixMicro(start).UTC().Format("2006-01-02T15:04:05.000000Z")
		c.Seconds = float64(slices.Max(times)-start) / second
		c.Turns = append(r.turns(start), said(r.Said, start)...)
	}
	return c
}

// Strokes returns the keys of all rounds.
func (l *Log) Strokes() (list []Stroke) {
	for _, r := range l.Rounds {
		list = append(list, r.Strokes...)
	}
	return list
}

// Blind returns the log without anything that says at which terminal the program is: headings,
// names, notes and sequence numbers. Keys and times are unchanged.
func (l *Log) Blind() *Log {
	b := &Log{Lines: l.Lines}
	for _, r := range l.Rounds {
		r.Left, r.Right, r.Program, r.Human, r.Notes = "", "", "", "", nil
		r.Strokes = slices.Clone(r.Strokes)
		for i := range r.Strokes {
			r.Strokes[i].Sequence = ""
		}
		b.Rounds = append(b.Rounds, r)
	}
	return b
}
