package keylog

import (
	"slices"
	"time"
)

// Conversation is a round in readable form, with its sub-rounds.
type Conversation struct {
	Round int    `json:"round"` // 0 where the log does not say
	Judge string `json:"judge"` // such as "J1"; empty where the log does not say
	// Left and Right say what is behind the terminals: "program", "human", or empty.
	Left    string `json:"left"`
	Right   string `json:"right"`
	Program string `json:"program,omitempty"` // the program's name
	Human   string `json:"human,omitempty"`
	Keys    int    `json:"keys"` // of all parties
	Line    int    `json:"line"` // of the log, of the heading
	// Begun is when the first key was received, in UTC; empty if there is none.
	Begun   string   `json:"begun,omitempty"`
	Seconds float64  `json:"seconds"`         // from the first key to the last one
	Parts   []Part   `json:"parts,omitempty"` // in order; none in most years
	Notes   []string `json:"notes,omitempty"` // in the log, between its keys
	Turns   []Turn   `json:"turns"`           // in order of their beginnings
}

// Part is a sub-round: in 2009 a judge talked to one terminal after the other.
type Part struct {
	Part  int    `json:"part"`
	Other string `json:"other,omitempty"` // the judge's partner: "program" or "human"
	Line  int    `json:"line"`            // of the heading
	Keys  int    `json:"keys"`            // of all parties
}

// Conversations returns the rounds of the log, with the sub-rounds of a round together.
func (l *Log) Conversations() []Conversation {
	list := []Conversation{}
	for _, g := range l.groups() {
		list = append(list, conversation(g))
	}
	return list
}

// groups returns the rounds, each with its sub-rounds.
func (l *Log) groups() (list [][]Round) {
	start := 0
	for i, r := range l.Rounds {
		first, next := l.Rounds[start], i+1
		if next < len(l.Rounds) && r.Part > 0 && l.Rounds[next].Part > 0 &&
			first.Number == l.Rounds[next].Number && first.Judge == l.Rounds[next].Judge {
			continue
		}
		list = append(list, l.Rounds[start:next])
		start = next
	}
	return list
}

func conversation(rounds []Round) Conversation {
	first := rounds[0]
	c := Conversation{Round: first.Number, Judge: first.Judge, Left: first.Left, Right: first.Right,
		Program: first.Program, Human: first.Human, Line: first.Line, Turns: []Turn{}}
	var times []int64
	for _, r := range rounds {
		for _, s := range r.Strokes {
			times = append(times, s.Received)
		}
		c.Keys += len(r.Strokes)
		for _, u := range r.Said {
			times = append(times, u.Received)
		}
	}
	var start int64
	if len(times) > 0 {
		start = slices.Min(times)
		c.Begun = time.UnixMicro(start).UTC().Format("2006-01-02T15:04:05.000000Z")
		c.Seconds = float64(slices.Max(times)-start) / second
	}
	for _, r := range rounds {
		c.Notes = append(c.Notes, r.Notes...)
		if r.Part > 0 {
			c.Parts = append(c.Parts, Part{r.Part, r.Other, r.Line, len(r.Strokes)})
		}
		c.Turns = append(c.Turns, transcript(r, clock(r.Strokes), start)...)
		c.Turns = append(c.Turns, said(r.Said, r.Part, start)...)
	}
	return c
}

// Blind returns the log without anything that says at which terminal the program is: headings,
// names, notes and sequence numbers. Keys and times are unchanged.
func (l *Log) Blind() *Log {
	b := &Log{Lines: l.Lines}
	for _, r := range l.Rounds {
		strokes := slices.Clone(r.Strokes)
		for i := range strokes {
			strokes[i].Sequence = ""
		}
		b.Rounds = append(b.Rounds, Round{Number: r.Number, Part: r.Part, Judge: r.Judge,
			Line: r.Line, Strokes: strokes, Said: r.Said})
	}
	return b
}
