package main

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// process is a program that was started. Linux reports its memory.
type process struct {
	began time.Time

	cmd     *exec.Cmd
	ended   chan struct{}
	err     error // of Wait, once ended
	counted bool

	peak int64 // of memory in bytes, once ended

	mu   sync.Mutex
	last string // of standard output and error
}

// Write implements [io.Writer]: it keeps the last output.
func (p *process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = string(text)
	return len(text), nil
}

// lastLine returns the last line of the output.
func (p *process) lastLine() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(p.last), "\n")
	return fmt.Sprintf("%.200q", lines[len(lines)-1])
}

// start runs a program in the folder.
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
	return p, nil
}

// memory returns a figure of the process in bytes, 0 once it has ended.
func (p *process) memory(figure string) int64 {
	return measure.Memory(strconv.Itoa(p.cmd.Process.Pid), figure)
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }

// kill ends the process as a crash would.
func (p *process) kill() {
	p.peak = max(p.peak, p.memory("VmHWM"))
	_ = p.cmd.Process.Kill() // fails if it has ended
	<-p.ended
}

// terminate asks the process to end, and kills it when patience is over. It reports whether it
// ended in time.
func (p *process) terminate(patience time.Duration) (inTime bool) {
	p.peak = p.memory("VmHWM")
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
