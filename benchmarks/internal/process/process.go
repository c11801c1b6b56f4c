// Package process starts programs and watches their memory, as reported by Linux.
package process

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// Process is a program that was started.
type Process struct {
	Began time.Time

	cmd   *exec.Cmd
	ended chan struct{}
	err   error // of Wait, once ended

	peak   atomic.Int64 // bytes
	killed atomic.Bool  // at the limit of memory

	mu  sync.Mutex
	out bytes.Buffer // standard output and error
}

// Write collects output, up to about 1 MiB.
func (p *Process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out.Len() < 1<<20 {
		p.out.Write(text)
	}
	return len(text), nil
}

// Output returns what the program wrote to standard output and error.
func (p *Process) Output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

// Start runs a program in a folder. It is killed when its memory exceeds a limit in bytes.
func Start(dir string, limit int64, program string, args ...string) (*Process, error) {
	p := &Process{cmd: exec.Command(program, args...), Began: time.Now(),
		ended: make(chan struct{})}
	p.cmd.Dir = dir
	p.cmd.Stdout, p.cmd.Stderr = p, p
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	go p.watch(limit)
	return p, nil
}

// watchEvery is short, since a process can grow by a gigabyte in a second.
const watchEvery = 20 * time.Millisecond

func (p *Process) watch(limit int64) {
	for {
		p.sample(limit)
		select {
		case <-p.ended:
			return
		case <-time.After(watchEvery):
		}
	}
}

func (p *Process) sample(limit int64) {
	if peak := p.memory("VmHWM"); peak > p.peak.Load() {
		p.peak.Store(peak)
		if peak > limit {
			p.killed.Store(true)
			_ = p.cmd.Process.Kill()
		}
	}
}

// memory returns a figure of the process in bytes, 0 once it has ended.
func (p *Process) memory(figure string) int64 {
	return measure.Memory(strconv.Itoa(p.cmd.Process.Pid), figure)
}

// Peak returns the peak of the resident set in bytes.
func (p *Process) Peak() int64 { return p.peak.Load() }

// Killed reports whether the process was killed at the limit of its memory.
func (p *Process) Killed() bool { return p.killed.Load() }

// Err waits until the process has ended and returns its error.
func (p *Process) Err() error {
	<-p.ended
	return p.err
}

// RSS returns the present resident set in bytes.
func (p *Process) RSS() int64 { return p.memory("VmRSS") }

// Kill ends the process as a crash would.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill() // fails if it has ended
	<-p.ended
}

// Terminate asks the process to end, and kills it when patience is over. It returns how long that
// took and whether the process ended in time.
func (p *Process) Terminate(patience time.Duration) (took time.Duration, inTime bool) {
	began := time.Now()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	inTime = p.Wait(context.Background(), patience)
	took = time.Since(began)
	p.Kill()
	return took, inTime
}

// Wait reports whether the process has ended by itself within a time.
func (p *Process) Wait(ctx context.Context, patience time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-ctx.Done():
	case <-time.After(patience):
	}
	return false
}

var listening = regexp.MustCompile(`listening on http://(\S+)`)

// Address returns the host and port on which a server says that it listens.
func (p *Process) Address(ctx context.Context) (string, error) {
	for {
		if m := listening.FindStringSubmatch(p.Output()); m != nil {
			return m[1], nil
		}
		if p.Wait(ctx, 5*time.Millisecond) || ctx.Err() != nil {
			return "", fmt.Errorf("the server does not start: %s", strings.TrimSpace(p.Output()))
		}
	}
}

// Ready waits until a server answers, and returns the host and port on which it listens.
func (p *Process) Ready(ctx context.Context) (address string, err error) {
	if address, err = p.Address(ctx); err != nil {
		return "", err
	}
	for {
		a, err := http.Get("http://" + address + "/livez")
		if err == nil {
			a.Body.Close()
			return address, nil
		}
		if p.Wait(ctx, 5*time.Millisecond) || ctx.Err() != nil {
			return "", fmt.Errorf("the server does not answer: %w: %s", err, p.Output())
		}
	}
}
