package process

import (
	"context"
	"fmt"
	"math"
	"net"
	"path/filepath"
	"time"
)

// Server is a process of luna serve that can be killed and started again, on the same database and
// at the same address.
type Server struct {
	*Process               // since the last start
	Base     string        // URL
	Took     time.Duration // from the last start until the server answered
	CPU      time.Duration // of all processes that have ended
	Most     int64         // peak resident set in bytes of the largest of these

	program, dir string
	args         []string
}

// NewServer returns a server on a free port, not yet started, with further flags for luna serve.
func NewServer(program, db string, flags ...string) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := l.Addr().String()
	return &Server{
		Base: "http://" + address, program: program, dir: filepath.Dir(db),
		args: append([]string{"serve", "--db", db, "--addr", address}, flags...),
	}, l.Close()
}

// Start starts the process and waits until it answers.
func (s *Server) Start(ctx context.Context) error {
	p, err := Start(s.dir, math.MaxInt64, s.program, s.args...)
	if err != nil {
		return err
	}
	s.Process = p
	if _, err = p.Ready(ctx); err != nil {
		p.Kill()
	}
	s.Took = time.Since(p.Began)
	return err
}

// Kill ends the process as a crash would. A deferred call ends the process that was started last.
func (s *Server) Kill() {
	s.count()
	s.Process.Kill()
}

// count adds the resources that the process has used.
func (s *Server) count() {
	cpu, _ := s.Processor() // 0 where the system does not tell, or if it has ended
	s.CPU += cpu
	s.Most = max(s.Most, s.Peak())
}

// stopPatience is how long a server may take to end.
const stopPatience = time.Minute

// Stop asks the process to end and returns how it ended.
func (s *Server) Stop() error {
	s.count()
	if _, inTime := s.Terminate(stopPatience); !inTime {
		return fmt.Errorf("the server has not ended after %v: %s", stopPatience, s.Output())
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("the server ended with %w: %s", err, s.Output())
	}
	return nil
}
