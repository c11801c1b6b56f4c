package measure

import (
	"os"
	"syscall"
)

// peak is the process's largest resident set in bytes.
func peak(p *os.ProcessState) int64 {
	if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss * 1024 // Linux counts in kilobytes
	}
	return 0
}
