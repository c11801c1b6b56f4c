package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/server"
)

// smtpVariable is where the server for mail may stand with its password, so that it is not seen in the list of processes.
const smtpVariable = "LUNA_SMTP"

// serveFlags are those of luna serve.
type serveFlags struct {
	addr      string
	proxies   []string
	aggregate string
	verbose   bool
	options   server.Options
}

func serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve --db FILE",
		Short: "keep a rating system: players, games, pages for people and an interface for machines",
		Long: `Serve keeps a rating system in a file of SQLite, which is created when absent: who is done with a request finds it there
whatever happens to the program. People play on its pages with a browser; machines play by the interface of the website of Silver
(2016), as 'luna play' does. /export has the games of players who consent, as data sets.

The first line on standard error is the address. SIGTERM or an interrupt ends it once every request that was accepted is
answered; a second one ends it at once.

Machine players register themselves from the same machine alone, with --machines local; others are registered by
'luna machine add NAME --db FILE', which may run while the server does.

There is no encryption: for others than the own machine put a proxy with HTTPS before it, and tell --base-url and --trust-proxy.

--smtp is smtps://USER:PASSWORD@HOST, or smtp://HOST with STARTTLS (without, on the same machine). Limits are BURST/TIME: so many at
once, and one more after each TIME.`,
		Example: `  luna serve --db luna.db
  LUNA_SMTP=smtps://user:password@mail.example.org luna serve --db luna.db --base-url https://luna.example.org --trust-proxy 127.0.0.1 --mail-from luna@example.org`,
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
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080", "`ADDRESS` to listen on: host:port, port 0 for any free one")
	flags.StringVar(&o.DB, "db", "", "`FILE` of the rating system")
	flags.StringVar(&o.BaseURL, "base-url", "", "`URL` at which players reach the server, as https://luna.example.org")
	flags.StringVar(&o.Machines, "machines", o.Machines, "who may register machine players: local (programs on this machine), open (everybody) or never")
	flags.StringSliceVar(&f.proxies, "trust-proxy", nil, "`ADDRESS` of a proxy, or network as 10.0.0.0/8, whose X-Forwarded-For is believed; may be repeated")
	flags.StringVar(&f.aggregate, "aggregate", "mean", "what makes ratings of guesses: "+strings.Join(aggregates(), ", ")+"; a file keeps the one that it began with")
	flags.StringVar(&o.SMTP, "smtp", "", "`URL` of the server for mail; better in the environment as "+smtpVariable+", where other users do not see it (default: no mail)")
	flags.StringVar(&o.From, "mail-from", "", "`ADDRESS` of the sender of mail")
	flags.StringVar(&o.Contact, "contact", "", "how to reach who keeps the server, shown on its pages: an address or a URL")
	flags.DurationVar(&o.ExportKeep, "export-keep", o.ExportKeep, "how old the published games may be")
	flags.DurationVar(&o.Grace, "grace", o.Grace, "how long to finish accepted requests when told to end")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "write a line a request to standard error")
	for _, l := range []struct {
		name, what string
		rate       pflag.Value
	}{
		{"registrations", "registrations from an address", o.Limits.Registrations.Flag()},
		{"logins", "tries to log in from an address", o.Limits.Logins.Flag()},
		{"guesses", "failed logins of a user name from an address", o.Limits.Guesses.Flag()},
		{"names", "tries to log in by a user name", o.Limits.Names.Flag()},
		{"refusals", "requests without a valid token from an address", o.Limits.Refusals.Flag()},
		{"player", "requests of a player", o.Limits.Players.Flag()},
		{"address", "requests from an address", o.Limits.Addresses.Flag()},
		{"texts", "KiB of texts from an address", o.Limits.Texts.Flag()},
	} {
		flags.Var(l.rate, "limit-"+l.name, "`BURST/TIME` for "+l.what)
	}
}

// aggregates are the names of what can make ratings.
func aggregates() []string {
	var names []string
	for _, a := range aggregate.All() {
		names = append(names, a.Name())
	}
	return names
}

// check reports wrong flags.
func (f *serveFlags) check() error {
	o := &f.options
	if err := needDB(o.DB); err != nil {
		return err
	}
	if _, _, err := net.SplitHostPort(f.addr); err != nil {
		return cli.Usagef("--addr is %q, host:port is needed", f.addr)
	}
	if !slices.Contains([]string{"local", "open", "never"}, o.Machines) {
		return cli.Usagef("--machines is %q, local, open or never is needed", o.Machines)
	}
	for _, p := range f.proxies {
		network, err := network(p)
		if err != nil {
			return cli.Usagef("--trust-proxy is %q, an address or a network as 10.0.0.0/8 is needed", p)
		}
		o.Proxies = append(o.Proxies, network)
	}
	var err error
	if o.Aggregate, err = aggregate.ByName(f.aggregate); err != nil {
		return cli.Usagef("--aggregate is %q, %sone of %s is needed", f.aggregate, cli.DidYouMean(f.aggregate, aggregates()), strings.Join(aggregates(), ", "))
	}
	if o.SMTP == "" {
		o.SMTP = os.Getenv(smtpVariable)
	}
	switch {
	case o.SMTP != "" && (o.From == "" || o.BaseURL == ""):
		return cli.Usagef("mail needs --mail-from, its sender, and --base-url, for the links in it")
	case o.ExportKeep <= 0 || o.Grace <= 0:
		return cli.Usagef("--export-keep is %v and --grace %v, more than 0 is needed", o.ExportKeep, o.Grace)
	}
	return nil
}

// needDB reports a missing file.
func needDB(path string) error {
	if path == "" {
		return cli.Usagef("--db FILE is needed, the file of the rating system")
	}
	return nil
}

// network reads an address, which is a network of one, or a network.
func network(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil {
		return a.Unmap().Prefix(a.Unmap().BitLen())
	}
	return netip.ParsePrefix(text)
}

func (f *serveFlags) run(ctx context.Context, stderr io.Writer) (err error) {
	level := slog.LevelInfo
	if f.verbose {
		level = slog.LevelDebug
	}
	f.options.Log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	s, err := server.Open(ctx, f.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	l, err := net.Listen("tcp", f.addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "luna: listening on http://%s\n", l.Addr())
	return s.Serve(ctx, l)
}
