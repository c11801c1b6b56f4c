package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// Processor returns the processor time that the process has taken so far.
func (p *Process) Processor() (time.Duration, error) {
	// The clock of another process, as clock_getcpuclockid(3) names it.
	const scheduler = 2
	clock := int32(^p.cmd.Process.Pid<<3 | scheduler)
	var at unix.Timespec
	if err := unix.ClockGettime(clock, &at); err != nil {
		return 0, err
	}
	return time.Duration(at.Nano()), nil
}
