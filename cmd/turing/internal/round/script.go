package round

import (
	"context"
	"errors"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/turing/lpp"
)

const (
	// judgePatience is how long a scripted judge waits for an answer.
	judgePatience = 3 * time.Minute
	// LeastAnswer is real time: programs need it, however fast the clocks run.
	LeastAnswer = 3 * time.Second
	// resting is how long a script waits to see whether a pause is over.
	resting = 200 * time.Millisecond
)

// Script is a scripted judge.
type Script struct {
	Questions []string
	Ask       int // how many of them
	Seed      uint64
}

// script lets a scripted judge talk until they are done or the time is over.
func (t *Table) script(ctx context.Context, s Script, speed float64) {
	var terminals []scripted.Terminal
	for _, e := range t.Ends {
		terminals = append(terminals, &terminal{session: t.Session, side: e.Side})
	}
	err := scripted.Judge{Questions: s.Questions, Ask: s.Ask, Speed: speed, Patience: judgePatience,
		Least: LeastAnswer, Seed: s.Seed}.Converse(ctx, terminals...)
	if err != nil && !errors.Is(err, session.ErrOver) && ctx.Err() == nil {
		t.faults.note(err)
	}
}

// terminal is one at which a program sits in the place of a judge.
type terminal struct {
	session *session.Session
	side    keylog.Side
	read    int    // keys of the session
	line    []byte // that the entity is typing
}

func (x *terminal) Press(keys ...lpp.Key) error {
	for {
		err := x.session.Type(x.side, keys...)
		if err != session.ErrPaused {
			return err
		}
		time.Sleep(resting)
	}
}

func (x *terminal) Discard() {
	for {
		if _, ended, _ := x.next(); !ended {
			return
		}
	}
}

func (x *terminal) Line(ctx context.Context) (string, error) {
	for {
		line, ended, more := x.next()
		if ended {
			return line, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-more:
		}
	}
}

// next returns the next line that the entity has ended, if there is one.
func (x *terminal) next() (line string, ended bool, more <-chan struct{}) {
	keys, more := x.session.Since(x.read)
	for _, k := range keys {
		x.read++
		switch {
		case k.By != lpp.Other || k.Side != x.side:
		case k.Key == lpp.Return:
			line = string(x.line)
			x.line = x.line[:0]
			return line, true, more
		case k.Key == lpp.BackSpace:
			x.line = x.line[:max(0, len(x.line)-1)]
		case len(x.line) < maxLine:
			x.line = append(x.line, byte(k.Key))
		}
	}
	return "", false, more
}

// maxLine is the maximum number of characters that a scripted judge reads of a line.
const maxLine = 4000
