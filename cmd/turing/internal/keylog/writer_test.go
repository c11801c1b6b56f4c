package keylog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

func drawStroke(t *rapid.T) Stroke {
	s := Stroke{
		Judge:    rapid.SampledFrom([]string{"", "J1", "J12"}).Draw(t, "judge"),
		Received: rapid.Int64Range(0, 9_999_999_999*second).Draw(t, "received"),
		Sequence: rapid.StringMatching(`[0-9]{0,30}`).Draw(t, "sequence"),
		Local:    rapid.Bool().Draw(t, "local"),
		Side:     rapid.SampledFrom([]Side{Left, Right}).Draw(t, "side"),
	}
	if rapid.IntRange(0, 9).Draw(t, "other") == 0 {
		s.Name = rapid.SampledFrom([]string{"é", "Delete", "ß", "→"}).Draw(t, "name")
	} else {
		keys := suite.Must(allKeys())(t)
		s.Key = rapid.SampledFrom(keys).Draw(t, "key")
	}
	return s
}

// allKeys returns the keys of the protocol.
func allKeys() (keys []lpp.Key, err error) {
	for k := range 128 {
		if lpp.Key(k).Valid() {
			keys = append(keys, lpp.Key(k))
		}
	}
	if len(keys) < 95 {
		return nil, errors.New("the protocol has few keys")
	}
	return keys, nil
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head := []string{"A contest", "Transcripts of Program P1"}
		var want []Round
		var out bytes.Buffer
		w := suite.Must(NewWriter(&out, head...))(t)
		for n := range rapid.IntRange(1, 4).Draw(t, "rounds") {
			r := Round{Number: n + 1, Judge: "J1", Program: "P1", Human: "H3"}
			if rapid.Bool().Draw(t, "known") {
				r.Left, r.Right = Human, Program
			}
			r.Strokes = rapid.SliceOfN(rapid.Custom(drawStroke), 1, 20).Draw(t, "strokes")
			for i := range r.Strokes {
				r.Strokes[i].Judge = "J1"
			}
			suite.OK(t, w.Begin(r))
			suite.OK(t, w.Add(r.Strokes...))
			want = append(want, r)
		}
		l, faults, err := Read(bytes.NewReader(out.Bytes()), "written")
		if err != nil || len(faults) > 0 || !reflect.DeepEqual(l.Head, head) ||
			len(l.Rounds) != len(want) {
			t.Fatalf("%v, %v, %d rounds, want %d\n%s", err, faults, len(l.Rounds), len(want), &out)
		}
		for i, r := range want {
			if got := withoutLines(l.Rounds[i]); !reflect.DeepEqual(got, r) {
				t.Errorf("round %d: got %+v\nwant %+v", i, got, r)
			}
		}
	})
}

func TestStrokesWithoutJudge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStroke(t)
		var out bytes.Buffer
		w := suite.Must(NewWriter(&out))(t)
		suite.OK(t, errors.Join(w.Begin(Round{Number: 1}), w.Add(s)))
		l, faults, err := Read(&out, "f")
		if err != nil || len(faults) > 0 || withoutLines(l.Rounds[0]).Strokes[0] != s {
			t.Fatalf("got %+v, %v, %v, want %+v", l, faults, err, s)
		}
	})
}

func TestFormOf2009(t *testing.T) {
	text := suite.Must(os.ReadFile(fixture("ours2009.txt")))(t)
	l := readLog(t, fixture("ours2009.txt"))
	var out bytes.Buffer
	w := suite.Must(NewWriter(&out, l.Head...))(t)
	for _, r := range l.Rounds {
		suite.OK(t, errors.Join(w.Begin(r), w.Add(r.Strokes...)))
	}
	var want []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "**") {
			want = append(want, line)
		}
	}
	suite.Equal(t, "the log", out.String(), strings.Join(want, ""))
}

func TestWriterRefuses(t *testing.T) {
	ok := Stroke{Judge: "J1", Received: 1, Sequence: "7", Side: Left, Key: 'a'}
	for name, change := range map[string]func(*Stroke){
		"a key that is none":  func(s *Stroke) { s.Key = 0 },
		"a control character": func(s *Stroke) { s.Key = 7 },
		"a line break":        func(s *Stroke) { s.Judge = "J1\nJ2" },
	} {
		s := ok
		change(&s)
		var out bytes.Buffer
		w := suite.Must(NewWriter(&out))(t)
		if err := w.Add(ok, s); err == nil || !strings.HasPrefix(err.Error(), "found ") ||
			out.Len() > 0 {
			t.Errorf("%s: %v, wrote %q", name, err, &out)
		}
	}
	var out bytes.Buffer
	w := suite.Must(NewWriter(&out))(t)
	if err := w.Begin(Round{Judge: "J\n"}); err == nil || out.Len() > 0 {
		t.Errorf("a judge of two lines is written: %q", &out)
	}
	if _, err := NewWriter(&out, "a\nb"); err == nil || out.Len() > 0 {
		t.Errorf("a line of the head that is two is written: %q", &out)
	}
}

// The judge may read the log while it grows.
func TestHeadingsKeepTheSecret(t *testing.T) {
	var out bytes.Buffer
	w := suite.Must(NewWriter(&out, "A contest"))(t)
	suite.OK(t, w.Begin(Round{Number: 1, Judge: "J1"}))
	if got, want := out.String(), "A contest\r\n*Starting round 1 judge J1\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

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
	suite.Equal(t, "the text", l.Conversations()[0].Text(), `Conversation, judge J5: program Ada Silver
2003-10-18 15:10:28 UTC, 0:23, 3 utterances

   0:00  left  to judge  Are you there?
   0:23  judge to left   yes: I am
   0:23  left  to judge  Good.
                         I am glad.
`)
}

func TestRealFormOf2003(t *testing.T) {
	l := readLog(t, suite.Data(t, "loebner", "2003-form.log"))
	if l.Lines != (Lines{All: 10, Head: 1, Headings: 1, Utterances: 6, Blank: 2}) {
		t.Errorf("found %+v", l.Lines)
	}
}

// TestAppendKeepsWhatCannotBeRead goes on with a log of this program whose lines another one has
// changed, and with one that was cut in its head.
func TestAppendKeepsWhatCannotBeRead(t *testing.T) {
	const edited = appendedHead + "\n*Starting round 1\n1,262E+15;1;local;left;a\n"
	for before, want := range map[string]string{
		edited + "1,262E":        edited + "*Starting round 1",
		appendedHead + "\n":      appendedHead + "\n*Starting round 1",
		appendedHead[:9]:         appendedHead + "\n*Starting round 1",
		"":                       appendedHead + "\n*Starting round 1",
		edited[:len(edited)-1-2]: appendedHead + "\n*Starting round 1\n",
	} {
		path := filepath.Join(t.TempDir(), "log.txt")
		suite.OK(t, os.WriteFile(path, []byte(before), 0o666))
		a := suite.Must(Append(path))(t)
		suite.OK(t, a.Close())
		got := strings.ReplaceAll(string(suite.Must(os.ReadFile(path))(t)), "\r", "")
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q became %q, expected %q…", before, got, want)
		}
	}
}

// TestManyJudges reads keys of many judges under one heading, each of whom has a round.
func TestManyJudges(t *testing.T) {
	var b strings.Builder
	b.WriteString("*Starting round 1\n")
	const judges = 50_000
	for range 2 {
		for j := range judges {
			fmt.Fprintf(&b, "J%d 012522315360172505 012522315360171875 local left H\n", j)
		}
	}
	l, _, err := Read(strings.NewReader(b.String()), "log")
	suite.OK(t, err)
	suite.Equal(t, "rounds", len(l.Rounds), judges)
	suite.Equal(t, "keys of the last judge", len(l.Rounds[judges-1].Strokes), 2)
}
