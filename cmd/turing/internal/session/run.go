package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
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
		phase := s.phase()
		s.notify()
		s.mu.Unlock()
		if phase == Done {
			break
		}
		var later <-chan time.Time
		if phase == Talking && !clock.Paused {
			later = time.After(s.o.Clock.Left())
		}
		select {
		case <-s.wake:
		case <-clock.Changed:
		case <-later:
		case err := <-failed:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	late, stop := context.WithTimeout(ctx, flushing)
	defer stop()
	for _, b := range s.out {
		b.drained(late)
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
