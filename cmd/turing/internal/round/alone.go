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
	if err := s.enter(t); err != nil {
		return nil, err
	}
	defer cage.Remove(t.dir)
	clock := session.NewClock(aloneTime)
	line, err := t.line(clock)
	if err != nil {
		return nil, err
	}
	judge := session.New(session.Options{Here: lpp.Judge, Lines: []session.Line{line}, Clock: clock,
		Fault: t.faults.note})
	talking, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { t.talk(talking) })
	running.Go(func() { _ = judge.Run(talking) }) // until the context ends
	err = talk(ctx, &asker{terminal{session: judge, side: keylog.Left}, max(patience, LeastAnswer)})
	stop()
	running.Wait()
	return t.faults.take(), err
}

// asker is a conversation with the entity at a terminal.
type asker struct {
	terminal
	patience time.Duration
}

// Reply returns the next line of the entity, or "" if there is none in time.
func (a *asker) Reply(ctx context.Context, text string) (string, error) {
	a.discard()
	keys, err := lpp.Keys(lpp.Typeable(text) + "\n")
	if err == nil {
		err = a.press(ctx, keys...)
	}
	if err != nil {
		return "", err
	}
	return a.hear(ctx, a.patience), ctx.Err()
}

// Close implements [responder.Conversation].
func (a *asker) Close() error { return nil }
