// Package subprocess runs programs in other languages and talks to them in lines of JSON.
package subprocess

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// Process is a running program. It takes one request at a time.
type Process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan outputLine
	done  chan struct{} // closed when no more lines are wanted
	max   int           // maximum length of a line of output, in bytes
}

type outputLine struct {
	line []byte
	err  error
}

// Start runs a command line in the shell. A line of the program's output has at most max bytes. Its
// standard error is that of this program. If prepare is not nil, it may change the command first.
func Start(line string, max int, prepare func(*exec.Cmd)) (*Process, error) {
	cmd := Shell(line)
	cmd.Stderr = os.Stderr
	if prepare != nil {
		prepare(cmd)
	}
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
	p := &Process{cmd: cmd, in: in, lines: make(chan outputLine), done: make(chan struct{}), max: max}
	go p.read(out)
	return p, nil
}

// read sends lines of output until there are no more.
func (p *Process) read(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(make([]byte, 0, min(p.max, 64<<10)), p.max)
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

// Ask writes a request as a line of JSON to the program's standard input and reads the answer, a
// line of JSON. When the context ends, the error is its cause. After an error, the program's next
// line may be a late answer, so the caller must End it.
func (p *Process) Ask(ctx context.Context, request, answer any) error {
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	written := make(chan error, 1)
	go func() {
		_, err := p.in.Write(append(line, '\n'))
		written <- err
	}()
	for {
		select {
		case err := <-written:
			if err != nil {
				return p.whyUnread(err)
			}
			written = nil
		case a := <-p.lines:
			if a.err != nil {
				return a.err
			}
			if err := json.Unmarshal(a.line, answer); err != nil {
				return fmt.Errorf("found %.60q on its output, expected a line of JSON: %w",
					a.line, err)
			}
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// whyUnread returns the error for a request that could not be written: usually the program has
// ended, which its output shows a moment later.
func (p *Process) whyUnread(err error) error {
	select {
	case a := <-p.lines:
		if a.err != nil {
			return a.err
		}
	case <-time.After(time.Second):
	}
	return fmt.Errorf("it does not read: %w", err)
}

// EndTimeout is how long a program should be given to end after its input is closed.
const EndTimeout = 2 * time.Second

// End closes the input of the program, which asks it to end, and kills it after a timeout.
func (p *Process) End(timeout time.Duration) {
	close(p.done)
	p.in.Close()
	timer := time.AfterFunc(timeout, func() { Kill(p.cmd) })
	defer timer.Stop()
	p.cmd.Wait() // its exit status does not matter
	for range p.lines {
	}
}
