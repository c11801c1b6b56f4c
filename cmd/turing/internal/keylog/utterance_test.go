package keylog

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// log2003 is made up in the form of the logs of 2003, in the variants that there are.
const log2003 = `A prize for tests 2003
Ada Silver conversing with Judge 05

2003-10-18-15-10-28 PROGRAM: Are you there?
2003-10-18-15-10-51 JUDGE: yes: I am
2003-10-18-15-10-51 PROGRAM: Good. 
I am glad.
2003-13-18-15-10-51 JUDGE: never

Confederate conversing with Judge 12
2003-10-18-15-20-00: CONFEDERATE: hello
2003-10-18-15-20-05 JUDGE 12: 
Norbert Conversing with Judge Judge 3
2003-10-18-15-30-00 NORBERT: hm
`

func TestLogOf2003(t *testing.T) {
	l, faults := readText(t, log2003)
	const day = 1066487400_000000 // 14:30 on 18 October 2003
	at := func(minutes, seconds int64) int64 { return day + (minutes*60+seconds)*second }
	want := []Round{
		{Judge: "J5", Program: "Ada Silver", Left: Program, Line: 2, Said: []Utterance{
			{Received: at(40, 28), Text: "Are you there?", Line: 4},
			{Received: at(40, 51), Local: true, Text: "yes: I am", Line: 5},
			{Received: at(40, 51), Text: "Good.\nI am glad.", Line: 6}}},
		{Judge: "J12", Left: Human, Line: 10, Said: []Utterance{
			{Received: at(50, 0), Text: "hello", Line: 11},
			{Received: at(50, 5), Local: true, Line: 12}}},
		{Judge: "J3", Program: "Norbert", Left: Program, Line: 13, Said: []Utterance{
			{Received: at(60, 0), Text: "hm", Line: 14}}},
	}
	if !reflect.DeepEqual(l.Rounds, want) {
		t.Errorf("got %+v\nwant %+v", l.Rounds, want)
	}
	if told := fmt.Sprint(faults, l.Doubts); told != `[f:8: found time "2003-13-18-15-10-51", expected `+
		utterancePattern+`] [f:4: found times without a zone, took them for UTC f:7: found a line `+
		`without a time, took each for a part of the utterance before]` {
		t.Errorf("told %s", told)
	}
	if want := (Lines{All: 14, Head: 1, Headings: 3, Utterances: 7, Blank: 2, Faults: 1}); l.Lines != want {
		t.Errorf("got %+v", l.Lines)
	}
	var text bytes.Buffer
	if err := l.Conversations()[0].WriteText(&text); err != nil || text.String() != `Conversation, `+
		`judge J5: program Ada Silver
2003-10-18 15:10:28 UTC, 0:23, 3 utterances

   0:00  left  to judge  Are you there?
   0:23  judge to left   yes: I am
   0:23  left  to judge  Good.
                         I am glad.
` {
		t.Errorf("%v: %s", err, text.String())
	}
}

// TestWrittenAsIn2003 writes a log of keys in the form of 2003.
func TestWrittenAsIn2003(t *testing.T) {
	l := readLog(t, fixture("ours2009.txt"))
	var out bytes.Buffer
	if err := WriteUtterances(&out, []string{"A prize"}, l.Conversations()[:1]); err != nil {
		t.Fatal(err)
	}
	if got := strings.ReplaceAll(out.String(), "\r\n", "\n"); got != `A prize
This transcript is in the public domain
P7 conversing with Judge 01

2009-09-06-10-00-04 JUDGE: Hello, who are you?
2009-09-06-10-00-07 PROGRAM: Hello, my name is Ada and I am the human
2009-09-06-10-00-15 JUDGE: Do you like rain?
2009-09-06-10-00-16 PROGRAM: Rain is wet.
2009-09-06-10-00-16 PROGRAM: I like it.

H2 conversing with Judge 01

2009-09-06-10-01-01 JUDGE: And you?
2009-09-06-10-01-08 CONFEDERATE: hi! me too
2009-09-06-10-01-13 JUDGE: see you

` {
		t.Errorf("wrote %s", got)
	}
}

func TestRealFormOf2003(t *testing.T) {
	l := readLog(t, suite.Data(t, "loebner", "2003-form.log"))
	if l.Lines != (Lines{All: 10, Head: 1, Headings: 1, Utterances: 6, Blank: 2}) {
		t.Errorf("found %+v", l.Lines)
	}
	var out bytes.Buffer
	if err := WriteUtterances(&out, l.Head, l.Conversations()); err != nil {
		t.Fatal(err)
	}
	again, faults, err := Read(&out, "written")
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	for _, log := range []*Log{l, again} {
		for i := range log.Rounds[0].Said {
			log.Rounds[0].Said[i].Line = 0
		}
	}
	if !reflect.DeepEqual(again.Rounds[0].Said, l.Rounds[0].Said) {
		t.Errorf("written and read: %+v, expected %+v", again.Rounds, l.Rounds)
	}
}
