package measure

import (
	"os"
	"syscall"
)

// peakOf returns the peak resident set of a process that has ended, in bytes.
func peakOf(s *os.ProcessState) int64 { return s.SysUsage().(*syscall.Rusage).Maxrss << 10 }
