package scripted

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/lpp"
)

// echo is a terminal at whose other end somebody repeats each line, or is silent.
type echo struct {
	silent  bool
	typed   []lpp.Key
	line    []byte
	pending []string
}

func (e *echo) Press(keys ...lpp.Key) error {
	for _, k := range keys {
		e.typed = append(e.typed, k)
		switch {
		case k == lpp.BackSpace:
			e.line = e.line[:len(e.line)-1]
		case k == lpp.Return:
			if !e.silent {
				e.pending = append(e.pending, string(e.line))
			}
			e.line = e.line[:0]
		default:
			e.line = append(e.line, byte(k))
		}
	}
	return nil
}

func (e *echo) Discard() { e.pending = nil }

func (e *echo) Line(ctx context.Context) (string, error) {
	if len(e.pending) == 0 {
		<-ctx.Done()
		return "", ctx.Err()
	}
	line := e.pending[0]
	e.pending = e.pending[1:]
	return line, nil
}

// TestJudge checks that a judge asks both entities the same questions, whether or not they answer,
// and the same ones again from the same seed.
func TestJudge(t *testing.T) {
	ask := func(silent bool, seed uint64) (left, right []lpp.Key) {
		l, r := &echo{silent: silent}, &echo{}
		j := Judge{Questions: Questions(), Ask: 3, Seed: seed, Speed: 1e5, Patience: time.Minute}
		suite.OK(t, j.Converse(t.Context(), l, r))
		return l.typed, r.typed
	}
	said := func(keys []lpp.Key) []string {
		var typed lpp.Screen
		for _, k := range keys {
			typed.Apply(k)
		}
		lines := typed.Lines()
		return lines[:len(lines)-1]
	}
	left, right := ask(true, 1)
	if l, r := said(left), said(right); !slices.Equal(l, r) || len(l) != 3 || l[0] != Questions()[0] ||
		!slices.Contains(Questions(), l[1]) {
		t.Errorf("asked %q and %q", l, r)
	}
	if again, _ := ask(false, 1); !slices.Equal(said(again), said(left)) {
		t.Error("the same seed asks other questions")
	}
	if other, _ := ask(false, 2); slices.Equal(other, left) {
		t.Error("another seed asks the same")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := &echo{}
	if err := (Judge{Questions: Questions(), Ask: 3, Speed: 1}).Converse(ctx, e); err != nil ||
		len(e.typed) > 1 {
		t.Errorf("after the end: %v, %d keys", err, len(e.typed))
	}
}

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
	suite.Equal(t, "a judge who never votes", Scores(Never, 1), nil)
	left, sure := 0, 0
	for seed := range uint64(1000) {
		p := Points(Scores(ByChance, seed))
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
