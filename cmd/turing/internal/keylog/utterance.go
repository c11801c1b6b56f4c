package keylog

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Utterance is a line of a log in the form of 2003, which has no keys.
type Utterance struct {
	Received int64  // microseconds since 1970
	Local    bool   // said by the judge; otherwise by the entity
	Text     string // of several lines if some in the log have no time
	Line     int
}

const (
	utteranceTime    = "2006-01-02-15-04-05"
	utterancePattern = "YYYY-MM-DD-hh-mm-ss JUDGE|PROGRAM|CONFEDERATE: TEXT"
)

var (
	utteranceForm = regexp.MustCompile(`^(\d{4}(?:-\d{1,2}){5}):?\s+(\pL[^:]{0,39}):(?:\s+(.*))?$`)
	meetingForm   = regexp.MustCompile(`(?i)^(.+?) conversing with (?:judge )+(\S+)$`)
)

// parseMeeting reads the heading of a conversation in the form of 2003. The entity may be any name.
func parseMeeting(line string) (entity, judge string, ok bool) {
	if !strings.Contains(line, "onversing") { // for speed
		return "", "", false
	}
	m := meetingForm.FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	return m[1], judgeName(m[2]), true
}

// utterance reads a line in the form of 2003, and reports whether it is one. A line without a time
// goes on with the utterance before it.
func (r *reader) utterance(line string) bool {
	if entity, judge, ok := parseMeeting(line); ok {
		r.log.Lines.Headings++
		r.begin(heading{judge: judge})
		r.entity = entity
		return true
	}
	var m []string
	if len(line) > 4 && line[4] == '-' {
		m = utteranceForm.FindStringSubmatch(line)
	}
	switch {
	case m == nil && (!r.begun || len(r.round().Said) == 0):
		return false
	case m == nil:
		if _, problem := r.stroke(line, false); problem != noKey {
			return false
		}
		said := r.round().Said
		last := &said[len(said)-1]
		if len(last.Text)+len(line) > maxLineText {
			return false
		}
		last.Text += "\n" + line
		if r.first("goes on") {
			r.doubt("found a line without a time, took each for a part of the utterance before")
		}
		r.log.Lines.Utterances++
		return true
	}
	t, err := time.Parse(utteranceTime, m[1])
	if err != nil {
		r.fault(fmt.Sprintf("time %q", m[1]), utterancePattern)
		return true
	}
	if !r.begun {
		r.doubt("found an utterance before any heading, expected NAME conversing with Judge 01")
		r.open()
	}
	if r.first("no zone") {
		r.doubt("found times without a zone, took them for UTC")
	}
	u := Utterance{Received: t.UnixMicro(), Text: m[3], Line: r.line,
		Local: strings.EqualFold(strings.Fields(m[2])[0], Judge)}
	if !u.Local {
		r.names2003(m[2])
	}
	r.round().Said = append(r.round().Said, u)
	r.log.Lines.Utterances++
	return true
}

// round returns the last round.
func (r *reader) round() *Round { return &r.log.Rounds[len(r.log.Rounds)-1] }

// names2003 notes who the entity is, whom the line of an utterance calls by its nature or its name.
// The conversation has one terminal, which is taken as the left one.
func (r *reader) names2003(label string) {
	round := r.round()
	if round.Left != "" {
		return
	}
	if round.Left = (heading{}).nature(label); round.Left == "" && strings.EqualFold(label, r.entity) {
		round.Left = Program
	}
	name := r.entity
	switch own := (heading{}).nature(name) == ""; {
	case own && round.Left == Program:
		round.Program = name
	case own && round.Left == Human:
		round.Human = name
	}
}

// said returns the utterances as turns.
func said(list []Utterance, part int, start int64) []Turn {
	turns := make([]Turn, len(list))
	for i, u := range list {
		at := float64(u.Received-start) / second
		turns[i] = Turn{T: at, End: at, From: Judge, To: string(Left), Part: part, Line: u.Line,
			Text: u.Text}
		if !u.Local {
			turns[i].From, turns[i].To = turns[i].To, turns[i].From
		}
	}
	return turns
}
