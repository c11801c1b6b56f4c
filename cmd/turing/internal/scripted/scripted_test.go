package scripted

import (
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/responder"
)

func TestConfederates(t *testing.T) {
	for n := range confederates {
		c := responder.Converse(Confederate(n), 1)
		for _, q := range Questions() {
			text, err := c.Reply(t.Context(), q)
			if err != nil || slices.Contains(rest, text) {
				t.Errorf("%d answers %q by %q, %v", n, q, text, err)
			}
		}
		for _, q := range []string{"", "???", "Quo vadis, Petre?", strings.Repeat("x ", 10000)} {
			if text, err := c.Reply(t.Context(), q); err != nil || text == "" {
				t.Errorf("%d answers %.20q by %q, %v", n, q, text, err)
			}
		}
	}
	a, _ := Confederate(0).Respond(t.Context(), Questions())
	b, _ := Confederate(1).Respond(t.Context(), Questions())
	if slices.Equal(a, b) {
		t.Error("two people answer the same")
	}
}

func TestScores(t *testing.T) {
	left, sure := 0, 0
	for seed := range uint64(1000) {
		p := Points(Scores(seed))
		if p == 50 {
			t.Fatal("a tie")
		} else if p > 50 {
			left++
		}
		if p < 40 || p > 60 {
			sure++
		}
	}
	if left < 440 || left > 560 || sure < 200 {
		t.Errorf("chance takes the left one for human %d times in 1000, and is sure %d times", left, sure)
	}
	for rule, known := range map[string]bool{ByChance: true, Never: true, "keywords": true, "coin": false} {
		suite.Equal(t, rule, Known(rule), known)
	}
}
