package main

import (
	"fmt"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// server is a server that counts what its processes need.
type server struct {
	*process.Server
	usage usage
}

// usage is what the processes of a server have needed.
type usage struct {
	cpu  time.Duration
	peak int64 // bytes, of the largest
}

func newServer(program, db string, seconds int) (*server, error) {
	s, err := process.NewServer(program, db, "--trade-patience", "1s", "--trade-seconds",
		fmt.Sprint(seconds), "--limit-registrations", "100000/1ms", "--limit-logins", "100000/1ms")
	return &server{Server: s}, err
}

// kill ends the process as a crash would.
func (s *server) kill() {
	s.count()
	s.Kill()
}

// stop asks the process to end.
func (s *server) stop() error {
	s.count()
	return s.Stop()
}

// count adds what the process has needed so far.
func (s *server) count() {
	cpu, _ := s.Processor() // 0 where the system does not tell
	s.usage.cpu += cpu
	s.usage.peak = max(s.usage.peak, s.Peak())
}
