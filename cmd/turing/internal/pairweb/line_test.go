package pairweb_test

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

// testLine is a line to a test. It implements session.Line.
type testLine struct {
	in chan []lpp.Press

	mu     sync.Mutex
	got    strings.Builder
	broken bool
	number int
}

// newLine returns a line that works.
func newLine() *testLine { return &testLine{in: make(chan []lpp.Press)} }

// Send implements session.Line.
func (l *testLine) Send(keys ...lpp.Key) ([]lpp.Press, error) {
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

func (l *testLine) next() string {
	l.number++
	return fmt.Sprintf("%010d", l.number)
}

// Receive implements session.Line.
func (l *testLine) Receive(ctx context.Context, take func([]lpp.Press) error) error {
	for {
		select {
		case p := <-l.in:
			if err := take(p); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Comes makes the keys of a text arrive.
func (l *testLine) Comes(by lpp.End, text string) {
	var p []lpp.Press
	l.mu.Lock()
	for _, c := range []byte(text) {
		p = append(p, lpp.Press{Sequence: l.next(), Key: lpp.Key(c), By: by})
	}
	l.mu.Unlock()
	l.in <- p
}

// Break makes the line fail to send or, with false, mends it.
func (l *testLine) Break(broken bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.broken = broken
}

// Got returns the text that was sent.
func (l *testLine) Got() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.String()
}

// Wait waits until a text was sent.
func (l *testLine) Wait(t testing.TB, text string) {
	t.Helper()
	for end := time.Now().Add(patience); l.Got() != text; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v, %q was sent, expected %q", patience, l.Got(), text)
		}
	}
}

// patience is how long a step may take on a busy machine.
const patience = 30 * time.Second
