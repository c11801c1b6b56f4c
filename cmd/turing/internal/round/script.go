package round

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/typing"
	"github.com/luna-rating/luna/turing/lpp"
)

const (
	// judgePatience is how long a scripted judge waits for an answer, in the time of the contest.
	judgePatience = 3 * time.Minute
	// LeastAnswer is real time: programs need it, however fast the clocks run.
	LeastAnswer = 3 * time.Second
	// resting is how long a script waits to see whether a pause is over.
	resting = 200 * time.Millisecond
)

// Script is a scripted judge, who asks questions from a list.
type Script struct {
	Questions []string
	Ask       int    // how many of them
	Seed      uint64 // of the choice, the typing and the pauses
}

// run lets a scripted judge talk at a table until they are done or the time is over.
func (s Script) run(ctx context.Context, t *Table, speed float64) {
	var terminals []*terminal
	for _, e := range t.Ends {
		terminals = append(terminals, &terminal{session: t.Session, side: e.Side})
	}
	err := s.converse(ctx, terminals, speed)
	if err != nil && !errors.Is(err, session.ErrOver) && ctx.Err() == nil {
		t.faults.note(err)
	}
}

// converse asks each entity the same questions, one after the other, until the list or the context
// ends.
func (s Script) converse(ctx context.Context, terminals []*terminal, speed float64) error {
	rng := numbers.Stream(s.Seed, "scripted judge", 0)
	person := typing.Draw(rng)
	list := slices.Clone(s.Questions)
	rng.Shuffle(len(list)-min(1, len(list)), func(a, b int) { // the first one is a greeting
		list[a+1], list[b+1] = list[b+1], list[a+1]
	})
	real := func(d time.Duration) time.Duration { return time.Duration(float64(d) / speed) }
	for _, question := range list[:min(s.Ask, len(list))] {
		for _, x := range terminals {
			x.discard()
			if err := person.Type(ctx, rng, lpp.Typeable(question)+"\n", speed,
				func(key rune) error { return x.press(ctx, lpp.Key(key)) }); err != nil {
				return err
			}
		}
		for _, x := range terminals {
			answer := x.hear(ctx, max(real(judgePatience), LeastAnswer))
			if err := parallel.Sleep(ctx, real(person.Start(rng, answer))); err != nil {
				return err
			}
		}
	}
	return nil
}

// terminal is one at which a program sits in the place of a judge.
type terminal struct {
	session *session.Session
	side    keylog.Side
	read    int    // keys of the session
	line    []byte // that the entity is typing
	silent  int    // times in a row that it did not answer
}

func (x *terminal) press(ctx context.Context, keys ...lpp.Key) error {
	for {
		err := x.session.Type(x.side, keys...)
		if err != session.ErrPaused {
			return err
		}
		if err := parallel.Sleep(ctx, resting); err != nil {
			return err
		}
	}
}

// discard forgets the lines that the entity has ended.
func (x *terminal) discard() {
	for {
		if _, ended, _ := x.next(); !ended {
			return
		}
	}
}

// hear returns the next line of the entity, "" if there is none in time. An entity that was silent
// twice is given a tenth of it.
func (x *terminal) hear(ctx context.Context, patience time.Duration) string {
	if x.silent >= 2 {
		patience /= 10
	}
	late := time.After(patience)
	for x.silent++; ; {
		line, ended, more := x.next()
		if ended {
			x.silent = 0
			return line
		}
		select {
		case <-ctx.Done():
			return ""
		case <-late:
			return ""
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
