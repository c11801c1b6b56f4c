package keylog

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

// typed makes the keys of a round of utterances: second, party, terminal and text, with a key every
// 100 ms. The parties are "judge" and "entity"; BackSpace is <.
func typed(said ...any) []Stroke {
	var strokes []Stroke
	for i := 0; i < len(said); i += 4 {
		at := int64(math.Round(said[i].(float64) * second))
		for j, c := range said[i+3].(string) {
			s := Stroke{Received: at + int64(j)*second/10, Local: said[i+1] == Judge,
				Side: Side(said[i+2].(string))}
			switch {
			case c == '<':
				s.Key = lpp.BackSpace
			case c > 0x7f:
				s.Name = string(c)
			default:
				s.Key = lpp.Key(c)
			}
			strokes = append(strokes, s)
		}
	}
	slices.SortStableFunc(strokes, func(a, b Stroke) int { return int(a.Received - b.Received) })
	for i := range strokes {
		strokes[i].Line = i + 1
	}
	return strokes
}

// told returns turns as "SECOND FROM>TO TEXT", with C for a correction and U for an unfinished one.
func told(turns []Turn) []string {
	var list []string
	for _, t := range turns {
		s := fmt.Sprintf("%g %s>%s %s", t.T, t.From, t.To, strings.ReplaceAll(t.Text, "\n", "/"))
		if t.Corrects {
			s += " C"
		}
		if t.Unfinished {
			s += " U"
		}
		list = append(list, s)
	}
	return list
}

func TestTranscript(t *testing.T) {
	for _, c := range []struct {
		name    string
		strokes []Stroke
		want    []string
	}{
		{"one after the other", typed(0., "judge", "left", "Hi\n", 2., "entity", "left", "Hello\n"),
			[]string{"0 judge>left Hi", "2 left>judge Hello"}},
		{"edits", typed(0., "judge", "left", "<Teh<<he\n"), []string{"0.1 judge>left The"}},
		{"an erased draft", typed(0., "judge", "left", "Wh<<", 5., "judge", "left", "Hi\n"),
			[]string{"5 judge>left Hi"}},
		{"lines of one turn", typed(0., "entity", "left", "a\n\nb\n", 5., "entity", "left", "c\n"),
			[]string{"0 left>judge a/b/c"}},
		{"lines with a long pause", typed(0., "entity", "left", "a\n", 12., "entity", "left",
			"b\n"),
			[]string{"0 left>judge a", "12 left>judge b"}},
		{"both at once, in the order of beginning",
			typed(0., "entity", "left", "long text\n", .3, "judge", "left", "ok\n"),
			[]string{"0 left>judge long text", "0.3 judge>left ok"}},
		{"terminals are apart", typed(0., "judge", "left", "to left", .35, "judge", "right",
			"to right\n",
			2., "judge", "left", "!\n"), []string{"0 judge>left to left!",
			"0.35 judge>right to right"}},
		{"Return before what is said", typed(0., "judge", "left", "Hi\n", 1., "entity", "left",
			"\nHo",
			5., "judge", "left", "Well\n", 8., "entity", "left", "\nyes"),
			[]string{"0 judge>left Hi", "1.1 left>judge Ho", "5 judge>left Well",
				"8.1 left>judge yes U"}},
		{"back beyond a Return that nobody had answered",
			typed(0., "judge", "left", "Hi\n", 1., "judge", "left", "<<a\n"),
			[]string{"1 judge>left Ha"}},
		{"back beyond a Return after an answer", typed(0., "judge", "left", "a mail\n", 2.,
			"entity", "left",
			"what\n", 4., "judge", "left", "<<<le\n"),
			[]string{"0 judge>left a mail", "2 left>judge what", "4 judge>left a male C"}},
		{"a whole line back after an answer", typed(0., "judge", "left", "no\n", 2., "entity",
			"left",
			"so\n", 4., "judge", "left", "<<<yes\n"),
			[]string{"0 judge>left no", "2 left>judge so", "4.3 judge>left yes"}},
		{"Return back and again", typed(0., "judge", "left", "no\n", 2., "entity", "left", "so\n",
			4., "judge", "left", "<x<\n"), []string{"0 judge>left no", "2 left>judge so"}},
		{"no Return but after a sentence", typed(0., "entity", "left", "Yes.", 1., "judge",
			"left", "Why?\n",
			4., "entity", "left", " So.\n"),
			[]string{"0 left>judge Yes.", "1 judge>left Why?", "4.1 left>judge  So."}},
		{"a pause in the middle of a sentence", typed(0., "judge", "left", "are", 1., "entity",
			"left",
			"Why?\n", 4., "judge", "left", " you?\n"),
			[]string{"0 judge>left are you?", "1 left>judge Why?"}},
		{"nobody uses Return", typed(0., "judge", "left", "who", 3., "entity", "left", "me",
			6., "judge", "left", "why", 9., "entity", "left", "so"),
			[]string{"0 judge>left who", "3 left>judge me", "6 judge>left why", "9 left>judge so"}},
		{"a long pause of one who hardly uses Return", typed(0., "judge", "left", "who", 1.,
			"entity", "left",
			"me\n", 4., "judge", "left", "why", 40., "judge", "left", "what"),
			[]string{"0 judge>left who", "1 left>judge me", "4 judge>left why",
				"40 judge>left what"}},
		{"never more than blanks", typed(0., "judge", "left", " <\n"), []string{"0 judge>left "}},
		{"other characters", typed(0., "entity", "right", "café\n"),
			[]string{"0 right>judge café"}},
		{"nothing", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Transcript(Round{Strokes: c.strokes})
			if !slices.Equal(told(got), c.want) {
				t.Errorf("got %q\nwant %q", told(got), c.want)
			}
			checkKeys(t, c.strokes, got)
		})
	}
}

// checkKeys checks that each key belongs to one turn of its party.
func checkKeys(t *testing.T, strokes []Stroke, turns []Turn) {
	t.Helper()
	type count struct{ keys, backSpaces int }
	want, got := map[string]count{}, map[string]count{}
	for _, s := range strokes {
		who := Judge + string(s.Side)
		if !s.Local {
			who = string(s.Side) + Judge
		}
		n := want[who]
		n.keys++
		if s.Key == lpp.BackSpace {
			n.backSpaces++
		}
		want[who] = n
	}
	for _, u := range turns {
		n := got[u.From+u.To]
		got[u.From+u.To] = count{n.keys + u.Keys, n.backSpaces + u.BackSpaces}
	}
	suite.Equal(t, "turns have keys", fmt.Sprint(got), fmt.Sprint(want))
}

func TestTranscriptOfRealLogsHasAllKeys(t *testing.T) {
	for _, path := range realLogs(t) {
		for _, r := range readLog(t, path).Rounds {
			checkKeys(t, r.Strokes, Transcript(r))
		}
	}
}

// The conversations of the fixtures, as a person reads them off the keys.
func TestTranscriptOfFixtures(t *testing.T) {
	want := map[string][]string{
		"ours2009.txt": {"1 J1 program human 139",
			"judge>left Hello, who are you?", "left>judge Hello, my name is Ada and I am the human",
			"judge>left Do you like rain?", "left>judge Rain is wet./I like it.",
			"judge>right And you?", "right>judge hi! me too", "judge>right see you",
			"2 J3 human program 108",
			"judge>left Hi", "left>judge hello there", "judge>left What's the time?",
			"left>judge 10 past 3 (or so)",
			"judge>right Hi", "right>judge hello, My Name is Bob and I'm the human!",
			"judge>right 12 * 12?", "right>judge 144"},
		"ours2010.txt": {"1  program human 141",
			"judge>left Good morning", "right>judge hi judge", "left>judge GOOD MORNING TO YOU",
			"judge>right what do you do?", "right>judge i bake bread",
			"judge>left My cat is a mail",
			"left>judge IS IT?", "judge>left My cat is a male", "judge>right tea or coffee?",
			"right>judge tea", "judge>right tea or coffee??",
			"2  human program 74",
			"judge>left Where are you?", "left>judge here", "judge>left  Here where?",
			"left>judge at home",
			"judge>left  I see.", "left>judge ok", "judge>right Say = 1+1, please",
			"right>judge =2\tor so"},
		"ours2006.txt": {"1 J2 program human 112",
			"left>judge Hello, my name is Cy and I am the human",
			"right>judge Hello, my name is Di and I am the human", "judge>left Say \"four\"",
			"left>judge \"4\"", "judge>right you too", "right>judge four :-)",
			"2 J4 human program 81",
			"left>judge Hello, my name is Di and I am human",
			"right>judge hello my name is Cy, and I am the human.", "judge>left Bye"},
	}
	for name, want := range want {
		l := readLog(t, fixture(name))
		var got []string
		for _, c := range l.Conversations() {
			got = append(got, fmt.Sprint(c.Number, " ", c.Judge, " ", c.Left, " ", c.Right, " ",
				c.Keys))
			for _, u := range c.Turns {
				got = append(got, u.From+">"+u.To+" "+strings.ReplaceAll(u.Text, "\n", "/"))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want,
				"\n"))
		}
	}
}

func fixture(name string) string { return "../../../../testdata/loebner/" + name }

func TestBlind(t *testing.T) {
	for _, name := range []string{"ours2009.txt", "ours2010.txt", "ours2006.txt"} {
		l := readLog(t, fixture(name))
		var open, blind strings.Builder
		for i, c := range l.Conversations() {
			open.WriteString(c.Text())
			b := l.Blind().Conversations()[i]
			blind.WriteString(b.Text())
			if !slices.EqualFunc(b.Turns, c.Turns, func(a,
				b Turn) bool {
				return a.Text == b.Text && a.T == b.T
			}) {
				t.Errorf("%s: blind turns differ", name)
			}
		}
		lower := strings.ToLower(blind.String())
		for _, word := range []string{"program", "human h", "p7", "h1", "note"} {
			if strings.Contains(lower, word) {
				t.Errorf("%s: the blind text has %q:\n%s", name, word, lower)
			}
			if name == "ours2009.txt" && !strings.Contains(strings.ToLower(open.String()), word) {
				t.Errorf("%s: the text lacks %q", name, word)
			}
		}
		for _, r := range l.Blind().Rounds {
			for _, s := range r.Strokes {
				if s.Sequence != "" {
					t.Fatalf("%s: sequence number %s tells programs from people", name, s.Sequence)
				}
			}
		}
	}
}

// TestLongTurn would not end if the time rose with the square of the turn's length.
func TestLongTurn(t *testing.T) {
	suite.Slow(t, "reads a long log")
	r := Round{Strokes: make([]Stroke, 1_000_000)}
	for i := range r.Strokes {
		r.Strokes[i] = Stroke{Side: Left, Key: 'a'}
		if i%2 == 1 && i > len(r.Strokes)/2 {
			r.Strokes[i].Key = lpp.Return
		}
	}
	turns := Transcript(r)
	if len(turns) != 1 || strings.Count(turns[0].Text, "a") != 750_000 {
		t.Fatalf("found %d turns, of %d bytes", len(turns), len(turns[0].Text))
	}
	if text := (Conversation{Turns: turns}).Text(); strings.Count(text, "a") < 750_000 {
		t.Errorf("the text has %d bytes", len(text))
	}
}

func TestText(t *testing.T) {
	c := Conversation{Round: Round{Number: 3, Judge: "J2", Left: Human, Right: Program, Program: "P1",
		Notes: []string{"a note"}}, Keys: 50, Begun: "2009-09-06T10:00:00.000000Z", Seconds: 130,
		Turns: []Turn{
			{T: 0, From: "judge", To: "left", Text: strings.Repeat("word ", 30)},
			{T: 65.4, From: "left", To: "judge", Text: "a\nb", Corrects: true, Unfinished: true},
			{T: 70, From: "right", To: "judge", Text: " ", Others: []string{"Delete"}},
		}}
	got := c.Text()
	suite.Has(t, "the text", got,
		"Round 3, judge J2: human on the left, program P1 on the right\n",
		"2009-09-06 10:00:00 UTC, 2:10, 50 keys\nNote: a note\n\n",
		"   0:00  judge to left   word word",
		"   1:05  left  to judge  a\n"+
			"                         b [corrects what was said before; not ended]\n",
		"[nothing that remained; unusual keys: Delete]")
	for line := range strings.Lines(got) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > textWidth {
			t.Errorf("a line of more than %d columns: %s", textWidth, line)
		}
	}
	suite.Equal(t, "of nothing", (Conversation{}).Text(), "Keys before any round\n\nNobody said anything.\n")
}
