package keylog

import (
	"io"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

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
	if err := (Conversation{Turns: turns}).WriteText(io.Discard); err != nil {
		t.Fatal(err)
	}
}
