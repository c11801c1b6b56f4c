package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/contest"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/internal/text"
)

func loebnerNewCommand() *cobra.Command {
	var first contest.Start
	c := takes("DIR", cli.Folders, &cobra.Command{
		Use:   "new DIR",
		Short: "write a folder to start a contest from",
		Long: `New writes DIR/contest.toml, a contest of programs and scripts that can be tried at once.
Put your own entries, and people, in their places.`,
		Example: `  turing loebner new contest --rules 2010
  turing loebner run contest --speed 100`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := contest.New(args[0], first); err != nil {
				return err
			}
			fmt.Fprintf(c.ErrOrStderr(), "wrote a contest to %s; look at %[1]s/%s\n", args[0], contest.SetupFile)
			return nil
		},
	})
	firstFlags(c, &first)
	return c
}

// firstFlags adds flags of what a new contest is like.
func firstFlags(c *cobra.Command, o *contest.Start) {
	c.Flags().StringVar(&o.Rules, "rules", "2010",
		"`RULES` of a new contest: a year from 2004 to 2017, two-party, three-party or a file")
	c.Flags().IntVar(&o.Judges, "judges", 4, "`NUMBER` of judges of a new contest, who are scripts")
	c.Flags().StringArrayVar(&o.Entries, "entry", nil,
		"`RESPONDER` that takes part in a new contest, such as eliza (repeatable)")
}

func loebnerRunCommand() *cobra.Command {
	var o contest.Options
	var first contest.Start
	var until string
	c := takes("DIR", cli.Folders, &cobra.Command{
		Use:   "run DIR",
		Short: "hold a contest, from the entries to the certificate",
		Long: `Run holds the contest that DIR/contest.toml describes: it admits entries, screens them,
holds the rounds, collects ballots, and writes results.html, results.json, ballots.csv, and
certificate.html. 'turing loebner new' writes a folder to start from; with --rules, so does run if
DIR has none. If people take part, it first tests each entry, and pauses after a screening, so that
a person can mark the answers in the tables of DIR/screening.

Judges and confederates who are people have a page each, whose secret address is printed for you to
hand out. At the address of the control page, for you alone, you see who is there, and can stop the
clock, end conversations, begin without somebody, and annul a round.

Whatever ends it, run it again and it goes on. A round that was interrupted is held again, and its
log is kept aside.`,
		Example: `  turing loebner run contest --speed 100
  turing loebner run contest --addr 192.168.1.10:8080`,
		RunE: func(c *cobra.Command, args []string) error {
			if _, _, err := net.SplitHostPort(o.Addr); err != nil && o.Addr != "" {
				return cli.Usagef("--addr is %q, host:port is needed", o.Addr)
			}
			o.Until = map[string]string{"test": contest.UntilTest, "screening": loebner.Questions,
				"interviews": loebner.Interviews}[until]
			o.Progress = cli.Readable(c.ErrOrStderr())
			named := c.Flags().Changed("rules") || c.Flags().Changed("judges") || c.Flags().Changed("entry")
			switch _, err := os.Stat(filepath.Join(args[0], contest.SetupFile)); {
			case named && errors.Is(err, fs.ErrNotExist):
				if err := contest.New(args[0], first); err != nil {
					return err
				}
			case named:
				warn(c, "%s has a contest, which goes on as it is: --rules, --judges and --entry are for new ones",
					args[0])
			}
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
			return show(c, x, x.Text())
		},
	})
	firstFlags(c, &first)
	flags := c.Flags()
	flags.Float64Var(&o.Speed, "speed", 0,
		"`TIMES` faster than people all clocks and programs are (default: that of contest.toml, or 1)")
	cli.Bound(flags, 0.01, 100_000, "0.01 to 100000 is needed", "speed")
	flags.StringVar(&o.Addr, "addr", "",
		"`ADDRESS` of the pages for people: host:port (default: a free port of this computer)")
	flags.StringVar(&o.Public, "public", "", "`URL` of the pages in front of a proxy")
	entryUserVar(flags, &o.EntryUser)
	cli.EnumVar(flags, &until, "until", "stage to pause after: %s", "end (none)", "test", "screening", "interviews")
	addFormatFlag(c)
	return c
}

func loebnerVoteCommand() *cobra.Command {
	v := contest.Vote{Left: -1}
	var sure int
	c := takes("DIR", cli.Folders, &cobra.Command{
		Use:   "vote DIR --judge J (--round N --human|--points|--witness|--void) | --ranks",
		Short: "give the ballot of a judge who did not vote, or correct or void one",
		Long: `Vote gives a ballot in the place of a judge, such as one who wrote it on paper. The
judge is J1, J2 and so on, in the order of contest.toml. --ranks lists all whom the judge met, the
most human first: by their terminals, such as 2-left for the left one of round 2, as the form does,
or by labels such as C2, each once.

With --reason it corrects what was given, until the results. With --void the ballot counts nowhere,
such as one about an entry that was down; a later vote with a reason makes it count again. If a
judge votes after you have entered a ballot, theirs takes its place, and you are told.

The journal keeps everything, and the results say what the organiser gave. It is taken in by the
'turing loebner run' that is under way, or by the next one.`,
		Example: `  turing loebner vote contest --round 3 --judge J2 --human left
  turing loebner vote contest --judge J2 --ranks C3,C1,E2,C2,C4,E1,E3,E4
  turing loebner vote contest --round 3 --judge J2 --void --reason "the entry was down"`,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("confidence") {
				v.Confidence = &sure
			}
			if err := contest.Cast(args[0], v); err != nil {
				return err
			}
			fmt.Fprintf(c.ErrOrStderr(), "gave the vote of %s; turing loebner run takes it in\n", v.Judge)
			return nil
		},
	})
	flags := c.Flags()
	voteFlags(c, &v)
	flags.StringSliceVar(&v.Ranks, "ranks", nil, "`LIST` of all terminals or labels that the judge met, best first")
	requiredVar(c, &v.Judge, "judge", "`JUDGE` such as J2")
	cli.OptionalEnumVar(flags, (*string)(&v.Human), "human", "terminal that the judge takes for the human's: %s",
		string(keylog.Left), string(keylog.Right))
	cli.OptionalEnumVar(flags, &v.Is, "witness", "what the judge takes the only witness for: %s", "human", "machine")
	flags.IntVar(&sure, "confidence", 0, "`NUMBER` from 0 to 100: how sure the judge is, where rules ask for it")
	flags.Float64Var(&v.Left, "points", -1, "`POINTS` of the left terminal, 0 to 100")
	flags.BoolVar(&v.Void, "void", false, "the ballot counts nowhere; needs --reason")
	c.MarkFlagsMutuallyExclusive("ranks", "round")
	c.MarkFlagsMutuallyExclusive("ranks", "human", "points", "witness", "void")
	return c
}

// voteFlags adds flags that say which round is meant, and why.
func voteFlags(c *cobra.Command, v *contest.Vote) {
	flags := c.Flags()
	flags.IntVar(&v.Round, "round", 0, "`NUMBER` of the round")
	flags.StringVar(&v.Reason, "reason", "", "`TEXT` for the results that says why something is corrected")
	flags.StringVar(&v.Stage, "stage", "", "`NAME` of the stage (default: the last one that began)")
}

func loebnerAnnulCommand() *cobra.Command {
	v := contest.Vote{Left: -1, Annul: true}
	c := takes("DIR", cli.Folders, &cobra.Command{
		Use:   "annul DIR --round N --reason TEXT",
		Short: "annul a round that is over, which is held again",
		Long: `Annul has a round held again whose conversations are over: by the 'turing loebner run'
that is under way, as soon as no other round goes on, or by the next one. Its logs are set aside,
and all ranks are asked for again. It can be done until the results.`,
		Example: `  turing loebner annul contest --round 2 --reason "the fire alarm"`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := contest.Cast(args[0], v); err != nil {
				return err
			}
			fmt.Fprintf(c.ErrOrStderr(), "annulled round %d; turing loebner run holds it again\n", v.Round)
			return nil
		},
	})
	voteFlags(c, &v)
	return c
}

func loebnerTestCommand() *cobra.Command {
	var o contest.Options
	c := takes("DIR", cli.Folders, &cobra.Command{
		Use:   "test DIR",
		Short: "test the entries of a contest",
		Long: `Test starts each entry of DIR/contest.toml by itself and talks to it for a moment as a
judge does. It prints whether the entry starts, how many seconds it takes to the first key, how many
keys it presses in a second, and what goes wrong. A contest that goes on is not disturbed. The exit
status is 1 if an entry fails.`,
		Example: `  turing loebner test contest`,
		RunE: func(c *cobra.Command, args []string) error {
			o.Progress = cli.Readable(c.ErrOrStderr())
			list, err := contest.Test(c.Context(), args[0], o)
			if err != nil {
				return err
			}
			err = show(c, list, trialsText(list))
			failed := slices.DeleteFunc(slices.Clone(list), round.Trial.OK)
			if err == nil && len(failed) > 0 {
				err = fmt.Errorf("%s: %s failed the test", args[0], text.Count(len(failed), "program"))
			}
			return err
		},
	})
	entryUserVar(c.Flags(), &o.EntryUser)
	addFormatFlag(c)
	return c
}

// entryUserVar adds the flag for the cages of programs.
func entryUserVar(flags *pflag.FlagSet, users *string) {
	flags.StringVar(users, "entry-user", "", "`USERS` that programs of entries run as, each in a cage: numbers "+
		"such as 60000-60099, or a name (Unix, run by root)")
}

// trialsText writes a row for each entry, and below what went wrong.
func trialsText(list []round.Trial) string {
	yes := map[bool]string{true: "yes", false: "no"}
	var below strings.Builder
	table := aligned(func(w io.Writer) {
		fmt.Fprintln(w, "entry\tstarts\tanswers\tafter\tkeys/s")
		for _, t := range list {
			if t.ByHand {
				fmt.Fprintf(w, "%s\t-\t-\t-\t-\n", t.Entry)
				fmt.Fprintf(&below, "%s: started by hand, not tested\n", t.Entry)
				continue
			}
			after, pace := "-", "-"
			if t.First > 0 {
				after = fmt.Sprintf("%.1f s", t.First)
			}
			if t.Pace > 0 {
				pace = fmt.Sprintf("%.1f", t.Pace)
			} else if t.Answers {
				pace = "at once"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", t.Entry, yes[t.Started], yes[t.Answers], after, pace)
			for _, what := range slices.Concat(t.Faults, t.Notes) {
				fmt.Fprintf(&below, "%s: %s\n", t.Entry, what)
			}
		}
	})
	return table + below.String()
}
