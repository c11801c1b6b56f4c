package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// server is a process of luna serve, at the same address after each start.
type server struct {
	program, db, address string
	seconds              int

	process *process.Process
	usage   usage
}

// usage is what the processes of a server have needed.
type usage struct {
	cpu  time.Duration
	peak int64 // bytes, of the largest
}

func newServer(program, db string, seconds int) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{program: program, db: db, address: l.Addr().String(), seconds: seconds}
	return s, l.Close()
}

func (s *server) url() string { return "http://" + s.address }

// start starts the process and waits until it listens.
func (s *server) start(ctx context.Context) error {
	p, err := process.Start(filepath.Dir(s.db), math.MaxInt64, s.program, "serve", "--db", s.db,
		"--addr", s.address, "--trade-patience", "1s", "--trade-seconds", fmt.Sprint(s.seconds),
		"--limit-registrations", "100000/1ms", "--limit-logins", "100000/1ms")
	if err != nil {
		return err
	}
	s.process = p
	_, err = p.Address(ctx)
	return err
}

// kill ends the process as a crash would.
func (s *server) kill() {
	s.count()
	s.process.Kill()
}

// patience is how long the server may take to end.
const patience = 20 * time.Second

// stop asks the process to end.
func (s *server) stop() error {
	s.count()
	if _, inTime := s.process.Terminate(patience); !inTime {
		return fmt.Errorf("the server has not ended after %v", patience)
	}
	if err := s.process.Err(); err != nil {
		return errors.Join(err, errors.New(s.process.Output()))
	}
	return nil
}

// count adds what the process has needed so far.
func (s *server) count() {
	cpu, _ := s.process.Processor() // 0 where the system does not tell
	s.usage.cpu += cpu
	s.usage.peak = max(s.usage.peak, s.process.Peak())
}
