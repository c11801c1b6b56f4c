package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/turing/lpp"
)

// flushing is how long a session that is done waits for keys that have not been sent yet.
const flushing = time.Second

// Run passes keys on until the session is done: until the verdict is given or, if none is asked
// for, until the time is over. It returns the context's error if the context ends first. Call it
// once.
func (s *Session) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	failed := make(chan error, 2*len(s.o.Lines))
	defer work.Wait()
	defer cancel()
	for i := range s.o.Lines {
		for _, do := range []func(context.Context, int) error{s.send, s.receive} {
			work.Go(func() {
				if err := guarded(ctx, i, do); err != nil {
					failed <- err
				}
			})
		}
	}
	for {
		clock := s.o.Clock.State()
		s.mu.Lock()
		phase, changed := s.phase(), s.changed
		s.mu.Unlock()
		if phase == Done {
			break
		}
		var later <-chan time.Time
		if phase == Talking && !clock.Paused {
			later = time.After(s.o.Clock.Left())
		}
		select {
		case <-changed:
			continue
		case <-clock.Changed:
		case <-later:
		case err := <-failed:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
		s.mu.Lock()
		s.notify() // the phase or the time that is left is another one
		s.mu.Unlock()
	}
	late, stop := context.WithTimeout(ctx, flushing)
	defer stop()
	for i := range s.o.Lines {
		for len(s.waiting(i)) > 0 && parallel.Sleep(late, 10*time.Millisecond) == nil {
			continue
		}
	}
	return nil
}

// guarded turns a panic into an error: one round must not end the whole contest.
func guarded(ctx context.Context, i int, do func(context.Context, int) error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	return do(ctx, i)
}

// Line leads to the other end of a conversation.
type Line interface {
	// Send sends keys, in order. It returns the key presses that were sent, even if it fails.
	Send(keys ...lpp.Key) ([]lpp.Press, error)
	// Receive passes keys on as they arrive, until the context ends or take fails.
	Receive(ctx context.Context, take func([]lpp.Press) error) error
}

// Folder returns the line through a folder of the Loebner Prize Protocol, which is created if it
// does not exist. The person here is at the given end. Breaches of the protocol are passed to
// fault, which may be nil.
func Folder(dir string, here lpp.End, fault func(error)) (Line, error) {
	s, err := lpp.NewSender(dir, here)
	if err != nil {
		return nil, err
	}
	there := lpp.Judge
	if here == lpp.Judge {
		there = lpp.Other
	}
	return folder{s, lpp.Receiver{Dir: dir, From: there, Fault: fault}}, nil
}

type folder struct {
	*lpp.Sender
	lpp.Receiver
}

// again is how long to wait before a line that failed is tried again.
const again = 250 * time.Millisecond

// waiting returns the keys of the person at a terminal that have not been sent.
func (s *Session) waiting(i int) []Key {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unsent[s.sides[i]]
}

// send sends what the person types at a terminal until the context ends. A line that fails is tried
// again, unnoticed by the person.
func (s *Session) send(ctx context.Context, i int) error {
	failed := false
	for {
		_, changed := s.Since(0)
		list := s.waiting(i)
		if len(list) == 0 {
			select {
			case <-changed:
				continue
			case <-ctx.Done():
				return nil
			}
		}
		var keys []lpp.Key
		for _, k := range list {
			keys = append(keys, k.Key)
		}
		sent, err := s.o.Lines[i].Send(keys...)
		if n := len(sent); n > 0 {
			if err := s.record(list[:n], sent); err != nil {
				return err
			}
			s.mu.Lock()
			s.unsent[s.sides[i]] = s.unsent[s.sides[i]][n:]
			s.mu.Unlock()
			failed = false
		}
		if err != nil && !s.retry(ctx, &failed, err) {
			return nil
		}
	}
}

// retry tells of the first of several failures in a row and waits before the next attempt. It
// reports whether there is one.
func (s *Session) retry(ctx context.Context, failed *bool, err error) bool {
	if !*failed {
		s.fault(err)
	}
	*failed = true
	return parallel.Sleep(ctx, again) == nil
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
		case !s.retry(ctx, &failed, err):
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
	keys := make([]Key, len(presses))
	for j, p := range presses {
		keys[j] = Key{At: time.Now(), Side: s.sides[i], By: p.By, Key: p.Key}
	}
	if err := s.record(keys, presses); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range keys {
		s.keep(k)
	}
	s.notify()
	return nil
}

// record passes keys to the log, whose times rise. A key of the person that was sent after another
// one had arrived has the time of that one, if it was typed before.
func (s *Session) record(keys []Key, presses []lpp.Press) error {
	if s.o.Log == nil {
		return nil
	}
	s.log.Lock()
	defer s.log.Unlock()
	strokes := make([]keylog.Stroke, len(keys))
	for j, k := range keys {
		s.logged = max(s.logged, k.At.UnixMicro())
		number := presses[j].Sequence
		if k.By != s.o.Here {
			s.heard++
			number = fmt.Sprintf("%018d", s.heard)
		}
		strokes[j] = keylog.Stroke{Judge: s.o.Judge, Received: s.logged, Sequence: number,
			Local: k.By == lpp.Judge, Side: k.Side, Key: k.Key}
	}
	return s.o.Log(strokes...)
}
