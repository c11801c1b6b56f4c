package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// server is a running server.
type server struct {
	*process.Process
	*bench
	base    string        // its URL
	address string        // its host and port
	took    time.Duration // from the start of the process until it answered
}

// serveLuna starts the Luna Game on a database of the folder and waits until it answers.
func (b *bench) serveLuna(ctx context.Context, db string, flags ...string) (*server, error) {
	args := append([]string{"serve", "--db", b.path(db), "--addr", "127.0.0.1:0", "--trust-proxy",
		"127.0.0.1"}, flags...)
	return b.serve(ctx, "", b.luna, args...)
}

// serveLRP starts lrp serve on a model of the embedded sample.
func (b *bench) serveLRP(ctx context.Context, flags ...string) (*server, error) {
	model, err := b.model()
	if err != nil {
		return nil, err
	}
	args := append([]string{"serve", "-m", model, "--addr", "127.0.0.1:0"}, flags...)
	return b.serve(ctx, "", b.lrp, args...)
}

// serve starts a server, after the commands of a shell, and waits until it answers.
func (b *bench) serve(
	ctx context.Context, before, program string, args ...string,
) (*server, error) {
	if before != "" {
		args = append([]string{"-c", before + `; exec "$@"`, "sh", program}, args...)
		program = "sh"
	}
	p, err := b.start(program, args...)
	if err != nil {
		return nil, err
	}
	s := &server{Process: p, bench: b}
	if s.address, err = p.Ready(ctx); err != nil {
		return nil, err
	}
	s.base = "http://" + s.address
	s.took = time.Since(p.Began)
	return s, nil
}

// answers reports whether the server answers a probe on a new connection within a time.
func (s *server) answers(ctx context.Context, patience time.Duration) bool {
	return s.probe(ctx, "/livez", patience) == http.StatusOK
}

// probe returns the status of an answer on a new connection, 0 if there is none in time.
func (s *server) probe(ctx context.Context, path string, patience time.Duration) int {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return 0
	}
	r.Close = true
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return 0
	}
	a.Body.Close()
	return a.StatusCode
}

// download returns the public content at a path, empty if there is none.
func (s *server) download(ctx context.Context, path string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return nil, err
	}
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return nil, nil
	}
	return io.ReadAll(a.Body)
}
