package pane_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/turing/internal/pane"
	"github.com/luna-rating/luna/turing/lpp"
)

func press(p *pane.Pane, by lpp.End, text string) {
	for _, c := range []byte(text) {
		p.Apply(by, lpp.Key(c))
	}
}

func TestBothTypeAtOnce(t *testing.T) {
	var p pane.Pane
	press(&p, lpp.Judge, "Hi")
	press(&p, lpp.Other, "Helo\blo\n")
	press(&p, lpp.Judge, " there\n\b\bWho")
	press(&p, lpp.Other, "\n\tI")
	want := []pane.Line{{By: lpp.Other, Text: "Hello"}, {By: lpp.Judge, Text: "Hi there"},
		{By: lpp.Other}}
	if diff := cmp.Diff(want, p.Lines()); diff != "" {
		t.Errorf("lines: %s", diff)
	}
	if a, b := p.Open(lpp.Judge), p.Open(lpp.Other); a != "Who" || b != "\tI" {
		t.Errorf("being typed: %q and %q", a, b)
	}
}

func TestBounds(t *testing.T) {
	var p pane.Pane
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
