package keylog

import (
	"strings"
	"testing"
)

func matchOpening(form, text string, tolerant bool) (name string, ok bool) {
	m := openingPattern(form, tolerant).FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	return strings.Join(m[1:], ""), true
}

func TestMatchOpening(t *testing.T) {
	for _, c := range []struct {
		text          string
		strict, loose bool
		name          string
	}{
		{"Hello, my name is Al and I am the human", true, true, "Al"},
		{"Hello, my name is Al B. and I am the human", true, true, "Al B."},
		{"hello, my name is Al and I am the human", false, true, "Al"},
		{"Hello my name is  Al, and I'm the human!", false, true, "Al"},
		{"HELLO! MY NAME IS AL, AND I AM THE HUMAN.", false, true, "AL"},
		{"Hello, my name is Al and I am the human.", false, true, "Al"},
		{"Hello, my name is and I am the human", false, false, ""},
		{"Hello, my name is Al and I am human", false, false, ""},
		{"Hello, my name is Al", false, false, ""},
		{"Well, hello, my name is Al and I am the human", false, false, ""},
		{"", false, false, ""},
	} {
		name, ok := matchOpening(OpeningForm, c.text, false)
		if ok != c.strict || ok && name != c.name {
			t.Errorf("%q: %q, %v", c.text, name, ok)
		}
		if name, ok = matchOpening(OpeningForm, c.text, true); ok != c.loose || ok && name != c.name {
			t.Errorf("%q, tolerant: %q, %v", c.text, name, ok)
		}
	}
}

func TestMatchOpeningOfOtherRules(t *testing.T) {
	for _, c := range []struct {
		form, text  string
		tolerant    bool
		name, found string
	}{
		{"Good day. X (human) speaking", "Good day. Al (human) speaking", false, "Al", "yes"},
		{"Good day. X (human) speaking", "Good day. Al human speaking", false, "", "no"},
		{"Good day. X (human) speaking", "good day, Al - human - speaking!", true, "Al", "yes"},
		{"I am here", "I'm here", true, "", "yes"},
		{"I am here", "Iam here", true, "", "no"},
		{"Hello", "Hello", false, "", "yes"},
		{"Hello", "Hello there", true, "", "no"},
	} {
		name, ok := matchOpening(c.form, c.text, c.tolerant)
		if name != c.name || ok != (c.found == "yes") {
			t.Errorf("%q in the form %q: %q, %v", c.text, c.form, name, ok)
		}
	}
}

func TestOpenings(t *testing.T) {
	l := &Log{Rounds: []Round{
		{Number: 1, Judge: "J1", Line: 1, Strokes: typed(
			0., "judge", "left", "Hi\n", 2., "entity", "left",
			"Hello, my name is Al and I am the human\nSo?\n",
			8., "judge", "right", "Hi\n")},
		{Number: 2, Judge: "J2", Line: 90, Strokes: typed(
			0., "entity", "left", "\nHello, my name is Al and I am the human", 5., "entity",
			"right", "me<<Hi\n")},
	}}
	got := l.Openings(OpeningForm, false)
	if len(got) != 4 || !got[0].OK || got[0].Name != "Al" || got[0].Line != 4 {
		t.Fatalf("got %+v", got)
	}
	nothing := `found nothing, expected "` + OpeningForm + `"`
	if o := got[1]; o.OK || o.Side != Right || o.Problem != nothing {
		t.Errorf("of one who says nothing: %+v", o)
	}
	if o := got[2]; !o.OK || o.Round != 2 || o.Judge != "J2" {
		t.Errorf("after a Return: %+v", o)
	}
	if o := got[3]; o.OK || o.Problem != `found "Hi", expected "`+OpeningForm+`"` || o.Line != 45 {
		t.Errorf("of another utterance: %+v", o)
	}
}
