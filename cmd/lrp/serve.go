package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp/serve"
)

// serveFlags are those of lrp serve.
type serveFlags struct {
	modelFlags
	addr    string
	log     bool
	options serve.Options
}

func serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve -m MODEL",
		Short: "answer requests for predictions over HTTP",
		Long: `Serve predicts ratings for whoever asks over HTTP:

  POST /predict       a record {"id":"s1","responses":["…",null]}, an array of them, or JSON lines;
                      ?details=true adds interval and grades, which takes longer
  POST /explain       a record: what moved its rating
  GET  /model         what is in the model, and the questions
  GET  /healthz, /metrics, /openapi.json, and a page at /

The first line on standard error is the address. SIGTERM or an interrupt ends it once every request that was
accepted is answered; a second one ends it at once. SIGHUP reads the model file again. There is neither encryption
nor a password: for others than the own machine put a proxy before it.`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			return f.run(c.Context(), c.ErrOrStderr())
		},
	}
	f.register(c)
	return c
}

func (f *serveFlags) register(c *cobra.Command) {
	flags, o := c.Flags(), &f.options
	*o = serve.DefaultOptions()
	f.modelFlags.register(c)
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080", "`ADDRESS` to listen on: host:port, port 0 for any free one, or unix:PATH")
	flags.Int64Var(&o.MaxBody, "max-body", o.MaxBody, "`BYTES` of the largest body, or line of a stream")
	flags.IntVar(&o.MaxRecords, "max-records", o.MaxRecords, "number of records in an array; streams may have any number")
	flags.IntVar(&o.MaxResponse, "max-response", o.MaxResponse, "`BYTES` of the longest response")
	flags.IntVar(&o.MaxExplained, "max-explained", o.MaxExplained, "`BYTES` of all responses of a record that is explained")
	flags.IntVar(&o.Concurrency, "concurrency", 0, "number of requests computed at the same time (0: two per processor)")
	flags.IntVar(&o.Queue, "queue", o.Queue, "number of requests that may wait besides those")
	flags.DurationVar(&o.QueueWait, "queue-wait", o.QueueWait, "how long one may wait")
	flags.DurationVar(&o.HeaderTimeout, "header-timeout", o.HeaderTimeout, "time for the head of a request to arrive")
	flags.DurationVar(&o.ReadTimeout, "read-timeout", o.ReadTimeout, "time for a body, or a line of a stream, to arrive")
	flags.DurationVar(&o.WriteTimeout, "write-timeout", o.WriteTimeout, "time for an answer to be taken")
	flags.DurationVar(&o.IdleTimeout, "idle-timeout", o.IdleTimeout, "how long a connection is kept for the next request")
	flags.DurationVar(&o.Grace, "grace", o.Grace, "how long to finish accepted requests when told to end")
	flags.BoolVar(&o.ShowKey, "show-key", false, "show the acceptable answers")
	flags.BoolVar(&o.HideTraining, "hide-training", false, "leave training responses out of explanations")
	flags.StringVar(&o.CORS, "cors", "", "`ORIGIN` whose pages may ask, or * for all")
	flags.BoolVar(&f.log, "log", false, "write a line a request to standard error")
}

// check reports wrong flags.
func (f *serveFlags) check(c *cobra.Command) error {
	o := &f.options
	for _, n := range []struct {
		name  string
		value int64
	}{
		{"max-body", o.MaxBody}, {"max-records", int64(o.MaxRecords)}, {"max-response", int64(o.MaxResponse)},
		{"max-explained", int64(o.MaxExplained)}, {"queue", int64(o.Queue)},
		{"queue-wait", int64(o.QueueWait)}, {"header-timeout", int64(o.HeaderTimeout)}, {"read-timeout", int64(o.ReadTimeout)},
		{"write-timeout", int64(o.WriteTimeout)}, {"idle-timeout", int64(o.IdleTimeout)}, {"grace", int64(o.Grace)},
	} {
		if n.value <= 0 {
			return usagef("--%s is %s, more than 0 is needed", n.name, c.Flags().Lookup(n.name).Value)
		}
	}
	if most := 1 << 20; o.Concurrency < 0 || o.Concurrency > most || o.Queue > most {
		return usagef("--concurrency is %d and --queue %d, at least 0 and at most %d each is needed", o.Concurrency, o.Queue, most)
	}
	if err := f.given(c); err != nil {
		return err
	}
	if network, address := f.network(); network == "tcp" {
		if _, _, err := net.SplitHostPort(address); err != nil {
			return usagef("--addr is %q, host:port or unix:PATH is needed", f.addr)
		}
	}
	return nil
}

// network divides the address as [net.Listen] takes it.
func (f *serveFlags) network() (network, address string) {
	if path, ok := strings.CutPrefix(f.addr, "unix:"); ok {
		return "unix", path
	}
	return "tcp", f.addr
}

func (f *serveFlags) run(ctx context.Context, stderr io.Writer) error {
	m, err := openModel(ctx, f.model, f.vectors)
	if err != nil {
		return err
	}
	f.options.ErrorLog = log.New(stderr, "", log.LstdFlags)
	if f.log {
		f.options.AccessLog = stderr
	}
	l, err := net.Listen(f.network())
	if err != nil {
		return listenError(f.addr, err)
	}
	fmt.Fprintf(stderr, "listening on %s\n", url(l.Addr()))
	s := serve.NewServer(m, f.options)
	defer f.reload(ctx, s)()
	return s.Serve(ctx, l)
}

// listenError words why nothing can be listened on.
func listenError(addr string, err error) error {
	var op *net.OpError
	if errors.As(err, &op) && op.Err != nil {
		err = op.Err
	}
	return fmt.Errorf("--addr %s: %w", addr, err)
}

// url is where a browser finds the server.
func url(a net.Addr) string {
	if a.Network() == "unix" {
		return "unix:" + a.String()
	}
	return "http://" + a.String()
}

// reload reads the model file again at every SIGHUP, until the returned function is called. A file that is not sound changes nothing.
func (f *serveFlags) reload(ctx context.Context, s *serve.Server) (stop func()) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-hangup:
			}
			began := time.Now()
			m, err := openModel(ctx, f.model, f.vectors)
			if err != nil {
				f.options.ErrorLog.Printf("the model stays as it was: %v", err)
				continue
			}
			s.Replace(m)
			f.options.ErrorLog.Printf("%s was read again in %v", f.model, time.Since(began).Round(time.Millisecond))
		}
	}()
	return func() {
		signal.Stop(hangup)
		close(done)
	}
}
