//go:build !linux

package process

import (
	"errors"
	"time"
)

// Processor is implemented on Linux only.
func (p *Process) Processor() (time.Duration, error) { return 0, errors.ErrUnsupported }
