package round

import (
	"context"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/lpp"
)

// aloneTime bounds the questions to an entry, all together.
const aloneTime = 24 * time.Hour

// Alone starts an entry, which talks to nobody else, and has so long for each reply, in real time.
// It returns its faults.
func (s *Site) Alone(ctx context.Context, t *Talker, patience time.Duration,
	talk func(context.Context, responder.Conversation) error) ([]Fault, error) {
	_, err := s.alone(ctx, t, patience, func(ctx context.Context, a *asker) error { return talk(ctx, a) })
	return t.faults.take(), err
}

func (s *Site) alone(ctx context.Context, t *Talker, patience time.Duration,
	talk func(context.Context, *asker) error) (*health, error) {
	dir, err := s.enter(t)
	if err != nil {
		return nil, err
	}
	defer cage.Remove(dir)
	h := newHealth(session.NewClock(aloneTime))
	line, err := t.line(dir, h)
	if err != nil {
		return nil, err
	}
	judge := session.New(session.Options{Here: lpp.Judge, Lines: []session.Line{line}, Clock: h.clock,
		Fault: t.faults.note})
	talking, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { t.talk(talking, dir) })
	running.Go(func() { _ = judge.Run(talking) }) // until the context ends
	err = talk(ctx, &asker{terminal: terminal{session: judge, side: keylog.Left}, patience: max(patience, LeastAnswer)})
	stop()
	running.Wait()
	return h, err
}

// asker is a conversation with the entity at a terminal.
type asker struct {
	terminal
	patience time.Duration
	silent   int // texts in a row without a reply
}

var _ responder.Conversation = (*asker)(nil)

// Reply returns the next line of the entity, or "" if there is none in time. An entity that was
// silent three times is given less time.
func (a *asker) Reply(ctx context.Context, text string) (string, error) {
	a.Discard()
	keys, err := lpp.Keys(lpp.Typeable(text) + "\n")
	if err != nil {
		return "", err
	}
	if err := a.Press(keys...); err != nil {
		return "", err
	}
	patience := a.patience
	if a.silent >= 3 {
		patience /= 20
	}
	late, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	line, err := a.Line(late)
	a.silent++
	if err == nil {
		a.silent = 0
	}
	return line, ctx.Err()
}

// Close implements [responder.Conversation].
func (a *asker) Close() error { return nil }
