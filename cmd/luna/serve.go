package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/server"
)

// smtpVariable is an environment variable for the mail server, which keeps its password out of the
// process list.
const smtpVariable = "LUNA_SMTP"

type serveFlags struct {
	addr      string
	metrics   string
	logFormat string
	hosts     []string
	aggregate string
	chat      string // a target in Turing Trade
	seconds   int    // that a game of Turing Trade takes
	verbose   bool
	options   server.Options
}

func serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve --db FILE",
		Short: "serve a rating system: web pages for people, an interface for machines",
		Long: `Serve runs a rating system on an SQLite file, which it creates if needed. Once a request has been
answered, its effect is stored, whatever happens to the program. People play in a browser; machines
use the interface of the website of Silver (2016), as 'luna play' does, which the page /developers
describes. /export has the answers of consenting players who have retired, as data sets.

Turing Trade is beside the Luna Game: people bet on whether they talk with a person or with one of
the programs that --trade-target names. --games luna leaves it out.

The first line on standard error is the address. After SIGTERM or an interrupt, the server answers
the requests it has accepted and exits; a second signal stops it at once. SIGHUP changes nothing:
the log goes to standard error, and nothing else is kept open that could be rotated.

With --machines local, only programs on this computer can register machine players. The operator
can register others with 'luna machine add NAME --db FILE', even while the server runs.

--metrics ADDRESS offers the metrics for Prometheus, and the probes /livez and /readyz, on an
address of their own: they tell how many play and when, which is for the operator.

There is no encryption. To serve other computers, put an HTTPS proxy in front of the server and set
--base-url and --trust-proxy.

--smtp is smtps://USER:PASSWORD@HOST, or smtp://HOST for STARTTLS (which the same computer does not
need). Limits are BURST/TIME: BURST at once, and one more after each TIME.`,
		Example: `  luna serve --db luna.db
  LUNA_SMTP=smtps://user:password@mail.example.org luna serve --db luna.db \
    --base-url https://luna.example.org --trust-proxy 127.0.0.1 --mail-from luna@example.org`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			return f.run(c.Context(), c.ErrOrStderr())
		},
	}
	f.register(c)
	return c
}

func (f *serveFlags) register(c *cobra.Command) {
	f.options = server.Defaults()
	flags, o := c.Flags(), &f.options
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080",
		"`ADDRESS` to listen on: host:port (port 0: any free one)")
	flags.StringVar(&f.metrics, "metrics", "",
		"`ADDRESS` for /metrics, which only the operator should reach: host:port")
	flags.StringVar(&o.DB, "db", "", "`FILE` of the rating system")
	flags.StringVar(&o.BaseURL, "base-url", "",
		"public `URL` of the server, such as https://luna.example.org")
	cli.OptionalEnumVar(flags, &o.Machines, "machines", "who can register machine players: %s",
		"local (this computer)", "open (everybody)", "never")
	cli.OptionalEnumVar(flags, &o.Ratings, "ratings", "how much people's guesses weigh: %s",
		"public (newcomers' less)", "thesis (all the same, in a group that trusts its members)")
	cli.OptionalEnumVar(flags, &o.Damping, "damping", "what happens to dishonest guesses: %s",
		"auto (they count less)", "report (in the log)", "off")
	cli.NetworksVar(flags, &o.SharedNetworks, "shared-network",
		"`NETWORK` of many people, such as a school, whose guesses count as those of many")
	cli.NetworksVar(flags, &o.Proxies, "trust-proxy",
		"`ADDRESS` or network of a proxy whose X-Forwarded-For is trusted; can be repeated")
	flags.StringArrayVar(&f.hosts, "host", nil,
		"`NAME` by which the server is known, besides localhost and addresses; can be repeated")
	flags.IntVar(&o.MaxConnections, "max-connections", guard.DefaultConnections,
		"maximum number of connections")
	cli.EnumVar(flags, &f.aggregate, "aggregate", "how guesses become ratings: %s; fixed for each file",
		aggregates()...)
	addMailFlags(flags, &o.SMTP, &o.From)
	flags.StringVar(&o.Contact, "contact", "",
		"contact of the operator, shown on the pages: an address or a URL")
	flags.DurationVar(&o.GraceMachines, "grace-machines", o.GraceMachines,
		"about how long a person waits for another person before a machine may play them")
	flags.BoolVar(&o.MachineGames, "machine-games", false, "let machines play each other, too")
	flags.DurationVar(&o.ExportKeep, "export-keep", o.ExportKeep, "maximum age of the published games")
	flags.IntVar(&o.MaxGames, "max-games", o.MaxGames,
		"active games of all players before no more are opened; negative is no limit")
	flags.Int64Var(&o.MaxBytes, "max-db", o.MaxBytes,
		"bytes of the database in use before no more games are opened; negative is no limit")
	flags.DurationVar(&o.ExportAfter, "export-after", o.ExportAfter,
		"how long a player must not have played before their responses are published")
	addClockFlag(flags, &o.ClockOK)
	flags.DurationVar(&o.Grace, "grace", o.Grace, "time limit for finishing requests on shutdown")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "log each request to standard error")
	cli.EnumVar(flags, &f.logFormat, "log-format", "form of the log: %s", cli.TextOrJSON...)
	f.registerTrade(flags)
	o.Limits.Flags(func(rate *guard.Rate, name, usage string) { flags.Var(rate, name, usage) })
	flags.IntVar(&o.Limits.Networks, "limit-networks", o.Limits.Networks,
		"how many times as much as an address a network may do, an IPv6 /48")
	flags.IntVar(&o.Limits.All, "limit-all", o.Limits.All,
		"how many times as much as an address all may do together")
	cli.Check(flags, checkAddress, "addr")
	cli.AtLeast(flags, 0, "grace-machines")
	cli.AtLeast(flags, 1, "max-connections", "limit-networks", "limit-all")
	cli.Bound(flags, 0, math.MaxFloat64, "0 or more is needed", "export-after")
	cli.Bound(flags, cli.Above0, math.MaxFloat64, "more than 0 is needed", "export-keep", "grace")
}

// addClockFlag adds the flag by which the operator confirms the system's clock. It names a day, so
// that it does no harm if it is left in place by mistake.
func addClockFlag(flags *pflag.FlagSet, day *time.Time) {
	flags.TimeVar(day, "clock-ok", time.Time{}, []string{time.DateOnly},
		"the `DAY` that it is, after a pause of more than two weeks, such as 2027-06-14")
}

// aggregates lists the names of the rating aggregates.
func aggregates() []string {
	var names []string
	for _, a := range aggregate.All() {
		names = append(names, a.Name())
	}
	return names
}

// check checks the flags.
func (f *serveFlags) check() error {
	o := &f.options
	if err := needDB(o.DB); err != nil {
		return err
	}
	if f.metrics != "" {
		if err := checkAddress("metrics", f.metrics); err != nil {
			return err
		}
	}
	if err := f.checkTrade(); err != nil {
		return err
	}
	var err error
	if o.Aggregate, err = aggregate.ByName(f.aggregate); err != nil {
		return err
	}
	o.SMTP = cmp.Or(o.SMTP, os.Getenv(smtpVariable))
	if err := checkBase(o.BaseURL); err != nil {
		return err
	}
	if o.Hosts = f.hosts; o.BaseURL == "" && len(o.Proxies) == 0 {
		o.Hosts = httpx.LocalHosts("tcp", f.addr, f.hosts)
	}
	if o.SMTP != "" && (o.From == "" || o.BaseURL == "") {
		return cli.Usagef("mail needs --mail-from, its sender, and --base-url, for the links in it")
	}
	o.ExportAfter = cmp.Or(o.ExportAfter, -1)     // at once
	o.GraceMachines = cmp.Or(o.GraceMachines, -1) // since 0 is the default of the options
	return nil
}

func (f *serveFlags) run(ctx context.Context, stderr io.Writer) (err error) {
	level := slog.LevelInfo
	if f.verbose {
		level = slog.LevelDebug
	}
	f.options.Log = cli.Logger(stderr, f.logFormat, level)
	cli.OutliveReaders()
	defer cli.OnHangup(func() {
		f.options.Log.Info("SIGHUP changes nothing: the log goes to standard error, and flags are read " +
			"at the start only")
	})()
	s, err := server.Open(ctx, f.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	l, err := net.Listen("tcp", f.addr)
	if err != nil {
		return cli.CureListen(err)
	}
	defer l.Close() // which Serve has closed, unless something fails before
	practice := strings.Join(f.options.Practice, ", ")
	if f.logFormat == "json" {
		f.options.Log.Info("listening", "url", "http://"+l.Addr().String(), "--practice", practice)
	} else {
		fmt.Fprintf(stderr, "luna: listening on http://%s\n", l.Addr())
		if practice != "" {
			fmt.Fprintf(stderr, "luna: visitors practise against %s (--practice)\n", practice)
		}
	}
	if f.options.Ratings == "thesis" {
		f.options.Log.Info("every person's guess weighs 1, nobody is damped, and leaving costs nothing " +
			"(--ratings thesis)")
	}
	for _, doubt := range f.doubts() {
		f.options.Log.Warn(doubt)
	}
	if f.metrics != "" {
		stop, err := f.serveMetrics(s)
		if err != nil {
			return err
		}
		defer stop()
	}
	cli.Orderly(ctx)
	return s.Serve(ctx, l)
}

// serveMetrics serves the operator's address until stop is called. That should be after the
// server's end, since the metrics show how the shutdown proceeds.
func (f *serveFlags) serveMetrics(s *server.Server) (stop func(), err error) {
	l, err := net.Listen("tcp", f.metrics)
	if err != nil {
		return nil, fmt.Errorf("--metrics: %w", err)
	}
	f.options.Log.Info("metrics", "url", "http://"+l.Addr().String()+"/metrics")
	h := &http.Server{
		Handler: s.Operator(), ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(f.options.Log.Handler(), slog.LevelWarn),
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = h.Serve(l) // always fails, at last because it is closed
	}()
	return func() {
		h.Close()
		<-ended
	}, nil
}
