package main

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp/serve"
)

type serveFlags struct {
	modelFlags
	addr    string
	hosts   []string
	log     string // its form; "" for none
	options serve.Options
}

func serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve -m MODEL",
		Short: "serve predictions over HTTP",
		Long: `Serve answers requests for predictions over HTTP:

  POST /predict       a record {"id":"s1","responses":["…",null]}, an array of them, or JSON lines;
                      ?details=true adds interval and grades, which takes longer
  POST /explain       a record: what moved its rating
  GET  /model         what is in the model, and the questions
  GET  /livez, /readyz, /metrics, /openapi.json, and a page at /

The first line on standard error is the address. After SIGTERM or an interrupt the server answers
the requests it has accepted and exits; a second signal stops it at once. SIGHUP reloads the model
file. There is no encryption and no password: to serve other machines, put a proxy in front of it.`,
		Example: `  lrp serve -m civics.lrp
  lrp serve -m civics.lrp --addr :8080 --log=json`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			return f.run(c)
		},
	}
	f.register(c)
	return c
}

func (f *serveFlags) register(c *cobra.Command) {
	flags, o := c.Flags(), &f.options
	*o = serve.DefaultOptions()
	f.modelFlags.register(c)
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080",
		"`ADDRESS` to listen on: host:port (port 0: any free one), or unix:PATH")
	flags.Int64Var(&o.MaxBody, "max-body", o.MaxBody, "maximum `BYTES` of a body or stream line")
	flags.IntVar(&o.Concurrency, "workers", 0, "requests handled at a time (0: two per processor)")
	cli.Bound(flags, 1, math.MaxFloat64, "more than 0 is needed", "max-body")
	cli.FromTo(flags, 0, 1<<20, "workers")
	flags.BoolVar(&o.ShowKey, "show-key", false, "show the acceptable answers")
	flags.BoolVar(&o.HideTraining, "hide-training", false,
		"omit training responses from explanations")
	flags.StringVar(&o.CORS, "cors", "", "`ORIGIN` whose pages may send requests, or * for all")
	flags.StringArrayVar(&f.hosts, "host", nil,
		"`NAME` by which the server is known, besides localhost and addresses; can be repeated")
	cli.NetworksVar(flags, &o.Proxies, "trust-proxy",
		"`ADDRESS` or network of a proxy whose X-Forwarded-For is trusted; can be repeated")
	cli.OptionalEnumVar(flags, &f.log, "log", "log each request to standard error: %s", cli.TextOrJSON...)
	flags.Lookup("log").NoOptDefVal = cli.TextOrJSON[0]
}

// check checks the flags.
func (f *serveFlags) check(c *cobra.Command) error {
	if err := f.checkGiven(c); err != nil {
		return err
	}
	if network, address := f.network(); network == "tcp" {
		if _, _, err := net.SplitHostPort(address); err != nil {
			return usagef("--addr is %q, host:port or unix:PATH is needed", f.addr)
		}
	}
	return nil
}

// network splits the address into the arguments of [net.Listen].
func (f *serveFlags) network() (network, address string) {
	if path, ok := strings.CutPrefix(f.addr, "unix:"); ok {
		return "unix", path
	}
	return "tcp", f.addr
}

func (f *serveFlags) run(c *cobra.Command) error {
	ctx, stderr := c.Context(), c.ErrOrStderr()
	f.bar = &progress{} // which shows nothing
	m, err := f.open(c)
	if err != nil {
		return err
	}
	logger := cli.Logger(stderr, f.log, slog.LevelInfo)
	f.options.ErrorLog = slog.NewLogLogger(logger.Handler(), slog.LevelError)
	if f.log != "" {
		f.options.Logger = logger
	}
	network, address := f.network()
	f.options.Hosts = httpx.LocalHosts(network, address, f.hosts)
	l, err := httpx.Listen(network, address)
	if err != nil {
		return listenError(f.addr, err)
	}
	if f.log == "json" {
		logger.Info("listening", "url", url(l.Addr()))
	} else {
		fmt.Fprintf(stderr, "listening on %s\n", url(l.Addr()))
	}
	s := serve.NewServer(m, f.options)
	defer cli.OnHangup(func() { f.reload(c, s, logger) })()
	cli.Orderly(ctx)
	cli.OutliveReaders()
	return s.Serve(ctx, l)
}

// listenError names the flag instead of the operation and the address.
func listenError(addr string, err error) error {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Err != nil {
		err = op.Err
	}
	return fmt.Errorf("--addr %s: %w", addr, cli.CureListen(err))
}

// url is the server's address for a browser.
func url(a net.Addr) string {
	if a.Network() == "unix" {
		return "unix:" + a.String()
	}
	return "http://" + a.String()
}

// reload reloads the model file. An invalid file changes nothing.
func (f *serveFlags) reload(c *cobra.Command, s *serve.Server, logger *slog.Logger) {
	began := time.Now()
	m, err := f.openModel(c, f.model)
	if err != nil {
		f.options.ErrorLog.Printf("keeping the current model: %v", err)
		return
	}
	s.Replace(m)
	logger.Info("reloaded", "file", f.model, "took", time.Since(began).Round(time.Millisecond).String())
}
