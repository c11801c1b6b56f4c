package responder

import (
	"io"
	"time"
)

// ClosableResponder is a responder of a program.
type ClosableResponder interface {
	Responder
	io.Closer
}

// NewCommand returns a responder that runs a command line, with a timeout of its own if not 0.
func NewCommand(line string, timeout time.Duration) ClosableResponder {
	if timeout == 0 {
		timeout = respondTimeout
	}
	return newCommand(line, timeout)
}
