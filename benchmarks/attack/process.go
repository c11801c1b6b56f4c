package main

import (
	"fmt"

	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// start runs a program, which is killed when its memory exceeds the limit.
func (b *bench) start(program string, args ...string) (*process.Process, error) {
	p, err := process.Start(b.dir, b.memory<<20, program, args...)
	if err == nil {
		b.processes = append(b.processes, p)
	}
	return p, err
}

// memoryText says how much memory the process has taken.
func memoryText(p *process.Process) string {
	text := size(p.Peak())
	if p.Killed() {
		return "killed at " + text
	}
	return "peak " + text
}

// size formats a number of bytes.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
