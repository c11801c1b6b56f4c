package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"time"
)

// server is a process that can be killed and restarted with the same address and database.
type server struct {
	program, address, db string

	mu  sync.Mutex
	cmd *exec.Cmd
	log bytes.Buffer
}

// newServer starts a server on a free port.
func newServer(ctx context.Context, program, db string) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{program: program, address: l.Addr().String(), db: db}
	if err := l.Close(); err != nil {
		return nil, err
	}
	return s, s.start(ctx)
}

// start starts the process and waits until it responds.
func (s *server) start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	// All pair with all at once, so that the number of games is known.
	s.cmd = exec.Command(s.program, "serve", "--addr", s.address, "--db", s.db, "--machine-games",
		"--grace-machines", "0s")
	s.log.Reset()
	s.cmd.Stderr, s.cmd.Stdout = &s.log, &s.log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	for range 1000 {
		if response, err := http.Get("http://" + s.address + "/healthz"); err == nil {
			response.Body.Close()
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
	return fmt.Errorf("the server does not answer: %s", s.stopped())
}

// kill ends the process as a crash would.
func (s *server) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped()
}

// stopped ends the process and returns its output.
func (s *server) stopped() string {
	_ = s.cmd.Process.Kill() // fails if the process has ended by itself
	_ = s.cmd.Wait()
	return s.log.String()
}

// terminate asks the process to end and returns how it ended.
func (s *server) terminate() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	if err := s.cmd.Wait(); err != nil {
		return fmt.Errorf("the server ended with %w: %s", err, s.log.String())
	}
	return nil
}
