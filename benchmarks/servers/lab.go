package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// lab holds the programs that are loaded and attacked.
type lab struct {
	options
	dir   string
	model func() (string, error) // a model of the embedded sample, made once
}

// newLab builds the programs that no flag names.
func newLab(ctx context.Context, o options) (l *lab, err error) {
	defer catch(&err)
	l = &lab{options: o, dir: get(os.MkdirTemp("", "luna-servers"))}
	for name, path := range map[string]*string{"luna": &l.luna, "lrp": &l.lrp} {
		if *path != "" {
			*path = get(filepath.Abs(*path)) // processes run in folders of their own
			continue
		}
		*path = filepath.Join(l.dir, name)
		c := exec.CommandContext(ctx, "go", "build", "-o", *path, "github.com/luna-rating/luna/cmd/"+name)
		c.Stderr = os.Stderr
		do(c.Run())
	}
	l.model = sync.OnceValues(func() (string, error) {
		path := filepath.Join(l.dir, "civics.lrp")
		out, err := exec.CommandContext(ctx, l.lrp, "train", "-m", path, "--folds", "0",
			"sample-powergrading").CombinedOutput()
		if err != nil {
			err = fmt.Errorf("a model: %w: %s", err, out)
		}
		return path, err
	})
	return l, nil
}

// bench is the place of one scenario: its sizes, a folder, and what has to be ended with it.
type bench struct {
	*lab
	size
	dir  string
	ends []func()
}

// bench makes the place of a scenario, of the sizes that the flags set or its own.
func (l *lab) bench(s scenario) *bench {
	b := &bench{lab: l, size: s.full, dir: filepath.Join(l.dir, s.name)}
	if l.quick {
		b.size = s.quick
	}
	for _, set := range l.sizes {
		set(&b.size)
	}
	do(os.MkdirAll(b.dir, 0o700))
	return b
}

// close ends all processes and removes the folder.
func (b *bench) close() {
	for _, end := range b.ends {
		end()
	}
	os.RemoveAll(b.dir)
}

// path returns the path of a file in the folder.
func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// server is a server that can be killed and started again, on the same files and at the same
// address.
type server struct {
	*process                    // since the last start
	base, address string        // URL; host and port
	took          time.Duration // from the last start until the server answered
	cpu           time.Duration // of all processes that have ended
	most          int64         // peak resident set in bytes of the largest of these

	bench   *bench
	command []string
}

// luna is a command of the Luna Game on a database of the folder, behind a proxy.
func luna(flags ...string) func(*bench) []string {
	return func(b *bench) []string {
		return append([]string{b.luna, "serve", "--db", b.path("luna.db"), "--trust-proxy", "127.0.0.1"}, flags...)
	}
}

// lrp is a command of lrp serve on a model of the embedded sample, behind a proxy.
func lrp(b *bench) []string {
	return []string{b.lrp, "serve", "-m", get(b.model()), "--trust-proxy", "127.0.0.1"}
}

// serve starts a server by a command, at a free port, and waits until it answers.
func (b *bench) serve(ctx context.Context, command ...string) *server {
	address := fmt.Sprint("127.0.0.1:", get(httpx.FreePort()))
	s := &server{base: "http://" + address, address: address, bench: b,
		command: append(command, "--addr", address)}
	do(s.start(ctx))
	b.ends = append(b.ends, s.kill)
	return s
}

// start starts the process and waits until it answers.
func (s *server) start(ctx context.Context) (err error) {
	if s.process, err = s.bench.start(s.command...); err != nil {
		return err
	}
	for !answers(s.base + "/livez") {
		if s.wait(ctx, 5*time.Millisecond) || ctx.Err() != nil {
			s.process.kill()
			return fmt.Errorf("the server does not start: %s", s.lastLine())
		}
	}
	s.took = time.Since(s.began)
	return nil
}

// answers reports whether a page is answered by 200.
func answers(url string) bool {
	a, err := http.Get(url)
	if err != nil {
		return false
	}
	a.Body.Close()
	return a.StatusCode == http.StatusOK
}

// kill ends the process as a crash would.
func (s *server) kill() {
	s.process.kill()
	s.count()
}

// count adds the resources that the process has used, once.
func (s *server) count() {
	if state := s.cmd.ProcessState; state != nil && !s.counted {
		s.counted = true
		s.cpu += state.UserTime() + state.SystemTime()
		s.most = max(s.most, s.peak)
	}
}

// stop asks the process to end, which it must do within a minute and without an error.
func (s *server) stop() {
	inTime := s.terminate(time.Minute)
	s.count()
	if !inTime || s.err != nil {
		do(fmt.Errorf("the server ended in time: %v, with %v: %s", inTime, s.err, s.lastLine()))
	}
}

// forwarded is a transport that names a client's address as a proxy does.
type forwarded struct {
	http.RoundTripper
	from string
}

// RoundTrip implements [http.RoundTripper].
func (f forwarded) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Forwarded-For", f.from)
	return f.RoundTripper.RoundTrip(r)
}
