package keylog

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/text"
)

// Utterance is a line of a log in the form of 2003, which has no keys.
type Utterance struct {
	Received int64  // microseconds since 1970, or since midnight if the log has no date
	Local    bool   // said by the judge; otherwise by the entity
	Text     string // of several lines if some in the log have no time
	Line     int
}

// maxText is the maximum number of bytes of an utterance of several lines.
const maxText = 4096

const utterancePattern = "YYYY-MM-DD-hh-mm-ss JUDGE|PROGRAM|CONFEDERATE: TEXT"

// utteranceForm matches a line of an utterance. One program wrote times such as 2:27:23 AM.
var utteranceForm = text.Pattern(
	`^(\d{4}(?:-\d{1,2}){5}|\d{1,2}:\d\d:\d\d [AP]M):?\s+(\pL[^:]{0,39}):(?:\s+(.*))?$`)

// utterance reads a line in the form of 2003, and reports whether it is one.
func (r *reader) utterance(line string) bool {
	m := utteranceForm().FindStringSubmatch(line)
	if m == nil {
		return r.goesOn(line)
	}
	t, err := time.Parse("2006-01-02-15-04-05", m[1])
	if clock, err2 := time.Parse("3:04:05 PM", m[1]); err2 == nil {
		t, err = clock.AddDate(1970, 0, 0), nil
	}
	if err != nil {
		r.fault(fmt.Sprintf("time %q", m[1]), utterancePattern)
		return true
	}
	if !r.begun {
		r.doubt("found an utterance before any heading, expected NAME conversing with Judge 01")
		r.open(Round{})
	}
	if r.first("no zone") {
		r.doubt("found times without a zone, took them for UTC")
	}
	words := strings.Fields(m[2])
	u := Utterance{Received: t.UnixMicro(), Text: m[3], Line: r.line, Local: strings.EqualFold(words[0], Judge)}
	round := r.round()
	if u.Local && len(words) > 1 {
		round.Judge = cmp.Or(round.Judge, judgeName(words[1]))
	} else if !u.Local {
		r.called(m[2])
	}
	round.Said = append(round.Said, u)
	r.log.Lines.Utterances++
	return true
}

// goesOn reads a line without a time, which goes on with the utterance before it.
func (r *reader) goesOn(line string) bool {
	if !r.begun || len(r.round().Said) == 0 {
		return false
	}
	said := r.round().Said
	last := &said[len(said)-1]
	if _, problem := r.stroke(line, false); problem != noKey || len(last.Text)+len(line) > maxText {
		return false
	}
	last.Text += "\n" + line
	if r.first("goes on") {
		r.doubt("found a line without a time, took each for a part of the utterance before")
	}
	r.log.Lines.Utterances++
	return true
}

// called notes who the entity is, whom the line of an utterance calls by its nature or its name.
// The conversation has one terminal, which is taken as the left one.
func (r *reader) called(label string) {
	round, name := r.round(), r.current.entity
	if round.Left != "" {
		return
	}
	if round.Left = (heading{}).nature(label); round.Left == "" && strings.EqualFold(label, name) {
		round.Left = Program
	}
	switch own := (heading{}).nature(name) == ""; {
	case own && round.Left == Program:
		round.Program = name
	case own && round.Left == Human:
		round.Human = name
	}
}

// said returns utterances as turns.
func said(list []Utterance, start int64) []Turn {
	turns := make([]Turn, len(list))
	for i, u := range list {
		at := float64(u.Received-start) / second
		turns[i] = Turn{T: at, End: at, From: Judge, To: string(Left), Line: u.Line, Text: u.Text}
		if !u.Local {
			turns[i].From, turns[i].To = turns[i].To, turns[i].From
		}
	}
	return turns
}
