package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"github.com/luna-rating/luna/internal/httpx"
)

const (
	apart        = "prism apart" // the runner that [server] is
	prismCommand = "prism"       // which it starts
)

func init() { beam.RegisterRunner(apart, (&server{}).run) }

// server runs prism in a process of its own, because prism panics, for instance where workers are
// out of reach. All pipelines share it; one that begins after its end starts it again.
type server struct {
	mu    sync.Mutex
	port  int
	ended context.Context // with the cause; nil before the start
}

// run runs a pipeline.
func (s *server) run(ctx context.Context, p *beam.Pipeline) (beam.PipelineResult, error) {
	ended, err := s.start()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(ended, stop)()
	r, err := universal.Execute(ctx, p)
	if err == nil {
		return r, nil
	}
	select {
	case <-ended.Done():
		err = context.Cause(ended)
	case <-time.After(time.Second): // it goes on: the pipeline has failed by itself
	}
	return r, err
}

// start starts the process, unless it is there.
func (s *server) start() (ended context.Context, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended != nil && s.ended.Err() == nil {
		return s.ended, nil
	}
	if s.port == 0 {
		if s.port, err = httpx.FreePort(); err != nil {
			return nil, err
		}
		*jobopts.Endpoint = fmt.Sprint("localhost:", s.port)
		*jobopts.EnvironmentType = cmp.Or(*jobopts.EnvironmentType, "loopback")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var said bytes.Buffer
	c := exec.Command(self, prismCommand, "--address", fmt.Sprint(s.port), "--log_level="+*logLevel)
	if c.Stderr = &said; *logLevel != "" {
		c.Stderr = io.MultiWriter(os.Stderr, &said)
	}
	if _, err = c.StdinPipe(); err == nil { // which this process, however it ends, closes
		err = c.Start()
	}
	if err != nil {
		return nil, err
	}
	var end context.CancelCauseFunc
	s.ended, end = context.WithCancelCause(context.Background())
	go func() {
		err := c.Wait()
		_, why, _ := strings.Cut(said.String(), "panic: ")
		why, _, _ = strings.Cut(why, "\n")
		end(fmt.Errorf("prism has ended (%v): %s", err, why))
	}()
	return s.ended, nil
}

// servePrism runs prism until the process that has started this one ends.
func servePrism(ctx context.Context) error {
	port, err := strconv.Atoi(*address)
	if err == nil {
		_, err = prism.CreateJobServer(ctx, prism.Options{Port: port})
	}
	if err == nil {
		_, err = io.Copy(io.Discard, os.Stdin)
	}
	return err
}
