package keylog

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

func readText(t *testing.T, text string) (*Log, []error) {
	t.Helper()
	l, faults, err := Read(strings.NewReader(text), "f")
	suite.OK(t, err)
	l2 := l.Lines
	if sum := l2.Head + l2.Headings + l2.Notes + l2.Keys + l2.Utterances + l2.Blank + l2.Faults; sum != l2.All ||
		sum != strings.Count(strings.TrimSuffix(text, "\n")+"\n", "\n") {
		t.Errorf("the kinds of %+v are %d lines", l2, sum)
	}
	return l, faults
}

const at = "011584861190593750" // 1158486119.593750

func TestKeyLines(t *testing.T) {
	for line, want := range map[string]string{ // judge, time, sequence, end, terminal, key and its name
		"J2 011584861190593750 64285874 remote left H ": "J2,1158486119593750,64285874,remote,left,'H'", // of another year
		" " + at + " 00001555 remote left ' ":           `,1158486119593750,00001555,remote,left,'\''`,
		"J1 " + at + " 012522315360171875 local right CR  \r": `J1,1158486119593750,012522315360171875,local,` +
			`right,'\n'`,
		at + " 7 local left BackSpace":        `+local,left,'\b'`,
		at + " 7 LOCAL Left Return ":          `+local,left,'\n'`,
		at + " 7 local left tab ":             `+local,left,'\t'`,
		at + " 7 local left space ":           "+local,left,' '",
		at + " 7 local left   \r":             "+local,left,' '",
		at + " 7 local left":                  "+local,left,' '",
		at + " 7 local left \t ":              `+local,left,'\t'`,
		at + " 7 local left \r \r":            `+local,left,'\n'`,
		at + " 7 local left \b \r":            `+local,left,'\b'`,
		at + " 7 remote left ?? ":             `+remote,left,'\x00'??`,
		at + " 7 local left * ":               "+local,left,'*'",
		at + " 7 local left quotedbl ":        `+local,left,'"'`,
		at + " 7 local left 5 ":               "+local,left,'5'",
		at + "\t7\tlocal\tleft\ta\t":          "+local,left,'a'",
		at + " local left a ":                 ",1158486119593750,,local,left,'a'", // no sequence
		"J1 " + at + " 12 x local left a ":    "J1,1158486119593750,12 x,local,left,'a'",
		"Judge 3 " + at + " 12 local left a ": "Judge 3,1158486119593750,12,local,left,'a'",
		at + " 7 remote left é ":              `+remote,left,'\x00'é`,
		at + " 7 remote left \xe9 ":           `+remote,left,'\x00'é`,
		at + " 7 remote left Delete ":         `+remote,left,'\x00'Delete`,
		"11584861190593750 7 remote left a ":  "+remote,left,'a'",
		"1158486119593750 7 remote left a ":   "+remote,left,'a'",
	} {
		l, faults := readText(t, "starting round 1  left=program  right = human\n"+line+"\n")
		got := ""
		for _, s := range l.Rounds[0].Strokes {
			end := map[bool]string{true: "local", false: "remote"}[s.Local]
			got += fmt.Sprintf("%s,%d,%s,%s,%s,%q%s", s.Judge, s.Received, s.Sequence, end, s.Side, rune(s.Key), s.Name)
			suite.Equal(t, "the line of the key", s.Line, 2)
		}
		want = strings.Replace(want, "+", ",1158486119593750,7,", 1)
		if len(faults) > 0 || got != want {
			t.Errorf("%q: got %s, %v\nwant %s", line, got, faults, want)
		}
	}
}

// log2012 is made up in the form of the logs of 2012, of a judge's program that was started anew.
const log2012 = `A prize for tests 2012
These transcripts are in the public domain
Transcripts of judge 4 program e_tester_bot round 2
Left =human 
J4 013370861950214673 judge left H
J4 013370861950278735 judge left exclam
J4 013370861950398581 judge right Return
J4 013370861950526647 e_tester_bot left quotedbl
J4 013370861950526648 e_tester_bot right quotedl
J4 013370861950526649 e_tester_bot right quotedl
J4 013370861960
A prize for tests 2012
These transcripts are in the public domain
Transcripts of judge 1 program other-bot round 
Right =human 
J1 013370861970214673 judge left BackSpace
J1 013370861970214674 third left period
J1 013370861970214675 third left 
J1 013370861970214676 third left BackSpace
`

func TestLogOf2012(t *testing.T) {
	l, faults := readText(t, strings.ReplaceAll(log2012, "\n", "\r\n"))
	want := []Round{{Number: 2, Judge: "J4", Program: "e_tester_bot", Left: Human, Right: Program,
		Line: 4, Strokes: []Stroke{
			{Received: 1337086195214673, Local: true, Side: Left, Key: 'H', Line: 5},
			{Received: 1337086195278735, Local: true, Side: Left, Key: '!', Line: 6},
			{Received: 1337086195398581, Local: true, Side: Right, Key: lpp.Return, Line: 7},
			{Received: 1337086195526647, Side: Left, Key: '"', Line: 8},
			{Received: 1337086195526648, Side: Right, Key: '"', Line: 9},
			{Received: 1337086195526649, Side: Right, Key: '"', Line: 10}}},
		{Judge: "J1", Program: "other-bot", Left: Program, Right: Human, Line: 15, Strokes: []Stroke{
			{Received: 1337086197214673, Local: true, Side: Left, Key: lpp.BackSpace, Line: 16},
			{Received: 1337086197214674, Side: Left, Key: '.', Line: 17},
			{Received: 1337086197214675, Side: Left, Key: ' ', Line: 18},
			{Received: 1337086197214676, Side: Left, Key: lpp.BackSpace, Line: 19}}}}
	for i := range want {
		for j := range want[i].Strokes {
			want[i].Strokes[j].Judge = want[i].Judge
		}
	}
	if !reflect.DeepEqual(l.Rounds, want) {
		t.Errorf("got %+v\nwant %+v", l.Rounds, want)
	}
	told := fmt.Sprint(faults, l.Doubts)
	if told != `[f:11: found "J4 013370861960", expected `+keyPattern+`] [f:9: found the key quotedl, `+
		`took it for quotedbl f:17: found keys of "third", took them for an entity's, expected judge `+
		`or the program that the log names f:18: found a key without a name, took each for a space, `+
		`which BackSpace removes]` {
		t.Errorf("told %s", told)
	}
	if want := (Lines{All: 19, Head: 5, Headings: 3, Keys: 10, Faults: 1}); l.Lines != want {
		t.Errorf("got %+v", l.Lines)
	}
}

func TestHeadings(t *testing.T) {
	for line, want := range map[string]Round{
		"*Starting round 1 program P1 human H1 judge J1 left is P1 right is Human": {Number: 1,
			Judge:   "J1",
			Program: "P1", Human: "H1", Left: Program, Right: Human},
		"*Starting round 2 program P1 human H2 judge J4 left is Human right is P1": {Number: 2,
			Judge:   "J4",
			Program: "P1", Human: "H2", Left: Human, Right: Program},
		"starting round 1  left=program  right = human": {Number: 1, Left: Program,
			Right: Human},
		"starting session 2  left= Program  right = Human": {Number: 2, Left: Program,
			Right: Human},
		"starting round 1  left=Program2  right = Human  ": {Number: 1, Program: "Program2",
			Left:  Program,
			Right: Human},
		"Starting Round 12 left=Human right=The Great Bot": {Number: 12, Program: "The Great Bot",
			Left:  Human,
			Right: Program},
		"starting round":     {},
		"starting round 3\r": {Number: 3},
	} {
		l, faults := readText(t, line+"\n"+at+" 7 local left a \n")
		got := l.Rounds[0]
		if want.Judge == "" && len(got.Strokes) == 1 {
			got.Judge = ""
		}
		got.Strokes, got.Line = nil, 0
		if len(faults) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", line, got, want)
		}
	}
}

func TestFaultsAreNamed(t *testing.T) {
	for line, want := range map[string]string{
		"J1 " + at + " 12 local lef":    `found "J1 ` + at + ` 12 local lef"`,
		at + " 12 local left a b ":      `found key "a b"`,
		at + " 12 middle left a ":       `found "` + at + ` 12 middle left a"`,
		"something else":                `found "something else", expected a key`,
		at + " 12 local left " + as(65): `found key "aaa`,
		as(70_000):                      `found "aaa`,
	} {
		text := "starting round 1\n" + line + "\n" + at + " 7 local left a \n"
		l, faults := readText(t, text)
		if len(faults) != 1 || !strings.HasPrefix(faults[0].Error(), "f:2: "+want) ||
			l.Lines.Keys != 1 ||
			l.Lines.Faults != 1 {
			t.Errorf("%.80q: got %v, %+v, want %q", line, faults, l.Lines, want)
		}
	}
}

func as(n int) string { return strings.Repeat("a", n) }

func TestDoubtsAreNamed(t *testing.T) {
	const key = at + " 7 local left a \n"
	for text, want := range map[string]string{
		key:                                    "f:1: found a key before any heading",
		"starting round 1 judge J1\nJ2 " + key: `f:2: found a key of judge "J2", expected "J1"`,
		"starting round 1\nJ1 " + key + "J2 " +
			key: `f:3: found a key of judge "J2" among those of "J1"`,
		"starting round 1\n" + key +
			"011584861180593750 7 local left a \n": "f:3: found a key received before",
		"starting round 1\nJ1 " + key +
			"J1 99 7 local left a \n": `f:3: found no time in "J1 99 7"`,
		"starting round 1\n" + at + " 7 local left Delete \n": `f:2: found key "Delete"`,
	} {
		l, _, err := Read(strings.NewReader(text), "f")
		if err != nil || len(l.Doubts) != 1 || !strings.HasPrefix(l.Doubts[0].Error(), want) {
			t.Errorf("%q: %v, doubts %v, want %q", text, err, l, want)
		}
	}
}

func TestJudgesUnderOneHeadingAreApart(t *testing.T) {
	l, _ := readText(t,
		"starting round 4\nJ1 "+at+" 7 local left a \nJ2 "+at+" 7 local left b \nJ1 "+at+
			" 7 local left c \n")
	if len(l.Rounds) != 2 || len(l.Rounds[0].Strokes) != 2 || l.Rounds[1].Judge != "J2" ||
		l.Rounds[1].Number != 4 || len(l.Rounds[1].Strokes) != 1 {
		t.Errorf("got %+v", l.Rounds)
	}
}

func TestUnreadableTimeIsThatOfTheKeyBefore(t *testing.T) {
	l, _ := readText(t, "starting round 1\nJ1 "+at+" 7 local left a \nJ1 99 8 local left b \n")
	got := l.Rounds[0].Strokes[1]
	if got.Received != l.Rounds[0].Strokes[0].Received || got.Judge != "J1" || got.Key != 'b' {
		t.Errorf("got %+v", got)
	}
}

func TestHeadAndNotes(t *testing.T) {
	l, faults := readText(t,
		"\ufeffA contest\r\n\r\n**** note\r\nstarting round 1\r\n*another*\r\n"+at+
			" 7 local left a \r\n** last **\r\n")
	want := Lines{All: 7, Head: 1, Headings: 1, Notes: 3, Keys: 1, Blank: 1}
	if len(faults) > 0 || l.Lines != want || len(l.Head) != 1 || l.Head[0] != "A contest" ||
		fmt.Sprint(l.Rounds[0].Notes) != "[note another last]" {
		t.Errorf("got %+v, %v", l, faults)
	}
}

// A last line that a crash cut must not become another key: BackSpace would be B.
func TestTornLastLine(t *testing.T) {
	whole := "starting round 1\n" + at + " 7 local left a  \n"
	last := at + " 8 local left BackSpace  "
	for n := range len(last) {
		l, faults := readText(t, whole+last[:n])
		keys := 1
		if n > len(last)-3 { // the whole name of the key
			keys++
		}
		if l.Lines.Keys != keys || n > 0 && keys == 1 && strings.TrimSpace(last[:n]) != "" &&
			len(faults) != 1 {
			t.Errorf("%q: %+v, %v", last[:n], l.Lines, faults)
		}
	}
	l, _ := readText(t, "starting round 1\n"+at+" 7 local left a\n"+at+" 8 local left b")
	suite.Equal(t, "a log without blanks after keys and without a last line break", l.Lines.Keys, 2)
	if l, faults := readText(t, whole+at+" 8 remote left H"); l.Lines.Keys != 2 || len(faults) > 0 {
		t.Errorf("a last line that was trimmed: %+v, %v", l.Lines, faults)
	}
}

func TestLinesThatEndInCR(t *testing.T) {
	text := "starting round 1\r" + strings.Repeat(at+" 7 local left a \r", 3000)
	l, faults, err := Read(strings.NewReader(text), "f")
	if err != nil || l.Lines.Keys != 3000 || len(l.Rounds) != 1 || len(faults) > 0 {
		t.Fatalf("found %+v, %v, %v", l, faults, err)
	}
	// Where LF ends the lines, CR may be a key.
	l, _ = readText(t, at+" 7 local left \r \n"+at+" 8 local left \r \n")
	if l.Lines.Keys != 2 || l.Rounds[0].Strokes[0].Key != lpp.Return {
		t.Errorf("CR as a key: %+v", l.Lines)
	}
}

func TestGzipByContent(t *testing.T) {
	text := suite.Must(os.ReadFile(fixture("ours2010.txt")))(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	data := packed.Bytes()
	got, _, err := Read(bytes.NewReader(data), "log.txt")
	suite.OK(t, err)
	if want := readLog(t, fixture("ours2010.txt")); !reflect.DeepEqual(got, want) {
		t.Error("the packed log is read otherwise")
	}
	for name, bad := range map[string][]byte{"cut": data[:len(data)-20], "no gzip": data[:4]} {
		_, _, err := Read(bytes.NewReader(bad), "log.gz")
		suite.Fails(t, name, err, "log.gz…")
	}
}

// endless repeats a line.
type endless struct {
	line string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.line[e.at:])
	e.at = (e.at + n) % len(e.line)
	return n, nil
}

func TestBounds(t *testing.T) {
	suite.Slow(t, "reads 16 MiB")
	_, _, err := Read(&endless{line: at + " 7 local left a \n"}, "f")
	suite.Fails(t, "the error", err, "f: found more than 16777216 bytes, expected a keystroke log")
	_, _, err = Read(io.MultiReader(strings.NewReader(at), &endless{line: as(1 << 16)}), "f")
	if err == nil {
		t.Error("a line without end is read")
	}
	l, faults := readText(t, at+" 7 local left a \n"+strings.Repeat("bad\n", maxFaults+500))
	if len(faults) != maxFaults || l.Lines.Faults != maxFaults+500 {
		t.Errorf("%d faults are kept, %d counted", len(faults), l.Lines.Faults)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "f: found no line of a key, expected a keystroke log",
		"a\nb\n":                  "f: found no line of a key, expected",
		"starting round 1\nbad\n": "f: found no line of a key, and 1 line that cannot be understood",
	} {
		_, _, err := Read(strings.NewReader(text), "f")
		suite.Fails(t, text, err, want+"…")
	}
	failed := errors.New("failed")
	if _, _, err := Read(io.MultiReader(strings.NewReader("a\n"), brokenReader{failed}),
		"f"); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
}

// TestNobodyTyped reads a log of two terminals that nobody used.
func TestNobodyTyped(t *testing.T) {
	l, faults := readText(t, "A contest\n*Starting round 2 judge J1 left is Program right is Human\n")
	if len(faults) > 0 || len(l.Rounds) != 1 || len(l.Doubts) != 1 {
		t.Fatalf("read %+v, %v", l, faults)
	}
	suite.Has(t, "the doubt", l.Doubts[0].Error(), "f: found no line of a key")
	suite.Has(t, "the text", l.Conversations()[0].Text(), "Nobody said anything.")
	list := l.Participants("f")
	want := Participant{File: "f", Round: 2, Judge: "J1", Side: Left, Who: Judge, With: Program}
	if len(list) != 4 || list[1] != want {
		t.Errorf("found %+v, expected four parties, and second %+v", list, want)
	}
}

// TestLogsWithoutDates reads the form of an entry of 2003 that wrote its log itself.
func TestLogsWithoutDates(t *testing.T) {
	l, faults := readText(t, "11:59:58 AM Judge 1: Hello\n12:00:03 PM Bot: Hi: you\nthere\n")
	at := int64(12*60*60) * second
	want := []Utterance{{Received: at - 2*second, Local: true, Text: "Hello", Line: 1},
		{Received: at + 3*second, Text: "Hi: you\nthere", Line: 2}}
	if len(faults) > 0 || l.Rounds[0].Judge != "J1" || !reflect.DeepEqual(l.Rounds[0].Said, want) {
		t.Errorf("read %+v, %v", l.Rounds, faults)
	}
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

// FuzzRead reads anything, makes its transcripts and writes what can be written.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"ours2009.txt", "ours2010.txt", "ours2006.txt"} {
		text := suite.Must(os.ReadFile(fixture(name)))(f)
		f.Add(text[:min(len(text), 3000)])
	}
	f.Add([]byte(log2012))
	f.Add([]byte(log2003))
	f.Add([]byte("J1 x 99 local left \n" + at + " remote right \xff \n**Starting subround\n"))
	f.Fuzz(readAnything)
}

func readAnything(t *testing.T, text []byte) {
	l, _, err := Read(bytes.NewReader(text), "f")
	if err != nil {
		return
	}
	n := l.Lines
	suite.Equal(t, "lines", n.Head+n.Headings+n.Notes+n.Keys+n.Utterances+n.Blank+n.Faults, n.All)
	keys, turns := 0, 0
	for _, c := range l.Conversations() {
		keys += c.Keys
		for _, u := range c.Turns {
			turns += u.Keys
		}
	}
	if keys != n.Keys || turns != n.Keys {
		t.Errorf("%d keys, %d in rounds, %d in turns", n.Keys, keys, turns)
	}
	for _, p := range l.Participants("f") {
		keys -= p.Keys
	}
	suite.Equal(t, "keys of nobody", keys, 0)
	var out bytes.Buffer
	w := suite.Must(NewWriter(&out))(t)
	written := 0
	suite.OK(t, w.Begin(Round{Number: 1}))
	for _, s := range l.Strokes() {
		if s.Judge = ""; s.Valid() {
			s.Sequence = "7"
			suite.OK(t, w.Add(s))
			written++
		}
	}
	if written == 0 {
		return
	}
	again, faults, err := Read(&out, "again")
	if err != nil || len(faults) > 0 || again.Lines.Keys != written {
		t.Errorf("wrote %d keys, read %+v, %v, %v", written, again, faults, err)
	}
}
