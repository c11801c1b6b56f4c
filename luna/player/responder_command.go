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

// Command asks a program that runs on and on: a line {"id":"…","questions":["…",…]} to its standard input, a line
// {"id":"…","responses":["…",…]} with the same id from its standard output. It is asked one thing at a time. A program that takes longer than Within, ends
// or writes something else is ended, and started again for the next request, at once the first time and then after longer and longer waits. What it writes
// to standard error goes to that of this program.
type Command struct {
	Line   string        // run by the shell
	Within time.Duration // 0 means two minutes

	mu       sync.Mutex
	running  *process
	failures int       // in a row
	notUntil time.Time // no start before
}

// longestPause is the most to wait before a program is started again.
const longestPause = time.Minute

// Respond implements [Responder].
func (c *Command) Respond(ctx context.Context, questions []string) ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list, err := c.respond(ctx, exchange{ID: newID(), Questions: questions})
	if err != nil {
		c.fail()
		return nil, fmt.Errorf("responder %q: %w", c.Line, err)
	}
	c.failures = 0
	return list, nil
}

func (c *Command) respond(ctx context.Context, asked exchange) ([]string, error) {
	if c.running == nil {
		if err := pause.For(ctx, time.Until(c.notUntil)); err != nil {
			return nil, err
		}
		p, err := start(c.Line)
		if err != nil {
			return nil, err
		}
		c.running = p
	}
	within := c.within()
	ctx, cancel := context.WithTimeoutCause(ctx, within, fmt.Errorf("no answer within %v", within))
	defer cancel()
	got, err := c.running.ask(ctx, asked)
	if err != nil {
		return nil, err
	}
	return checkExchange(asked, got)
}

func (c *Command) within() time.Duration {
	if c.Within <= 0 {
		return respondWithin
	}
	return c.Within
}

// fail ends the program, which cannot be trusted any more to be where it should be.
func (c *Command) fail() {
	c.end()
	c.notUntil = time.Time{}
	if c.failures > 0 {
		c.notUntil = time.Now().Add(min(longestPause, time.Second<<min(c.failures-1, 10)))
	}
	c.failures++
}

func (c *Command) end() {
	if c.running != nil {
		c.running.end(min(endWithin, c.within()))
		c.running = nil
	}
}

// Close ends the program.
func (c *Command) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
	return nil
}

// process is a running program.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan answered
	done  chan struct{} // closed when nobody waits for lines any more
}

type answered struct {
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
	p := &process{cmd: cmd, in: in, lines: make(chan answered), done: make(chan struct{})}
	go p.read(out)
	return p, nil
}

// read passes lines on until there are no more.
func (p *process) read(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(make([]byte, 0, 64<<10), mostOfAnswer)
	for s.Scan() {
		select {
		case p.lines <- answered{line: append([]byte(nil), s.Bytes()...)}:
		case <-p.done:
			return
		}
	}
	select {
	case p.lines <- answered{err: errors.Join(errors.New("it ended or closed its output"), s.Err())}:
	case <-p.done:
	}
}

func (p *process) ask(ctx context.Context, asked exchange) (exchange, error) {
	line, err := json.Marshal(asked)
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
				return got, fmt.Errorf("found %.60q on its output, expected a line of JSON: %w", a.line, err)
			}
			return got, nil
		case <-ctx.Done():
			return got, context.Cause(ctx)
		}
	}
}

// endWithin is the most that a program may take to end when its input does.
const endWithin = 2 * time.Second

// end closes the program's input, which asks it to end, and kills it where it does not.
func (p *process) end(within time.Duration) {
	close(p.done)
	p.in.Close()
	timer := time.AfterFunc(within, func() { kill(p.cmd) })
	defer timer.Stop()
	p.cmd.Wait() // how it ended does not matter
	for range p.lines {
	}
}
