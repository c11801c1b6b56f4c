package mail

import (
	"strings"
	"testing"
	"time"
)

// A mail server that fails is told of once, and when it works again; each failure is counted.
func TestFailuresAreTold(t *testing.T) {
	f := newPost(t, "451 busy", "451 busy", "451 busy")
	f.Start(f.book)
	f.notice()
	f.letter(t)
	f.notice()
	f.letter(t)
	for end := time.Now().Add(10 * time.Second); f.Waiting() > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	f.Close()
	log := f.log.String()
	if n := f.Failures.Load(); n != 3 || strings.Count(log, "the mail server fails") != 1 ||
		strings.Count(log, "accepts letters again") != 1 || strings.Contains(log, "ann@") {
		t.Errorf("%d failures:\n%s", n, log)
	}
}

// A mail server that cannot be reached is found at the start.
func TestCheck(t *testing.T) {
	f := newPost(t)
	f.Check(t.Context())
	if n := f.Failures.Load(); n != 0 || f.log.Len() > 0 {
		t.Errorf("one that works: %d failures: %s", n, f.log.String())
	}
	f.server.listener.Close()
	f.Check(t.Context())
	f.Check(t.Context())
	log := f.log.String()
	if n := f.Failures.Load(); n != 2 || strings.Count(log, "the mail server fails") != 1 ||
		!strings.Contains(log, "refused") {
		t.Errorf("%d failures:\n%s", n, log)
	}
}

// Test sends a letter and says what the server answered.
func TestLetterOfTheOperator(t *testing.T) {
	s := newServer(t, "250 2.0.0 queued as 4711", "554 5.7.1 no thanks")
	answer, err := Test(t.Context(), s.url(), "luna@example.org", "you@example.org")
	if err != nil || !strings.Contains(answer, "queued as 4711") {
		t.Errorf("%q, %v", answer, err)
	}
	if text := <-s.letters; !strings.Contains(text, "you@example.org") {
		t.Error(text)
	}
	answer, err = Test(t.Context(), s.url(), "luna@example.org", "you@example.org")
	if err == nil || !strings.Contains(err.Error(), "no thanks") {
		t.Errorf("refused: %q, %v", answer, err)
	}
}
