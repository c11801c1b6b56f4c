package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// server is a process of luna serve, at the same address after each start.
type server struct {
	program, db, address string
	seconds              int

	mu    sync.Mutex
	cmd   *exec.Cmd
	log   strings.Builder
	usage usage
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
	c := exec.Command(s.program, "serve", "--db", s.db, "--addr", s.address, "--trade-patience", "1s",
		"--trade-seconds", fmt.Sprint(s.seconds), "--limit-registrations", "100000/1ms",
		"--limit-logins", "100000/1ms")
	c.Stderr = &s.log
	if err := c.Start(); err != nil {
		return err
	}
	s.mu.Lock()
	s.cmd = c
	s.mu.Unlock()
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", s.address)
		if err == nil {
			return conn.Close()
		}
		time.Sleep(5 * time.Millisecond)
	}
	return ctx.Err()
}

// kill ends the process as a crash would.
func (s *server) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.cmd.Process.Kill() // fails if it has ended
	_ = s.cmd.Wait()
	s.count()
}

// stop asks the process to end.
func (s *server) stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	if err := s.cmd.Wait(); err != nil {
		return errors.Join(err, errors.New(s.log.String()))
	}
	s.count()
	return nil
}

func (s *server) count() {
	state := s.cmd.ProcessState
	s.usage.cpu += state.UserTime() + state.SystemTime()
	if r, ok := state.SysUsage().(*syscall.Rusage); ok {
		s.usage.peak = max(s.usage.peak, r.Maxrss<<10)
	}
}
