package round

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

// echo is a line at whose other end somebody repeats each key, or is silent.
type echo struct {
	silent bool
	typed  []lpp.Key
	back   chan []lpp.Press
}

func (e *echo) Send(keys ...lpp.Key) (list []lpp.Press, err error) {
	e.typed = append(e.typed, keys...)
	for _, k := range keys {
		list = append(list, lpp.Press{Key: k, By: lpp.Other})
	}
	if !e.silent {
		e.back <- list
	}
	return list, nil
}

func (e *echo) Receive(ctx context.Context, take func([]lpp.Press) error) error {
	for {
		select {
		case list := <-e.back:
			if err := take(list); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// TestScript checks that a scripted judge asks both entities the same questions, whether or not
// they answer, and the same ones again from the same seed.
func TestScript(t *testing.T) {
	questions := scripted.Questions()
	ask := func(silent bool, seed uint64) (left, right []string) {
		ends := []*echo{{silent: silent, back: make(chan []lpp.Press, 1000)}, {back: make(chan []lpp.Press, 1000)}}
		s := session.New(session.Options{Here: lpp.Judge, Lines: []session.Line{ends[0], ends[1]},
			Clock: session.NewClock(time.Hour)})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = s.Run(ctx)
		}()
		terminals := []*terminal{{session: s, side: keylog.Left, silent: 1000}, {session: s, side: keylog.Right}}
		suite.OK(t, Script{questions, 3, seed}.converse(ctx, terminals, 1e5))
		stop()
		<-done
		said := func(keys []lpp.Key) []string {
			var typed lpp.Screen
			for _, k := range keys {
				typed.Apply(k)
			}
			lines := typed.Lines()
			return lines[:len(lines)-1]
		}
		return said(ends[0].typed), said(ends[1].typed)
	}
	left, right := ask(true, 1)
	if !slices.Equal(left, right) || len(left) != 3 || left[0] != questions[0] || !slices.Contains(questions, left[1]) {
		t.Errorf("asked %q and %q", left, right)
	}
	if again, _ := ask(false, 1); !slices.Equal(again, left) {
		t.Error("the same seed asks other questions")
	}
	if other, _ := ask(false, 2); slices.Equal(other, left) {
		t.Error("another seed asks the same")
	}
}
