package session

import (
	"context"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/turing/lpp"
)

// outbox holds the person's keys that have not been sent yet.
type outbox struct {
	more chan struct{} // holds a token when there may be keys

	mu   sync.Mutex
	keys []lpp.Key
	at   []time.Time
	sent chan struct{} // closed and made again whenever keys were sent
}

func (b *outbox) add(at time.Time, keys []lpp.Key) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, k := range keys {
		b.keys, b.at = append(b.keys, k), append(b.at, at)
	}
	select {
	case b.more <- struct{}{}:
	default:
	}
}

// batch returns the keys that wait.
func (b *outbox) batch() ([]lpp.Key, []time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.keys[:len(b.keys):len(b.keys)], b.at[:len(b.at):len(b.at)]
}

// took removes the first n keys, which were sent.
func (b *outbox) took(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keys, b.at = b.keys[n:], b.at[n:]
	close(b.sent)
	b.sent = make(chan struct{})
}

// drained waits until nothing waits, or the context ends.
func (b *outbox) drained(ctx context.Context) {
	for {
		b.mu.Lock()
		n, sent := len(b.keys), b.sent
		b.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-sent:
		case <-ctx.Done():
			return
		}
	}
}

// again is how long to wait before a line that failed is tried again.
const again = 250 * time.Millisecond

// send sends what the person types at a terminal until the context ends. A line that fails is tried
// again, unnoticed by the person.
func (s *Session) send(ctx context.Context, i int) error {
	b, failed := s.out[i], false
	for {
		keys, at := b.batch()
		if len(keys) == 0 {
			select {
			case <-b.more:
				continue
			case <-ctx.Done():
				return nil
			}
		}
		sent, err := s.o.Lines[i].Send(keys...)
		if len(sent) > 0 {
			if err := s.record(i, true, sent, at); err != nil {
				return err
			}
			b.took(len(sent))
			failed = false
		}
		if err == nil {
			continue
		}
		if !failed {
			s.fault(err)
		}
		failed = true
		if parallel.Sleep(ctx, again) != nil {
			return nil
		}
	}
}

// receive shows what arrives at a terminal until the context ends.
func (s *Session) receive(ctx context.Context, i int) error {
	failed := false
	for {
		var fatal error
		err := s.o.Lines[i].Receive(ctx, func(presses []lpp.Press) error {
			failed = false
			fatal = s.take(i, presses)
			return fatal
		})
		switch {
		case ctx.Err() != nil || fatal == ErrOver: // what comes later stays in the folder
			return nil
		case fatal != nil:
			return fatal
		case err != nil && !failed:
			s.fault(err)
		}
		failed = true
		if parallel.Sleep(ctx, again) != nil {
			return nil
		}
	}
}

// take records keys that have arrived and shows them.
func (s *Session) take(i int, presses []lpp.Press) error {
	s.mu.Lock()
	phase := s.phase()
	s.mu.Unlock()
	if phase != Talking {
		return ErrOver
	}
	now := time.Now()
	at := make([]time.Time, len(presses))
	for j := range at {
		at[j] = now
	}
	if err := s.record(i, false, presses, at); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range presses {
		s.keep(Key{At: now, Side: s.sides[i], By: p.By, Key: p.Key})
	}
	s.notify()
	return nil
}

// record passes keys at a terminal to the log, whose times rise. A key of the person that was sent
// after another one had arrived has the time of that one, if it was typed before.
func (s *Session) record(i int, mine bool, presses []lpp.Press, at []time.Time) error {
	if s.o.Log == nil {
		return nil
	}
	local := mine == (s.o.Here == lpp.Judge)
	s.log.Lock()
	defer s.log.Unlock()
	strokes := make([]keylog.Stroke, len(presses))
	for j, p := range presses {
		s.logged = max(s.logged, at[j].UnixMicro())
		strokes[j] = keylog.Stroke{Judge: s.o.Judge, Received: s.logged,
			Sequence: p.Sequence, Local: local, Side: s.sides[i], Key: p.Key}
	}
	return s.o.Log(strokes...)
}
