package keylog

import "testing"

const openingOf2004 = "Hello, my name is X and I am the human"

func TestMatchOpening(t *testing.T) {
	for _, c := range []struct {
		form, text string
		want       bool
	}{
		{openingOf2004, "Hello, my name is Al and I am the human", true},
		{openingOf2004, "Hello, my name is Al B. and I am the human", true},
		{openingOf2004, "hello, my name is Al and I am the human", false},
		{openingOf2004, "Hello, my name is and I am the human", false},
		{openingOf2004, "Well, hello, my name is Al and I am the human", false},
		{openingOf2004, "", false},
		{"Good day. X (human) speaking", "Good day. Al (human) speaking", true},
		{"Good day. X (human) speaking", "Good day. Al human speaking", false},
		{"Hello", "Hello", true},
		{"Hello", "Hello there", false},
	} {
		if got := openingPattern(c.form).MatchString(c.text); got != c.want {
			t.Errorf("%q in the form %q: %v", c.text, c.form, got)
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
	got := l.Openings(openingOf2004)
	if len(got) != 4 || !got[0].OK || got[0].Line != 4 {
		t.Fatalf("got %+v", got)
	}
	nothing := `found nothing, expected "` + openingOf2004 + `"`
	if o := got[1]; o.OK || o.Side != Right || o.Problem != nothing {
		t.Errorf("of one who says nothing: %+v", o)
	}
	if o := got[2]; !o.OK {
		t.Errorf("after a Return: %+v", o)
	}
	if o := got[3]; o.OK || o.Problem != `found "Hi", expected "`+openingOf2004+`"` || o.Line != 45 {
		t.Errorf("of another utterance: %+v", o)
	}
}
