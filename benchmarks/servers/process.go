package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// process is a program that was started. Its memory is watched, as reported by Linux.
type process struct {
	began time.Time

	cmd     *exec.Cmd
	ended   chan struct{}
	err     error // of Wait, once ended
	counted bool

	peak   atomic.Int64 // bytes
	tooBig atomic.Bool  // it was killed at the limit of memory

	mu  sync.Mutex
	out bytes.Buffer // standard output and error
}

// Write implements [io.Writer]: it collects output, up to about 1 MiB.
func (p *process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out.Len() < 1<<20 {
		p.out.Write(text)
	}
	return len(text), nil
}

// output returns what the program wrote to standard output and error.
func (p *process) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

// lastLine returns the last line of the output.
func (p *process) lastLine() string {
	lines := strings.Split(strings.TrimSpace(p.output()), "\n")
	return fmt.Sprintf("%.200q", lines[len(lines)-1])
}

// start runs a program in the folder. It is killed when its memory exceeds the limit.
func (b *bench) start(command ...string) (*process, error) {
	p := &process{cmd: exec.Command(command[0], command[1:]...), began: time.Now(),
		ended: make(chan struct{})}
	p.cmd.Dir = b.dir
	p.cmd.Stdout, p.cmd.Stderr = p, p
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	go p.watch(b.memory << 20)
	return p, nil
}

// watchEvery is short, since a process can grow by a gigabyte in a second.
const watchEvery = 20 * time.Millisecond

func (p *process) watch(limit int64) {
	for {
		if peak := p.memory("VmHWM"); peak > p.peak.Load() {
			p.peak.Store(peak)
			if peak > limit {
				p.tooBig.Store(true)
				_ = p.cmd.Process.Kill()
			}
		}
		select {
		case <-p.ended:
			return
		case <-time.After(watchEvery):
		}
	}
}

// memory returns a figure of the process in bytes, 0 once it has ended.
func (p *process) memory(figure string) int64 {
	return measure.Memory(strconv.Itoa(p.cmd.Process.Pid), figure)
}

// memoryText says how much memory the process has taken.
func (p *process) memoryText() string {
	if p.tooBig.Load() {
		return "killed at " + mebibytes(p.peak.Load())
	}
	return "peak " + mebibytes(p.peak.Load())
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }

// kill ends the process as a crash would.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // fails if it has ended
	<-p.ended
}

// terminate asks the process to end, and kills it when patience is over. It reports whether it
// ended in time.
func (p *process) terminate(patience time.Duration) (inTime bool) {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	inTime = p.wait(context.Background(), patience)
	p.kill()
	return inTime
}

// wait reports whether the process has ended by itself within a time.
func (p *process) wait(ctx context.Context, patience time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-ctx.Done():
	case <-time.After(patience):
	}
	return false
}
