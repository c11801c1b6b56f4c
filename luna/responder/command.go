package responder

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/subprocess"
)

// command queries a program that keeps running, one request at a time. A program that fails is
// killed and started again for the next request.
type command struct {
	line    string // run by the shell
	timeout time.Duration
	prepare func(*exec.Cmd) // or nil

	turn     chan struct{} // holds a value while a request is under way
	running  *subprocess.Process
	failures int       // in a row
	notUntil time.Time // earliest time of the next start

	closed context.Context
	close  context.CancelFunc
}

// maxRestartDelay is the maximum delay before a program is started again.
const maxRestartDelay = time.Minute

// errClosed is the error of a request to a responder that has been closed.
var errClosed = errors.New("it was closed")

func openCommand(line string, o Options) (Responder, error) {
	c := newCommand(line, respondTimeout)
	c.prepare = o.Prepare
	return c, nil
}

func newCommand(line string, timeout time.Duration) *command {
	c := &command{line: line, timeout: timeout, turn: make(chan struct{}, 1)}
	c.closed, c.close = context.WithCancel(context.Background())
	return c
}

func (c *command) Respond(ctx context.Context, questions []string) ([]string, error) {
	return c.send(ctx, newExchange(questions))
}

// Converse implements [Converser].
func (c *command) Converse(seed uint64) Conversation { return newRemembered(c, seed) }

// send waits for its turn and asks. When the context ends, the request continues without the
// caller: the program is not to blame, and others use it, too.
func (c *command) send(ctx context.Context, request exchange) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	type result struct {
		list []string
		err  error
	}
	results := make(chan result, 1)
	go func() {
		defer func() { <-c.turn }()
		list, err := c.ask(request)
		results <- result{list, err}
	}()
	select {
	case r := <-results:
		return r.list, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *command) ask(request exchange) ([]string, error) {
	list, err := c.respond(request)
	if err != nil {
		c.fail()
		return nil, fmt.Errorf("responder %q: %w", c.line, err)
	}
	c.failures = 0
	return list, nil
}

func (c *command) respond(request exchange) ([]string, error) {
	if c.closed.Err() != nil {
		return nil, errClosed
	}
	if c.running == nil {
		if err := parallel.Sleep(c.closed, time.Until(c.notUntil)); err != nil {
			return nil, errClosed
		}
		p, err := subprocess.Start(c.line, maxAnswer, c.prepare)
		if err != nil {
			return nil, err
		}
		c.running = p
	}
	timeout := fmt.Errorf("no answer within %v", c.timeout)
	ctx, cancel := context.WithTimeoutCause(c.closed, c.timeout, timeout)
	defer cancel()
	var got exchange
	if err := c.running.Ask(ctx, request, &got); err != nil {
		return nil, err
	}
	return request.responsesFrom(got)
}

// fail ends the program: after a failure its next line may be a late answer.
func (c *command) fail() {
	c.end()
	c.notUntil = time.Time{}
	if c.failures > 0 {
		c.notUntil = time.Now().Add(min(maxRestartDelay, time.Second<<min(c.failures-1, 10)))
	}
	c.failures++
}

func (c *command) end() {
	if c.running != nil {
		c.running.End(min(subprocess.EndTimeout, c.timeout))
		c.running = nil
	}
}

// Close ends the program.
func (c *command) Close() error {
	c.close()
	c.turn <- struct{}{}
	c.end()
	<-c.turn
	return nil
}
