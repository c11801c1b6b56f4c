package main

import (
	"os"
	"syscall"
)

// peakOf returns the peak resident set of a process that has ended, in bytes. It is at least that
// of this process when it started the other.
func peakOf(s *os.ProcessState) int64 { return s.SysUsage().(*syscall.Rusage).Maxrss << 10 }
