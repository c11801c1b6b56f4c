package player

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/pause"
)

// command asks a program that keeps running, one request at a time. A program that fails is killed
// and started again for the next request.
type command struct {
	line    string // run by the shell
	timeout time.Duration

	mu       sync.Mutex
	running  *process
	failures int       // in a row
	notUntil time.Time // earliest time of the next start
}

// maxRestartDelay is the maximum delay before a program is started again.
const maxRestartDelay = time.Minute

func (c *command) Respond(ctx context.Context, questions []string) ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list, err := c.respond(ctx, newExchange(questions))
	if err != nil {
		c.fail()
		return nil, fmt.Errorf("responder %q: %w", c.line, err)
	}
	c.failures = 0
	return list, nil
}

func (c *command) respond(ctx context.Context, request exchange) ([]string, error) {
	if c.running == nil {
		if err := pause.For(ctx, time.Until(c.notUntil)); err != nil {
			return nil, err
		}
		p, err := start(c.line)
		if err != nil {
			return nil, err
		}
		c.running = p
	}
	timeout := fmt.Errorf("no answer within %v", c.timeout)
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, timeout)
	defer cancel()
	got, err := c.running.ask(ctx, request)
	if err != nil {
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
		c.running.end(min(endTimeout, c.timeout))
		c.running = nil
	}
}

// Close ends the program.
func (c *command) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
	return nil
}

// process is a running program.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan outputLine
	done  chan struct{} // closed when no more lines are wanted
}

type outputLine struct {
	line []byte
	err  error
}

func start(line string) (*process, error) {
	cmd := shell(line)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, in: in, lines: make(chan outputLine), done: make(chan struct{})}
	go p.read(out)
	return p, nil
}

// read sends lines of output until there are no more.
func (p *process) read(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(make([]byte, 0, 64<<10), maxAnswer)
	for s.Scan() {
		select {
		case p.lines <- outputLine{line: append([]byte(nil), s.Bytes()...)}:
		case <-p.done:
			return
		}
	}
	ended := errors.Join(errors.New("it ended or closed its output"), s.Err())
	select {
	case p.lines <- outputLine{err: ended}:
	case <-p.done:
	}
}

func (p *process) ask(ctx context.Context, request exchange) (exchange, error) {
	line, err := json.Marshal(request)
	if err != nil {
		return exchange{}, err
	}
	written := make(chan error, 1)
	go func() {
		_, err := p.in.Write(append(line, '\n'))
		written <- err
	}()
	var got exchange
	for {
		select {
		case err := <-written:
			if err != nil {
				return got, fmt.Errorf("it does not read: %w", err)
			}
			written = nil
		case a := <-p.lines:
			if a.err != nil {
				return got, a.err
			}
			if err := json.Unmarshal(a.line, &got); err != nil {
				return got, fmt.Errorf("found %.60q on its output, expected a line of JSON: %w",
					a.line, err)
			}
			return got, nil
		case <-ctx.Done():
			return got, context.Cause(ctx)
		}
	}
}

// endTimeout is how long a program may take to end after its input was closed.
const endTimeout = 2 * time.Second

// end closes the input of the program, which asks it to end, and kills it after a timeout.
func (p *process) end(timeout time.Duration) {
	close(p.done)
	p.in.Close()
	timer := time.AfterFunc(timeout, func() { kill(p.cmd) })
	defer timer.Stop()
	p.cmd.Wait() // its exit status does not matter
	for range p.lines {
	}
}
