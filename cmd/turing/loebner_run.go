package main

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/contest"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

func loebnerRunCommand() *cobra.Command {
	var o contest.Options
	var format, until string
	c := &cobra.Command{
		Use:   "run DIR",
		Short: "hold a contest, from the entries to the certificate",
		Long: `Run holds the contest that DIR/contest.toml describes: it admits entries, asks them
the questions of the screening, makes the schedule, holds the rounds, collects ballots, and writes
results.html, results.json, ballots.csv, certificate.html and certificate.txt. 'turing loebner new'
writes a folder to start from. If people take part, it first tests each entry, as 'turing loebner
test' does, and it pauses after a screening, so that a person can mark the answers in the tables of
DIR/screening.

In a round all pairs talk at the same time, through folders of the Loebner Prize Protocol. Judges
and confederates who are people have a page each, whose secret address is printed for you to hand
out. Who sits at which terminal is drawn from the seed, and nothing that judges see tells it. At the
address of the control page, for you alone, you see who is there and how the entries are doing, can
stop the clock, extend the time, end the conversations, begin without somebody, and annul a round.
It is served whenever people take part, or with --addr.

Whatever ends it, run it again and it goes on: a round that was interrupted is annulled and held
again, and its log is kept aside. What was finished is not repeated. Two runs on a folder at the
same time are refused.`,
		Example: `  turing loebner run contest
  turing loebner run contest --speed 100
  turing loebner run contest --addr 192.168.1.10:8080
  turing loebner run contest --addr 127.0.0.1:8080 --public https://contest.example.org`,
		Args:              cli.OneArgument("DIR"),
		ValidArgsFunction: cli.First(cli.Folders),
		RunE: func(c *cobra.Command, args []string) error {
			if f := c.Flags().Lookup("speed"); f.Changed && !(o.Speed >= 0.01 &&
				o.Speed <= 100_000) {
				return cli.Usagef("--speed is %v, 0.01 to 100000 is needed", o.Speed)
			}
			if _, _, err := net.SplitHostPort(o.Addr); err != nil && o.Addr != "" {
				return cli.Usagef("--addr is %q, host:port is needed", o.Addr)
			}
			if o.Public != "" {
				if _, err := contest.CheckPublic(o.Public); err != nil {
					return cli.Usagef("--public: %v", err)
				}
			}
			o.Until = map[string]string{"test": contest.UntilTest, "screening": loebner.Questions,
				"interviews": loebner.Interviews}[until]
			o.Progress = cli.Readable(c.ErrOrStderr())
			cli.Orderly(c.Context())
			x, err := contest.Run(c.Context(), args[0], o)
			if errors.Is(err, contest.ErrPaused) {
				fmt.Fprintf(c.ErrOrStderr(), "%v; run it again to go on\n", err)
				return nil
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(c.ErrOrStderr(), "wrote %s\n", filepath.Join(args[0], "results.html"))
			if format == "json" {
				return cli.WriteJSON(c.OutOrStdout(), x)
			}
			return x.WriteText(cli.Readable(c.OutOrStdout()))
		},
	}
	flags := c.Flags()
	flags.Float64Var(&o.Speed, "speed", 0,
		"`TIMES` faster than people all clocks and programs are (default: that of contest.toml, "+
			"or 1)")
	flags.StringVar(&o.Addr, "addr", "", "`ADDRESS` of the pages for people: host:port "+
		"(default: a free port of this computer, the same one each time)")
	flags.StringVar(&o.Public, "public", "", "`URL` of the pages in front of a proxy, such as "+
		"https://contest.example.org")
	flags.StringVar(&o.EntryUser, "entry-user", "", "`USER` that programs of entries run as, who cannot "+
		"read the contest's secrets (Unix, run by root)")
	cli.EnumVar(flags, &until, "until", "stage to pause after: %s", []cli.Choice{
		{Name: "end", Description: "none"}, {Name: "test"}, {Name: "screening"}, {Name: "interviews"}})
	cli.EnumVar(flags, &format, "format", "%s", cli.TextOrJSON)
	return c
}
