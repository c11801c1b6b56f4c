// Package sessiontest provides a session line whose other end is a test.
package sessiontest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/turing/lpp"
)

// Line is a line to a test. It implements session.Line.
type Line struct {
	in chan []lpp.Press

	mu     sync.Mutex
	got    strings.Builder
	broken bool
	number int
}

// NewLine returns a line that works.
func NewLine() *Line { return &Line{in: make(chan []lpp.Press)} }

// Send implements session.Line.
func (l *Line) Send(keys ...lpp.Key) ([]lpp.Press, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken {
		return nil, errors.New("the folder is gone")
	}
	var sent []lpp.Press
	for _, k := range keys {
		l.got.WriteByte(byte(k))
		sent = append(sent, lpp.Press{Sequence: l.next(), Key: k})
	}
	return sent, nil
}

func (l *Line) next() string {
	l.number++
	return fmt.Sprintf("%010d", l.number)
}

// Receive implements session.Line.
func (l *Line) Receive(ctx context.Context, take func([]lpp.Press) error) error {
	for {
		select {
		case p := <-l.in:
			if p == nil {
				return errors.New("the folder cannot be read")
			}
			if err := take(p); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Comes makes the keys of a text arrive.
func (l *Line) Comes(by lpp.End, text string) {
	var p []lpp.Press
	l.mu.Lock()
	for _, c := range []byte(text) {
		p = append(p, lpp.Press{Sequence: l.next(), Key: lpp.Key(c), By: by})
	}
	l.mu.Unlock()
	l.in <- p
}

// Trip makes the line fail to receive, once.
func (l *Line) Trip() { l.in <- nil }

// Break makes the line fail to send or, with false, mends it.
func (l *Line) Break(broken bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.broken = broken
}

// Got returns the text that was sent.
func (l *Line) Got() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.String()
}

// Wait waits until a text was sent.
func (l *Line) Wait(t testing.TB, text string) {
	t.Helper()
	for end := time.Now().Add(patience); l.Got() != text; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v, %q was sent, expected %q", patience, l.Got(), text)
		}
	}
}

// patience is how long a step may take on a busy machine.
const patience = 30 * time.Second

// Until waits until a condition holds.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it takes too long until %s", what)
		}
	}
}
