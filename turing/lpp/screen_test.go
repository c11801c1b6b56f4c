package lpp

import (
	"slices"
	"testing"
)

func TestScreen(t *testing.T) {
	for _, c := range []struct {
		keys  string
		text  string
		lines []string
	}{
		{"", "", []string{""}},
		{"teh\b\bhe", "the", []string{"the"}},
		{"\b\bHi\n", "Hi\n", []string{"Hi", ""}},
		{"so\nno\b\b\b\b\byes", "yes", []string{"yes"}}, // beyond the start of the line
		{"so\n\b?\n", "so?\n", []string{"so?", ""}},
		{"a\tb\b\bc", "ac", []string{"ac"}},
	} {
		var s Screen
		for _, k := range []byte(c.keys) {
			before := s.Len()
			removed, ok := s.Apply(Key(k))
			if want := Key(k) == BackSpace && before > 0; ok != want || ok && s.Len() != before-1 {
				t.Errorf("%q: Apply(%q) = %q, %v", c.keys, k, removed, ok)
			}
		}
		if got := s.Text(); got != c.text || !slices.Equal(s.Lines(), c.lines) {
			t.Errorf("%q: %q, %q, want %q, %q", c.keys, got, s.Lines(), c.text, c.lines)
		}
		if s.Len() != len(c.text) || s.From(0) != c.text || s.From(99) != "" {
			t.Errorf("%q: %d characters, %q", c.keys, s.Len(), s.From(0))
		}
	}
}

func TestScreenTellsWhatItRemoved(t *testing.T) {
	var s Screen
	s.Put('é')
	s.Apply(Return)
	for _, want := range []rune{'\n', 'é'} {
		if got, ok := s.Apply(BackSpace); got != want || !ok {
			t.Errorf("removed %q, %v, want %q", got, ok, want)
		}
	}
}
