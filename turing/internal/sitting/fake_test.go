package sitting_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/turing/internal/sitting"
	"github.com/luna-rating/luna/turing/lpp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeLine is a line whose other end is the test.
type fakeLine struct {
	in chan []lpp.Press

	mu   sync.Mutex
	got  strings.Builder
	down bool
}

func newLine() *fakeLine { return &fakeLine{in: make(chan []lpp.Press)} }

func (f *fakeLine) Send(keys ...lpp.Key) ([]lpp.Press, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down {
		return nil, errors.New("the folder is gone")
	}
	var sent []lpp.Press
	for _, k := range keys {
		f.got.WriteByte(byte(k))
		sent = append(sent, lpp.Press{Sequence: "0001", Key: k, By: lpp.Judge})
	}
	return sent, nil
}

func (f *fakeLine) Receive(ctx context.Context, take func([]lpp.Press) error) error {
	for {
		select {
		case p := <-f.in:
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

// comes has keys arrive.
func (f *fakeLine) comes(by lpp.End, text string) {
	var p []lpp.Press
	for _, c := range []byte(text) {
		p = append(p, lpp.Press{Sequence: "0002", Key: lpp.Key(c), By: by})
	}
	f.in <- p
}

func (f *fakeLine) set(down bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.down = down
}

// wait waits until the other end has got a text.
func (f *fakeLine) wait(t *testing.T, text string) {
	t.Helper()
	until(t, "the line gets "+text, func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.got.String() == text
	})
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it takes too long until %s", what)
		}
	}
}

// run runs a sitting in the background. The function that it returns waits for its end.
func run(t *testing.T, o sitting.Options) (*sitting.Sitting, func() error) {
	t.Helper()
	s, err := sitting.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() { ended <- s.Run(ctx) }()
	return s, func() error {
		t.Helper()
		select {
		case err := <-ended:
			return err
		case <-time.After(10 * time.Second):
			t.Fatal("the sitting does not end")
			return nil
		}
	}
}

// shown is what a sitting shows, as "LJHi" for keys at the left by the judge.
func shown(s *sitting.Sitting) string {
	var b strings.Builder
	last := ""
	keys, _ := s.Since(0)
	for _, k := range keys {
		from := strings.ToUpper(string(k.Side)[:1]) + strings.ToUpper(string(k.By)[:1]) + ":"
		if from != last {
			b.WriteString(" " + from)
		}
		last = from
		b.WriteByte(byte(k.Key))
	}
	return strings.TrimSpace(b.String())
}

func keys(text string) []lpp.Key {
	list := make([]lpp.Key, len(text))
	for i := range list {
		list[i] = lpp.Key(text[i])
	}
	return list
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
