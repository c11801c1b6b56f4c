package mail

import (
	"context"
	"sync"
	"time"
)

// sayAgain is how often the log repeats that failures continue.
const sayAgain = time.Hour

// health records whether letters are accepted now, and when the log last said that they are not.
type health struct {
	mu      sync.Mutex
	failing bool
	said    time.Time
}

// note counts the failure of an attempt, and logs the first one at once, later ones now and then,
// and the first letter that is accepted again. It returns the failure.
func (p *Post) note(ctx context.Context, err error) error {
	h := &p.health
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case ctx.Err() != nil: // the end of the server
	case err == nil && h.failing:
		h.failing = false
		p.o.Log.Info("the mail server accepts letters again", "failures", p.Failures.Load())
	case err != nil:
		p.Failures.Add(1)
		if !h.failing || time.Since(h.said) >= sayAgain {
			h.said = time.Now()
			p.o.Log.Warn("the mail server fails; 'luna admin mail --test ADDRESS' tries it", "error",
				describe(err), "failures", p.Failures.Load(), "waiting", p.Waiting())
		}
		h.failing = true
	}
	return err
}

// Check connects to the mail server, so that a wrong address shows in the log before a player
// notices.
func (p *Post) Check(ctx context.Context) { _ = p.note(ctx, p.transport.connect(ctx)) }

// Test sends a letter to an address through a mail server, given as in [Options], and returns the
// server's answer.
func Test(ctx context.Context, server, from, to string) (answer string, err error) {
	t, err := newTransport(server, from)
	if err != nil {
		return "", err
	}
	return t.send(ctx, letter{to: to, subject: "Luna: a test of the mail server",
		text: "This letter was sent by 'luna admin mail --test'. Letters arrive.\n"})
}
