package terminal

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/turing/lpp"
)

func press(p *conversation, by lpp.End, text string) {
	for _, c := range []byte(text) {
		p.Apply(by, lpp.Key(c))
	}
}

func TestBothTypeAtOnce(t *testing.T) {
	var p conversation
	press(&p, lpp.Judge, "Hi")
	press(&p, lpp.Other, "Helo\blo\n")
	press(&p, lpp.Judge, " thee\n")
	press(&p, lpp.Other, "I'm")
	press(&p, lpp.Judge, "\b\bre\nWho")
	press(&p, lpp.Other, "\b\b\b")
	press(&p, lpp.Other, "\n\tI")
	want := []line{{By: lpp.Other, Text: "Hello"}, {By: lpp.Judge, Text: "Hi there"},
		{By: lpp.Other}}
	if diff := cmp.Diff(want, p.Lines()); diff != "" {
		t.Errorf("lines: %s", diff)
	}
	if a, b := p.Open(lpp.Judge), p.Open(lpp.Other); a != "Who" || b != "\tI" {
		t.Errorf("being typed: %q and %q", a, b)
	}
}

// TestTextsAreThoseOfScreens compares what each end has typed with lpp.Screen.
func TestTextsAreThoseOfScreens(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	for range 200 {
		var p conversation
		var screens [2]lpp.Screen
		ends := []lpp.End{lpp.Judge, lpp.Other}
		for range 300 {
			i, key := r.IntN(2), lpp.Key("ab\t \n\n\b\b\b"[r.IntN(9)])
			p.Apply(ends[i], key)
			screens[i].Apply(key)
		}
		for i, end := range ends {
			var got strings.Builder
			for _, l := range p.Lines() {
				if l.By == end {
					got.WriteString(l.Text + "\n")
				}
			}
			got.WriteString(p.Open(end))
			if got.String() != screens[i].Text() {
				t.Fatalf("the conversation has %q of %s, the screen %q", got.String(), end, screens[i].Text())
			}
		}
	}
}

func TestBounds(t *testing.T) {
	var p conversation
	press(&p, lpp.Other, strings.Repeat("x", 100_000))
	if n := len(p.Open(lpp.Other)); n > 20_000 {
		t.Errorf("%d characters are being typed", n)
	}
	n := len(p.Open(lpp.Other))
	for _, l := range p.Lines() {
		n += len(l.Text)
	}
	if n != 100_000 {
		t.Errorf("%d of 100000 characters are there", n)
	}
	press(&p, lpp.Other, strings.Repeat("\n", 20_000))
	if n := len(p.Lines()); n > 5000 || n < 4000 {
		t.Errorf("%d lines are kept", n)
	}
	press(&p, lpp.Judge, "last\n")
	if got := p.Lines()[len(p.Lines())-1].Text; got != "last" {
		t.Errorf("the last line is %q", got)
	}
}
