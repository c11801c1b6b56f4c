package keylog

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWriteText(t *testing.T) {
	c := Conversation{Round: 3, Judge: "J2", Left: Human, Right: Program, Program: "P1", Keys: 50,
		Begun: "2009-09-06T10:00:00.000000Z", Seconds: 130, Notes: []string{"a note"},
		Turns: []Turn{
			{T: 0, From: "judge", To: "left", Text: strings.Repeat("word ", 30)},
			{T: 65.4, From: "left", To: "judge", Text: "a\nb", Corrects: true, Unfinished: true},
			{T: 70, From: "right", To: "judge", Text: " ", Others: []string{"Delete"}},
		}}
	var b strings.Builder
	if err := c.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{
		"Round 3, judge J2: human on the left, program P1 on the right\n",
		"2009-09-06 10:00:00 UTC, 2:10, 50 keys\nNote: a note\n\n",
		"   0:00  judge to left   word word",
		"   1:05  left  to judge  a\n" +
			"                         b [corrects what was said before; not ended]\n",
		"[nothing that remained; unusual keys: Delete]",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	for line := range strings.Lines(got) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > textWidth {
			t.Errorf("a line of more than %d columns: %s", textWidth, line)
		}
	}
	b.Reset()
	if err := (Conversation{}).WriteText(&b); err != nil ||
		b.String() != "Keys before any round\n\nNobody typed.\n" {
		t.Errorf("of nothing: %q, %v", b.String(), err)
	}
}
