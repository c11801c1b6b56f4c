package session_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// run runs a session in the background. The function that it returns waits for its end.
func run(t *testing.T, o session.Options) (*session.Session, func() error) {
	t.Helper()
	s, err := session.New(o)
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
			t.Fatal("the session does not end")
			return nil
		}
	}
}

// shown is what a session shows, as "LJHi" for keys at the left by the judge.
func shown(s *session.Session) string {
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

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
